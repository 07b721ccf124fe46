/** Merging one organization into another: asked for by an admin, done by a job. @source docs/reference/people.md §4 */
import { randomUUID } from 'node:crypto'
import { requirePermission } from '../../../permissions/permissions.ts'
import { actorsTopic } from '../../../auth/actors.ts'
import { type StartedBy, AuthorityEnded, contextAsStarted } from '../../../auth/started_by.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { Forbidden, RecordInvalid } from '../../../errors.ts'
import { enqueue, type JobRun } from '../../../jobs/enqueue.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { getOrganization, hasOrganization } from '../../people/organizations/store.ts'
import { rewriteTickets } from '../../tickets/tickets/rewrite_store.ts'
import { absorb, getMerge, insertMerge, lockOrganizations, type OrganizationMergeRow, updateMergeStatus } from './store.ts'

/** Asks for a merger. @throws Forbidden @throws NotFound when there is no loser @throws RecordInvalid when the winner cannot be one */
export async function startMerge(ctx: Context, loser_id: number, winner_id: number | null | undefined): Promise<OrganizationMergeRow> {
  requirePermission(ctx, 'organization.delete')
  const loser = await getOrganization(ctx, loser_id)
  if (winner_id === undefined || winner_id === null || winner_id === loser.id || !(await hasOrganization(ctx, winner_id)))
    throw new RecordInvalid({ winner_id: [{ description: 'Winner: is invalid', error: 'InvalidValue' }] })
  return inTransaction(ctx, async (tx) => {
    const id = randomUUID()
    await insertMerge(tx, { id, loser_id, winner_id })
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'organization',
      source_id: loser_id,
      source_label: loser.name,
      change_description: `To be merged into organization ${winner_id}`,
    })
    await enqueue(tx, 'merge_organizations', { id })
    return getMerge(tx, id)
  })
}

/**
 * The job: users, domains and tickets go to the winner, the loser goes. It is not begun when who asked may not ask for it any more; once
 * the loser is gone, its tickets follow whatever happens. @throws Error to be run again
 */
export async function mergeOrganizations(ctx: Context, { id }: { id: string }, run: JobRun): Promise<void> {
  const { loser_id, winner_id, status } = await getMerge(ctx, id)
  if (status === 'complete' || status === 'error') return
  try {
    await updateMergeStatus(ctx, id, 'in_progress')
    const merged = await inTransaction(ctx, (tx) => mergeNow(tx, { loser_id, winner_id, asked: run.asked }))
    if (merged) await rewriteTickets(ctx, { member: 'organization_id', from: loser_id, to: winner_id, closed_too: true })
    await updateMergeStatus(ctx, id, merged ? 'complete' : 'error')
  } catch (error) {
    const isOver = error instanceof AuthorityEnded || error instanceof Forbidden
    if (isOver) ctx.log.warn({ err: error, account_id: ctx.account.id, organization_merge_id: id }, 'organizations were not merged')
    if (isOver || run.isFinal(error)) await updateMergeStatus(ctx, id, 'error')
    if (!isOver) throw error
  }
}

interface Merging {
  readonly loser_id: number
  readonly winner_id: number
  readonly asked: StartedBy | undefined
}

/** True when the winner is there and has, now or since an earlier attempt, what was the loser's. */
async function mergeNow(tx: Context, { loser_id, winner_id, asked }: Merging): Promise<boolean> {
  const found = await lockOrganizations(tx, [loser_id, winner_id])
  if (!found.some((row) => row.id === winner_id)) return false
  if (found.some((row) => row.id === loser_id)) {
    if (asked !== undefined) requirePermission(await contextAsStarted(tx, asked), 'organization.delete')
    await absorb(tx, loser_id, winner_id)
  }
  await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  return true
}
