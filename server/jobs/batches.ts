/**
 * Jobs that are performed together. A job whose call may join others joins those of its kind and account that this process has just begun, and
 * together they take the ones that wait in the queue. Where few wait, none is delayed: only a batch that follows another one at once gathers
 * for a moment. @source docs/decisions/0057_effects_in_batches.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readStopwatch } from '#lib/clock.ts'

/** The most jobs of one batch. Those that have begun are at most as many as a worker has slots. */
export const MAX_BATCH = 50
/** The least time from the beginning of one batch to that of the next. */
const PAUSE_MS = 30

/** Performs payloads together. */
type PerformBatch = (payloads: readonly unknown[]) => Promise<void>

interface Batch {
  readonly payloads: unknown[]
  readonly done: Promise<void>
}

/** The batches of a process. */
export interface Batches {
  /** Performs a payload with those that join under the same key. @throws Error of the work: any of them may have spoiled it for all */
  join(key: string, payload: unknown, performBatch: PerformBatch): Promise<void>
}

/** Begins without any batch. */
export function makeBatches(): Batches {
  const gathering = new Map<string, Batch>()
  let begunAt = readStopwatch() - PAUSE_MS
  const gather = async (key: string) => {
    await sleep(Math.max(begunAt + PAUSE_MS - readStopwatch(), 0))
    gathering.delete(key)
    begunAt = readStopwatch()
  }
  const begin = (key: string, performBatch: PerformBatch): Batch => {
    const payloads: unknown[] = []
    const batch = { payloads, done: gather(key).then(() => performBatch(payloads)) }
    gathering.set(key, batch)
    return batch
  }
  return {
    join(key, payload, performBatch) {
      const batch = gathering.get(key) ?? begin(key, performBatch)
      batch.payloads.push(payload)
      return batch.done
    },
  }
}
