/**
 * THE CACHE OF A PROCESS: accounts, credentials, people, configuration from the database. A write invalidates what it changes with NOTIFY,
 * inside its transaction; when it is committed, every process drops these values and acknowledges that. The writer's request is answered
 * only when each process has acknowledged or its lease is over, so a revoked credential is refused in the next request to any process. A
 * process that does not receive its own notifications caches nothing (see listener.ts). A short time-to-live limits the effect of an
 * invalidation that is missed all the same.
 * @source docs/decisions/0007_memory.md
 */
import { machineNow } from '../lib/clock.ts'
import { weightOf } from '../lib/weight.ts'
import { fixed } from './builder.ts'
import type { DatabaseAddress } from './address.ts'
import type { Db } from './client.ts'
import { type Listener, LISTENER, openListener } from './listener.ts'
import { type CacheEntries, makeCacheEntries } from './cache_entries.ts'
import { finishedWithin, makePendingInvalidations } from './pending_invalidations.ts'
import { INVALIDATION_CHANNEL } from './topics.ts'

const CAPACITY = 50_000
/** Of all topics together. */
const MOST_BYTES = 64 * 1024 * 1024
/** The assumed weight of a value that is still being loaded. */
const LOADING_BYTES = 1024
const TIME_TO_LIVE_MS = 30_000
/** A process that has not acknowledged within this time caches nothing any more: its lease is over. */
const ECHO_LIMIT_MS = LEASE_MS
const CATCH_UP_MS = 500
/** An invalidation still under way after this time is dropped. */
const PENDING_MS = 120_000

/** See the top of this file. Topics are names such as `actors:7`; keys are free text within a topic. */
export interface Cache {
  /** The cached value, or the result of `load`; undefined is not cached. */
  load<Value>(topic: string, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Invalidates a topic (or one key of it) in every process once the transaction of `db` is committed. */
  invalidate(db: Db, topic: string, key?: string): Promise<void>
  /** The transaction of `db` was rolled back: its invalidations are not sent, so nothing waits for them. */
  abandon(db: Db): void
  /** Waits until no process uses values that this one has invalidated: each has acknowledged, or its lease is over. */
  settled(): Promise<void>
  /** Waits until this process has applied all invalidations committed so far: for jobs, which start the moment a write is committed. */
  caughtUp(): Promise<void>
  /** False while this process may have missed invalidations; it then caches nothing. */
  isHearing(): boolean
  /** The time since this process last received its own heartbeat, in milliseconds. */
  heardMs(): number
  close(): Promise<void>
}

/** An invalidation under way: the sessions that have to acknowledge it, once they are known, and those that have. */
interface Pending {
  readonly db: Db | null
  expected: readonly number[] | undefined
  readonly heard: Set<number>
  readonly done: Promise<void>
  readonly finish: () => void
}

interface Entry {
  readonly value: Promise<unknown>
  readonly until: number
}

// a pooler may add the client's address to the name
const notify = fixed<{ listeners: string | null }>(`select pg_notify($1, $2), (select string_agg(a.pid::text, ',') from pg_stat_activity a
  where a.datname = current_database() and starts_with(a.application_name, '${LISTENER}')) as listeners`)

/** Invalidates a topic in every process, from a process without a cache: the command line. */
export async function invalidateEverywhere(db: Db, topic: string): Promise<void> {
  await db.run(notify(INVALIDATION_CHANNEL, JSON.stringify(['', topic])))
}

/** The invalidations of this process that are under way. */
function makePending(ownPid: () => number | null) {
  const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`
  const pending = new Map<string, Pending>()
  /** Sessions that have not acknowledged in time. Their leases are over, and nothing waits for them until they send again. */
  const silent = new Set<number>()
  let sent = 0
  const judge = (entry: Pending) => {
    const { expected, heard } = entry
    if (expected === undefined) return
    const missing = expected.filter((pid) => !heard.has(pid))
    // when our own notification has arrived, everything that a silent session sent before it has arrived too
    const isOver = missing.length === 0 || (heard.has(ownPid() ?? -1) && missing.every((pid) => silent.has(pid)))
    if (isOver) entry.finish()
  }
  return {
    isOurs: (id: string) => id.startsWith(mark),
    expect(db: Db | null): [string, Pending] {
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
    expected(entry: Pending, pids: readonly number[]) {
      entry.expected = pids
      judge(entry)
    },
    /** A session has acknowledged an invalidation, or shown that it is alive. */
    speaks(id: string, pid: number) {
      silent.delete(pid)
      const entry = pending.get(id)
      if (entry === undefined) return
      entry.heard.add(pid)
      judge(entry)
    },
    of: () => [...pending.values()],
    /** The time limit of an invalidation is over. */
    giveUp(entry: Pending) {
      for (const pid of entry.expected ?? []) if (!entry.heard.has(pid)) silent.add(pid)
      entry.finish()
    },
  }
}

/** The parts of a cache. */
export interface CacheParts {
  readonly address: DatabaseAddress
  /** The process sends heartbeats to itself through these connections. */
  readonly db: Db
  /** Called when the process stops receiving invalidations, and when it receives them again. */
  readonly state?: (isHearing: boolean) => void
  /** Called with each invalidated topic. */
  readonly heard?: (topic: string) => void
}

/** Opens a cache and starts listening. `close()` ends it. */
export async function openCache({ address, db: beating, state, heard }: CacheParts): Promise<Cache> {
  const remembered = makeCacheEntries<Entry>(CAPACITY, MOST_BYTES)
  const pending = makePendingInvalidations(() => listener?.pid() ?? null)
  const hear = (payload: string) => {
    const [id, topic, third] = JSON.parse(payload) as [string, string | null | undefined, string | number | undefined]
    // a message without a topic is an acknowledgement or a heartbeat of a session
    if (topic === null || topic === undefined) return pending.speaks(id, Number(third))
    remembered.delete(topic, third === undefined ? undefined : String(third))
    heard?.(topic)
    const pid = listener?.pid() ?? null
    if (pid === null) return
    if (pending.isOurs(id)) pending.speaks(id, pid)
    // if the connection breaks meanwhile, everything is cleared anyway, and the writer's wait is limited
    else listener?.say([id, null, pid])
  }
  let listener: Listener | undefined
  listener = await openListener({
    address,
    db: beating,
    channel: INVALIDATION_CHANNEL,
    hear,
    forget: () => remembered.clear(),
    ...(state === undefined ? {} : { state }),
  })
  const ears = listener

  return {
    // not an async function: a cached promise is returned without another promise around it
    load<Value>(topic: string, key: string, load: () => Promise<Value | undefined>) {
      if (!ears.isHearing()) return load()
      const known = remembered.get(topic, key)
      const now = machineNow().getTime()
      if (known !== undefined && known.until > now) return known.value as Promise<Value | undefined>
      const value = load()
      const entry: Entry = { value, until: now + TIME_TO_LIVE_MS }
      remembered.set(topic, key, entry, LOADING_BYTES)
      const isThere = () => remembered.get(topic, key) === entry
      const drop = () => void (isThere() && remembered.delete(topic, key))
      const weigh = (found: Value) => void (isThere() && remembered.set(topic, key, entry, weightOf(found)))
      value.then((found) => (found === undefined ? drop() : weigh(found)), drop)
      return value
    },
    async invalidate(db, topic, key) {
      const [id, own] = pending.begin(db)
      const told = await db
        .first(notify(INVALIDATION_CHANNEL, JSON.stringify(key === undefined ? [id, topic] : [id, topic, key])))
        .catch((error: unknown) => {
          own.finish() // nothing was sent
          throw error
        })
      pending.expected(own, (told?.listeners ?? '').split(',').filter(Boolean).map(Number))
    },
    abandon(db) {
      for (const entry of pending.of()) if (entry.db === db) entry.finish()
    },
    async settled() {
      for (const entry of pending.of()) {
        // skips the waits of caughtUp(), and transactions that are still open
        if (entry.db === null || entry.db.fate === 'open') continue
        if (entry.db.fate === 'undone') entry.finish()
        else await within(entry.done, ECHO_LIMIT_MS, () => pending.giveUp(entry))
      }
    },
    abandon: pending.abandon,
    settled: pending.settled,
    async caughtUp() {
      if (!ears.isHearing()) return
      const [id, own] = pending.begin(null)
      const pid = ears.pid()
      pending.expected(own, pid === null ? [] : [pid])
      // notifications arrive in the order of the commits; if the connection breaks meanwhile, everything is cleared anyway
      ears.say([id, null, pid])
      await finishedWithin(own, CATCH_UP_MS, () => {
        own.finish()
        ears.doubt() // earlier notifications may still be under way
      })
    },
    isHearing: () => ears.isHearing(),
    heardMs: () => ears.heardMs(),
    close: () => ears.close(),
  }
}

/** Awaits `done`, but no longer than `milliseconds`: then calls `over`, which must settle `done`. */
async function within(done: Promise<void>, milliseconds: number, over: () => void): Promise<void> {
  const limit = setTimeout(over, milliseconds)
  await done.finally(() => clearTimeout(limit))
}
