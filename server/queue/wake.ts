/** Wakes the workers of all processes when jobs were queued: PostgreSQL lets one transaction that notifies commit at a time, so seldom. */
import { readStopwatch } from '#lib/clock.ts'
import type { PoolPart } from '#db/client.ts'
import { WAKE_WORKERS } from '#db/queue_tables.ts'

/** The least time between two notifications of a process. */
const PAUSE_MS = 50

/** Wakes workers for so many jobs: at once, or with those that are queued until the pause after the last time is over. */
export function makeWaker(database: PoolPart): (jobs: number) => void {
  let jobs = 0
  let isPlanned = false
  let wokenAt = readStopwatch() - PAUSE_MS
  const wake = () => {
    const count = jobs
    jobs = 0
    isPlanned = false
    wokenAt = readStopwatch()
    // the workers look for jobs every two seconds all the same
    database.unchecked(WAKE_WORKERS, [count]).catch(() => {})
  }
  return (added) => {
    jobs += added
    if (isPlanned) return
    isPlanned = true
    const pause = wokenAt + PAUSE_MS - readStopwatch()
    if (pause > 0) setTimeout(wake, pause).unref()
    else wake()
  }
}
