/**
 * Which tickets a caller can see: once in memory, once as SQL, side by side. A test compares the two for every role.
 * @source docs/reference/authentication.md §6; docs/reference/tickets.md
 */
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#core/context.ts'

/** The columns of a ticket that decide who can see it. */
export interface ScopedTicket {
  readonly requester_id: number
  readonly assignee_id: number | null
  readonly group_id: number | null
  readonly organization_id: number | null
  readonly email_cc_ids: readonly number[]
}

/** One reason why a caller can see a ticket. Its SQL repeats the condition of its partial index, and so is never NULL. */
interface Reason {
  holds(actor: Actor, ticket: ScopedTicket): boolean
  sql(actor: Actor): RawBuilder<boolean>
}

const requested: Reason = {
  holds: (actor, ticket) => ticket.requester_id === actor.id || ticket.email_cc_ids.includes(actor.id),
  sql: (actor) => sql<boolean>`(tickets.requester_id = ${actor.id}::bigint
    or (tickets.email_cc_ids <> '{}' and tickets.email_cc_ids @> array[${actor.id}::bigint]))`,
}
const assigned: Reason = {
  holds: (actor, ticket) => ticket.assignee_id === actor.id,
  sql: (actor) => sql<boolean>`(tickets.assignee_id is not null and tickets.assignee_id = ${actor.id}::bigint)`,
}
const inGroups: Reason = {
  holds: (actor, ticket) => ticket.group_id !== null && actor.group_ids.includes(ticket.group_id),
  sql: (actor) => sql<boolean>`(tickets.group_id is not null and tickets.group_id = any(${actor.group_ids}::bigint[]))`,
}
const inOrganization: Reason = {
  holds: (actor, ticket) => ticket.organization_id !== null && actor.organization_ids.includes(ticket.organization_id),
  sql: (actor) =>
    sql<boolean>`(tickets.organization_id is not null and tickets.organization_id = any(${actor.organization_ids}::bigint[]))`,
}

/** The reasons that apply to a caller; null = the caller sees every ticket. */
function reasonsOf(actor: Actor): readonly Reason[] | null {
  if (actor.role === 'admin') return null
  switch (actor.ticket_restriction) {
    case null:
      return actor.role === 'agent' ? null : [requested]
    case 'groups':
      return [inGroups, assigned, requested]
    case 'organization':
      return actor.role === 'agent' ? [inOrganization, assigned, requested] : [inOrganization, requested]
    case 'assigned':
      return [assigned, requested]
    case 'requested':
      return [requested]
  }
}

/** True when the caller can see every ticket. */
export function seesEveryTicket(actor: Actor): boolean {
  return reasonsOf(actor) === null
}

/** True when the caller can see the ticket. */
export function isTicketVisible(actor: Actor, ticket: ScopedTicket): boolean {
  const reasons = reasonsOf(actor)
  return reasons === null || reasons.some((reason) => reason.holds(actor, ticket))
}

/** The same as a condition on the table `tickets`; never NULL. */
export function ticketScope(actor: Actor): RawBuilder<boolean> {
  const reasons = reasonsOf(actor)
  return reasons === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        reasons.map((reason) => reason.sql(actor)),
        sql` or `,
      )})`
}
