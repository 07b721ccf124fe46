/** Request and response schemas of triggers. @source docs/reference/business_rules.md §1, §2.4 */
import Type, { type Static } from 'typebox'
import { text, textOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, idsUpTo, defineInput, listOf, listQuery, Phrase, Text, Whole, Word, wrapInKey } from '#http/shape.ts'
import { Embedded, MoveMembers, RuleMembers, WireRuleMembers } from '../rules/schema.ts'
import { TriggerCategoryInput } from '../trigger_categories/schema.ts'

/** A reorder names all triggers of an account. */
const MAX_TRIGGERS = 10_000

export const TriggerInput = defineInput({ ...RuleMembers, description: Text, category_id: Id, category: TriggerCategoryInput })
export type TriggerInput = Static<typeof TriggerInput>
export const TriggerBody = wrapInKey('trigger', TriggerInput)

export const TriggerMove = defineInput({ ...MoveMembers, category_id: Id })
export type TriggerMove = Static<typeof TriggerMove>
export const TriggersBody = wrapInKey('triggers', listOf(TriggerMove, MAX_AT_ONCE))
export const ReorderBody = wrapInKey('trigger_ids', idsUpTo(MAX_TRIGGERS))

const CategoryMove = defineInput({ id: Id, position: Whole })
const BatchItems = defineInput({ trigger_categories: listOf(CategoryMove), triggers: listOf(TriggerMove, MAX_TRIGGERS) })
export type BatchItems = Static<typeof BatchItems>
export const BatchBody = wrapInKey('job', defineInput({ action: Word, items: BatchItems }))

export const TriggersQuery = listQuery({ active: Flag, category_id: Id })
export const SearchQuery = listQuery({ active: Flag, query: Phrase, filter: Word })

export const Trigger = Type.Object({ ...WireRuleMembers, description: textOrNull, category_id: text, ...Embedded.properties })
export const OneTrigger = Type.Object({ trigger: Trigger })
export const ManyTriggers = Type.Object({ triggers: Type.Array(Trigger) })
