/** Request and response schemas of automations. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '../../../http/answer_shape.ts'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, listQuery, Name, Phrase, Tags, Whole, Word, wrapped } from '../../../http/shape.ts'
import type { ActionValue } from '../../../rules/bound_action.ts'
import type { Condition } from '../../../rules/condition.ts'

const someText = { type: ['string', 'null'] }
const textOr = (other: object) => ({ anyOf: [someText, other] })
const list = (items: object) => ({ type: 'array', items })

/** A string or a list of strings; numbers become strings, as in the public service. */
const ConditionValue = textOr(list({ type: 'string' }))
/** The value of a condition, or a list such as `[webhook, [[name, value], …]]`. */
const ValueOfAction = Type.Unsafe<ActionValue>(textOr(list(textOr(list(textOr(list(someText)))))))

export const ConditionInput = input({ field: Word, operator: Word, value: Type.Unsafe<string | null | string[]>(ConditionValue) })
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

const WireCondition = Type.Object({ field: text, operator: text, value: Type.Unsafe<Condition['value']>(ConditionValue) })
export const WireConditions = Type.Object({ all: Type.Array(WireCondition), any: Type.Array(WireCondition) })
/** What a request may have embedded. @source docs/reference/business_rules.md §2.1 */
export const Embedded = Type.Partial(
  Type.Object({
    app_installation: Type.Null(),
    permissions: Type.Object({ can_edit: flag }),
    usage_1h: whole,
    usage_24h: whole,
    usage_7d: whole,
    usage_30d: whole,
  }),
)

export const Automation = Type.Object({
  url: text,
  id: whole,
  title: text,
  active: flag,
  updated_at: text,
  created_at: text,
  default: flag,
  actions: Type.Array(Type.Object({ field: text, value: ValueOfAction })),
  conditions: WireConditions,
  position: whole,
  raw_title: text,
  ...Embedded.properties,
})
