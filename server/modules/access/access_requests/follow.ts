/** Updates pending requests when a user gains or loses a part in them: a duty, being the manager, or the ability to sign in. */
import { readActor } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getUser } from '#modules/people/users/store.ts'
import { insertEvent } from './event_store.ts'
import { findOpenRequests, findSubmittedRequests, findWaitingFor, type WaitingRole } from './list_store.ts'
import { checkManager } from './manager.ts'
import { findNextSteps } from './next_store.ts'
import type { NextStepName } from './states.ts'
import { lockAccessRequest, updateAccessRequest } from './store.ts'
import { notifyManager, notifyOfStuckRequests, notifyOfWaiting } from './notify.ts'

/** A change of a user's part. `gained` and `lost`: the waiting lists of access requests that the user enters or leaves, by name. */
export interface PartChange {
  readonly user_id: number
  readonly gained?: readonly WaitingRole[]
  readonly lost?: readonly WaitingRole[]
  /** The change of the user's manager. */
  readonly manager?: { readonly from: number; readonly to: number }
}

const STEPS_OF: Readonly<Record<WaitingRole, readonly NextStepName[]>> = {
  to_approve: ['approve'],
  to_review: ['review', 'accept'],
  to_issue: ['issue'],
}

/**
 * The job that follows a change of duties, managers, sign-ins or the integration-bot agent. A user who gained a part is mailed what waits
 * for them. Requests that wait for a former manager move to the new one. If the change leaves a step that no one can take, the
 * administrators are notified.
 * @source docs/reference/specification.md §5.6; docs/reference/access_governance.md §3
 */
export async function applyPartChange(ctx: Context, { user_id, gained = [], lost = [], manager }: PartChange): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (manager !== undefined) await moveToManager(tx, user_id, manager)
    if (gained.length > 0) await mailPendingRequests(tx, user_id, gained)
    if (lost.length > 0) await notifyOfUnstaffedSteps(tx, lost)
  })
}

/**
 * Moves requests the former manager has not decided on to the new one. Requests whose manager an administrator has replaced stay as they
 * are.
 */
async function moveToManager(tx: Context, requester_id: number, { from, to }: { from: number; to: number }): Promise<void> {
  if (Object.keys(await checkManager(tx, to, requester_id)).length > 0) return
  const before = await getUser(tx, from)
  const after = await getUser(tx, to)
  const body = `Manager changed from ${before.name} to ${after.name}`
  for (const id of await findSubmittedRequests(tx, requester_id, from)) {
    const held = await lockAccessRequest(tx, id)
    if (held.state !== 'submitted' || held.manager_id !== from) continue
    const row = await updateAccessRequest(tx, id, { manager_id: to })
    await insertEvent(tx, id, { type: 'edit', body })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'access_request',
      source_id: id,
      source_label: row.title,
      change_description: `${body}, who is the manager of its requester now`,
    })
    await notifyManager(tx, row)
  }
}

async function mailPendingRequests(tx: Context, user_id: number, roles: readonly WaitingRole[]): Promise<void> {
  const actor = (await readActor(tx, user_id))?.actor
  if (actor === undefined) return
  const { rows, count } = await findWaitingFor(tx, actor, roles)
  if (count > 0) await notifyOfWaiting(tx, user_id, rows, count)
}

async function notifyOfUnstaffedSteps(tx: Context, roles: readonly WaitingRole[]): Promise<void> {
  const steps = roles.flatMap((role) => STEPS_OF[role])
  const open = await findOpenRequests(tx)
  const next = await findNextSteps(tx, open)
  const stuck = open.flatMap((request, index) => {
    const first = next[index]?.[0]
    return first !== undefined && first.stuck !== null && steps.includes(first.step) ? [{ request, stuck: first.stuck }] : []
  })
  if (stuck.length > 0) await notifyOfStuckRequests(tx, stuck)
}
