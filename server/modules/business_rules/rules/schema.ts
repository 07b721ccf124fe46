/** What requests and answers of all kinds of rules have in common: conditions, actions, and what `include` embeds. @source docs/reference/business_rules.md §1, §2.1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, Id, defineInput, listOf, Name, Tags, Whole, Word } from '#http/shape.ts'
import type { ActionValue } from '#rules/bound_action.ts'
import type { Condition } from '#rules/condition.ts'

const someText = { type: ['string', 'boolean', 'null'] }
const textOr = (other: object, single: object = someText) => ({ anyOf: [single, other] })
const list = (items: object) => ({ type: 'array', items })
/** What a list of an action begins with: targets are named by numbers. */
const idOrText = { type: ['string', 'number', 'null'] }

/** A string or a list of strings; numbers become strings and booleans stay, as in the public service. */
const ConditionValue = textOr(list({ type: 'string' }))
/** The value of an action: a text, or a list such as `[webhook, [[name, value], …]]`. `x-nested`: lists in lists, to any depth for who reads it. */
const ValueOfAction = Type.Unsafe<ActionValue>({ ...textOr(list(textOr(list(textOr(list(someText))), idOrText))), 'x-nested': true })

export const ConditionInput = defineInput({
  field: Word,
  operator: Word,
  value: Type.Unsafe<string | boolean | null | string[]>(ConditionValue),
})
export type ConditionInput = Static<typeof ConditionInput>

const ConditionLists = { all: listOf(ConditionInput), any: listOf(ConditionInput) }
/** Conditions as requests have them: in `conditions`, or `all` and `any` beside the other members. */
export const ConditionMembers = { ...ConditionLists, conditions: defineInput(ConditionLists) }
const ConditionsSent = defineInput(ConditionMembers)
export type ConditionsSent = Static<typeof ConditionsSent>

const ActionInput = defineInput({ field: Word, value: ValueOfAction })
/** The actions of a rule in a request. */
export const ActionsInput = listOf(ActionInput)
export type ActionsInput = Static<typeof ActionsInput>

/** The members of a rule in a request, besides those of one kind: an automation has no others. */
export const RuleMembers = { title: Name, raw_title: Name, active: Flag, position: Whole, ...ConditionMembers, actions: ActionsInput }
/** One of several rules that are moved, enabled or disabled. */
export const MoveMembers = { id: Id, position: Whole, active: Flag }

export const IncludeQuery = Type.Partial(Type.Object({ include: Word }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Tags }))

const WireCondition = Type.Object({ field: text, operator: text, value: Type.Unsafe<Condition['value']>(ConditionValue) })
export const WireConditions = Type.Object({ all: Type.Array(WireCondition), any: Type.Array(WireCondition) })
export const WireActions = Type.Array(Type.Object({ field: text, value: ValueOfAction }))

/** The members of a rule in an answer, besides those of one kind. */
export const WireRuleMembers = {
  url: text,
  id: whole,
  title: text,
  active: flag,
  updated_at: text,
  created_at: text,
  default: flag,
  actions: WireActions,
  conditions: WireConditions,
  position: whole,
  raw_title: text,
}

/** How often a rule was used, by period. */
export const UsageMembers = { usage_1h: whole, usage_24h: whole, usage_7d: whole, usage_30d: whole }
/** What a request may have embedded in a rule. */
export const Embedded = Type.Partial(
  Type.Object({ app_installation: Type.Null(), permissions: Type.Object({ can_edit: flag }), ...UsageMembers }),
)
