/** The acts on groups: create, update, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { configurationTopic } from '#db/topics.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkGroup, checkPrivacy } from './check.ts'
import type { GroupInput } from './schema.ts'
import { type GroupRow, getGroup, insertGroup, isGroupNameTaken, removeMembers, updateGroup } from './store.ts'

async function nameTaken(ctx: Context, name: string, exceptId: number): Promise<boolean> {
  return ctx.account.settings.groups.check_name_uniqueness && isGroupNameTaken(ctx, name, exceptId)
}

/** Creates a group. @throws Forbidden @throws RecordInvalid @source docs/reference/people.md §5 */
export async function createGroup(ctx: Context, input: GroupInput): Promise<GroupRow> {
  requirePermission(ctx, 'group.manage')
  const group = { name: (input.name ?? '').trim(), description: input.description ?? '', is_public: input.is_public ?? true }
  refuseInvalid(checkGroup(group, await nameTaken(ctx, group.name, 0)))
  return inTransaction(ctx, async (tx) => {
    const row = await insertGroup(tx, group)
    await audit(tx, row, 'create', 'Created')
    await tx.services.cache.invalidate(tx.db, configurationTopic(ctx.account.id))
    // the cache of actors also holds the groups that tickets can be assigned to
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
    return row
  })
}

/** Changes a group. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeGroup(ctx: Context, id: number, input: GroupInput): Promise<GroupRow> {
  requirePermission(ctx, 'group.manage')
  const before = await getGroup(ctx, id)
  const group = { name: (input.name ?? before.name).trim(), description: input.description ?? before.description }
  const renamed = group.name !== before.name
  refuseInvalid({ ...checkGroup(group, renamed && (await nameTaken(ctx, group.name, id))), ...checkPrivacy(before, input) })
  return inTransaction(ctx, async (tx) => {
    const after = await updateGroup(tx, id, group)
    const sentences = [
      ...(renamed ? [`Name changed from ${before.name} to ${after.name}`] : []),
      ...(before.description === after.description ? [] : ['Description changed']),
    ]
    if (sentences.length > 0) await audit(tx, after, 'update', sentences.join('. '))
    await tx.services.cache.invalidate(tx.db, configurationTopic(ctx.account.id))
    return after
  })
}

/**
 * Removes a group: it stays findable by id as deleted, and its memberships end. The default group cannot be removed.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function removeGroup(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'group.manage')
  const before = await getGroup(ctx, id)
  if (before.default) refuseInvalid({ base: [{ description: 'The default group cannot be deleted' }] })
  await inTransaction(ctx, async (tx) => {
    await updateGroup(tx, id, { deleted: true })
    await removeMembers(tx, id)
    await audit(tx, before, 'destroy', 'Deleted')
    await tx.services.cache.invalidate(tx.db, configurationTopic(ctx.account.id))
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
  })
}

function audit(tx: Context, group: GroupRow, action: 'create' | 'update' | 'destroy', change_description: string): Promise<void> {
  return recordAudit(tx, { action, source_type: 'group', source_id: group.id, source_label: group.name, change_description })
}
