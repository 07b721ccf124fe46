/**
 * Waiting an outage out. A job that met a fault that passes is no job that failed: it is tried again after a pause, as long as the outage
 * lasts, and uses up none of its attempts.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type TransientKind, transientKind } from '../db/transient_errors.ts'

/** How a worker waits. */
export interface RetryPolicy {
  /** The first pause; each is twice as long as the one before. */
  readonly first_ms: number
  /** The longest pause. */
  readonly most_ms: number
  /** So often in turn somebody may be in the way, before it is taken for a fault of the job: it may be in its own way. */
  readonly most_busy: number
}

/** Ten minutes in the way of others are too many; a database may be away for days. */
export const RETRY_POLICY: RetryPolicy = { first_ms: 500, most_ms: 30_000, most_busy: 20 }

/** What is told of waiting, once when it begins and once when it is over. */
export interface Waiting {
  readonly onWait: (error: unknown, outage: TransientKind) => void
  readonly onGoneOn: () => void
}

/** True for a failure that is waited out no longer, or never was to be. */
export type IsOver = (error: unknown) => boolean

/**
 * Runs `work` until it fails by no outage, or ends; `isOver` tells it beforehand what becomes of a failure. The pauses end when `stopping` is aborted.
 * @throws Error whatever `work` throws that is no outage; the outage itself when the worker is to stop, or somebody is in the way for too long
 */
export async function outlast(
  work: (isOver: IsOver) => Promise<void>,
  { first_ms, most_ms, most_busy }: RetryPolicy,
  stopping: AbortSignal,
  told: Waiting,
): Promise<void> {
  let busy = 0
  const isOver = (error: unknown) => {
    const outage = transientKind(error)
    return outage === undefined || (outage === 'busy' && busy >= most_busy)
  }
  for (let tries = 0; ; tries++) {
    try {
      await work(isOver)
      if (tries > 0) told.onGoneOn()
      return
    } catch (error) {
      const outage = transientKind(error)
      if (outage === undefined || stopping.aborted || isOver(error)) throw error
      busy = outage === 'busy' ? busy + 1 : 0
      if (tries === 0) told.onWait(error, outage)
      // rejected by the signal only
      await sleep(Math.min(first_ms * 2 ** tries, most_ms), undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) throw error
    }
  }
}
