/**
 * Retries during outages. A job that met a transient error has not failed: it is retried after a pause, as long as the outage lasts, and
 * uses up none of its attempts.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type TransientKind, transientKind } from '#db/transient_errors.ts'

/** The pauses between retries. */
export interface RetryPolicy {
  /** The first pause; each following one is twice as long. */
  readonly first_ms: number
  /** The longest pause. */
  readonly most_ms: number
  /** After this many consecutive `busy` errors the job fails: it may be blocking itself. */
  readonly most_busy: number
}

/** Ten minutes of lock conflicts are too many; a database may be unavailable for days. */
export const RETRY_POLICY: RetryPolicy = { first_ms: 500, most_ms: 30_000, most_busy: 20 }

/** Callbacks, called once when retrying begins and once when it has succeeded. */
export interface RetryCallbacks {
  readonly onWait: (error: unknown, outage: TransientKind) => void
  readonly onGoneOn: () => void
}

/** True for a failure that is not retried, or no longer. */
export type IsOver = (error: unknown) => boolean

/**
 * Runs `work` until it succeeds, or fails with an error that is not transient; `isOver` lets it check whether a failure is final. The
 * pauses end when `stopping` is aborted.
 * @throws Error whatever `work` throws that is not transient; the transient error itself when the worker is to stop, or after too many
 * `busy` errors
 */
export async function retryThroughOutage(
  work: (isOver: IsOver) => Promise<void>,
  { first_ms, most_ms, most_busy }: RetryPolicy,
  stopping: AbortSignal,
  callbacks: RetryCallbacks,
): Promise<void> {
  let busy = 0
  const isOver = (error: unknown) => {
    const outage = transientKind(error)
    return outage === undefined || (outage === 'busy' && busy >= most_busy)
  }
  for (let tries = 0; ; tries++) {
    try {
      await work(isOver)
      if (tries > 0) callbacks.onGoneOn()
      return
    } catch (error) {
      const outage = transientKind(error)
      if (outage === undefined || stopping.aborted || isOver(error)) throw error
      busy = outage === 'busy' ? busy + 1 : 0
      if (tries === 0) callbacks.onWait(error, outage)
      // rejected by the signal only
      await sleep(Math.min(first_ms * 2 ** tries, most_ms), undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) throw error
    }
  }
}
