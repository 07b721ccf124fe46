/** The job queue's own connection and schema: graphile-worker uses its own driver, which is used nowhere else. */
import type { Client, ClientConfig, Pool } from 'pg'
import { allOf } from '#lib/all_of.ts'
import type { DatabaseAddress } from './address.ts'
import { primaryOf } from './primary.ts'
import { makePrimaryClientClass } from './primary_client.ts'

/** As in connections.ts: dead connections are detected, and no wait is unlimited. */
const LIMITS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 }
/** The limit of the queue's own statements, which are short; its migrations have none. */
const QUERY_MS = 60_000

/** A pool of the queue's driver. A statement that is not answered within `query_ms` fails; 0 means no limit. */
export async function openQueuePool(address: DatabaseAddress, max: number, query_ms = QUERY_MS): Promise<Pool> {
  const { default: pg } = await import('pg')
  const limits = { ...LIMITS, max, ...(query_ms === 0 ? {} : { query_timeout: query_ms }) }
  const pool = new pg.Pool({ ...clientConfig(address), ...limits, Client: clientClass(pg.Client, address) })
  // a broken connection is replaced at the next use; without a handler the error would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The workers' name in `pg_stat_activity`: one connection for each worker. */
export const WORKER = 'deskhand worker'

/** A single connection of the queue's driver, not yet connected. */
export async function openQueueClient(address: DatabaseAddress): Promise<Client> {
  const { default: pg } = await import('pg')
  const Client = clientClass(pg.Client, address)
  return new Client({ ...clientConfig(address), ...LIMITS, application_name: WORKER })
}

function clientConfig(address: DatabaseAddress): ClientConfig {
  if ('url' in address) return { connectionString: primaryOf(address)?.url ?? address.url }
  const { host, port, username: user, database, password } = address
  return { host, port, user, database, ...(password === undefined ? {} : { password }) }
}

function clientClass(Base: typeof Client, address: DatabaseAddress): typeof Client {
  const primary = primaryOf(address)
  return primary === undefined ? Base : makePrimaryClientClass(Base, primary)
}

/** Creates the queue's schema, or migrates it to the version this server uses. */
export async function migrateQueue(address: DatabaseAddress): Promise<void> {
  const [{ runMigrations, Logger }, pgPool] = await allOf(
    () => import('graphile-worker'),
    () => openQueuePool(address, 2, 0),
  )
  await runMigrations({ pgPool, logger: new Logger(() => () => {}) }).finally(() => pgPool.end())
}
