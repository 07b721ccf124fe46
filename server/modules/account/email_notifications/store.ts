/** The statements on mails about tickets that the caller sees. */
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { NotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'

/** The columns of a mail that a notification has. */
export interface NotificationRow {
  readonly id: number
  readonly ticket_id: number
  readonly comment_id: number | null
  readonly user_id: number | null
  readonly to_address: string
  readonly message_id: string
  readonly state: string
  readonly error: string | null
  readonly created_at: Timestamp
  readonly sent_at: Timestamp | null
}

/** Filters of notifications, combined with and. */
export interface NotificationFilter {
  readonly ids?: readonly number[]
  readonly ticket_ids?: readonly number[]
  readonly comment_ids?: readonly number[]
}

const byId = { key: 'id', column: 'm.id', kind: 'number' } as const

/** The sort order of notifications; cursor pagination only. */
export const NOTIFICATION_SORTING: Sorting = { only_cursor: true, fallback: [byId], cursor: { id: [byId] } }

function select(ctx: Context, { ids, ticket_ids, comment_ids }: NotificationFilter) {
  const query = q
    .selectFrom('mails as m')
    .innerJoin('tickets', (join) => join.onRef('tickets.id', '=', 'm.ticket_id').on('tickets.account_id', '=', ctx.account.id))
    .select(['m.id', 'm.ticket_id', 'm.comment_id', 'm.user_id', 'm.to_address', 'm.message_id'])
    .select(['m.state', 'm.error', 'm.created_at', 'm.sent_at'])
    .where('m.account_id', '=', ctx.account.id)
    .where('tickets.deleted_at', 'is', null)
    .where(ticketScope(ctx.actor))
    .$castTo<NotificationRow>()
  const wanted = [
    ['m.id', ids],
    ['m.ticket_id', ticket_ids],
    ['m.comment_id', comment_ids],
  ] as const
  // 0 is no row's id; it keeps the list from being empty, which would be a syntax error
  return wanted.reduce((narrowed, [column, some]) => (some === undefined ? narrowed : narrowed.where(column, 'in', [...some, 0])), query)
}

/** A page of notifications. */
export function listNotifications(ctx: Context, filter: NotificationFilter, paging: Paging): Promise<Page<NotificationRow>> {
  return readPage<NotificationRow>(ctx, select(ctx, filter), paging)
}

/** The notifications that match, by id; at most 100. */
export function findNotifications(ctx: Context, filter: NotificationFilter): Promise<NotificationRow[]> {
  return ctx.db.all(select(ctx, filter).orderBy('m.id').limit(100))
}

/** One notification. @throws NotFound */
export async function getNotification(ctx: Context, id: number): Promise<NotificationRow> {
  const [row] = await findNotifications(ctx, { ids: [id] })
  if (row === undefined) throw new NotFound()
  return row
}
