/** Access rules and permission policies on the wire. @source docs/reference/custom_objects.md §4, §4.2 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { DefinedOperator, DefinedValue, DEFINITION } from '#http/definition_shape.ts'
import { Anything, Flag, Id, defineInput, Line, listOf, Text, Value, wrapInKey } from '#http/shape.ts'

const ConditionInput = defineInput({ field: Text, operator: Text, value: Value })
const ConditionsInput = defineInput({ all: listOf(ConditionInput), any: listOf(ConditionInput) })
export const AccessRuleInput = defineInput({ title: Line, description: Text, conditions: ConditionsInput })
export type AccessRuleInput = Static<typeof AccessRuleInput>
export const AccessRuleBody = wrapInKey('access_rule', AccessRuleInput)

const ActionInput = defineInput({ allowed: Flag, rule_id: Id })
const PolicyInput = defineInput({
  records: defineInput({ create: ActionInput, read: ActionInput, update: ActionInput, delete: ActionInput }),
})
export type PolicyInput = Static<typeof PolicyInput>
export const PolicyBody = wrapInKey('policy', PolicyInput)

const Condition = Type.Object({ field: text, operator: text, value: Anything })
export const AccessRule = Type.Object({
  id: whole,
  title: text,
  description: text,
  conditions: Type.Object({ all: Type.Array(Condition), any: Type.Array(Condition) }),
  created_at: text,
  updated_at: text,
})

const Action = Type.Object({ allowed: flag, rule_id: wholeOrNull })
export const PermissionPolicy = Type.Object({
  id: text,
  role_name: text,
  records: Type.Object({ create: Action, read: Action, update: Action, delete: Action }),
})

/** What a condition may ask of a record: a field with its operators and, where they are known, its values. */
export const Definition = Type.Object({
  ...DEFINITION,
  operators: Type.Array(Type.Object({ ...DefinedOperator.properties, format: text })),
  values: Type.Array(Type.Object({ ...DefinedValue.properties, dynamic: flag })),
  metadata: Type.Object({
    collection_key: text,
    item_key: text,
    field_id: wholeOrNull,
    source: textOrNull,
    url: text,
  }),
})
