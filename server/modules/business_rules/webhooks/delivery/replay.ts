import { makeValueProblem } from '#core/problems.ts'
/** Repeats calls of a webhook: the same content with a new id, signed anew, and the id of the first call in a header. */
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { machineNow, toDate } from '#lib/clock.ts'
import { makeUlid } from '#lib/ulid.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { ReplayInput } from '../schema.ts'
import { lockWebhook } from '../store.ts'
import { enqueueDeliveries } from './enqueue.ts'
import { findToReplay, insertReplays, listToReplay, type Replayed, type ReplayRange } from './replay_store.ts'

/** How many calls one request repeats. */
const MOST = 500
/** The statuses of calls that have ended; one that waits is still to be made. */
const ENDED = ['success', 'failed', 'terminated', 'throttled', 'circuit broken']
/** What is repeated unless a status is asked for: what the receiver has not taken. */
const NOT_TAKEN = ENDED.filter((status) => status !== 'success')

/** What was queued. `has_more`: the range has further calls, for the next request. */
export interface Replay {
  readonly invocations: readonly Replayed[]
  readonly has_more: boolean
}

/** @throws RecordInvalid */
function rangeOf(ctx: Context, { invocation_id, from, to, status }: ReplayInput): ReplayRange | null {
  const isOne = invocation_id !== undefined
  if (isOne && (from !== undefined || to !== undefined || status !== undefined))
    refuseInvalid({ base: [makeValueProblem('An invocation_id cannot be combined with from, to and status')] })
  if (isOne) return null
  if (from === undefined || from === null) refuseInvalid({ from: [{ description: 'From: cannot be blank', error: 'BlankValue' }] })
  if (status !== undefined && !ENDED.includes(status))
    refuseInvalid({ status: [makeValueProblem(`Status: must be one of ${ENDED.join(', ')}`)] })
  return {
    from: toDate(from ?? ''),
    to: to === undefined || to === null ? ctx.now : toDate(to),
    statuses: status === undefined ? NOT_TAKEN : [status],
  }
}

/** @throws NotFound @throws RecordInvalid for a call that still waits */
async function oneToReplay(tx: Context, webhookId: string, id: string): Promise<Replayed[]> {
  const found = await findToReplay(tx, webhookId, id)
  if (found === undefined) throw new NotFound()
  if (found.status === 'pending') refuseInvalid({ invocation_id: [makeValueProblem('Invocation: has not ended yet')] })
  return [found]
}

/**
 * Repeats one call, or those of a range that have not been repeated since: at most 500, the oldest first.
 * @throws Forbidden @throws NotFound @throws RecordInvalid also for a webhook that is inactive
 */
export async function replayInvocations(ctx: Context, webhookId: string, input: ReplayInput): Promise<Replay> {
  requirePermission(ctx, 'webhook.manage')
  const range = rangeOf(ctx, input)
  return inTransaction(ctx, async (tx) => {
    // locked, so that two requests at once do not repeat the same calls
    const webhook = await lockWebhook(tx, webhookId)
    if (webhook.status !== 'active') refuseInvalid({ base: [makeValueProblem('The webhook is inactive')] })
    const found =
      range === null ? await oneToReplay(tx, webhookId, input.invocation_id ?? '') : await listToReplay(tx, webhookId, range, MOST + 1)
    const old = found.slice(0, MOST)
    const made = old.map(({ replay_of }) => ({ id: makeUlid(machineNow()), replay_of }))
    if (made.length > 0) {
      await insertReplays(
        tx,
        webhookId,
        old.map(({ id }) => id),
        made.map(({ id }) => id),
      )
      await enqueueDeliveries(
        tx,
        made.map(({ id }) => ({ id, webhook_id: webhookId })),
      )
      await recordAudit(tx, {
        action: 'update',
        source_type: 'webhook',
        source_id: webhook.number,
        source_label: webhook.name,
        change_description: made.length === 1 ? 'Replayed a call' : `Replayed ${made.length} calls`,
        details: { webhook_id: webhookId, ...detailsOf(range, old) },
      })
    }
    return { invocations: made, has_more: found.length > MOST }
  })
}

function detailsOf(range: ReplayRange | null, [first]: readonly Replayed[]): Record<string, unknown> {
  if (range === null) return { invocation_id: first?.id }
  return { from: range.from.toISOString(), to: range.to.toISOString(), statuses: range.statuses }
}
