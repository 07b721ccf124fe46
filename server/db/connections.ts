/** A pool of connections: opens, monitors, closes them. fair_pool.ts decides which caller gets one. */
import type postgres from 'postgres'
import type { DatabaseAddress } from './address.ts'
import { Connection, type Limits, type OpenDriver } from './connection_loss.ts'
import { FairPool, type PoolFigures, type Share } from './fair_pool.ts'
import { DatabaseFault } from './outage.ts'
import { countError, noCounts, type PoolCounts } from './pool_counts.ts'
import { openPostgres } from './open_postgres.ts'
import { LOOKUP_LIMITS, SharedConnection } from './shared_connection.ts'
import { postgresTypes } from './types.ts'
import { forEachOf } from '#lib/all_of.ts'
import { readStopwatch } from '#lib/clock.ts'

/** `limits`: absent for commands, migrations and bulk loads. */
export interface PoolOptions {
  max?: number
  name?: string
  limits?: Limits
  /** How long callers wait for a connection, at most. */
  wait_seconds?: number
  /** Adds one connection that lookups share. */
  shares_lookups?: boolean
}

/** The connections of a pool that the writers of one key hold, or its other callers. */
export type PoolShare = Share<Connection>

/** A pool of connections. */
export interface Pool {
  /** The share of work without a key. */
  readonly common: PoolShare
  /** The connection that lookups share, if there is one. */
  readonly shared: SharedConnection | undefined
  /** The share of the writers of a key, or of its other callers. */
  share(key: string | number, isWriting?: boolean): PoolShare
  /** A free connection, or undefined when the caller has to {@link Pool.wait}. */
  take(share: PoolShare): Connection | undefined
  wait(share: PoolShare): Promise<Connection>
  give(share: PoolShare, connection: Connection): void
  figures(): PoolFigures
  readonly counts: PoolCounts
  /** A driver with as many connections beside the pool, without limits. */
  openDriver(): postgres.Sql
  close(seconds: number): Promise<void>
}

/** The server ends a session whose transaction is idle for longer than this. */
const IDLE_IN_TRANSACTION_SECONDS = 60
const CONNECT_SECONDS = 5
const WAIT_SECONDS = 5
/** After this many seconds without a byte the system checks whether the other side is still reachable. */
const KEEP_ALIVE_SECONDS = 10
/** Migrations use the driver once, so its connections are closed soon. */
const DRIVER_IDLE_SECONDS = 20
/** The server cancels a statement at its limit; its answer may take this much longer. */
const GRACE_SECONDS = 5
/** Likewise for the connection that lookups share; after that they run in the pool. */
const LOOKUP_GRACE_SECONDS = 2
/** The interval of the checks for expired waits. Times of a pool are counted in ticks, so that a statement needs no timer. */
const TICK_MS = 1000

/** Opens a pool. Nothing is connected until the first statement. */
export function openPool(address: DatabaseAddress, options: PoolOptions): Pool {
  const { max = 10, limits, wait_seconds = WAIT_SECONDS } = options
  const clock = { ticks: 0 }
  const counts = noCounts()
  const open: OpenDriver = (closed) => openDriver(address, options.name, { max: 1, onclose: closed })
  const giveBack = (share: PoolShare, connection: Connection) => pool.give(share, connection)
  const make = (own: Limits | undefined) => new Connection({ open, settings: settingsOf(own), clock, giveBack, counts })
  const connections = Array.from({ length: max }, () => make(limits))
  const shared = options.shares_lookups !== true ? undefined : make(LOOKUP_LIMITS)
  const pool: FairPool<Connection> = new FairPool(connections)
  const watch = () => {
    clock.ticks += 1
    pool.tick(wait_seconds)
    if (shared?.isSilent(LOOKUP_LIMITS.statement_seconds + LOOKUP_GRACE_SECONDS) === true) shared.renew()
    if (limits === undefined) return
    const silent = connections.filter((connection) => connection.isSilent(limits.statement_seconds + GRACE_SECONDS))
    // if one connection is silent, the unused ones probably are too: otherwise each would be detected by a caller that waits
    if (silent.length > 0) for (const connection of [...silent, ...pool.unused()]) connection.renew()
  }
  const watching = setInterval(watch, TICK_MS).unref()
  return {
    common: pool.withoutKey(),
    shared: shared && new SharedConnection(shared, clock),
    share: (key, isWriting) => pool.share(key, isWriting),
    take: (share) => pool.take(share),
    wait: (share) => waitCounted(pool, share, counts),
    give: giveBack,
    figures: () => pool.figures(),
    counts,
    openDriver: () => openDriver(address, options.name, { max, idle_timeout: DRIVER_IDLE_SECONDS }),
    async close(seconds) {
      pool.end(new DatabaseFault('CONNECTION_ENDED', 'The database is closed'))
      await forEachOf(shared === undefined ? connections : [...connections, shared], (connection) => connection.close(seconds))
      clearInterval(watching)
    },
  }
}

async function waitCounted(pool: FairPool<Connection>, share: PoolShare, counts: PoolCounts): Promise<Connection> {
  const begun = readStopwatch()
  counts.waits += 1
  try {
    return await pool.wait(share)
  } catch (error) {
    countError(counts, error)
    throw error
  } finally {
    counts.wait_seconds += (readStopwatch() - begun) / 1000
  }
}

function openDriver(
  address: DatabaseAddress,
  name = 'deskhand',
  more: { max: number; onclose?: () => void; idle_timeout?: number },
): postgres.Sql {
  return openPostgres(address, {
    ...more,
    types: postgresTypes,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: CONNECT_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    // a pooler accepts these parameters at the start of a connection, and refuses others
    connection: { TimeZone: 'UTC', DateStyle: 'ISO', application_name: name },
    backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
  })
}

/**
 * The limits that the server enforces: of statements, of locks, and of abandoned transactions, whose end releases their locks. The answer
 * says whether the server is a standby, since one address may lead to another server than before.
 */
function settingsOf(limits: Limits | undefined): string {
  const settings = {
    statement_timeout: limits?.statement_seconds ?? 0,
    lock_timeout: limits?.lock_seconds ?? 0,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS,
  }
  const calls = Object.entries(settings).map(([name, seconds]) => `set_config('${name}', '${seconds * 1000}', false)`)
  return `select pg_is_in_recovery() as is_standby, ${calls.join(', ')}`
}
