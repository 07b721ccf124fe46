import { requirePermission } from '#permissions/permissions.ts'
import { Forbidden } from '#core/errors.ts'
import { CountAnswer, countEnvelope, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { Anything, listQuery, Tags, Word } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { makeCommentPrivate } from '../ticket_comments/make_private.ts'
import { oneWithAddressee, withAddressee } from '../tickets/addressee.ts'
import { getTicket } from '../tickets/store.ts'
import { isCommentEvent } from './event.ts'
import { oldCursorPage } from './old_cursors.ts'
import { presentAudits, presentOneAudit } from './present.ts'
import { type Audit, OneAudit } from './schema.ts'
import { AllAudits, SomeAudits } from './sibling_schema.ts'
import { auditSiblings } from './sideload.ts'
import { AUDIT_SORTING, countAudits, getAudit, listAllAudits, listAudits, trustAudit } from './store.ts'

/** An audit with the events of these types only. @source docs/reference/tickets.md §5 */
const withEvents = (audit: AnswerOf<typeof Audit>, types: readonly string[]) => ({
  ...audit,
  events: audit.events.filter((event) => types.includes(event.type)),
})

/** Ticket audits need the global scope `read`. @source docs/reference/authentication.md §4.6; docs/reference/tickets.md §5 */
export const ticketAuditRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits',
    name: 'ticket_audits/index',
    summary: "List a ticket's audits",
    scope: '',
    query: listQuery({ filter_events: Tags }),
    answer: SomeAudits,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket.list')
      const types = query.filter_events ?? []
      const [ticket, page] = await allOf(
        () => getTicket(ctx, params.ticket_id),
        () => listAudits(ctx, params.ticket_id, readPaging(query, AUDIT_SORTING, 'ticket_audits/index'), types),
      )
      const whole = await withAddressee(ctx, ticket.requester_id, await presentAudits(ctx, page.rows))
      const audits = types.length === 0 ? whole : whole.map((audit) => withEvents(audit, types))
      const siblings = await auditSiblings(ctx, query.include, page.rows, audits)
      return answerOk(listEnvelope(address, 'audits', page, audits, siblings))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits/count',
    name: 'ticket_audits/count',
    summary: "Count a ticket's audits",
    scope: '',
    answer: CountAnswer,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const [, count] = await allOf(
        () => getTicket(ctx, params.ticket_id),
        () => countAudits(ctx, params.ticket_id),
      )
      return answerOk(countEnvelope(count, ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/audits/:id',
    name: 'ticket_audits/show',
    summary: 'Show an audit of a ticket',
    scope: '',
    answer: OneAudit,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const [ticket, row] = await allOf(
        () => getTicket(ctx, params.ticket_id),
        () => getAudit(ctx, params.ticket_id, params.id),
      )
      return answerOk({ audit: await oneWithAddressee(ctx, ticket.requester_id, await presentOneAudit(ctx, row)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/audits/:id/make_private',
    name: 'ticket_audits/make_private',
    summary: "Make an audit's comment private",
    scope: 'tickets',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.update')
      await getTicket(ctx, params.ticket_id)
      const row = await getAudit(ctx, params.ticket_id, params.id)
      for (const event of row.events.filter(isCommentEvent)) await makeCommentPrivate(ctx, params.ticket_id, event.id)
      return { status: 200 }
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:ticket_id/audits/:id/trust',
    name: 'ticket_audits/trust',
    summary: "Mark an audit's comment as trusted",
    scope: 'tickets',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.update')
      await getTicket(ctx, params.ticket_id)
      const { id } = await getAudit(ctx, params.ticket_id, params.id)
      await trustAudit(ctx, params.ticket_id, id)
      return { status: 200 }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_audits',
    name: 'ticket_audits/index_all',
    summary: 'List the audits of all tickets',
    scope: '',
    query: listQuery({ cursor: Word, limit: Anything }),
    answer: AllAudits,
    async handle(ctx, { query, address }) {
      if (ctx.actor.role !== 'admin') throw new Forbidden()
      if (!Object.keys(query).some((key) => key.startsWith('page['))) return answerOk(await oldCursorPage(ctx, query, address))
      const page = await listAllAudits(ctx, readPaging(query, AUDIT_SORTING, 'ticket_audits/index'))
      const audits = await presentAudits(ctx, page.rows)
      const siblings = await auditSiblings(ctx, query.include, page.rows, audits)
      return answerOk(listEnvelope(address, 'audits', page, audits, siblings))
    },
  }),
]
