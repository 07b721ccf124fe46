/** Statements on users' organizations and groups, as far as writing a user needs them. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const orgByName = defineStatement<{ id: number }>('select id from organizations where account_id = $1 and lower(name) = lower($2)')
const defaultGroup = defineStatement<{ id: number }>('select id from groups where account_id = $1 and "default"')

const joinOrganizations =
  defineStatement<unknown>(`insert into organization_memberships (account_id, user_id, organization_id, created_at, updated_at)
  select $1, $2, o.id, $4, $4 from unnest($3::bigint[]) with ordinality as o(id, place) order by o.place on conflict (account_id, user_id, organization_id) do nothing`)
const markOrganization =
  defineStatement<unknown>(`update organization_memberships set "default" = case when organization_id = $3 then true end, updated_at = $4
  where account_id = $1 and user_id = $2 and ("default" is true) <> (organization_id = $3)`)
const leaveOrganizations = defineStatement<unknown>(
  'delete from organization_memberships where account_id = $1 and user_id = $2 and organization_id <> all($3::bigint[])',
)

const joinGroups = defineStatement<unknown>(`insert into group_memberships (account_id, user_id, group_id, created_at, updated_at)
  select $1, $2, g.id, $4, $4 from unnest($3::bigint[]) with ordinality as g(id, place) order by g.place on conflict (account_id, user_id, group_id) do nothing`)
const markGroup = defineStatement<unknown>(`update group_memberships set "default" = (group_id = $3), updated_at = $4
  where account_id = $1 and user_id = $2 and "default" <> (group_id = $3)`)
const groupIdsOf = defineStatement<{ group_id: number }>(
  'select distinct group_id from group_memberships where account_id = $1 and user_id = any($2::bigint[]) order by group_id',
)
const leaveGroups = defineStatement<unknown>('delete from group_memberships where account_id = $1 and user_id = $2')
const moveOrganizations =
  defineStatement<unknown>(`insert into organization_memberships (account_id, user_id, organization_id, view_tickets, created_at, updated_at)
  select m.account_id, $3, m.organization_id, m.view_tickets, $4, $4 from organization_memberships m where m.account_id = $1 and m.user_id = $2
  on conflict (account_id, user_id, organization_id) do nothing`)

/** The organization with this name, ignoring case. */
export async function findOrganizationIdByName(ctx: Context, name: string): Promise<number | undefined> {
  return (await ctx.db.first(orgByName(ctx.account.id, name.trim())))?.id
}

/** The group of agents who have no other. */
export async function getDefaultGroupId(ctx: Context): Promise<number> {
  return (await ctx.db.one(defaultGroup(ctx.account.id))).id
}

/** Adds a user to these organizations, and marks the default one. */
export async function addToOrganizations(ctx: Context, userId: number, ids: readonly number[], defaultId: number | null): Promise<void> {
  await ctx.db.run(joinOrganizations(ctx.account.id, userId, ids, ctx.now))
  if (defaultId !== null) await ctx.db.run(markOrganization(ctx.account.id, userId, defaultId, ctx.now))
}

/** Ends a user's memberships of all organizations except these. */
export async function removeFromOtherOrganizations(ctx: Context, userId: number, kept: readonly number[]): Promise<void> {
  await ctx.db.run(leaveOrganizations(ctx.account.id, userId, kept))
}

/** Adds another user to the organizations of this one. */
export async function copyOrganizations(ctx: Context, fromUserId: number, toUserId: number): Promise<void> {
  await ctx.db.run(moveOrganizations(ctx.account.id, fromUserId, toUserId, ctx.now))
}

/** The groups these users belong to, without duplicates. */
export async function findGroupIdsOf(ctx: Context, userIds: readonly number[]): Promise<number[]> {
  return (await ctx.db.all(groupIdsOf(ctx.account.id, userIds))).map((row) => row.group_id)
}

/** Adds an agent to these groups, and marks the default one. */
export async function addToGroups(ctx: Context, userId: number, ids: readonly number[], defaultId: number): Promise<void> {
  await ctx.db.run(joinGroups(ctx.account.id, userId, ids, ctx.now))
  await ctx.db.run(markGroup(ctx.account.id, userId, defaultId, ctx.now))
}

/** Ends a user's memberships of all groups. */
export async function removeFromGroups(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(leaveGroups(ctx.account.id, userId))
}
