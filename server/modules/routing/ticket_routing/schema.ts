/** The shape of the explanation why a ticket waits. */
import Type from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { STATUS_NAMES } from '../agent_availabilities/status.ts'
import { OFFERS, QUEUE_STATES, ROUTING_STATES } from './explain.ts'

const AnyValue = Type.Unknown()
const Seen = Type.Array(Type.Object({ field: text, operator: text, value: AnyValue, seen: AnyValue, holds: flag, hidden: flag }))
export const SeenConditions = Type.Object({ all: Seen, any: Seen })
const Queue = { id: text, name: text, order: whole, priority: whole }
const Reason = Type.Object({
  code: oneOf(['not_in_group', 'not_available', 'capacity_full', 'not_in_brand', 'lacks_skill']),
  message: text,
})
export const RoutingReasons = Type.Array(Reason)
const Agent = Type.Object({
  agent_id: whole,
  name: text,
  offer: orNull(oneOf(OFFERS)),
  status: oneOf(STATUS_NAMES),
  open_tickets: whole,
  can_take: flag,
  reasons: RoutingReasons,
})
export const TicketRouting = Type.Object({
  ticket_id: whole,
  state: oneOf(ROUTING_STATES),
  message: text,
  queue: orNull(Type.Object(Queue)),
  queues: Type.Array(Type.Object({ ...Queue, state: oneOf(QUEUE_STATES), problem: textOrNull, conditions: orNull(SeenConditions) })),
  offers: Type.Array(Type.Object({ offer: oneOf(OFFERS), group_ids: wholes })),
  skills: Type.Array(Type.Object({ id: text, name: text })),
  assignment: Type.Object({ method: text, capacity: whole, only_available: flag }),
  next_agent_id: wholeOrNull,
  agents: Type.Array(Agent),
  agents_count: whole,
})
export const OneTicketRouting = Type.Object({ ticket_routing: TicketRouting })
