/** Every statement on approval requests. Scrubbing a ticket removes those on it: tickets/deleted_tickets/store.ts. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { ApprovalRequestsTable } from '#db/tables.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { STATUSES } from './schema.ts'

export type ApprovalRequestRow = Omit<Selectable<ApprovalRequestsTable>, 'account_id' | 'status'> & {
  readonly status: (typeof STATUSES)[number]
}
/** The members of a request that writes give. */
export type ApprovalRequestDraft = Pick<ApprovalRequestRow, 'ticket_id' | 'subject' | 'message' | 'assignee_user_id' | 'assignee_group_id'>

const COLUMNS = [
  'id',
  'ticket_id',
  'subject',
  'message',
  'assignee_user_id',
  'assignee_group_id',
  'status',
  'origination_type',
  'created_by_id',
  'created_at',
] as const
const byId = { key: 'id', column: 'id', kind: 'text' } as const

/** Requests are listed in the order of their creation. */
export const APPROVAL_REQUEST_SORTING: Sorting = { fallback: [byId], only_cursor: true, cursor: { id: [byId] } }

const insert = defineStatement<ApprovalRequestRow>(`insert into approval_requests
    (account_id, id, ticket_id, subject, message, assignee_user_id, assignee_group_id, status, origination_type, created_by_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, 'active', 'API_ORIGINATION', $8, $9)
  on conflict (account_id, ticket_id) where status <> 'withdrawn' do nothing returning ${COLUMNS.join(', ')}`)

/** Filters of a list: those with one of the values of each. */
export interface ApprovalRequestFilter {
  readonly statuses?: readonly ApprovalRequestRow['status'][] | undefined
  readonly user_ids?: readonly number[] | undefined
  readonly group_ids?: readonly number[] | undefined
}

/** A page of the requests that match a filter. */
export function listApprovalRequests(
  ctx: Context,
  { statuses, user_ids, group_ids }: ApprovalRequestFilter,
  paging: Paging,
): Promise<Page<ApprovalRequestRow>> {
  let query = q.selectFrom('approval_requests').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (statuses !== undefined) query = query.where('status', 'in', statuses)
  if (user_ids !== undefined) query = query.where('assignee_user_id', 'in', user_ids)
  if (group_ids !== undefined) query = query.where('assignee_group_id', 'in', group_ids)
  return readPage(ctx, query.$castTo<ApprovalRequestRow>(), paging)
}

/** Writes a new request; undefined if the ticket has one that is not withdrawn. */
export function insertApprovalRequest(ctx: Context, draft: ApprovalRequestDraft): Promise<ApprovalRequestRow | undefined> {
  const { ticket_id, subject, message, assignee_user_id, assignee_group_id } = draft
  const given = [ticket_id, subject, message, assignee_user_id, assignee_group_id, ctx.actor.id, ctx.now]
  return ctx.db.first(insert(ctx.account.id, makeUlid(ctx.now), ...given))
}
