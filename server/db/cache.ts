/**
 * THE CACHE OF A PROCESS: accounts, credentials, people, configuration from the database. A write invalidates what it changes with NOTIFY,
 * inside its transaction; when it is committed, every process drops these values and acknowledges that. The writer's request is answered
 * only when each process has acknowledged or its lease is over, so a revoked credential is refused in the next request to any process. A
 * process that does not receive its own notifications caches nothing (see listener.ts). A short time-to-live limits the effect of an
 * invalidation that is missed all the same.
 * @source docs/decisions/0007_memory.md
 */
import { machineNow } from '#lib/clock.ts'
import { weightOf } from '#lib/weight.ts'
import { defineStatement } from './builder.ts'
import type { DatabaseAddress } from './address.ts'
import type { Db } from './db.ts'
import { IS_LISTENER_SQL, openListener } from './listener.ts'
import type { Listener, Notification, OpenListener } from './listening.ts'
import { type CacheEntries, makeCacheEntries } from './cache_entries.ts'
import { type PendingInvalidations, waitUntilFinished, makePendingInvalidations } from './pending_invalidations.ts'
import { shareRounds } from './share_rounds.ts'
import { INVALIDATION_CHANNEL } from './topics.ts'

const CAPACITY = 50_000
/** Of all topics together. */
const MAX_BYTES = 64 * 1024 * 1024
/** The assumed weight of a value that is still being loaded. */
const LOADING_BYTES = 1024
const TIME_TO_LIVE_MS = 30_000
const CATCH_UP_MS = 500

/** See the top of this file. Topics are names such as `actors:7`; keys are free text within a topic. */
export interface Cache {
  /** The cached value, or the result of `load`; undefined is not cached. What is under a key is always loaded as the same type. */
  load<Value>(topic: string, key: string, load: () => Promise<Value>): Promise<Value>
  /** Invalidates a topic (or one key of it) in every process once the transaction of `db` is committed. */
  invalidate(db: Db, topic: string, key?: string): Promise<void>
  /** The transaction of `db` was rolled back: its invalidations are not sent, so nothing waits for them. */
  abandon(db: Db): void
  /** Waits until no process uses values that this one has invalidated: each has acknowledged, or its lease is over. */
  settled(): Promise<void>
  /**
   * Waits until this process has applied all invalidations committed so far: for jobs, which start the moment a write is committed. Those that
   * wait at the same time share it.
   */
  caughtUp(): Promise<void>
  /** False while this process may have missed invalidations; it then caches nothing. */
  isHearing(): boolean
  /** Waits until this process receives invalidations, or knows that none can be sent: not at all, or until its next heartbeat. */
  received(): Promise<void>
  /** The time since this process last received its own heartbeat, in milliseconds. */
  heardMs(): number
  close(): Promise<void>
}

interface Entry {
  readonly value: Promise<unknown>
  readonly until: number
}

const notify = defineStatement<{
  listeners: string | null
}>(`select pg_notify($1, $2), (select string_agg(a.pid::text, ',') from pg_stat_activity a
  where ${IS_LISTENER_SQL}) as listeners`)

/** Invalidates a topic (or one key of it) in every process, from a process without a cache: the command line. */
export async function invalidateEverywhere(db: Db, topic: string, key?: string): Promise<void> {
  await db.run(notify(INVALIDATION_CHANNEL, JSON.stringify(key === undefined ? ['', topic] : ['', topic, key])))
}

/** The parts of a cache. */
export interface CacheParts {
  readonly address: DatabaseAddress
  /** The process sends heartbeats to itself through these connections, which must never be waited for. */
  readonly db: Db
  /** Called when the process stops receiving invalidations, and when it receives them again. */
  readonly state?: (isReceiving: boolean) => void
  /** Called with each invalidated topic, and its key if only that is. It is acknowledged when the returned promise is resolved. */
  readonly heard?: (topic: string, key: string | undefined) => Promise<void> | undefined
  /** Called when invalidations may have been missed. */
  readonly missed?: () => void
  /** How the process receives invalidations: by default on a connection of its own. */
  readonly openListener?: OpenListener
}

/** Opens a cache and starts listening. `close()` ends it. */
export async function openCache(parts: CacheParts): Promise<Cache> {
  const entries = makeCacheEntries<Entry>(CAPACITY, MAX_BYTES)
  const pending = makePendingInvalidations(() => listener?.pid() ?? null)
  const receive = makeReceive(entries, pending, parts.heard)
  let listener: Listener | undefined
  listener = await (parts.openListener ?? openListener)({
    address: parts.address,
    db: parts.db,
    channel: INVALIDATION_CHANNEL,
    mark: pending.mark,
    hear(message, own) {
      listener = own
      receive(message, own)
    },
    forget() {
      entries.clear()
      pending.loseTrack()
      parts.missed?.()
    },
    ...(parts.state === undefined ? {} : { state: parts.state }),
  })
  const listening = listener

  return {
    load: makeLoad(entries, listening),
    async invalidate(db, topic, key) {
      const [id, own] = pending.begin(db)
      const notified = await db
        .first(notify(INVALIDATION_CHANNEL, JSON.stringify(key === undefined ? [id, topic] : [id, topic, key])))
        .catch((error: unknown) => {
          own.finish() // nothing was sent
          throw error
        })
      pending.expect(own, (notified?.listeners ?? '').split(',').filter(Boolean).map(Number))
    },
    abandon: pending.abandon,
    settled: pending.settled,
    caughtUp: shareRounds(async () => {
      const pid = listening.pid()
      if (pid === null || !listening.isHearing()) return
      const [id, own] = pending.begin(null)
      pending.expect(own, [pid])
      // notifications arrive in the order of the commits; if the connection breaks meanwhile, everything is cleared anyway
      listening.say([id, null, pid])
      await waitUntilFinished(own, CATCH_UP_MS, () => {
        own.finish()
        listening.doubt() // earlier notifications may still be under way
      })
    }),
    isHearing: () => listening.isHearing(),
    received: () => listening.received(),
    heardMs: () => listening.heardMs(),
    close: () => listening.close(),
  }
}

/** Handles notifications: drops what another process or this one has invalidated, and acknowledges that. */
function makeReceive(
  entries: CacheEntries<Entry>,
  pending: PendingInvalidations,
  heard: CacheParts['heard'],
): (message: Notification, listener: Listener) => void {
  const acknowledge = (listener: Listener, id: string, pid: number | null) => {
    // without an id nobody waits
    if (pid === null || id === '') return
    if (pending.isOurs(id)) pending.speaks(id, pid)
    // if the connection breaks meanwhile, everything is cleared anyway, and the writer's wait is limited
    else listener.say([id, null, pid])
  }
  return (message, listener) => {
    const [id, topic, third, session] = message
    if (topic === null) return pending.speaks(id, Number(third), session)
    const key = third === undefined ? undefined : String(third)
    pending.noteArrival(id)
    entries.delete(topic, key)
    const handled = heard?.(topic, key)
    const pid = listener.pid()
    listener.reportDropped({ message, handled }, () => acknowledge(listener, id, pid))
  }
}

/** `load` of a {@link Cache}. It is not an async function: a value in the cache is returned without another promise around it. */
function makeLoad(entries: CacheEntries<Entry>, listening: Listener): Cache['load'] {
  return <Value>(topic: string, key: string, load: () => Promise<Value>) => {
    if (!listening.isHearing()) return load()
    const known = entries.get(topic, key)
    const now = machineNow().getTime()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is under a key was loaded as this type
    if (known !== undefined && known.until > now) return known.value as Promise<Value>
    const value = load()
    const entry: Entry = { value, until: now + TIME_TO_LIVE_MS }
    entries.set(topic, key, entry, LOADING_BYTES)
    const isThere = () => entries.get(topic, key) === entry
    const drop = () => void (isThere() && entries.delete(topic, key))
    const weigh = (found: Value) => void (isThere() && entries.set(topic, key, entry, weightOf(found)))
    value.then((found) => (found === undefined ? drop() : weigh(found)), drop)
    return value
  }
}
