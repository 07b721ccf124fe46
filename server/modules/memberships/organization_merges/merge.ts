/** Merging one organization into another: requested by an admin, run as a job. @source docs/reference/people.md §4 */
import { randomUUID } from 'node:crypto'
import { requirePermission } from '#permissions/permissions.ts'
import { actorsTopic } from '#auth/actors.ts'
import { type StartedBy, AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { enqueue, type JobRun } from '#queue/enqueue.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getOrganization, hasOrganization } from '#modules/people/organizations/store.ts'
import { rewriteTickets } from '#modules/tickets/tickets/rewrite_store.ts'
import { mergeInto, getMerge, insertMerge, lockOrganizations, type OrganizationMergeRow, updateMergeStatus } from './store.ts'

/** Requests a merge. @throws Forbidden @throws NotFound for an unknown loser @throws RecordInvalid for an invalid winner */
export async function startMerge(ctx: Context, loser_id: number, winner_id: number | null | undefined): Promise<OrganizationMergeRow> {
  requirePermission(ctx, 'organization.delete')
  const loser = await getOrganization(ctx, loser_id)
  if (winner_id === undefined || winner_id === null || winner_id === loser.id || !(await hasOrganization(ctx, winner_id)))
    throw new RecordInvalid({ winner_id: [makeInvalidProblem('Winner')] })
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
 * The job: moves users, domains and tickets to the winner and deletes the loser. It fails if the user who requested it may no longer
 * delete organizations; once the loser is deleted, its tickets are moved in any case. @throws Error to be retried
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

/** Returns true if the winner exists and has the loser's members and domains, from this or an earlier attempt. */
async function mergeNow(tx: Context, { loser_id, winner_id, asked: startedBy }: Merging): Promise<boolean> {
  const found = await lockOrganizations(tx, [loser_id, winner_id])
  if (!found.some((row) => row.id === winner_id)) return false
  if (found.some((row) => row.id === loser_id)) {
    if (startedBy !== undefined) requirePermission(await contextAsStarted(tx, startedBy), 'organization.delete')
    await mergeInto(tx, loser_id, winner_id)
  }
  await tx.services.cache.invalidate(tx.db, actorsTopic(tx.account.id))
  return true
}
