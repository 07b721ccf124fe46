/** The invalidations this process has sent that not every process has acknowledged yet. How they are sent and received: cache.ts. */
import type { Db } from './client.ts'
import { LEASE_MS } from './listener.ts'

/** An invalidation: the sessions that must confirm it, once they are known, and those that have. */
export interface Pending {
  /** Whose transaction it belongs to; null for one that this process only catches up with. */
  readonly db: Db | null
  expected: readonly number[] | undefined
  readonly heard: Set<number>
  readonly done: Promise<void>
  readonly finish: () => void
}

/** See the top of this file. A session is identified by its process id in PostgreSQL. */
export interface PendingInvalidations {
  /** True for an invalidation of this process. */
  isOurs(id: string): boolean
  /** Begins an invalidation. @returns its id, which is sent with it, and the invalidation */
  begin(db: Db | null): [string, Pending]
  /** Names the sessions that must confirm it. */
  expect(entry: Pending, pids: readonly number[]): void
  /** A session has sent a message: the invalidation it confirms, or only that it is alive. */
  speaks(id: string, pid: number): void
  /** Ends the invalidations of a transaction that was rolled back. */
  abandon(db: Db): void
  /** Waits until each invalidation of a committed transaction is confirmed, or its time is up. */
  settled(): Promise<void>
}

/** A process that has not acknowledged by then caches nothing: its lease is over. */
const ECHO_LIMIT_MS = LEASE_MS
/** An invalidation whose transaction nobody has asked about by then is dropped. */
const PENDING_MS = 120_000

/** Creates an empty {@link PendingInvalidations}. `ownPid` is the listening session of this process, null while it has none. */
export function makePendingInvalidations(ownPid: () => number | null): PendingInvalidations {
  const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`
  const pending = new Map<string, Pending>()
  /** Sessions that have not acknowledged in time. They cache nothing by now, and are not waited for until they send again. */
  const silent = new Set<number>()
  let sent = 0
  const finishIfConfirmed = (entry: Pending) => {
    const { expected, heard } = entry
    if (expected === undefined) return
    const missing = expected.filter((pid) => !heard.has(pid))
    // once this process has received its own message, it has received everything that a silent session sent before
    const isOver = missing.length === 0 || (heard.has(ownPid() ?? -1) && missing.every((pid) => silent.has(pid)))
    if (isOver) entry.finish()
  }
  const giveUp = (entry: Pending) => {
    for (const pid of entry.expected ?? []) if (!entry.heard.has(pid)) silent.add(pid)
    entry.finish()
  }
  return {
    isOurs: (id) => id.startsWith(mark),
    begin(db) {
      const id = `${mark}-${++sent}`
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const finish = () => {
        clearTimeout(limit)
        pending.delete(id)
        resolve()
      }
      const limit = setTimeout(finish, PENDING_MS).unref()
      const own: Pending = { db, expected: undefined, heard: new Set(), done, finish }
      pending.set(id, own)
      return [id, own]
    },
    expect(entry, pids) {
      entry.expected = pids
      finishIfConfirmed(entry)
    },
    speaks(id, pid) {
      silent.delete(pid)
      const entry = pending.get(id)
      if (entry === undefined) return
      entry.heard.add(pid)
      finishIfConfirmed(entry)
    },
    abandon(db) {
      for (const entry of [...pending.values()]) if (entry.db === db) entry.finish()
    },
    async settled() {
      for (const entry of [...pending.values()]) {
        // nobody waits for those that only catch up, nor for a transaction that is still open
        if (entry.db === null || entry.db.fate === 'open') continue
        if (entry.db.fate === 'undone') entry.finish()
        else await waitUntilFinished(entry, ECHO_LIMIT_MS, () => giveUp(entry))
      }
    },
  }
}

/** Waits until an invalidation is finished. After `milliseconds` it calls `over`, which must finish it. */
export async function waitUntilFinished({ done }: Pending, milliseconds: number, over: () => void): Promise<void> {
  const limit = setTimeout(over, milliseconds)
  await done.finally(() => clearTimeout(limit))
}
