/** Every statement on activities: the caller's own of the last 30 days, on tickets the caller can see. */
import { sql } from 'kysely'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { addSeconds, type Timestamp } from '#lib/clock.ts'
import type { NewActivity, Verb } from './activities.ts'

/** An activity with its ticket and comment. The comment's members are null for an activity without a comment. */
export interface ActivityRow {
  readonly id: number
  readonly user_id: number
  readonly actor_id: number
  readonly ticket_id: number
  readonly subject: string | null
  readonly verb: Verb
  readonly comment: string | null
  readonly public: boolean | null
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
}

const KEPT_SECONDS = 30 * 86_400
const byId = { key: 'id', column: 'a.id', kind: 'number' } as const
const newest = [{ key: 'created_at', column: 'a.created_at', kind: 'moment', descending: true }, byId] as const
const moment = (key: 'created_at' | 'updated_at') => [{ key, column: `a.${key}`, kind: 'moment' } as const, byId]

/** How activities may be sorted. @source docs/reference/conventions.md §3.3 */
export const ACTIVITY_SORTING: Sorting = {
  fallback: newest,
  cursor: { id: [byId], created_at: moment('created_at'), updated_at: moment('updated_at') },
  offset: { id: [byId], created_at: moment('created_at'), updated_at: moment('updated_at') },
}

const insert =
  defineStatement<unknown>(`insert into activities (account_id, user_id, actor_id, ticket_id, comment_id, verb, created_at, updated_at)
  select $1, n.user_id, $2, $3, n.comment_id, n.verb, $5, $5 from jsonb_to_recordset($4::jsonb) as n(user_id bigint, comment_id bigint, verb text)`)

/** Inserts activities of one ticket, with the caller as the actor. */
export async function insertActivities(ctx: Context, ticketId: number, activities: readonly NewActivity[]): Promise<void> {
  await ctx.db.run(insert(ctx.account.id, ctx.actor.id, ticketId, JSON.stringify(activities), ctx.now))
}

function select(ctx: Context, since?: string | null) {
  const account_id = ctx.account.id
  const query = q
    .selectFrom('activities as a')
    .innerJoin('tickets', (join) => join.onRef('tickets.id', '=', 'a.ticket_id').on('tickets.account_id', '=', account_id))
    .leftJoin('ticket_comments as c', (join) => join.onRef('c.id', '=', 'a.comment_id').on('c.account_id', '=', account_id))
    .select(['a.id', 'a.user_id', 'a.actor_id', 'a.ticket_id', 'tickets.subject', 'a.verb', 'a.created_at', 'a.updated_at'])
    .select([sql<string | null>`c.plain_body`.as('comment'), sql<boolean | null>`c.public`.as('public')])
    .where('a.account_id', '=', account_id)
    .where('a.user_id', '=', ctx.actor.id)
    .where('a.created_at', '>=', addSeconds(ctx.now, -KEPT_SECONDS).toISOString())
    .where('tickets.deleted_at', 'is', null)
    // the agent may have lost access to the ticket since
    .where(ticketScope(ctx.actor))
  return (typeof since === 'string' ? query.where('a.created_at', '>=', since) : query).$castTo<ActivityRow>()
}

/** A page of the caller's activities, optionally only those since a timestamp. */
export function listActivities(ctx: Context, since: string | null | undefined, paging: Paging): Promise<Page<ActivityRow>> {
  return readPage<ActivityRow>(ctx, select(ctx, since), paging)
}

/** How many activities the caller has. */
export function countActivities(ctx: Context): Promise<number> {
  return countRows(ctx, select(ctx))
}

/** One of the caller's activities. @throws NotFound */
export async function getActivity(ctx: Context, id: number): Promise<ActivityRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('a.id', '=', id)))
}
