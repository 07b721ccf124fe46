/** What exports hold. @source docs/reference/conventions.md §4 */
import Type from 'typebox'
import { flag, text, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Organization } from '#modules/people/organizations/schema.ts'
import { Identity } from '#modules/people/user_identities/schema.ts'
import { User, UserSiblings } from '#modules/people/users/schema.ts'
import { TicketMetricEvent } from '#modules/tickets/ticket_metrics/schema.ts'
import { CallMetadata, Ticket } from '#modules/tickets/tickets/schema.ts'
import { Via } from '#modules/tickets/tickets/value_schema.ts'

const { generated_timestamp, ...members } = Ticket.properties
export const ExportedTicket = Type.Object({ ...members, generated_timestamp })
export const ExportedTickets = Type.Object({ tickets: Type.Array(ExportedTicket) })

/** `identities` are there where `include` asks for them. */
export const ExportedUser = Type.Object({
  ...User.properties,
  permanently_deleted: flag,
  identities: Type.Optional(Type.Array(Identity)),
})

export const ExportedUsers = Type.Object({ users: Type.Array(ExportedUser), ...UserSiblings.properties })

export const ExportedOrganizations = Type.Object({ organizations: Type.Array(Organization) })

const { client, location, latitude, longitude } = CallMetadata.properties.system.properties
/** Where the call came from that changed the ticket. */
export const Origin = Type.Object({ client, location, latitude, longitude })

const Value = Type.Unsafe<string | number | readonly string[] | null>({
  type: ['string', 'number', 'array', 'null'],
  items: { type: 'string' },
})
/**
 * What changed stands beside these, under the name of the member of the ticket. With `include=comment_events` the members of the comment
 * stand there, too, `via` in their form.
 */
export const ChildEvent = Type.Object({
  id: whole,
  via: Type.Union([text, Via]),
  via_reference_id: wholeOrNull,
  comment_present: Type.Optional(flag),
  comment_public: Type.Optional(flag),
  event_type: text,
  previous_value: Type.Optional(Value),
})
export const ExportedEvent = Type.Object({
  id: whole,
  ticket_id: whole,
  timestamp: whole,
  created_at: text,
  updater_id: whole,
  via: text,
  system: Origin,
  event_type: text,
  child_events: Type.Array(ChildEvent),
})
export const ExportedEvents = Type.Object({ ticket_events: Type.Array(ExportedEvent) })

export const ExportedMetricEvents = Type.Object({ ticket_metric_events: Type.Array(TicketMetricEvent) })
