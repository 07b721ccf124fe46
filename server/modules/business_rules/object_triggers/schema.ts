/** Request and response schemas of object triggers. @source docs/reference/custom_objects.md §6 */
import Type, { type Static } from 'typebox'
import { textOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, defineInput, listOf, listQuery, Phrase, Text, Word, wrapInKey } from '#http/shape.ts'
import { Embedded, MoveMembers, RuleMembers, WireRuleMembers } from '../rules/schema.ts'

export const ObjectTriggerInput = defineInput({ ...RuleMembers, description: Text })
export type ObjectTriggerInput = Static<typeof ObjectTriggerInput>
export const ObjectTriggerBody = wrapInKey('trigger', ObjectTriggerInput)

const ObjectTriggerMove = defineInput(MoveMembers)
export type ObjectTriggerMove = Static<typeof ObjectTriggerMove>
export const ObjectTriggersBody = wrapInKey('triggers', listOf(ObjectTriggerMove, MAX_AT_ONCE))

export const ObjectTriggersQuery = listQuery({ active: Flag })
export const ActiveQuery = listQuery({})
export const SearchQuery = listQuery({ active: Flag, query: Phrase, filter: Word })

export const ObjectTrigger = Type.Object({ ...WireRuleMembers, description: textOrNull, ...Embedded.properties })
export const OneObjectTrigger = Type.Object({ trigger: ObjectTrigger })
export const ManyObjectTriggers = Type.Object({ triggers: Type.Array(ObjectTrigger) })
