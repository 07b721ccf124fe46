// OPENING A DATABASE and bringing its schema to where it should be: an external one, or the embedded one, created and migrated when needed.
// Not here: the connections themselves, which know nothing of the schema (db/).
import type { Config } from '#config/config.ts'
import { machineNow } from '#lib/clock.ts'
import { memberOf, messageOf } from '#lib/error_words.ts'
import { defineStatement } from '../builder.ts'
import type { DatabaseAddress } from '../address.ts'
import type { Db, StatementCheck } from '../db.ts'
import { type Database, openDatabase } from '../client.ts'
import type { Limits } from '../connection_loss.ts'
import type { PoolOptions } from '../connections.ts'
import { startConfigured } from '../embedded/configured.ts'
import type { EmbeddedPostgres } from '../embedded/start.ts'
import { type MayMigrate, migrate } from './migrate.ts'
import { isConnectionLoss, STANDBY } from '../outage.ts'
import { migrateQueue } from '../queue.ts'
import { forEachOf } from '#lib/all_of.ts'
import { StartError } from '#lib/start_error.ts'
import type { Stopping } from '#core/stopping.ts'

/** An open, migrated database; `close` also stops the embedded server. */
export interface Connected {
  readonly database: Database
  readonly address: DatabaseAddress
  readonly embedded: boolean
  /** @param hurry once aborted, waits only for the end of the embedded server, which then stops in its fast mode */
  close(hurry?: AbortSignal): Promise<void>
}

const NAME = 'deskhand'
/** The database exists already; 23505 if another session has created it during the statement. */
const DUPLICATE_DATABASE: readonly (string | undefined)[] = ['42P04', '23505']
/** A pooler with several idle sessions may return another session the first time. */
const ROUNDS = 3
const sessionPid = defineStatement<{ pid: number }>('select pg_backend_pid() as pid')

/** The database is reachable but cannot be used; the message is one sentence for the operator. */
class DatabaseError extends StartError {}

/** The signals that cancel a start: an orderly stop, and an immediate one. */
type StopSignals = Pick<Stopping, 'asked' | 'hurry'>

/**
 * Opens the database and brings it to the newest schema.
 * @throws DatabaseError when the external database does not answer, is too old, or shares sessions among connections
 * @throws EmbeddedPostgresError when the embedded one cannot be started
 * @throws MigrationError when the database is newer than this server, and whatever `mayMigrate` throws
 */
export async function connect(config: DatabaseConfig, log: (line: string) => void, options: ConnectOptions = {}): Promise<Connected> {
  const connected = await connectWithoutMigrating(config, log, options)
  return closeOnFailure(connected.close, options.stopping, async () => {
    await migrateAll(connected.database, connected.address, log, options.mayMigrate)
    return connected
  })
}

/** Options of opening the database. */
interface ConnectOptions {
  readonly check?: StatementCheck
  readonly limits?: Limits
  readonly shares_lookups?: boolean
  /** The embedded server if it is already started; `close` stops it. */
  readonly embedded?: Promise<EmbeddedPostgres> | null
  /** Cancels the start; the signal's reason is thrown then. */
  readonly stopping?: StopSignals
  /** Called before an existing database is migrated, and again after; if it throws, the schema stays unchanged. */
  readonly mayMigrate?: MayMigrate
}

/** The part of the configuration that selects the database and the number of processes. */
type DatabaseConfig = Pick<Config, 'database_url' | 'database_pool' | 'data_dir'> & Partial<Pick<Config, 'web_processes'>>

/**
 * As {@link connect}, without migrating: for commands that only read, and for those that bring their own schema.
 * @throws DatabaseError @throws EmbeddedPostgresError
 */
export async function connectWithoutMigrating(
  config: DatabaseConfig,
  log: (line: string) => void,
  { stopping, check, limits, embedded, shares_lookups = false }: ConnectOptions = {},
): Promise<Connected> {
  const options = { max: config.database_pool, shares_lookups, ...(check && { check }), ...(limits && { limits }) }
  if (config.database_url !== null) {
    const address = { url: config.database_url }
    const database = openDatabase(address, options)
    const close = (hurry?: AbortSignal) => endedOrHurried(database.close(), hurry)
    return closeOnFailure(close, stopping, async () => {
      await requireUsable(database, stopping)
      await requireSessions(address)
      return { database, address, embedded: false, close }
    })
  }
  const server = await (embedded ?? startConfigured(config, log, stopping?.asked))
  const address = {
    host: server.host,
    port: server.port,
    username: server.username,
    database: NAME,
    ...(server.password === undefined ? {} : { password: server.password }),
  }
  const database = openDatabase(address, options)
  const close = async (hurry?: AbortSignal) => {
    await endedOrHurried(database.close(), hurry).finally(() => server.stop(hurry))
  }
  return closeOnFailure(close, stopping, async () => {
    stopping?.asked.throwIfAborted()
    await createIfMissing(database, address)
    return { database, address, embedded: true, close }
  })
}

/** A database that another process has opened and maintains. */
export function attach(address: DatabaseAddress, options: PoolOptions & { check?: StatementCheck }): Connected {
  const database = openDatabase(address, options)
  return { database, address, embedded: false, close: (hurry) => endedOrHurried(database.close(), hurry) }
}

/** Runs `work`; closes the database if it fails or the start is cancelled. */
async function closeOnFailure<Result>(
  close: (hurry?: AbortSignal) => Promise<void>,
  stopping: StopSignals | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return stopping === undefined ? await work() : await Promise.race([work(), rejectedBy(stopping)])
  } catch (error) {
    await close(stopping?.hurry)
    throw error
  }
}

function rejectedBy({ asked, hurry }: StopSignals): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (hurry.aborted) reject(asked.reason)
    else hurry.addEventListener('abort', () => reject(asked.reason), { once: true })
  })
}

function endedOrHurried(ending: Promise<void>, hurry?: AbortSignal): Promise<void> {
  if (hurry === undefined) return ending
  const hurried = new Promise<void>((resolve) => {
    if (hurry.aborted) resolve()
    else hurry.addEventListener('abort', () => resolve(), { once: true })
  })
  return Promise.race([ending, hurried])
}

/** Migrates our schema, and at the first start that of the job queue. */
export async function migrateAll(
  database: Database,
  address: DatabaseAddress,
  log: (line: string) => void,
  mayMigrate?: MayMigrate,
): Promise<void> {
  // without statistics the planner estimates many pages for every new table, and scans it
  if ((await migrate(database, { log, ...(mayMigrate && { mayMigrate }) })).length > 0) await database.unchecked('analyze')
  const [queue] = await database.unchecked<{ there: boolean }>("select to_regclass('graphile_worker.migrations') is not null as there")
  if (queue?.there === true) return
  log('preparing the job queue')
  await migrateQueue(address)
}

async function requireUsable(database: Database, stopping: StopSignals | undefined): Promise<void> {
  const deadline = machineNow().getTime() + 10_000
  for (;;) {
    try {
      const [row] = await database.unchecked<{ version: string }>("select current_setting('server_version_num') as version")
      if (Number(row?.version) < 150_000) throw new DatabaseError('The database server is too old: PostgreSQL 15 or newer is needed')
      return
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      stopping?.asked.throwIfAborted()
      if (machineNow().getTime() > deadline)
        throw memberOf(error, 'code') === STANDBY ? error : new DatabaseError(`DATABASE_URL cannot be reached: ${messageOf(error)}`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/**
 * Detects shared sessions: two concurrent connections with one session, or one connection with two. The same fault includes a pooler that
 * serves statements but closes every connection that begins a transaction.
 */
async function requireSessions(address: DatabaseAddress): Promise<void> {
  const one = openDatabase(address, { max: 1 })
  const other = openDatabase(address, { max: 1 })
  try {
    for (let round = 1; ; round += 1) {
      const shares = await areShared(one, other).catch((error: unknown) => {
        if (!isConnectionLoss(error)) throw error
        return round === ROUNDS // a connection may break once
      })
      if (shares)
        throw new DatabaseError(
          'DATABASE_URL leads through a pooler that shares a session among several connections (PgBouncer: pool_mode = transaction or statement). ' +
            'Deskhand needs sessions of its own: set pool_mode = session, or name the PostgreSQL server itself.',
        )
      if (round === ROUNDS) return
    }
  } finally {
    await forEachOf([one, other], (database) => database.close())
  }
}

async function areShared(one: Database, other: Database): Promise<boolean> {
  const session = async (db: Db) => (await db.first(sessionPid()))?.pid
  const first = await session(one)
  return other.transaction(async (tx) => (await session(tx)) === first || (await session(one)) !== first)
}

/** Creates the database if it does not exist. Queries it over the driver, so that the migrations reuse that connection. */
async function createIfMissing({ driver }: Database, address: Exclude<DatabaseAddress, { url: string }>): Promise<void> {
  try {
    await driver.unsafe('select 1')
  } catch (error) {
    if (memberOf(error, 'code') !== '3D000') throw error // anything but "database does not exist" is a real error
    const maintenance = openDatabase({ ...address, database: 'postgres' }, { max: 1 })
    await maintenance.driver
      .unsafe(`create database ${NAME}`)
      .catch((fault: { code?: string }) => {
        if (!DUPLICATE_DATABASE.includes(fault.code)) throw fault // created by a process that started at the same moment
      })
      .finally(() => maintenance.close())
  }
}
