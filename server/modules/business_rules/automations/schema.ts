/** Request and response schemas of automations. @source docs/reference/business_rules.md §1 */
import Type, { type Static } from 'typebox'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, defineInput, listOf, listQuery, Phrase, wrapInKey } from '#http/shape.ts'
import { Embedded, MoveMembers, RuleMembers, WireRuleMembers } from '../rules/schema.ts'

export const AutomationInput = defineInput(RuleMembers)
export type AutomationInput = Static<typeof AutomationInput>
export const AutomationBody = wrapInKey('automation', AutomationInput)

const ManyItem = defineInput(MoveMembers)
export type ManyItem = Static<typeof ManyItem>
export const AutomationsBody = wrapInKey('automations', listOf(ManyItem, MAX_AT_ONCE))

export const AutomationsQuery = listQuery({ active: Flag })
export const SearchQuery = listQuery({ active: Flag, query: Phrase })

export const Automation = Type.Object({ ...WireRuleMembers, ...Embedded.properties })
