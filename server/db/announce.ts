/** Announces a change to all processes, from one without a cache, and waits until each has confirmed it: the command line. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { readStopwatch } from '#lib/clock.ts'
import { parseOwn } from '#lib/json.ts'
import type { DatabaseAddress } from './address.ts'
import { IS_LISTENER_SQL } from './listener.ts'
import { openPostgres } from './open_postgres.ts'
import { INVALIDATION_CHANNEL } from './topics.ts'

const POLL_MS = 50
const CONNECT_SECONDS = 5

/** A key of a topic, as a cache drops it (cache.ts). */
export interface Announcement {
  readonly topic: string
  readonly key: string
}

/**
 * Announces it, and waits until each process that listens has confirmed it or listens no more, `patience_ms` at most.
 * @returns the sessions of those that have done neither, by their process ids in PostgreSQL
 */
export async function announce(address: DatabaseAddress, { topic, key }: Announcement, patience_ms: number): Promise<number[]> {
  const id = `command-${randomUUID()}`
  const confirmed = new Set<number>()
  const onnotify = (_channel: string, payload: string) => {
    const [of, silent, pid] = parseOwn<[string, unknown, unknown]>(payload)
    if (of === id && silent === null) confirmed.add(Number(pid))
  }
  const options = { max: 1, fetch_types: false, connect_timeout: CONNECT_SECONDS, onnotify }
  const sql = openPostgres(address, options)
  try {
    await sql.unsafe(`listen ${INVALIDATION_CHANNEL}`)
    const listening = await listListeners(sql)
    await sql`select pg_notify(${INVALIDATION_CHANNEL}, ${JSON.stringify([id, topic, key])})`
    const isOpen = (pid: number) => !confirmed.has(pid)
    for (const begun = readStopwatch(); listening.some(isOpen) && readStopwatch() - begun < patience_ms;) {
      await sleep(POLL_MS)
      const there = new Set(await listListeners(sql))
      for (const pid of listening) if (!there.has(pid)) confirmed.add(pid)
    }
    return listening.filter(isOpen)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function listListeners(sql: postgres.Sql): Promise<number[]> {
  const rows = await sql.unsafe<{ pid: number }[]>(`select a.pid from pg_stat_activity a where ${IS_LISTENER_SQL}`)
  return rows.map(({ pid }) => pid)
}
