/** Request and response schemas of automations. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '../../../http/answer_shape.ts'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, listQuery, Name, Phrase, Whole, wrapped } from '../../../http/shape.ts'
import { ActionsInput, ConditionMembers, Embedded, WireActions, WireConditions } from '../rules/schema.ts'

export const AutomationInput = input({
  title: Name,
  raw_title: Name,
  active: Flag,
  position: Whole,
  ...ConditionMembers,
  actions: ActionsInput,
})
export type AutomationInput = Static<typeof AutomationInput>
export const AutomationBody = wrapped('automation', AutomationInput)

const ManyItem = input({ id: Id, position: Whole, active: Flag })
export type ManyItem = Static<typeof ManyItem>
export const AutomationsBody = wrapped('automations', listOf(ManyItem, MOST_AT_ONCE))

export const AutomationsQuery = listQuery({ active: Flag })
export const SearchQuery = listQuery({ active: Flag, query: Phrase })

export const Automation = Type.Object({
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
  ...Embedded.properties,
})
