/** Every statement on access rules and permission policies. */
import type { Selectable } from 'kysely'
import { actorsTopic } from '#auth/actors.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { CustomObjectAccessRulesTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import type { RuleConditions } from './conditions.ts'
import type { Policy } from './policy.ts'

/** An access rule as stored. */
export interface AccessRuleRow extends Omit<Selectable<CustomObjectAccessRulesTable>, 'account_id' | 'conditions' | 'custom_object_id'> {
  readonly conditions: RuleConditions
}

/** The writable members of a rule. */
export type AccessRuleDraft = Pick<AccessRuleRow, 'title' | 'description' | 'conditions'>

/** A stored policy, by role. Roles whose policy was never changed have none. */
export interface PolicyRow {
  readonly role: string
  readonly actions: Policy
}

const LISTED = 'id, title, description, conditions, created_at, updated_at'
const selectRules = defineStatement<AccessRuleRow>(
  `select ${LISTED} from custom_object_access_rules where account_id = $1 and custom_object_id = $2 order by id`,
)
const insert =
  defineStatement<AccessRuleRow>(`insert into custom_object_access_rules (account_id, custom_object_id, title, description, conditions, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6) returning ${LISTED}`)
const update = defineStatement<AccessRuleRow>(
  `update custom_object_access_rules set title = $3, description = $4, conditions = $5, updated_at = $6 where account_id = $1 and id = $2 returning ${LISTED}`,
)
const remove = defineStatement<unknown>('delete from custom_object_access_rules where account_id = $1 and id = $2')
const selectPolicies = defineStatement<PolicyRow>(
  'select role, actions from custom_object_policies where account_id = $1 and custom_object_id = $2',
)
const put =
  defineStatement<unknown>(`insert into custom_object_policies (account_id, custom_object_id, role, actions) values ($1, $2, $3, $4)
  on conflict (account_id, custom_object_id, role) do update set actions = excluded.actions`)

/** A custom role that agents can have. */
export interface OwnRole {
  readonly id: number
  readonly name: string
  readonly role_type: number
}

const selectRoles = defineStatement<OwnRole>(
  'select id, name, role_type from custom_roles where account_id = $1 and role_type not in (4, 5) order by id',
)
const roleOfUser = defineStatement<{ id: number | null; role_type: number | null }>(
  'select custom_role_id as id, role_type from users where account_id = $1 and id = $2',
)

/** The custom roles that agents can have; those of administrators, who may do everything, are left out. */
export function listCustomRoles(ctx: Context): Promise<OwnRole[]> {
  return ctx.db.all(selectRoles(ctx.account.id))
}

/** The custom role of a user, cached; its id is null if the user has none. */
export async function customRoleOf(
  ctx: Context,
  userId: number,
): Promise<{ readonly id: number | null; readonly role_type: number | null }> {
  const load = () => ctx.services.database.first(roleOfUser(ctx.account.id, userId))
  return (await ctx.services.cache.load(actorsTopic(ctx.account.id), `own_role:${userId}`, load)) ?? { id: null, role_type: null }
}

/** The rules of an object. */
export function listAccessRules(ctx: Context, objectId: number): Promise<AccessRuleRow[]> {
  return ctx.db.all(selectRules(ctx.account.id, objectId))
}

/** Writes a new rule. */
export async function insertAccessRule(
  ctx: Context,
  objectId: number,
  { title, description, conditions }: AccessRuleDraft,
): Promise<AccessRuleRow> {
  return ctx.db.one(insert(ctx.account.id, objectId, title, description, toJson(conditions), ctx.now))
}

/** Writes a changed rule. */
export async function updateAccessRule(
  ctx: Context,
  id: number,
  { title, description, conditions }: AccessRuleDraft,
): Promise<AccessRuleRow> {
  return ctx.db.one(update(ctx.account.id, id, title, description, toJson(conditions), ctx.now))
}

/** Removes a rule. */
export async function deleteAccessRule(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** The changed policies of an object, not cached. */
export function listPolicies(ctx: Context, objectId: number): Promise<PolicyRow[]> {
  return ctx.db.all(selectPolicies(ctx.account.id, objectId))
}

/** Writes the policy of a role. */
export async function putPolicy(ctx: Context, objectId: number, role: string, actions: Policy): Promise<void> {
  await ctx.db.run(put(ctx.account.id, objectId, role, toJson(actions)))
}

/** The policies and rules of an object, cached because every request for its records needs them. */
export async function objectAccess(
  ctx: Context,
  objectId: number,
): Promise<{ readonly policies: readonly PolicyRow[]; readonly rules: readonly AccessRuleRow[] }> {
  const { cache, database } = ctx.services
  const load = async () => ({
    policies: await database.all(selectPolicies(ctx.account.id, objectId)),
    rules: await database.all(selectRules(ctx.account.id, objectId)),
  })
  const found = await cache.load(configurationTopic(ctx.account.id), `custom_object_access:${objectId}`, load)
  return found ?? { policies: [], rules: [] }
}
