/**
 * WHAT A PROCESS REMEMBERS of the database: accounts, credentials, people, configuration. A write says what to forget
 * (inside its transaction, by NOTIFY), and every process forgets it as soon as the write is committed and says so: the writer
 * answers only when all have, so that a revoked credential is refused by the next call whichever process it reaches.
 * Without the listening connection nothing is remembered at all; a short time-to-live is the second net.
 * @source design/performance.md "How"
 */
import postgres from 'postgres'
import { machineNow } from '../lib/clock.ts'
import { makeLru } from '../lib/lru.ts'
import { fixed } from './builder.ts'
import type { DatabaseAddress, Db } from './client.ts'

const CHANNEL = 'deskhand_forget'
const CAPACITY = 50_000
const TIME_TO_LIVE_MS = 30_000
/** A process that is stuck may hold up a write this long and no longer. */
const ECHO_LIMIT_MS = 500
const LISTENER = 'deskhand listener'
const RETRY_MS = 200

/** See the top of this file. Topics are names such as `actors:7`; keys are free text within a topic. */
export interface Memory {
  /** The remembered value, or what `load` brings; undefined is never remembered. */
  remember<Value>(topic: string, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>
  /** Makes every process forget a topic (or one key of it) once the transaction of `db` is committed. */
  forget(db: Db, topic: string, key?: string): Promise<void>
  /** The transaction of `db` was rolled back: nobody will be told, so nobody need wait. */
  abandon(db: Db): void
  /** Waits until every process has forgotten what this one asked to forget. */
  settled(): Promise<void>
  /** Waits until this process has forgotten what anybody asked to forget in what is committed by now: for jobs, which begin the moment a write is. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** A forgetting under way: how many processes there are to hear of it, once that is known, and how many have heard. */
interface Pending {
  readonly db: Db | null
  expected: number
  heard: number
  readonly done: Promise<void>
  readonly finish: () => void
}

interface Entry {
  readonly value: Promise<unknown>
  readonly until: number
}

const notify = fixed<{ listeners: number }>(`select pg_notify($1, $2),
  (select count(*) from pg_stat_activity a where a.datname = current_database() and a.application_name = '${LISTENER}') as listeners`)

/** Makes every process forget a topic, from one that remembers nothing itself: the command line. */
export async function forgetEverywhere(db: Db, topic: string): Promise<void> {
  await db.run(notify(CHANNEL, JSON.stringify(['', topic])))
}

/** Starts listening. `close()` ends it. */
export async function openMemory(address: DatabaseAddress): Promise<Memory> {
  const topics = new Map<string, ReturnType<typeof makeLru<Entry>>>()
  const pending = new Map<string, Pending>()
  const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`
  let sent = 0
  let listening = false
  let closed = false

  const count = (id: string) => {
    const own = pending.get(id)
    if (own !== undefined && ++own.heard >= own.expected) own.finish()
  }
  const hear = (payload: string) => {
    const [id, topic, key] = JSON.parse(payload) as [string, string?, string?]
    // without a topic it is another process saying that it has forgotten
    if (topic !== undefined) {
      if (key === undefined) topics.delete(topic)
      else topics.get(topic)?.delete(key)
      // a connection that breaks meanwhile has cleared everything anyway, and the writer's patience has a limit
      if (!id.startsWith(mark)) listener.unsafe('select pg_notify($1, $2)', [CHANNEL, JSON.stringify([id])]).catch(() => {})
    }
    count(id)
  }
  const open = (): postgres.Sql => {
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: LISTENER },
      onnotify: (_channel: string, payload: string) => hear(payload),
      onclose: () => own === listener && deafen(),
    }
    const own: postgres.Sql = 'url' in address ? postgres(address.url, options as object) : postgres({ ...address, ...(options as object) })
    return own
  }
  let listener = open()
  let retry: NodeJS.Timeout | undefined
  /** The server is away: nothing is remembered until it is heard again. */
  const deafen = () => {
    listening = false
    topics.clear()
    if (!closed) retry ??= setTimeout(listenAgain, RETRY_MS).unref()
  }
  const listen = async () => {
    const own = listener
    try {
      await own.unsafe(`listen ${CHANNEL}`)
      topics.clear()
      listening = own === listener
    } catch {
      deafen()
    }
  }
  const listenAgain = async () => {
    retry = undefined
    const lost = listener
    listener = open() // a connection that broke is not used again; see connection_loss.ts
    await Promise.all([lost.end({ timeout: 1 }), listen()])
  }
  await listen()
  const expect = (db: Db | null): [string, Pending] => {
    const id = `${mark}-${++sent}`
    const { promise, resolve: finish } = Promise.withResolvers<void>()
    const limit = setTimeout(finish, ECHO_LIMIT_MS)
    const done = promise.finally(() => {
      clearTimeout(limit)
      pending.delete(id)
    })
    const own: Pending = { db, expected: Infinity, heard: 0, done, finish }
    pending.set(id, own)
    return [id, own]
  }

  return {
    async remember<Value>(topic: string, key: string, load: () => Promise<Value | undefined>) {
      if (!listening) return load()
      const entries = topics.get(topic) ?? makeLru<Entry>(CAPACITY)
      topics.set(topic, entries)
      const known = entries.get(key)
      const now = machineNow().getTime()
      if (known !== undefined && known.until > now) return known.value as Promise<Value | undefined>
      const value = load()
      entries.set(key, { value, until: now + TIME_TO_LIVE_MS })
      const drop = () => void (entries.get(key)?.value === value && entries.delete(key))
      value.then((found) => found === undefined && drop(), drop)
      return value
    },
    async forget(db, topic, key) {
      const [id, own] = expect(db)
      const told = await db.first(notify(CHANNEL, JSON.stringify(key === undefined ? [id, topic] : [id, topic, key])))
      own.expected = Math.max(1, told?.listeners ?? 1)
      if (own.heard >= own.expected) own.finish()
    },
    abandon(db) {
      for (const entry of pending.values()) if (entry.db === db) entry.finish()
    },
    async settled() {
      // nobody waits for those that only catch up
      for (const entry of pending.values()) if (entry.db !== null) await entry.done
    },
    async caughtUp() {
      if (!listening) return
      const [id, own] = expect(null)
      own.expected = 1
      // what is told comes in the order of the commits; a connection that breaks meanwhile has cleared everything anyway
      listener.unsafe('select pg_notify($1, $2)', [CHANNEL, JSON.stringify([id])]).catch(own.finish)
      await own.done
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await listener.end({ timeout: 1 })
    },
  }
}
