/** The acts on custom statuses: create, change, remove, make default. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { checkDefaults, checkRemoval, checkStatusLimit, checkStatus } from './check.ts'
import type { CustomStatusInput } from './schema.ts'
import {
  type CustomStatusDraft,
  type CustomStatusRow,
  deleteStatus,
  getUndeletedStatus,
  insertStatus,
  isNotDeleted,
  isStatusUsed,
  listStatuses,
  updateDefaults,
  updateStatus,
} from './store.ts'

const NEW: CustomStatusDraft = { agent_label: '', end_user_label: '', description: null, end_user_description: null, active: true }

/** The status as it would be saved. Without an own label for end users, it has the label for agents. */
function draft(before: CustomStatusDraft, input: CustomStatusInput): CustomStatusDraft {
  const agent_label = (input.agent_label ?? before.agent_label).trim()
  const { description = before.description, end_user_description = before.end_user_description, active = before.active } = input
  return {
    agent_label,
    end_user_label: (input.end_user_label ?? before.end_user_label).trim() || agent_label,
    description,
    end_user_description,
    active,
  }
}

async function recordChange(
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  status: CustomStatusRow,
  change_description: string,
): Promise<void> {
  await recordConfigurationChange(tx, {
    action,
    source_type: 'custom_status',
    source_id: status.id,
    source_label: status.agent_label,
    change_description,
  })
}

/** Creates a status. @throws Forbidden @throws RecordInvalid @source docs/reference/tickets.md §3.4 */
export async function createStatus(ctx: Context, input: CustomStatusInput): Promise<CustomStatusRow> {
  requirePermission(ctx, 'custom_status.manage')
  const status = { ...draft(NEW, input), status_category: input.status_category ?? '' }
  refuseInvalid(checkStatus(status))
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const others = await listStatuses(tx)
    refuseInvalid(checkStatusLimit(status.status_category, others.filter(isNotDeleted)))
    const taken = new Set(others.map((other) => other.key))
    const row = await insertStatus(tx, { ...status, key: freeKey(keyFrom(status.agent_label), taken) })
    await recordChange(tx, 'create', row, `Created in the category ${row.status_category}`)
    return row
  })
}

/** Changes a status; its category stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeStatus(ctx: Context, id: number, input: CustomStatusInput): Promise<CustomStatusRow> {
  requirePermission(ctx, 'custom_status.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getUndeletedStatus(tx, id)
    const status = draft(before, input)
    refuseInvalid(checkStatus({ ...status, status_category: before.status_category }, before))
    const row = await updateStatus(tx, id, status)
    const describeStatus = (one: CustomStatusRow) => `${one.agent_label} (${one.active ? 'active' : 'inactive'})`
    await recordChange(tx, 'update', row, `Changed from ${describeStatus(before)} to ${describeStatus(row)}`)
    return row
  })
}

/**
 * Removes a status that only closed and deleted tickets use. It can still be read by id, these tickets keep it, and no form offers it.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function removeStatus(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'custom_status.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const status = await getUndeletedStatus(tx, id)
    refuseInvalid(checkRemoval(status, await isStatusUsed(tx, id)))
    await deleteStatus(tx, id)
    await recordChange(tx, 'destroy', status, 'Deleted')
  })
}

/** Makes statuses the defaults of their categories; other categories keep theirs. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeDefaults(ctx: Context, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, 'custom_status.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const chosen = (await listStatuses(tx)).filter((status) => isNotDeleted(status) && ids.includes(status.id))
    if (chosen.length < ids.length) throw new NotFound()
    refuseInvalid(checkDefaults(chosen))
    await updateDefaults(tx, chosen)
    for (const status of chosen.filter((one) => !one.default))
      await recordChange(tx, 'update', status, `Made the default of the category ${status.status_category}`)
  })
}
