/** Every statement on custom roles, and on the users who have them. */
import type { Selectable } from 'kysely'
import type { RoleConfiguration } from '#accounts/role_configuration.ts'
import type { Actor, Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { CustomRolesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'

/** A role with the number of active users who have it. */
export interface CustomRoleRow extends Omit<Selectable<CustomRolesTable>, 'account_id' | 'configuration'> {
  readonly configuration: RoleConfiguration
  readonly team_member_count: number
}

/** The writable members of a role. */
export type CustomRoleDraft = Pick<CustomRoleRow, 'name' | 'description' | 'configuration'>

const COLUMNS = 'id, name, description, role_type, configuration, created_at, updated_at'
const COLUMNS_WITH_COUNT = `${COLUMNS},
  (select count(*)::integer from users u where u.account_id = $1 and u.custom_role_id = custom_roles.id and u.active) as team_member_count`

const selectAll = defineStatement<CustomRoleRow>(`select ${COLUMNS_WITH_COUNT} from custom_roles where account_id = $1 order by id`)
const select = defineStatement<CustomRoleRow>(`select ${COLUMNS_WITH_COUNT} from custom_roles where account_id = $1 and id = $2`)
const selectSome = defineStatement<CustomRoleRow>(
  `select ${COLUMNS_WITH_COUNT} from custom_roles where account_id = $1 and id = any($2::bigint[]) order by id`,
)
const selectSameName = defineStatement<{ id: number }>(
  'select id from custom_roles where account_id = $1 and lower(name) = lower($2) and id <> $3',
)
const insert =
  defineStatement<CustomRoleRow>(`insert into custom_roles (account_id, name, description, role_type, configuration, created_at, updated_at)
  values ($1, $2, $3, 0, $4, $5, $5) returning ${COLUMNS}, 0 as team_member_count`)
const update = defineStatement<CustomRoleRow>(
  `update custom_roles set name = $3, description = $4, configuration = $5, updated_at = $6 where account_id = $1 and id = $2 returning ${COLUMNS_WITH_COUNT}`,
)
const setRestrictions = defineStatement<unknown>(`update users set ticket_restriction = $3, only_private_comments = $4, updated_at = $5
  where account_id = $1 and custom_role_id = $2 and (ticket_restriction is distinct from $3 or only_private_comments <> $4)`)
const lock = defineStatement<{ id: number }>('select id from custom_roles where account_id = $1 and id = $2 for update')
// the foreign key of deleted users would block the deletion
const clearRoleOfDeletedUsers = defineStatement<unknown>(
  'update users set custom_role_id = null, role_type = null where account_id = $1 and custom_role_id = $2 and not active',
)
const remove = defineStatement<unknown>('delete from custom_roles where account_id = $1 and id = $2')

/** All roles of the account, by id. */
export function listRoles(ctx: Context): Promise<CustomRoleRow[]> {
  return ctx.db.all(selectAll(ctx.account.id))
}

/** The roles with these ids; unknown ones are left out. */
export async function findRoles(ctx: Context, ids: readonly number[]): Promise<CustomRoleRow[]> {
  return ids.length === 0 ? [] : ctx.db.all(selectSome(ctx.account.id, ids))
}

/** @throws NotFound */
export async function getRole(ctx: Context, id: number): Promise<CustomRoleRow> {
  return orNotFound(await ctx.db.first(select(ctx.account.id, id)))
}

/** As {@link getRole}, locked until the transaction ends: nobody can change or assign the role meanwhile. @throws NotFound */
export async function lockRole(ctx: Context, id: number): Promise<CustomRoleRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getRole(ctx, id)
}

/** True when another role has this name, ignoring case. */
export async function isRoleNameTaken(ctx: Context, name: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(selectSameName(ctx.account.id, name, exceptId))) !== undefined
}

/** Writes a new role. */
export async function insertRole(ctx: Context, { name, description, configuration }: CustomRoleDraft): Promise<CustomRoleRow> {
  return ctx.db.one(insert(ctx.account.id, name, description, toJson(configuration), ctx.now))
}

/** Writes a changed role. */
export async function updateRole(ctx: Context, id: number, { name, description, configuration }: CustomRoleDraft): Promise<CustomRoleRow> {
  return ctx.db.one(update(ctx.account.id, id, name, description, toJson(configuration), ctx.now))
}

/** Writes the restrictions of a role to every user who has it. */
export async function updateRestrictions(
  ctx: Context,
  id: number,
  { ticket_restriction, only_private_comments }: Pick<Actor, 'ticket_restriction' | 'only_private_comments'>,
): Promise<void> {
  await ctx.db.run(setRestrictions(ctx.account.id, id, ticket_restriction, only_private_comments, ctx.now))
}

/** Removes a role that no active user has. */
export async function deleteRole(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(clearRoleOfDeletedUsers(ctx.account.id, id))
  await ctx.db.run(remove(ctx.account.id, id))
}
