/** Access rules and permission policies on the wire. @source docs/reference/custom_objects.md §4, §4.2 */
import Type, { type Static } from 'typebox'
import { Anything, Flag, Id, input, listOf, Text, wrapped } from '../../../http/shape.ts'

const ConditionInput = input({ field: Text, operator: Text, value: Anything })
const ConditionsInput = input({ all: listOf(ConditionInput), any: listOf(ConditionInput) })
export const AccessRuleInput = input({ title: Text, description: Text, conditions: ConditionsInput })
export type AccessRuleInput = Static<typeof AccessRuleInput>
export const AccessRuleBody = wrapped('access_rule', AccessRuleInput)

const ActionInput = input({ allowed: Flag, rule_id: Id })
const PolicyInput = input({ records: input({ create: ActionInput, read: ActionInput, update: ActionInput, delete: ActionInput }) })
export type PolicyInput = Static<typeof PolicyInput>
export const PolicyBody = wrapped('policy', PolicyInput)

const Condition = Type.Object({ field: Type.String(), operator: Type.String(), value: Anything })
export const AccessRule = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  conditions: Type.Object({ all: Type.Array(Condition), any: Type.Array(Condition) }),
  created_at: Type.String(),
  updated_at: Type.String(),
})

const Action = Type.Object({ allowed: Type.Boolean(), rule_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }) })
export const PermissionPolicy = Type.Object({
  id: Type.String(),
  role_name: Type.String(),
  records: Type.Object({ create: Action, read: Action, update: Action, delete: Action }),
})
