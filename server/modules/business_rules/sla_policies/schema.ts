// SLA POLICIES: which tickets they are for, and how soon those must be answered and solved, by priority.
// Not here: what conditions of filters mean (rules/sla_conditions.ts), and measuring tickets by a policy.
import Type, { type Static } from 'typebox'
import { flag, orNull, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, listOf, Name, Tags, textUpTo, Value, Whole, Word, wrapInKey } from '#http/shape.ts'
import type { Condition } from '#rules/condition.ts'

/** The most policies of an account. */
export const MAX_POLICIES = 500
const MAX_CONDITIONS = 100
const MAX_METRICS = 100
const MAX_DESCRIPTION = 1000

const ConditionInput = defineInput({ field: Word, operator: Word, value: Value })
const ConditionsInput = listOf(ConditionInput, MAX_CONDITIONS)
export const FilterInput = defineInput({ all: ConditionsInput, any: ConditionsInput })
export type FilterInput = Static<typeof FilterInput>

const PolicyMetricInput = defineInput({ priority: Word, metric: Word, target: Whole, target_in_seconds: Whole, business_hours: Flag })
export type PolicyMetricInput = Static<typeof PolicyMetricInput>

/** The members of a policy that can be written, of both kinds of policies. */
export const PolicyInput = defineInput({
  title: Name,
  description: textUpTo(MAX_DESCRIPTION),
  position: Whole,
  filter: FilterInput,
  policy_metrics: listOf(PolicyMetricInput, MAX_METRICS),
})
export type PolicyInput = Static<typeof PolicyInput>
export const PolicyBody = wrapInKey('sla_policy', PolicyInput)

const Order = listOf(Type.Unsafe<number>({ type: 'integer' }), MAX_POLICIES)
export const ReorderQuery = Type.Partial(Type.Object({ sla_policy_ids: Tags }))
export const ReorderBody = defineInput({ sla_policy_ids: Order })

const scalar = [{ type: 'string' }, { type: 'integer' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }]
/** The value of a condition as it was sent: a text, a number, a boolean, null, or a list. */
const ConditionValue = Type.Unsafe<Condition['value']>({ anyOf: [...scalar, { type: 'array', items: { anyOf: scalar } }] })
export const FilterCondition = Type.Object({ field: text, operator: text, value: ConditionValue })
const FilterConditions = Type.Array(FilterCondition)

export const PolicyMetric = Type.Object({ priority: text, metric: text, target: whole, business_hours: flag })

/** The members of an answer that both kinds of policies have. */
export const PolicyMembers = {
  title: text,
  description: textOrNull,
  position: whole,
}
export const SlaPolicy = Type.Object({
  url: text,
  id: whole,
  ...PolicyMembers,
  filter: Type.Object({ all: FilterConditions, any: FilterConditions }),
  policy_metrics: Type.Array(PolicyMetric),
  created_at: text,
  updated_at: text,
})
export const OnePolicy = Type.Object({ sla_policy: SlaPolicy })
export const SomePolicies = Type.Object({ sla_policies: Type.Array(SlaPolicy) })

const Named = Type.Object({ title: text, value: text })
const Choice = Type.Object({ title: text, value: Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }) })
const FilterDefinition = Type.Object({
  title: text,
  value: text,
  group: text,
  target: orNull(text),
  operators: Type.Array(Named),
  values: Type.Object({ type: text, list: Type.Array(Choice) }),
})
export const FilterDefinitions = Type.Array(FilterDefinition)
export const PolicyDefinitions = Type.Object({ definitions: Type.Object({ all: FilterDefinitions, any: FilterDefinitions }) })
