/** Request and response schemas of instance values: the skills that agents have and tickets require. @source docs/reference/other.md §12.2 */
import Type, { type Static } from 'typebox'
import { oneOf, text, whole, wholes } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { idsUpTo, defineInput, listOf, listQuery, Tags, Word, Words, wrapInKey } from '#http/shape.ts'
import { AttributeValueMembers } from '../attributes/schema.ts'

/** How well an agent has a skill. */
export const PRIORITIES = ['NORMAL', 'HIGH'] as const

export const ValueIdsBody = wrapInKey('attribute_value_ids', Words)

const JobInput = defineInput({
  action: Word,
  attributes: defineInput({ attribute_values: listOf(defineInput({ id: Word, agent_skill_priority: Word })) }),
  items: idsUpTo(MAX_AT_ONCE),
})
export type JobInput = Static<typeof JobInput>
export const JobBody = wrapInKey('job', JobInput)

export const AgentIdsQuery = listQuery({ 'filter[agent_ids]': Word })
export const TicketIdsQuery = Type.Partial(Type.Object({ ticket_ids: Tags }))

const Value = Type.Object(AttributeValueMembers)
export const SomeValues = Type.Object({ attribute_values: Type.Array(Value) })
const priority = oneOf(PRIORITIES)
const AgentValue = Type.Object({ ...AttributeValueMembers, agent_skill_priority: priority })
export const SomeAgentValues = Type.Object({ attribute_values: Type.Array(AgentValue) })
const InstanceValue = Type.Object({
  url: text,
  id: text,
  agent_id: whole,
  attribute_id: text,
  attribute_value_id: text,
  name: text,
  agent_skill_priority: priority,
  created_at: text,
  updated_at: text,
})
export const SomeInstanceValues = Type.Object({ instance_values: Type.Array(InstanceValue) })
export const FulfilledTickets = Type.Object({ fulfilled_ticket_ids: wholes })

/** The shapes that presenters are typed by. */
export type AgentValueShape = typeof AgentValue
export type InstanceValueShape = typeof InstanceValue
