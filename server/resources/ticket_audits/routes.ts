import { requirePermission } from '../../access/permissions.ts'
import { Forbidden } from '../../errors.ts'
import { countEnvelope, listEnvelope } from '../../http/envelope.ts'
import { type Page, readPaging } from '../../http/paging.ts'
import { type Address, ok, route } from '../../http/route.ts'
import { listQuery } from '../../http/shape.ts'
import { makeCommentPrivate } from '../ticket_comments/make_private.ts'
import { getTicket } from '../tickets/store.ts'
import { isObject } from '../../lib/json.ts'
import { presentAudits } from './present.ts'
import { AUDIT_SORTING, type AuditRow, countAudits, getAudit, listAllAudits, listAudits } from './store.ts'

/** Without page[size] the old cursor form of this one list is answered. @source client_surface.md 17 */
function oldCursors(address: Address, page: Page<AuditRow>, audits: readonly unknown[]): Record<string, unknown> {
  const envelope = listEnvelope(address, 'audits', page, audits)
  const { meta, links } = envelope as {
    meta: { after_cursor: string | null; before_cursor: string | null }
    links: { next: string | null; prev: string | null }
  }
  return { audits, after_url: links.next, after_cursor: meta.after_cursor, before_url: links.prev, before_cursor: meta.before_cursor }
}

/** Ticket audits need the global scope `read`. @source auth.md §4 Scopes, tickets.md §5 */
export const ticketAuditRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits',
    name: 'ticket_audits/index',
    summary: "List a ticket's audits",
    scope: '',
    query: listQuery({}),
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket.list')
      const [, page] = await Promise.all([
        getTicket(ctx, params.ticket_id),
        listAudits(ctx, params.ticket_id, readPaging(query, AUDIT_SORTING, 'ticket_audits/index')),
      ])
      return ok(listEnvelope(address, 'audits', page, await presentAudits(ctx, page.rows)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits/count',
    name: 'ticket_audits/count',
    summary: "Count a ticket's audits",
    scope: '',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const [, count] = await Promise.all([getTicket(ctx, params.ticket_id), countAudits(ctx, params.ticket_id)])
      return ok(countEnvelope(count, ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits/:id',
    name: 'ticket_audits/show',
    summary: 'Show an audit of a ticket',
    scope: '',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const [, row] = await Promise.all([getTicket(ctx, params.ticket_id), getAudit(ctx, params.ticket_id, params.id)])
      return ok({ audit: (await presentAudits(ctx, [row]))[0] })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/audits/:id/make_private',
    name: 'ticket_audits/make_private',
    summary: "Make an audit's comment private",
    scope: 'tickets',
    async handle(ctx, { params }) {
      const row = await getAudit(ctx, params.ticket_id, params.id)
      for (const event of row.events)
        if (isObject(event) && event.type === 'Comment') await makeCommentPrivate(ctx, params.ticket_id, event.id as number)
      return { status: 200 }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_audits',
    name: 'ticket_audits/index_all',
    summary: 'List the audits of all tickets',
    scope: '',
    query: listQuery({}),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'ticket.list')
      if (ctx.actor.role !== 'admin') throw new Forbidden()
      const asked = Object.keys(query).some((key) => key.startsWith('page['))
      const page = await listAllAudits(ctx, readPaging(asked ? query : { 'page[size]': '100' }, AUDIT_SORTING, 'ticket_audits/index'))
      const audits = await presentAudits(ctx, page.rows)
      return ok(asked ? listEnvelope(address, 'audits', page, audits) : oldCursors(address, page, audits))
    },
  }),
]
