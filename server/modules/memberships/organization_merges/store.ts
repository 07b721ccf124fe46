/** Every statement on merges of organizations. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OrganizationMergesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type OrganizationMergeRow = Omit<Selectable<OrganizationMergesTable>, 'account_id'>

const COLUMNS = ['id', 'loser_id', 'winner_id', 'status', 'created_at', 'updated_at'] as const

/** The oldest merge first. */
export const MERGE_SORTING: Sorting = {
  fallback: [
    { key: 'created_at', column: 'created_at', kind: 'moment' },
    { key: 'id', column: 'id', kind: 'text' },
  ],
}

const insert = defineStatement<unknown>(
  "insert into organization_merges (account_id, id, loser_id, winner_id, status, created_at, updated_at) values ($1, $2, $3, $4, 'new', $5, $5)",
)
const setStatus = defineStatement<unknown>('update organization_merges set status = $3, updated_at = $4 where account_id = $1 and id = $2')
const lockBoth = defineStatement<{ id: number; name: string }>(
  'select id, name from organizations where account_id = $1 and id = any($2::bigint[]) order by id for update',
)
const moveMembers =
  defineStatement<unknown>(`insert into organization_memberships (account_id, user_id, organization_id, "default", view_tickets, created_at, updated_at)
  select m.account_id, m.user_id, $3, m."default", m.view_tickets, $4, $4 from organization_memberships m where m.account_id = $1 and m.organization_id = $2
  on conflict (account_id, user_id, organization_id) do update set "default" = case when organization_memberships."default" or excluded."default" then true end, updated_at = excluded.updated_at`)
const moveUsers = defineStatement<unknown>(
  'update users set organization_id = $3, updated_at = $4 where account_id = $1 and organization_id = $2',
)
const moveAssets = defineStatement<unknown>(
  'update assets set organization_id = $3, updated_at = $4 where account_id = $1 and organization_id = $2',
)
const moveDomains =
  defineStatement<unknown>(`update organizations w set updated_at = $4, domain_names = w.domain_names || array(select d from unnest(l.domain_names) as d where d <> all(w.domain_names))
  from organizations l where w.account_id = $1 and l.account_id = $1 and l.id = $2 and w.id = $3`)
const remove = defineStatement<unknown>('delete from organizations where account_id = $1 and id = $2')

const select = (ctx: Context) => q.selectFrom('organization_merges').select(COLUMNS).where('account_id', '=', ctx.account.id)

/** Inserts a merge. */
export async function insertMerge(ctx: Context, merge: { id: string; loser_id: number; winner_id: number }): Promise<void> {
  await ctx.db.run(insert(ctx.account.id, merge.id, merge.loser_id, merge.winner_id, ctx.now))
}

/** @throws NotFound */
export async function getMerge(ctx: Context, id: string): Promise<OrganizationMergeRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** A page of the merges that an organization takes part in, as loser or winner. */
export function listMerges(ctx: Context, organizationId: number, paging: Paging): Promise<Page<OrganizationMergeRow>> {
  const query = select(ctx).where((eb) => eb.or([eb('loser_id', '=', organizationId), eb('winner_id', '=', organizationId)]))
  return readPage<OrganizationMergeRow>(ctx, query, paging)
}

/** Writes the status of a merge. */
export async function updateMergeStatus(ctx: Context, id: string, status: 'in_progress' | 'complete' | 'error'): Promise<void> {
  await ctx.db.run(setStatus(ctx.account.id, id, status, ctx.now))
}

/** Those of the two organizations that exist, locked until the transaction ends. */
export function lockOrganizations(ctx: Context, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return ctx.db.all(lockBoth(ctx.account.id, ids))
}

/** Moves the loser's members, assets and domains to the winner and deletes the loser. */
export async function mergeInto(ctx: Context, loserId: number, winnerId: number): Promise<void> {
  for (const move of [moveMembers, moveUsers, moveAssets, moveDomains]) await ctx.db.run(move(ctx.account.id, loserId, winnerId, ctx.now))
  await ctx.db.run(remove(ctx.account.id, loserId))
}
