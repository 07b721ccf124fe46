/** What a process knows of the sessions that listen, each by its process id in PostgreSQL: those that are silent, and those that others listen through. */
import { readStopwatch } from '#lib/clock.ts'
import { LEASE_MS } from './lease.ts'
import type { SessionState } from './listening.ts'

/** See the top of this file. */
export interface ListeningSessions {
  /** A session has sent something. */
  hear(pid: number, state: SessionState | undefined): void
  /** A session has not acknowledged in time: it caches nothing by now, and is not waited for until it sends again. */
  silence(pid: number): void
  isSilent(pid: number): boolean
  /**
   * Those that several processes listen through, until the lease that the last heartbeat has given them is over. If such a session has ended
   * meanwhile, because its process was killed for instance, the others may use what they have cached until then.
   */
  listShared(): readonly number[]
  /** Messages may have been missed, also of silent sessions. */
  loseTrack(): void
}

/** Creates {@link ListeningSessions}: none known yet. */
export function makeListeningSessions(): ListeningSessions {
  const silent = new Set<number>()
  const shared = new Map<number, number>()
  return {
    hear(pid, state) {
      if (state === 'ended') {
        shared.delete(pid)
        silent.add(pid) // PostgreSQL may name it for a moment
        return
      }
      silent.delete(pid)
      if (state === 'shared') shared.set(pid, readStopwatch() + LEASE_MS)
    },
    silence: (pid) => void silent.add(pid),
    isSilent: (pid) => silent.has(pid),
    listShared() {
      for (const [pid, until] of shared) if (until < readStopwatch()) shared.delete(pid)
      return [...shared.keys()]
    },
    loseTrack: () => silent.clear(),
  }
}
