/**
 * Keeps the slots of a worker shared: the queue skips the jobs whose account or receiver has its share. Jobs are claimed one after the
 * other, so that two claims at once do not each take the last slot of a share.
 */
import { EventEmitter } from 'node:events'
import type { Job, Worker, WorkerEvents } from 'graphile-worker'
import { marksToSkip } from '#queue/slots.ts'

/** What a runner is started with, so that its slots are shared. */
interface SharedSlots {
  readonly events: WorkerEvents
  /** Called before each claim: waits for the claim before it. */
  readonly forbiddenFlags: () => Promise<string[]>
}

/** The options of a runner with that many slots. Once `stopping` is aborted, claims do not wait: nothing more is to be claimed. */
export function shareSlots(slots: number, stopping: AbortSignal): SharedSlots {
  const running = new Map<Worker, readonly string[]>()
  const waiting: (() => void)[] = []
  let isClaiming = false
  const endClaim = () => {
    const next = waiting.shift()
    if (next === undefined) isClaiming = false
    else next()
  }
  stopping.addEventListener('abort', () => waiting.splice(0).forEach((begin) => begin()), { once: true })
  const events = new EventEmitter() as WorkerEvents
  events.on('worker:getJob:empty', endClaim)
  events.on('worker:getJob:error', endClaim)
  events.on('job:start', ({ worker, job }) => {
    running.set(worker, marksOf(job))
    endClaim()
  })
  events.on('job:complete', ({ worker }) => running.delete(worker))
  return {
    events,
    async forbiddenFlags() {
      if (isClaiming && !stopping.aborted) await new Promise<void>((begin) => waiting.push(begin))
      isClaiming = true
      return marksToSkip(slots, [...running.values()])
    },
  }
}

/** The queue stores marks as the keys of an object. */
function marksOf({ flags }: Job): string[] {
  return Object.keys(flags ?? {})
}
