// Tickets as they are read: one with its comments, its audits, and why rules fired or did not.
// Does not belong here: rules (rules.ts); writing tickets.

import { query } from '#contract/client.ts'
import type { Answer, QueryOf, Row } from '#contract/operation.ts'
import { queryPages } from '#contract/queries.ts'

/** A ticket with the records that it names. */
export type WholeTicket = Answer<'GET /api/v2/tickets/:id'>
export type Ticket = WholeTicket['ticket']
/** A status of tickets that the account has named. */
export type CustomStatus = Row<'GET /api/v2/tickets/:id', 'custom_statuses'>
export type TicketComment = Row<'GET /api/v2/tickets/:ticket_id/comments', 'comments'>
/** One write of a ticket, with its events. */
export type TicketAudit = Row<'GET /api/v2/tickets/:ticket_id/audits', 'audits'>
export type TicketEvent = TicketAudit['events'][number]
/** What became of a mail or a call by a rule, and of which event of an audit. */
export type EventDelivery = Row<'GET /api/v2/tickets/:ticket_id/audits', 'deliveries'>
/** Why rules fired or did not in a write, with its audit. */
export type AuditTrace = Answer<'GET /api/v2/deskhand/tickets/:ticket_id/audits/:id/trace'>
export type RuleTrace = AuditTrace['trace']
export type TracedTrigger = RuleTrace['triggers'][number]
export type TracedConditions = NonNullable<TracedTrigger['conditions']>
export type TracedAction = TracedTrigger['actions'][number]
/** A change of one member of a ticket by a rule. */
export type TracedChange = TracedTrigger['changes'][number]
/** What became of a mail or a call by a rule. */
export type Delivery = Omit<EventDelivery, 'audit_id' | 'event_id' | 'rule'>

const SIBLINGS = 'users,groups,organizations,brands,ticket_forms,custom_statuses'

/** One ticket. */
export const ticketQuery = (id: number) => query('GET /api/v2/tickets/:id', { params: { id }, query: { include: SIBLINGS } })

const PER_PAGE = 50

/** A page of a list at a cursor, the newest first. */
const makePageQuery = (cursor: string) => ({
  'page[size]': PER_PAGE,
  sort: '-created_at',
  ...(cursor === '' ? {} : { 'page[after]': cursor }),
})

type CursorPage = Pick<Answer<'GET /api/v2/tickets/:ticket_id/comments'>, 'meta'>
const findNextCursor = ({ meta }: CursorPage) => (meta?.has_more === true ? meta.after_cursor : undefined)

/** Its comments, public and internal, a page at a time. Pictures within them come as attachments. */
export const commentsQuery = (ticket_id: number) =>
  queryPages(
    'GET /api/v2/tickets/:ticket_id/comments',
    (cursor) => ({ params: { ticket_id }, query: { ...makePageQuery(cursor), include: 'users', include_inline_images: true } }),
    findNextCursor,
  )

/** Its audits, with what became of the mails and calls of rules, a page at a time. */
export const auditsQuery = (ticket_id: number) =>
  queryPages(
    'GET /api/v2/tickets/:ticket_id/audits',
    (cursor) => ({ params: { ticket_id }, query: { ...makePageQuery(cursor), include: 'users,deliveries' } }),
    findNextCursor,
  )

/** Why rules fired or did not in an update, with its audit: the triggers that are in one of `states`, in order. */
export const traceQuery = (ticket_id: number, id: number, states: readonly string[]) => {
  const asked: QueryOf<'GET /api/v2/deskhand/tickets/:ticket_id/audits/:id/trace'> = states.length === 0 ? {} : { states: states.join(',') }
  return query('GET /api/v2/deskhand/tickets/:ticket_id/audits/:id/trace', { params: { ticket_id, id }, query: asked })
}
