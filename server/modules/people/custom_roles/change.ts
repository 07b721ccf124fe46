/** The acts on custom roles: create, change, remove. All of them are audited because they change what agents may do. */
import { requirePermission } from '#permissions/permissions.ts'
import { PLAIN_ROLE, ROLE_KEYS, restrictionsOf } from '#accounts/role_configuration.ts'
import { lockAccount } from '#accounts/lock.ts'
import { actorsTopic } from '#auth/actors.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkOwn, checkRemoval, checkRole, draftRole } from './check.ts'
import type { CustomRoleInput } from './schema.ts'
import {
  type CustomRoleDraft,
  type CustomRoleRow,
  deleteRole,
  getRole,
  insertRole,
  isRoleNameTaken,
  lockRole,
  updateRole,
  updateRestrictions,
} from './store.ts'

const NEW: CustomRoleDraft = { name: '', description: '', configuration: PLAIN_ROLE }

function requireManaging(ctx: Context): void {
  requirePermission(ctx, 'custom_role.manage')
  requireEveryScope(ctx.auth)
}

async function audit(tx: Context, action: 'create' | 'update' | 'destroy', role: CustomRoleRow, change_description: string): Promise<void> {
  await recordAudit(tx, { action, source_type: 'permission_set', source_id: role.id, source_label: role.name, change_description })
}

/** The differences between two versions of a role, as text. */
function differences(before: CustomRoleRow, after: CustomRoleRow): string {
  const flattenRole = (role: CustomRoleRow): Readonly<Record<string, unknown>> => ({ ...role.configuration, name: role.name })
  const changed = ['name', ...ROLE_KEYS].filter((key) => flattenRole(before)[key] !== flattenRole(after)[key])
  const described = before.description === after.description ? [] : ['description changed']
  return [
    ...changed.map((key) => `${key} changed from ${String(flattenRole(before)[key])} to ${String(flattenRole(after)[key])}`),
    ...described,
  ].join('. ')
}

/** Creates a role. @throws Forbidden @throws MissingScope @throws RecordInvalid @source docs/reference/account.md §6 */
export async function createRole(ctx: Context, input: CustomRoleInput): Promise<CustomRoleRow> {
  requireManaging(ctx)
  const draft = draftRole(NEW, input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    refuseInvalid(checkRole(draft, await isRoleNameTaken(tx, draft.name, 0)))
    const row = await insertRole(tx, draft)
    await audit(tx, 'create', row, 'Created')
    return row
  })
}

/**
 * Changes a role, and thereby the permissions of everyone who has it.
 * @throws Forbidden @throws MissingScope @throws NotFound @throws RecordInvalid
 */
export async function changeRole(ctx: Context, id: number, input: CustomRoleInput): Promise<CustomRoleRow> {
  requireManaging(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getRole(tx, id)
    const draft = draftRole(before, input)
    refuseInvalid({ ...checkRole(draft, await isRoleNameTaken(tx, draft.name, id)), ...checkOwn(before) })
    const after = await updateRole(tx, id, draft)
    await updateRestrictions(tx, id, restrictionsOf(draft.configuration))
    const words = differences(before, after)
    if (words !== '') await audit(tx, 'update', after, words)
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
    return after
  })
}

/** Removes an unused role. @throws Forbidden @throws MissingScope @throws NotFound @throws RecordInvalid */
export async function removeRole(ctx: Context, id: number): Promise<void> {
  requireManaging(ctx)
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const role = await lockRole(tx, id)
    refuseInvalid(checkRemoval(role))
    await deleteRole(tx, id)
    await audit(tx, 'destroy', role, 'Deleted')
    await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  })
}
