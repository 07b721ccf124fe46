/** The invalidations this process has sent that not every process has acknowledged yet. How they are sent and received: cache.ts. */
import type { Db } from './db.ts'
import { LEASE_MS } from './lease.ts'
import type { SessionState } from './listening.ts'
import { makeListeningSessions } from './listening_sessions.ts'

/** An invalidation: the sessions that must confirm it, and those that have. */
export interface Pending {
  /** Whose transaction it belongs to; null for one that this process only catches up with. */
  readonly db: Db | null
  readonly expected: Set<number>
  /** True once the sessions that listened when it was sent are among those. */
  is_complete: boolean
  /** True once this process has received it itself: a session that began to listen later has not missed it. */
  has_arrived: boolean
  /** True when confirmations may have been missed, or sessions that must confirm it: it is over when its time is up. */
  is_doubtful: boolean
  readonly heard: Set<number>
  readonly done: Promise<void>
  readonly finish: () => void
}

/** See the top of this file. A session is identified by its process id in PostgreSQL. */
export interface PendingInvalidations {
  /** How the ids of this process begin. */
  readonly mark: string
  /** True for an invalidation of this process. */
  isOurs(id: string): boolean
  /** Begins an invalidation. @returns its id, which is sent with it, and the invalidation */
  begin(db: Db | null): [string, Pending]
  /** Names the sessions that must confirm it. */
  expect(entry: Pending, pids: readonly number[]): void
  /** An invalidation has been received. */
  noteArrival(id: string): void
  /** A session has sent a message: the invalidation it confirms, or only that it is alive. */
  speaks(id: string, pid: number, state?: SessionState): void
  /** Messages may have been missed, also of silent sessions and of new ones: each invalidation waits for as long as it may. */
  loseTrack(): void
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
  const sessions = makeListeningSessions()
  let sent = 0
  const finishIfConfirmed = (entry: Pending) => {
    const { expected, heard } = entry
    if (!entry.is_complete || entry.is_doubtful) return
    const missing = [...expected.difference(heard)]
    // once this process has received its own message, it has received everything that a silent session sent before
    const isOver = missing.length === 0 || (heard.has(ownPid() ?? -1) && missing.every(sessions.isSilent))
    if (isOver) entry.finish()
  }
  const giveUp = (entry: Pending) => {
    for (const pid of entry.expected.difference(entry.heard)) sessions.silence(pid)
    entry.finish()
  }
  return {
    mark,
    isOurs: (id) => id.startsWith(mark),
    begin(db) {
      const id = `${mark}-${++sent}`
      const own = startPending(db, () => pending.delete(id))
      pending.set(id, own)
      return [id, own]
    },
    expect(entry, pids) {
      for (const pid of pids) entry.expected.add(pid)
      if (entry.db !== null) for (const pid of sessions.listShared()) entry.expected.add(pid)
      entry.is_complete = true
      finishIfConfirmed(entry)
    },
    noteArrival(id) {
      const entry = pending.get(id)
      if (entry !== undefined) entry.has_arrived = true
    },
    loseTrack() {
      sessions.loseTrack()
      for (const entry of pending.values()) entry.is_doubtful = entry.db !== null
    },
    speaks(id, pid, state) {
      sessions.hear(pid, state)
      if (state === 'ended') return [...pending.values()].forEach(finishIfConfirmed)
      // it may have begun to listen since an invalidation was sent, and before its transaction is committed
      for (const { db, has_arrived, expected } of pending.values()) if (db !== null && !has_arrived) expected.add(pid)
      const entry = pending.get(id)
      if (entry === undefined) return
      entry.heard.add(pid)
      finishIfConfirmed(entry)
    },
    abandon(db) {
      for (const entry of pending.values().toArray()) if (entry.db === db) entry.finish()
    },
    async settled() {
      for (const entry of pending.values().toArray()) {
        // nobody waits for those that only catch up, nor for a transaction that is still open
        if (entry.db === null || entry.db.fate === 'open') continue
        if (entry.db.fate === 'undone') entry.finish()
        else await waitUntilFinished(entry, ECHO_LIMIT_MS, () => giveUp(entry))
      }
    },
  }
}

/** An invalidation that has been begun now. `drop` is called when it is finished. */
function startPending(db: Db | null, drop: () => void): Pending {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const finish = () => {
    clearTimeout(limit)
    drop()
    resolve()
  }
  const limit = setTimeout(finish, PENDING_MS).unref()
  const known = { is_complete: false, has_arrived: false, is_doubtful: false }
  return { db, expected: new Set(), ...known, heard: new Set(), done, finish }
}

/** Waits until an invalidation is finished. After `milliseconds` it calls `over`, which must finish it. */
export async function waitUntilFinished({ done }: Pending, milliseconds: number, over: () => void): Promise<void> {
  const limit = setTimeout(over, milliseconds)
  await done.finally(() => clearTimeout(limit))
}
