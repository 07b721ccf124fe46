/** Every statement on group memberships. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { GroupMembershipsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type GroupMembershipRow = Omit<Selectable<GroupMembershipsTable>, 'account_id'>

/** Filters of memberships. `assignable`: of agents who can be assigned tickets. */
export interface GroupMembershipFilter {
  readonly id?: number
  readonly user_id?: number
  readonly group_id?: number
  readonly assignable?: boolean
}

const COLUMNS = ['id', 'user_id', 'group_id', 'default', 'created_at', 'updated_at'] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How lists of memberships may be sorted. @source docs/reference/conventions.md §3.3 */
export const GROUP_MEMBERSHIP_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] } }

const insert = defineStatement<{
  id: number
}>(`insert into group_memberships (account_id, user_id, group_id, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict (account_id, user_id, group_id) do nothing returning id`)
const remove = defineStatement<unknown>('delete from group_memberships where account_id = $1 and id = $2')
const mark = defineStatement<unknown>(
  'update group_memberships set "default" = (id = $3), updated_at = $4 where account_id = $1 and user_id = $2 and "default" <> (id = $3)',
)
const setGroup = defineStatement<unknown>(
  'update users set default_group_id = $3, updated_at = $4 where account_id = $1 and id = $2 and default_group_id is distinct from $3',
)

function select(ctx: Context, filter: GroupMembershipFilter) {
  const { id, user_id, group_id, assignable } = filter
  let query = q.selectFrom('group_memberships').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (id !== undefined) query = query.where('id', '=', id)
  if (user_id !== undefined) query = query.where('user_id', '=', user_id)
  if (group_id !== undefined) query = query.where('group_id', '=', group_id)
  if (assignable === true)
    query = query.where(
      sql<boolean>`exists (select 1 from users u where u.account_id = ${ctx.account.id} and u.id = group_memberships.user_id and u.active and not u.suspended)`,
    )
  return query
}

/** A page of memberships. */
export function listGroupMemberships(ctx: Context, filter: GroupMembershipFilter, paging: Paging): Promise<Page<GroupMembershipRow>> {
  return readPage<GroupMembershipRow>(ctx, select(ctx, filter), paging)
}

/** All memberships of an agent, the oldest first. */
export function groupMembershipsOf(ctx: Context, userId: number): Promise<GroupMembershipRow[]> {
  return ctx.db.all(select(ctx, { user_id: userId }).orderBy('id'))
}

/** The one membership that matches the filter. @throws NotFound */
export async function getGroupMembership(ctx: Context, filter: GroupMembershipFilter): Promise<GroupMembershipRow> {
  return orNotFound(await ctx.db.first(select(ctx, filter)))
}

/** Inserts a membership that is not the default. Returns its id, or undefined when the agent is already a member. */
export async function insertGroupMembership(ctx: Context, userId: number, groupId: number): Promise<number | undefined> {
  return (await ctx.db.first(insert(ctx.account.id, userId, groupId, ctx.now)))?.id
}

/** Removes a membership. */
export async function deleteGroupMembership(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** Makes a membership the agent's default one, and its group their default group. */
export async function markDefaultGroup(ctx: Context, membership: { id: number; user_id: number; group_id: number }): Promise<void> {
  await ctx.db.run(mark(ctx.account.id, membership.user_id, membership.id, ctx.now))
  await ctx.db.run(setGroup(ctx.account.id, membership.user_id, membership.group_id, ctx.now))
}

/** Leaves an agent without a default group. */
export async function clearDefaultGroup(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(setGroup(ctx.account.id, userId, null, ctx.now))
}

const selectFirstMember = defineStatement<{
  user_id: number
}>(`select m.user_id from group_memberships m join users u on u.account_id = m.account_id and u.id = m.user_id
  where m.account_id = $1 and u.account_id = $1 and m.group_id = $2 and u.active and not u.only_private_comments order by m.id limit 1`)

/** The longest-standing member of a group who can be assigned tickets; undefined if there is none. */
export async function firstMember(ctx: Context, groupId: number): Promise<number | undefined> {
  return (await ctx.db.first(selectFirstMember(ctx.account.id, groupId)))?.user_id
}
