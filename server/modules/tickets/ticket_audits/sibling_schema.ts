/** Audits with the lists that `include` adds beside them. @source docs/reference/conventions.md §5 */
import Type from 'typebox'
import { textOrNull } from '#http/answer_shape.ts'
import { Group } from '#modules/people/groups/schema.ts'
import { SeenOrganization } from '#modules/people/organizations/schema.ts'
import { User } from '#modules/people/users/schema.ts'
import { Ticket } from '../tickets/schema.ts'
import { Audit, AuditDelivery } from './schema.ts'

/** The lists, each of which is there if it was asked for. */
export const AuditSiblings = Type.Partial(
  Type.Object({
    users: Type.Array(User),
    tickets: Type.Array(Ticket),
    organizations: Type.Array(SeenOrganization),
    groups: Type.Array(Group),
    deliveries: Type.Array(AuditDelivery),
  }),
)
export const SomeAudits = Type.Object({ audits: Type.Array(Audit), ...AuditSiblings.properties })
/** The audits of all tickets: with the old cursors where no `page[size]` was asked for. */
export const AllAudits = Type.Object({
  ...SomeAudits.properties,
  after_url: Type.Optional(textOrNull),
  after_cursor: Type.Optional(textOrNull),
  before_url: Type.Optional(textOrNull),
  before_cursor: Type.Optional(textOrNull),
})
