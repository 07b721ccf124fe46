// Tickets as they are read: one with its comments, its audits, and why rules fired or did not.
// Does not belong here: rules (rules.ts); writing tickets.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll, request } from './client.ts'
import type { NamedRecord } from './records.ts'
import type { AuditTrace, EventDelivery, Ticket, TicketAudit, TicketComment } from './rule_types.ts'
import type { Page } from './types.ts'

/** A status of tickets that the account has named. */
export interface CustomStatus {
  id: number
  agent_label: string
}

/** A ticket with the records that it names. */
export interface WholeTicket {
  ticket: Ticket
  users: NamedRecord[]
  groups: NamedRecord[]
  organizations: NamedRecord[]
  brands: NamedRecord[]
  ticket_forms: NamedRecord[]
  custom_statuses: CustomStatus[]
}

const SIBLINGS = 'users,groups,organizations,brands,ticket_forms,custom_statuses'

/** One ticket. */
export const ticketQuery = (id: number) =>
  queryOptions({
    queryKey: ['tickets', id],
    queryFn: ({ signal }) => request<WholeTicket>(`${endpoints.ticket(id)}?${new URLSearchParams({ include: SIBLINGS })}`, { signal }),
  })

/** A page of what belongs to a ticket, with those who wrote it. */
interface TicketPage extends Page {
  users: NamedRecord[]
}

const PER_PAGE = '50'

/** The newest first, a page at a time. */
const listQuery = <Answer extends TicketPage>(id: number, list: 'comments' | 'audits', more: Record<string, string> = {}) =>
  infiniteQueryOptions({
    queryKey: ['tickets', id, list],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ 'page[size]': PER_PAGE, sort: '-created_at', include: 'users', ...more })
      if (pageParam !== '') query.set('page[after]', pageParam)
      return request<Answer>(`${endpoints.ticket_list(id, list)}?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => (meta.has_more ? (meta.after_cursor ?? undefined) : undefined),
  })

/** Its comments, public and internal. Pictures within them come as attachments. */
export const commentsQuery = (id: number) =>
  listQuery<TicketPage & { comments: TicketComment[] }>(id, 'comments', { include_inline_images: 'true' })

/** Its audits, with what became of the mails and calls of rules. */
export const auditsQuery = (id: number) =>
  listQuery<TicketPage & { audits: TicketAudit[]; deliveries: EventDelivery[] }>(id, 'audits', { include: 'users,deliveries' })

/** Why rules fired or did not in an update, with its audit: the triggers that are in one of `states`, in order. */
export const traceQuery = (ticket: number, audit: number, states: readonly string[]) =>
  queryOptions({
    queryKey: ['tickets', ticket, 'traces', audit, states],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(states.length === 0 ? {} : { states: states.join(',') })
      return request<AuditTrace>(`${endpoints.audit_trace(ticket, audit)}?${query}`, { signal })
    },
  })

const FIELDS_FRESH_MS = 60_000

/** The ticket fields of the account. */
export const ticketFieldsQuery = queryOptions({
  queryKey: ['ticket_fields'],
  queryFn: ({ signal }) => listAll(endpoints.ticket_fields, 'ticket_fields', {}, signal),
  staleTime: FIELDS_FRESH_MS,
})
