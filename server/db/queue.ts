/** The job queue's own connection and schema: graphile-worker brings its driver, used nowhere else. */
import type { Client, ClientConfig, Pool } from 'pg'
import type { DatabaseAddress } from './client.ts'

/** A pool of the queue's driver. */
export async function openQueuePool(address: DatabaseAddress, max: number): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ ...clientConfig(address), max })
  // a broken connection is replaced at the next use; without a listener it would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A single connection of the queue's driver, not yet connected. */
export async function openQueueClient(address: DatabaseAddress): Promise<Client> {
  const { default: pg } = await import('pg')
  return new pg.Client({ ...clientConfig(address), keepAlive: true })
}

function clientConfig(address: DatabaseAddress): ClientConfig {
  if ('url' in address) return { connectionString: address.url }
  const { host, port, username: user, database, password } = address
  return { host, port, user, database, ...(password === undefined ? {} : { password }) }
}

/** Makes the queue's schema, or brings it to the version this server uses. */
export async function migrateQueue(address: DatabaseAddress): Promise<void> {
  const [{ runMigrations, Logger }, pgPool] = await Promise.all([import('graphile-worker'), openQueuePool(address, 2)])
  await runMigrations({ pgPool, logger: new Logger(() => () => {}) }).finally(() => pgPool.end())
}
