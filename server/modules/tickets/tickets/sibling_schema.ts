/** Tickets with the lists that `include` adds beside them. @source docs/reference/conventions.md §5 */
import Type from 'typebox'
import { Brand } from '#modules/account/brands/schema.ts'
import { Agreement } from '#modules/account/sharing_agreements/schema.ts'
import { Group } from '#modules/people/groups/schema.ts'
import { SeenOrganization } from '#modules/people/organizations/schema.ts'
import { User } from '#modules/people/users/schema.ts'
import { CustomStatus } from '#modules/ticket_setup/custom_statuses/schema.ts'
import { TicketForm } from '#modules/ticket_setup/ticket_forms/schema.ts'
import { Audit } from '../ticket_audits/schema.ts'
import { Ticket } from './schema.ts'
import { FieldValueList } from './value_schema.ts'

/** The lists, each of which is there if it was asked for. */
export const TicketSiblings = Type.Partial(
  Type.Object({
    users: Type.Array(User),
    groups: Type.Array(Group),
    organizations: Type.Array(SeenOrganization),
    brands: Type.Array(Brand),
    custom_statuses: Type.Array(CustomStatus),
    sharing_agreements: Type.Array(Agreement),
    ticket_forms: Type.Array(TicketForm),
    last_audits: Type.Array(Audit),
  }),
)
/** One ticket, which may leave out the values of its fields. */
export const ShownTicket = Type.Object({ ...Ticket.properties, fields: Type.Optional(FieldValueList) })
export const OneShownTicket = Type.Object({ ticket: ShownTicket, ...TicketSiblings.properties })
export const SomeTickets = Type.Object({ tickets: Type.Array(Ticket), ...TicketSiblings.properties })
