/** Statements on the tags of tickets. Tags have no table: they are counted in the tickets. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { addSeconds } from '#lib/clock.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

const COUNTED_DAYS = 60
const MAX_COMPLETIONS = 15
/** Tags are counted in this many tickets, those that changed last, so that the time does not grow with the account. */
const TICKETS_READ = 10_000

const byUse = [
  { key: 'count', column: 'count', kind: 'number', descending: true },
  { key: 'name', column: 'name', kind: 'text' },
] as const

/** Most frequent first. @source docs/reference/conventions.md §3.3 */
export const TAG_SORTING: Sorting = { fallback: byUse }

function selectCountedTags(ctx: Context) {
  const changed = q
    .selectFrom('tickets as t')
    .select(['t.tags'])
    .where('t.account_id', '=', ctx.account.id)
    .where('t.deleted_at', 'is', null)
    .where('t.updated_at', '>=', addSeconds(ctx.now, -COUNTED_DAYS * 86_400).toISOString())
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(TICKETS_READ)
  const recent = q.selectFrom(changed.as('changed')).select([sql<string>`unnest(changed.tags)`.as('name')])
  const grouped = q
    .selectFrom(recent.as('recent'))
    .select(['name', sql<number>`count(*)`.as('count')])
    .groupBy('name')
  return q.selectFrom(grouped.as('tags')).select(['name', 'count'])
}

/** A page of the tags used in the last 60 days, on the tickets that changed last. */
export function listTags(ctx: Context, paging: Paging): Promise<Page<{ name: string; count: number }>> {
  return readPage(ctx, selectCountedTags(ctx), paging)
}

/** The number of tags that {@link listTags} has. */
export function countTags(ctx: Context): Promise<number> {
  return countRows(ctx, selectCountedTags(ctx))
}

/** Autocompletion needs to be faster and reads fewer tickets. */
const TICKETS_COMPLETED = 5000
const complete = defineStatement<{ name: string }>(`select name from (select unnest(r.tags) as name from (
    select t.tags from tickets t where t.account_id = $1 and t.deleted_at is null order by t.updated_at desc, t.id desc limit ${TICKETS_COMPLETED}) as r) as tags
  where name like $2 or name like $3 group by name order by count(*) desc, name limit ${MAX_COMPLETIONS}`)

/** Recently used tags of which a word begins with `start`. */
export async function completeTag(ctx: Context, start: string): Promise<string[]> {
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`
  return (await ctx.db.all(complete(ctx.account.id, pattern, `%\\_${pattern}`))).map((row) => row.name)
}
