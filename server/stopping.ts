/** How a process is asked to stop: first in order, then at once. Not here: what is taken apart, and in which order (process.ts). */

/** How long a stop may take. */
export interface StopPlan {
  /** The port stays open so long, so that a proxy in front notices before it sends another call here. */
  readonly drain_seconds: number
  /** Counted from the asking; then everything that is left is cut off. */
  readonly limit_seconds: number
}

/** The stop of one process. */
export interface Stopping {
  /** True from the moment a stop was asked for: the process is not ready any more, and every answer ends its connection. */
  readonly draining: boolean
  /** Aborted when a stop is asked for, with a {@link StopRequested}. */
  readonly asked: AbortSignal
  /** Aborted when nothing is waited for any longer. */
  readonly hurry: AbortSignal
  readonly plan: StopPlan
  /** Asks for a stop; only the first time counts. */
  ask(plan: StopPlan): void
  hurryUp(): void
  /** The stop has come to its end. */
  done(): void
}

/** What a start ends with when a stop was asked for meanwhile. */
export class StopRequested extends Error {}

/** Everything at once: for a start that has failed, and for tests. */
export const AT_ONCE: StopPlan = { drain_seconds: 0, limit_seconds: 25 }

/** Makes the stop of one process; nobody has asked for it yet. */
export function makeStopping(): Stopping {
  const [asking, hurrying] = [new AbortController(), new AbortController()]
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
      asking.abort(new StopRequested('A stop was asked for'))
    },
    hurryUp,
    done: () => clearTimeout(limit),
  }
}

/** Waits for `work`, and once the signal has come so many milliseconds at most. False when it was not waited for to its end. */
export async function within(hurry: AbortSignal, grace_ms: number, work: Promise<unknown>): Promise<boolean> {
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
