/** The statements on requests, except lists (list.ts): senders, first requesters, comments and user summaries. */
import { sql } from 'kysely'
import type { Context, Role } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import type { CommentRow } from '../ticket_comments/store.ts'
import type { PictureSummary } from '#modules/common/attachments/present.ts'

/** The user with the address that an anonymous sender gives. */
export interface Sender {
  readonly id: number
  readonly role: Role
  readonly suspended: boolean
  /** True if the user has verified the address. */
  readonly verified: boolean
}

const selectSender = defineStatement<Sender>(`select u.id, u.role, u.suspended, i.verified
  from user_identities i join users u on u.account_id = i.account_id and u.id = i.user_id
  where i.account_id = $1 and u.account_id = $1 and i.type = 'email' and lower(i.value) = lower($2) and u.active`)

/** The active user with this address. */
export function findSender(ctx: Context, email: string): Promise<Sender | undefined> {
  return ctx.db.first(selectSender(ctx.account.id, email))
}

const firstRequester = defineStatement<{ value: string | null }>(`select e.event ->> 'value' as value
  from ticket_audits a cross join jsonb_array_elements(a.events) as e(event)
  where a.account_id = $1 and a.ticket_id = $2 and e.event ->> 'type' = 'Create' and e.event ->> 'field_name' = 'requester_id'
  order by a.created_at, a.id limit 1`)

/** True if the ticket was created with this user as its requester, rather than given to them later. */
export async function isFirstRequester(ctx: Context, ticketId: number, userId: number): Promise<boolean> {
  const row = await ctx.db.first(firstRequester(ctx.account.id, ticketId))
  return row?.value === String(userId)
}

/** The filter of a list of comments. */
export interface CommentFilter {
  readonly since?: string
  readonly role?: 'agent' | 'end-user'
}

const COLUMNS = [
  'c.id',
  'c.ticket_id',
  'c.audit_id',
  'c.author_id',
  'c.public',
  'c.body',
  'c.html_body',
  'c.plain_body',
  'c.type',
  'c.data',
  'c.via',
  'c.metadata',
  'c.created_at',
] as const

function select(ctx: Context, requestId: number, { since, role }: CommentFilter) {
  let query = q
    .selectFrom('ticket_comments as c')
    .select(COLUMNS)
    .where('c.account_id', '=', ctx.account.id)
    .where('c.ticket_id', '=', requestId)
    .where('c.public', '=', true)
  if (since !== undefined) query = query.where('c.created_at', '>=', since)
  if (role !== undefined) {
    const author = q
      .selectFrom('users as u')
      .select('u.id')
      .where('u.account_id', '=', ctx.account.id)
      .where(sql<boolean>`u.id = c.author_id`)
      .where(sql<boolean>`(u.role = 'end-user') = ${role === 'end-user'}::boolean`)
    query = query.where((eb) => eb.exists(author))
  }
  return query.$castTo<CommentRow>()
}

/** A page of a request's comments: the public ones of its ticket. */
export function listRequestComments(ctx: Context, requestId: number, filter: CommentFilter, paging: Paging): Promise<Page<CommentRow>> {
  return readPage<CommentRow>(ctx, select(ctx, requestId, filter), paging)
}

/** @throws NotFound also for a private one */
export async function getRequestComment(ctx: Context, requestId: number, id: number): Promise<CommentRow> {
  return orNotFound(await ctx.db.first(select(ctx, requestId, {}).where('c.id', '=', id)))
}

/** A user as other users see them in a request. */
export interface UserSummary {
  readonly id: number
  readonly name: string
  readonly alias: string | null
  readonly role: Role
  readonly photo: PictureSummary | null
  readonly organization_id: number | null
  readonly organization_name: string | null
}

const selectSummaries =
  defineStatement<UserSummary>(`select u.id, u.name, u.alias, u.role, u.photo, u.organization_id, o.name as organization_name
  from users u left join organizations o on o.account_id = $1 and o.id = u.organization_id where u.account_id = $1 and u.id = any($2::bigint[]) order by u.id`)

/** The summaries of these users; unknown ids are left out. */
export function findUserSummaries(ctx: Context, ids: readonly number[]): Promise<UserSummary[]> {
  return ids.length === 0 ? Promise.resolve([]) : ctx.db.all(selectSummaries(ctx.account.id, ids))
}
