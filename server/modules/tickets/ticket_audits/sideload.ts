/** Records side-loaded with audits when `include` requests them. @source docs/reference/conventions.md §5 */
import type { Context } from '#core/context.ts'
import { readInclude } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { findTickets } from '../tickets/list.ts'
import { presentTicket } from '../tickets/present.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { ticketSiblings } from '../tickets/sideload.ts'
import { presentUsers } from '#modules/people/users/present.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { findDeliveries } from './deliveries.ts'
import type { Audit } from './schema.ts'
import type { AuditSiblings } from './sibling_schema.ts'
import type { AuditRow } from './store.ts'

/**
 * The authors of audits and their comments, the tickets, and the organizations and groups of these; each record once. And the deliveries: what
 * became of the mails and calls of rules. `audits` are the presented rows. Ignores unknown names.
 */
export async function auditSiblings(
  ctx: Context,
  include: string | undefined,
  rows: readonly AuditRow[],
  audits: readonly AnswerOf<typeof Audit>[],
): Promise<AnswerOf<typeof AuditSiblings>> {
  const names = readInclude(include)
  if (names.size === 0) return {}
  const deliveries = names.has('deliveries') ? { deliveries: await findDeliveries(ctx, rows) } : {}
  const siblings = { ...deliveries, ...(names.has('users') ? { users: await authorsOf(ctx, rows, audits) } : {}) }
  const around = ['organizations', 'groups'].filter((name) => names.has(name))
  if (around.length === 0 && !names.has('tickets')) return siblings
  const tickets = await findTickets(ctx, [...new Set(rows.map((row) => row.ticket_id))])
  const setup = await ticketSetup(ctx)
  return {
    ...siblings,
    ...(await ticketSiblings(ctx, around.join(), tickets)),
    ...(names.has('tickets') ? { tickets: tickets.map((row) => presentTicket(ctx, row, setup)) } : {}),
  }
}

async function authorsOf(ctx: Context, rows: readonly AuditRow[], audits: readonly AnswerOf<typeof Audit>[]) {
  const events = audits.flatMap((audit) => audit.events)
  const ids = [...rows, ...events].flatMap(({ author_id }) => (author_id === undefined || author_id < 0 ? [] : [author_id]))
  return presentUsers(ctx, await findUsers(ctx, [...new Set(ids)]))
}
