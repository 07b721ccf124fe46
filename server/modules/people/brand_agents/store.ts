/** The one statement on brand agents: every agent serves every brand they were not removed from, so the rows are joined from agents and brands. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { NotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Timestamp } from '#lib/clock.ts'

/** An agent and a brand they serve. It counts as created when the later of the two was. */
export interface BrandAgentRow {
  readonly user_id: number
  readonly brand_id: number
  readonly created_at: Timestamp
}

/** Filters of a list of brand agents. */
export interface BrandAgentFilter {
  readonly user_id?: number
  readonly brand_id?: number
}

/** How brand agents are sorted. */
export const BRAND_AGENT_SORTING: Sorting = {
  fallback: [
    { key: 'user_id', column: 'u.id', kind: 'number' },
    { key: 'brand_id', column: 'b.id', kind: 'number' },
  ],
}

function select(ctx: Context, { user_id, brand_id }: BrandAgentFilter) {
  let query = q
    .selectFrom('users as u')
    .innerJoin('brands as b', (join) => join.on('b.account_id', '=', ctx.account.id))
    .select(['u.id as user_id', 'b.id as brand_id', sql<string>`greatest(u.created_at, b.created_at)`.as('created_at')])
    .where('u.account_id', '=', ctx.account.id)
    // literals, not parameters, so that the planner can use the partial index on staff
    .where(sql<boolean>`u.role <> 'end-user' and u.active`)
    .where('b.is_deleted', '=', false)
    .where(sql<boolean>`b.id <> all(u.excluded_brand_ids)`)
  if (user_id !== undefined) query = query.where('u.id', '=', user_id)
  return (brand_id === undefined ? query : query.where('b.id', '=', brand_id)).$castTo<BrandAgentRow>()
}

/** A page of brand agents. */
export function listBrandAgents(ctx: Context, filter: BrandAgentFilter, paging: Paging): Promise<Page<BrandAgentRow>> {
  return readPage<BrandAgentRow>(ctx, select(ctx, filter), paging)
}

/** One brand agent by its id, `<user>-<brand>`. @throws NotFound also when `ofUser` is given and is another user */
export async function getBrandAgent(ctx: Context, id: string, ofUser?: number): Promise<BrandAgentRow> {
  const [, user = '', brand = ''] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? []
  const row = user === '' ? undefined : await ctx.db.first(select(ctx, { user_id: Number(user), brand_id: Number(brand) }))
  if (row === undefined || (ofUser !== undefined && row.user_id !== ofUser)) throw new NotFound()
  return row
}
