/** Every statement on satisfaction ratings. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'

/** A stored rating. It was given by the requester of the ticket. */
export interface RatingRow {
  readonly id: number
  readonly ticket_id: number
  readonly requester_id: number
  readonly assignee_id: number | null
  readonly group_id: number | null
  readonly score: string
  readonly comment: string | null
  readonly reason_code: number | null
  readonly created_at: string
  readonly updated_at: string
}

/** The filter of a list of ratings. */
export interface RatingFilter {
  readonly score?: 'good' | 'bad'
  readonly with_comment?: boolean
  /** Created since, and until, these moments (inclusive). */
  readonly since?: Date
  readonly until?: Date
  /** Matches no rating: the requested score is never stored. */
  readonly none?: boolean
}

const byId = { key: 'id', column: 'r.id', kind: 'number' } as const
const byCreation = [{ key: 'created_at', column: 'r.created_at', kind: 'moment' }, byId] as const

/** Oldest first. @source docs/reference/tickets.md §10 */
export const RATING_SORTING: Sorting = {
  fallback: byCreation,
  cursor: { id: [byId], created_at: byCreation },
  offset: { id: [byId], created_at: byCreation },
}

const upsert = defineStatement<{
  id: number
}>(`insert into satisfaction_ratings (account_id, ticket_id, assignee_id, group_id, score, comment, reason_code, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict (account_id, ticket_id) do update set assignee_id = excluded.assignee_id, group_id = excluded.group_id, score = excluded.score,
    comment = excluded.comment, reason_code = excluded.reason_code, updated_at = excluded.updated_at
  returning id`)
const clearComments = defineStatement<unknown>(
  'update satisfaction_ratings set comment = null where account_id = $1 and ticket_id = any($2::bigint[]) and comment is not null',
)

function select(ctx: Context, { score, with_comment, since, until, none }: RatingFilter) {
  let query = q
    .selectFrom('satisfaction_ratings as r')
    .innerJoin('tickets as t', (join) => join.onRef('t.account_id', '=', 'r.account_id').onRef('t.id', '=', 'r.ticket_id'))
    .select(['r.id', 'r.ticket_id', 't.requester_id', 'r.assignee_id', 'r.group_id', 'r.score', 'r.comment', 'r.reason_code'])
    .select(['r.created_at', 'r.updated_at'])
    .where('r.account_id', '=', ctx.account.id)
    .where('t.account_id', '=', ctx.account.id)
  if (score !== undefined) query = query.where('r.score', '=', score)
  if (with_comment !== undefined) query = query.where(sql<boolean>`(r.comment is not null) = ${with_comment}::boolean`)
  if (since !== undefined) query = query.where('r.created_at', '>=', since.toISOString())
  if (until !== undefined) query = query.where('r.created_at', '<=', until.toISOString())
  if (none === true) query = query.where(sql<boolean>`false`)
  return query.$castTo<RatingRow>()
}

/** A page of ratings. */
export function listRatings(ctx: Context, filter: RatingFilter, paging: Paging): Promise<Page<RatingRow>> {
  return readPage<RatingRow>(ctx, select(ctx, filter), paging)
}

/** How many ratings match a filter. */
export function countRatings(ctx: Context, filter: RatingFilter): Promise<number> {
  return countRows(ctx, select(ctx, filter))
}

/** @throws NotFound */
export async function getRating(ctx: Context, id: number): Promise<RatingRow> {
  return orNotFound(await ctx.db.first(select(ctx, {}).where(sql<boolean>`r.id = ${id}::bigint`)))
}

/** Writes the rating of a ticket, replacing an earlier one; returns its id. */
export async function saveRating(
  ctx: Context,
  rating: Pick<RatingRow, 'ticket_id' | 'assignee_id' | 'group_id' | 'score' | 'comment' | 'reason_code'>,
): Promise<number> {
  const { ticket_id, assignee_id, group_id, score, comment, reason_code } = rating
  const row = await ctx.db.first(upsert(ctx.account.id, ticket_id, assignee_id, group_id, score, comment, reason_code, ctx.now))
  return ensureDefined(row).id
}

/** Removes the comments of the ratings of these tickets, which are permanently deleted. */
export async function scrubRatings(ctx: Context, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await ctx.db.run(clearComments(ctx.account.id, ticketIds))
}
