/** Opens the database the configuration names: an external one, or the embedded one, created and migrated when needed. */
import type { Config } from '../config.ts'
import { machineNow } from '../lib/clock.ts'
import { type Database, type DatabaseAddress, openDatabase, type StatementCheck } from './client.ts'
import { startEmbeddedPostgres } from './embedded/start.ts'
import { migrate } from './migrate.ts'
import { migrateQueue } from './queue.ts'

/** An open, migrated database; `close` also stops the embedded server. */
export interface Connected {
  readonly database: Database
  readonly address: DatabaseAddress
  readonly embedded: boolean
  close(): Promise<void>
}

const NAME = 'deskhand'

/** The database is there but cannot be used; the message is one sentence for the operator. */
export class DatabaseError extends Error {}

/**
 * @throws DatabaseError when the external database does not answer or is too old
 * @throws EmbeddedPostgresError when the embedded one cannot be started
 * @throws MigrationError when the database is newer than this server
 */
export async function connect(
  config: Pick<Config, 'database_url' | 'database_pool' | 'data_dir'>,
  log: (line: string) => void,
  check?: StatementCheck,
): Promise<Connected> {
  const options = { max: config.database_pool, ...(check === undefined ? {} : { check }) }
  if (config.database_url !== null) {
    const address = { url: config.database_url }
    const database = openDatabase(address, options)
    const close = () => database.close()
    return orClose(close, async () => {
      await requireUsable(database)
      await migrateAll(database, address, log)
      return { database, address, embedded: false, close }
    })
  }
  const server = await startEmbeddedPostgres({ data_dir: config.data_dir, log })
  const address = {
    host: server.host,
    port: server.port,
    username: server.username,
    database: NAME,
    ...(server.password === undefined ? {} : { password: server.password }),
  }
  const database = openDatabase(address, options)
  const close = async () => {
    await database.close()
    await server.stop()
  }
  return orClose(close, async () => {
    await createIfMissing(address)
    await migrateAll(database, address, log)
    return { database, address, embedded: true, close }
  })
}

/** What cannot be used is not left running. */
function orClose<Result>(close: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  return work().catch(async (error: unknown) => {
    await close()
    throw error
  })
}

/** Our schema, and at the first start the job queue's own. */
export async function migrateAll(database: Database, address: DatabaseAddress, log: (line: string) => void): Promise<void> {
  await migrate(database, log)
  const [queue] = await database.driver`select to_regclass('graphile_worker.migrations') is not null as there`
  if (queue?.there === true) return
  log('preparing the job queue')
  await migrateQueue(address)
}

async function requireUsable(database: Database): Promise<void> {
  const patience = machineNow().getTime() + 10_000
  for (;;) {
    try {
      const [row] = await database.driver<{ version: string }[]>`select current_setting('server_version_num') as version`
      if (Number(row?.version) < 150_000) throw new DatabaseError('The database server is too old: PostgreSQL 15 or newer is needed')
      return
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      if (machineNow().getTime() > patience) throw new DatabaseError(`DATABASE_URL cannot be reached: ${(error as Error).message}`)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

async function createIfMissing(address: Exclude<DatabaseAddress, { url: string }>): Promise<void> {
  const probe = openDatabase(address, { max: 1 })
  try {
    await probe.driver`select 1`
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error // anything but "database does not exist" is a real fault
    const maintenance = openDatabase({ ...address, database: 'postgres' }, { max: 1 })
    await maintenance.driver.unsafe(`create database ${NAME}`).finally(() => maintenance.close())
  } finally {
    await probe.close()
  }
}
