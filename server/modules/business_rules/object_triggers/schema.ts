/** Request and response schemas of object triggers. @source docs/reference/custom_objects.md §6 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole } from '../../../http/answer_shape.ts'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, listQuery, Name, Phrase, Text, Whole, Word, wrapped } from '../../../http/shape.ts'
import { ActionsInput, ConditionMembers, Embedded, WireActions, WireConditions } from '../rules/schema.ts'

export const ObjectTriggerInput = input({
  title: Name,
  raw_title: Name,
  description: Text,
  active: Flag,
  position: Whole,
  ...ConditionMembers,
  actions: ActionsInput,
})
export type ObjectTriggerInput = Static<typeof ObjectTriggerInput>
export const ObjectTriggerBody = wrapped('trigger', ObjectTriggerInput)

const ObjectTriggerMove = input({ id: Id, position: Whole, active: Flag })
export type ObjectTriggerMove = Static<typeof ObjectTriggerMove>
export const ObjectTriggersBody = wrapped('triggers', listOf(ObjectTriggerMove, MOST_AT_ONCE))

export const ObjectTriggersQuery = listQuery({ active: Flag })
export const ActiveQuery = listQuery({})
export const SearchQuery = listQuery({ active: Flag, query: Phrase, filter: Word })

export const ObjectTrigger = Type.Object({
  url: text,
  id: whole,
  title: text,
  active: flag,
  updated_at: text,
  created_at: text,
  default: flag,
  actions: WireActions,
  conditions: WireConditions,
  description: textOrNull,
  position: whole,
  raw_title: text,
  ...Embedded.properties,
})
export const OneObjectTrigger = Type.Object({ trigger: ObjectTrigger })
export const ManyObjectTriggers = Type.Object({ triggers: Type.Array(ObjectTrigger) })
