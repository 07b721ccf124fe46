/** Request and response schemas of the availability of agents, in the form of JSON:API. @source docs/reference/other.md §15 */
import Type, { type Static } from 'typebox'
import { oneOf, text, textOrNull, whole, wholes } from '#http/answer_shape.ts'
import { defineInput, listQuery, Word, wrapInKey } from '#http/shape.ts'
import { STATUS_NAMES } from './status.ts'

export const AvailabilityQuery = listQuery({
  'filter[agent_status_id]': Word,
  'filter[channel_status]': Word,
  'filter[group_ids]': Word,
  'filter[skill_ids]': Word,
})
export type AvailabilityQuery = Static<typeof AvailabilityQuery>

const AvailabilityInput = defineInput({ status: Word })
export type AvailabilityInput = Static<typeof AvailabilityInput>
export const AvailabilityBody = wrapInKey('agent_availability', AvailabilityInput)

const status = oneOf(STATUS_NAMES)
const Reference = (type: string) => Type.Object({ id: text, type: Type.Literal(type) })

const Availability = Type.Object({
  id: text,
  type: Type.Literal('agent_availabilities'),
  attributes: Type.Object({
    agent_id: whole,
    agent_status: Type.Object({ id: whole, name: status, reason: text, updated_at: textOrNull }),
    group_ids: wholes,
    skills: Type.Array(Type.Object({ id: text })),
    version: whole,
  }),
  links: Type.Object({ self: text }),
  relationships: Type.Object({ channels: Type.Object({ data: Type.Array(Reference('channels')) }) }),
})
const Channel = Type.Object({
  id: text,
  type: Type.Literal('channels'),
  attributes: Type.Object({
    name: Type.Literal('support'),
    status,
    updated_at: textOrNull,
    max_capacity: whole,
    work_item_count: whole,
  }),
})
export const OneAvailability = Type.Object({ data: Availability, included: Type.Array(Channel) })
export const SomeAvailabilities = Type.Object({ data: Type.Array(Availability), included: Type.Array(Channel) })

/** The shapes that the presenter is typed by. */
export type AvailabilityShape = typeof Availability
export type ChannelShape = typeof Channel
