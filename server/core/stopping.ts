/** How a process is stopped: gracefully first, then at once. Not here: what is closed, and in which order (process/). */

/** The time limits of a stop. */
export interface StopPlan {
  /** How long the port stays open, so that a proxy in front notices before it sends another call here. */
  readonly drain_seconds: number
  /** Counted from the request; then everything still open is cut off. */
  readonly limit_seconds: number
}

/** The stop of one process. */
export interface Stopping {
  /** True from the moment a stop was requested: the process is not ready any more, and every answer ends its connection. */
  readonly draining: boolean
  /** Aborted when a stop is requested, with a {@link StopRequested}. */
  readonly asked: AbortSignal
  /** Aborted when nothing is waited for any longer. */
  readonly hurry: AbortSignal
  readonly plan: StopPlan
  /** Requests a stop; only the first call counts. */
  ask(plan: StopPlan): void
  hurryUp(): void
  /** The stop is complete. */
  done(): void
}

/** Ends a start during which a stop was requested. */
export class StopRequested extends Error {}

/** Stops without draining: for a start that has failed, and for tests. */
export const AT_ONCE: StopPlan = { drain_seconds: 0, limit_seconds: 25 }

/** Creates the stop of one process, not yet requested. */
export function makeStopping(): Stopping {
  const asking = new AbortController()
  const hurrying = new AbortController()
  let plan = AT_ONCE
  let limit: NodeJS.Timeout | undefined
  const hurryUp = () => hurrying.abort()
  return {
    get draining() {
      return asking.signal.aborted
    },
    get plan() {
      return plan
    },
    asked: asking.signal,
    hurry: hurrying.signal,
    ask(given) {
      if (asking.signal.aborted) return
      plan = given
      limit = setTimeout(hurryUp, given.limit_seconds * 1000)
      asking.abort(new StopRequested('A stop was requested'))
    },
    hurryUp,
    done: () => clearTimeout(limit),
  }
}

/** Waits for `work`, but at most `grace_ms` once `hurry` is aborted. False when the time ran out first. */
export async function waitWithin(hurry: AbortSignal, grace_ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  let timer: NodeJS.Timeout | undefined
  const begin = () => (timer = setTimeout(resolve, grace_ms, false))
  if (hurry.aborted) begin()
  else hurry.addEventListener('abort', begin, { once: true })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
    hurry.removeEventListener('abort', begin)
  }
}
