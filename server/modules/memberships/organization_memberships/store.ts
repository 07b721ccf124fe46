/** Every statement on organization memberships. */
import { sql } from 'kysely'
import { isRestricted } from '#permissions/people_scope.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

/** A membership with the name of its organization. `default` is true or null; `rank` is 0 for the default, 1 for others. */
export interface MembershipRow {
  readonly id: number
  readonly user_id: number
  readonly organization_id: number
  readonly default: boolean | null
  readonly view_tickets: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly organization_name: string
  readonly rank: number
}

/** Filters of memberships. */
export interface MembershipFilter {
  readonly id?: number
  readonly user_id?: number
  readonly organization_id?: number
}

const byId = { key: 'id', column: 'list.id', kind: 'number' } as const

/** How lists of memberships may be sorted. @source docs/reference/conventions.md §3.3 */
export const MEMBERSHIP_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] } }

/** A user's memberships: the default first, then by the organization's name. @source docs/reference/people.md §4.1 */
export const USER_MEMBERSHIP_SORTING: Sorting = {
  fallback: [
    { key: 'rank', column: 'list.rank', kind: 'number' },
    { key: 'organization_name', column: 'list.organization_name', kind: 'text' },
    byId,
  ],
  cursor: { id: [byId] },
}

const insert = defineStatement<{
  id: number
}>(`insert into organization_memberships (account_id, user_id, organization_id, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict (account_id, user_id, organization_id) do nothing returning id`)
const remove = defineStatement<unknown>('delete from organization_memberships where account_id = $1 and id = $2')
const mark = defineStatement<unknown>(`update organization_memberships set "default" = case when id = $3 then true end, updated_at = $4
  where account_id = $1 and user_id = $2 and ("default" is true) <> (id = $3)`)
const setOrganization = defineStatement<unknown>(
  'update users set organization_id = $3, updated_at = $4 where account_id = $1 and id = $2 and organization_id is distinct from $3',
)

function select(ctx: Context, filter: MembershipFilter = {}) {
  const joined = q
    .selectFrom('organization_memberships as m')
    .innerJoin('organizations as o', (join) => join.onRef('o.account_id', '=', 'm.account_id').onRef('o.id', '=', 'm.organization_id'))
    .select([
      'm.id',
      'm.user_id',
      'm.organization_id',
      'm.default',
      'm.view_tickets',
      'm.created_at',
      'm.updated_at',
      'o.name as organization_name',
    ])
    .select(sql<number>`case when m."default" then 0 else 1 end`.as('rank'))
    .where('m.account_id', '=', ctx.account.id)
  let query = q.selectFrom(joined.as('list')).selectAll('list')
  if (filter.id !== undefined) query = query.where('list.id', '=', filter.id)
  if (filter.user_id !== undefined) query = query.where('list.user_id', '=', filter.user_id)
  if (filter.organization_id !== undefined) query = query.where('list.organization_id', '=', filter.organization_id)
  return query
}

/**
 * Only memberships the caller can see: agents restricted to their organizations see the members of those.
 * @source docs/reference/people.md §8
 */
function selectSeen(ctx: Context, filter: MembershipFilter) {
  const query = select(ctx, filter)
  return isRestricted(ctx) ? query.where(sql<boolean>`list.organization_id = any(${ctx.actor.organization_ids}::bigint[])`) : query
}

/** A page of memberships the caller may see. */
export function listMemberships(ctx: Context, filter: MembershipFilter, paging: Paging): Promise<Page<MembershipRow>> {
  return readPage<MembershipRow>(ctx, selectSeen(ctx, filter), paging)
}

/** All memberships of a user, without any check of access: the default first, then by the organization's name. */
export function membershipsOf(ctx: Context, userId: number): Promise<MembershipRow[]> {
  return ctx.db.all<MembershipRow>(
    select(ctx, { user_id: userId }).orderBy('list.rank').orderBy('list.organization_name').orderBy('list.id'),
  )
}

/** The one membership that matches the filter, if the caller can see it. @throws NotFound */
export async function getMembership(ctx: Context, filter: MembershipFilter): Promise<MembershipRow> {
  return orNotFound(await ctx.db.first<MembershipRow>(selectSeen(ctx, filter)))
}

/** Inserts a membership that is not the default. Returns its id, or undefined when the user is already a member. */
export async function insertMembership(ctx: Context, userId: number, organizationId: number): Promise<number | undefined> {
  return (await ctx.db.first(insert(ctx.account.id, userId, organizationId, ctx.now)))?.id
}

/** Removes a membership. */
export async function deleteMembership(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** Makes a membership the user's default one, and its organization their default organization. */
export async function markDefault(ctx: Context, membership: { id: number; user_id: number; organization_id: number }): Promise<void> {
  await ctx.db.run(mark(ctx.account.id, membership.user_id, membership.id, ctx.now))
  await updateUserOrganization(ctx, membership.user_id, membership.organization_id)
}

/** Writes the user's default organization; null for none. */
export async function updateUserOrganization(ctx: Context, userId: number, organizationId: number | null): Promise<void> {
  await ctx.db.run(setOrganization(ctx.account.id, userId, organizationId, ctx.now))
}
