/** Request and response schemas of automations. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import { MAX_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, input, listOf, listQuery, Phrase, wrapped } from '../../../http/shape.ts'
import { Embedded, MoveMembers, RuleMembers, WireRuleMembers } from '../rules/schema.ts'

export const AutomationInput = input(RuleMembers)
export type AutomationInput = Static<typeof AutomationInput>
export const AutomationBody = wrapped('automation', AutomationInput)

const ManyItem = input(MoveMembers)
export type ManyItem = Static<typeof ManyItem>
export const AutomationsBody = wrapped('automations', listOf(ManyItem, MAX_AT_ONCE))

export const AutomationsQuery = listQuery({ active: Flag })
export const SearchQuery = listQuery({ active: Flag, query: Phrase })

export const Automation = Type.Object({ ...WireRuleMembers, ...Embedded.properties })
