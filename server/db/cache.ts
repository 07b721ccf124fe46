/**
 * WHAT A PROCESS REMEMBERS of the database: accounts, credentials, people, configuration. A write says what to forget
 * (inside its transaction, by NOTIFY), and every process forgets it as soon as the write is committed and says so: the writer
 * answers only when all have or do not remember anything any more, so that a revoked credential is refused by the next call whichever process it reaches.
 * A process that does not hear itself remembers nothing at all (see listener.ts); a short time-to-live is the second net.
 * @source docs/decisions/0007_memory.md
 */
import { machineNow } from '../lib/clock.ts'
import { weightOf } from '../lib/weight.ts'
import { fixed } from './builder.ts'
import type { DatabaseAddress } from './address.ts'
import type { Db } from './client.ts'
import { LEASE_MS, type Listener, LISTENER, openListener } from './listener.ts'
import { makeCacheEntries } from './cache_entries.ts'
import { INVALIDATION_CHANNEL } from './topics.ts'

const CAPACITY = 50_000
/** Of all topics together. */
const MOST_BYTES = 64 * 1024 * 1024
/** Of a value that is still being loaded. */
const LOADING_BYTES = 1024
const TIME_TO_LIVE_MS = 30_000
/** Whoever has not said so after this time does not remember anything any more: its lease is over. */
const ECHO_LIMIT_MS = LEASE_MS
const CATCH_UP_MS = 500
/** A forgetting whose transaction nobody has asked about for so long is dropped. */
const PENDING_MS = 120_000

/** See the top of this file. Topics are names such as `actors:7`; keys are free text within a topic. */
export interface Cache {
  /** The remembered value, or what `load` brings; undefined is never remembered. */
  load<Value>(topic: string, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Makes every process forget a topic (or one key of it) once the transaction of `db` is committed. */
  invalidate(db: Db, topic: string, key?: string): Promise<void>
  /** The transaction of `db` was rolled back: nobody will be told, so nobody need wait. */
  abandon(db: Db): void
  /** Waits until no process uses any more what this one asked to forget: each has said that it has forgotten, or has had to by now. */
  settled(): Promise<void>
  /** Waits until this process has forgotten what anybody asked to forget in what is committed by now: for jobs, which begin the moment a write is. */
  caughtUp(): Promise<void>
  /** False while this process may have missed what to forget; it remembers nothing then. */
  isHearing(): boolean
  /** How long ago this process last heard itself, in milliseconds. */
  heardMs(): number
  close(): Promise<void>
}

/** A forgetting under way: the sessions that have to hear of it, once they are known, and those that have heard. */
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

/** Makes every process forget a topic, from one that remembers nothing itself: the command line. */
export async function invalidateEverywhere(db: Db, topic: string): Promise<void> {
  await db.run(notify(INVALIDATION_CHANNEL, JSON.stringify(['', topic])))
}

/** Forgettings under way in this process. */
function makePending(ownPid: () => number | null) {
  const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`
  const pending = new Map<string, Pending>()
  /** Sessions that have not answered in time. They remember nothing by now, and nobody waits for them until they are heard of again. */
  const silent = new Set<number>()
  let sent = 0
  const judge = (entry: Pending) => {
    const { expected, heard } = entry
    if (expected === undefined) return
    const missing = expected.filter((pid) => !heard.has(pid))
    // once we have heard our own words, we have heard whatever a silent session had said before them
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
    /** A session speaks: what it has heard of, or that it lives. */
    speaks(id: string, pid: number) {
      silent.delete(pid)
      const entry = pending.get(id)
      if (entry === undefined) return
      entry.heard.add(pid)
      judge(entry)
    },
    of: () => [...pending.values()],
    /** Its time is up. */
    giveUp(entry: Pending) {
      for (const pid of entry.expected ?? []) if (!entry.heard.has(pid)) silent.add(pid)
      entry.finish()
    },
  }
}

/** What a memory is opened with. */
export interface CacheParts {
  readonly address: DatabaseAddress
  /** Through these connections the process sends itself beats. */
  readonly db: Db
  /** To be told when the process stops hearing, and when it hears again. */
  readonly state?: (isHearing: boolean) => void
  /** To be told of each topic that is to be forgotten. */
  readonly heard?: (topic: string) => void
}

/** Starts listening. `close()` ends it. */
export async function openCache({ address, db: beating, state, heard }: CacheParts): Promise<Cache> {
  const remembered = makeCacheEntries<Entry>(CAPACITY, MOST_BYTES)
  const pending = makePending(() => listener?.pid() ?? null)
  const hear = (payload: string) => {
    const [id, topic, third] = JSON.parse(payload) as [string, string | null | undefined, string | number | undefined]
    // without a topic it is a session that speaks of itself
    if (topic === null || topic === undefined) return pending.speaks(id, Number(third))
    remembered.delete(topic, third === undefined ? undefined : String(third))
    heard?.(topic)
    const pid = listener?.pid() ?? null
    if (pid === null) return
    if (pending.isOurs(id)) pending.speaks(id, pid)
    // a connection that breaks meanwhile has cleared everything anyway, and the writer's patience has a limit
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
    // not an async function: what is known is handed out without a promise around it
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
      const [id, own] = pending.expect(db)
      const told = await db
        .first(notify(INVALIDATION_CHANNEL, JSON.stringify(key === undefined ? [id, topic] : [id, topic, key])))
        .catch((error: unknown) => {
          own.finish() // nobody is told
          throw error
        })
      pending.expected(own, (told?.listeners ?? '').split(',').filter(Boolean).map(Number))
    },
    abandon(db) {
      for (const entry of pending.of()) if (entry.db === db) entry.finish()
    },
    async settled() {
      for (const entry of pending.of()) {
        // nobody waits for those that only catch up, nor for a transaction that is still open
        if (entry.db === null || entry.db.fate === 'open') continue
        if (entry.db.fate === 'undone') entry.finish()
        else await within(entry.done, ECHO_LIMIT_MS, () => pending.giveUp(entry))
      }
    },
    async caughtUp() {
      if (!ears.isHearing()) return
      const [id, own] = pending.expect(null)
      const pid = ears.pid()
      pending.expected(own, pid === null ? [] : [pid])
      // what is told comes in the order of the commits; a connection that breaks meanwhile has cleared everything anyway
      ears.say([id, null, pid])
      await within(own.done, CATCH_UP_MS, () => {
        own.finish()
        ears.doubt() // whatever was said meanwhile may still be on its way
      })
    },
    isHearing: () => ears.isHearing(),
    heardMs: () => ears.heardMs(),
    close: () => ears.close(),
  }
}

/** Waits for `done`, but no longer than that; then `over` is done first. */
async function within(done: Promise<void>, milliseconds: number, over: () => void): Promise<void> {
  const limit = setTimeout(over, milliseconds)
  await done.finally(() => clearTimeout(limit))
}
