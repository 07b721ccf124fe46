/** Request and response schemas of automations. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, listQuery, Name, Phrase, Tags, Whole, Word, wrapped } from '../../../http/shape.ts'
import type { ActionValue } from '../../../rules/bound_action.ts'

const textOr = (other: object) => ({ anyOf: [{ type: ['string', 'null'] }, other] })
const list = (items: object) => ({ type: 'array', items })
const text = { type: ['string', 'null'] }

/** A string or a list of strings; numbers become strings, as in the public service. */
const ConditionValue = Type.Unsafe<string | null | string[]>(textOr(list({ type: 'string' })))
/** The value of a condition, or a list such as `[webhook, [[name, value], …]]`. */
const ValueOfAction = Type.Unsafe<ActionValue>(textOr(list(textOr(list(textOr(list(text)))))))

const ConditionInput = input({ field: Word, operator: Word, value: ConditionValue })
export type ConditionInput = Static<typeof ConditionInput>
const ConditionLists = { all: listOf(ConditionInput), any: listOf(ConditionInput) }
const ActionInput = input({ field: Word, value: ValueOfAction })

export const AutomationInput = input({
  title: Name,
  active: Flag,
  position: Whole,
  ...ConditionLists,
  conditions: input(ConditionLists),
  actions: listOf(ActionInput),
})
export type AutomationInput = Static<typeof AutomationInput>
export const AutomationBody = wrapped('automation', AutomationInput)

const ManyItem = input({ id: Id, position: Whole, active: Flag })
export type ManyItem = Static<typeof ManyItem>
export const AutomationsBody = wrapped('automations', listOf(ManyItem, MOST_AT_ONCE))

export const AutomationsQuery = listQuery({ active: Flag })
export const SearchQuery = listQuery({ active: Flag, query: Phrase })
export const IncludeQuery = Type.Partial(Type.Object({ include: Word }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Tags }))

const Condition = Type.Object({ field: Type.String(), operator: Type.String(), value: Type.Unknown() })

export const Automation = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  active: Type.Boolean(),
  updated_at: Type.String(),
  created_at: Type.String(),
  default: Type.Boolean(),
  actions: Type.Array(Type.Object({ field: Type.String(), value: Type.Unknown() })),
  conditions: Type.Object({ all: Type.Array(Condition), any: Type.Array(Condition) }),
  position: Type.Integer(),
  raw_title: Type.String(),
})
