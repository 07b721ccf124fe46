/** The job queue's own connection and schema: graphile-worker brings its driver, used nowhere else. */
import type { Pool } from 'pg'
import type { DatabaseAddress } from './client.ts'

/** A pool of the queue's driver. */
export async function openQueuePool(address: DatabaseAddress, max: number): Promise<Pool> {
  const { default: pg } = await import('pg')
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.host, port: address.port, user: address.username, database: address.database, password: address.password }
  const pool = new pg.Pool({ ...where, max })
  // a broken connection is replaced at the next use; without a listener it would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Makes the queue's schema, or brings it to the version this server uses. */
export async function migrateQueue(address: DatabaseAddress): Promise<void> {
  const [{ runMigrations, Logger }, pgPool] = await Promise.all([import('graphile-worker'), openQueuePool(address, 2)])
  await runMigrations({ pgPool, logger: new Logger(() => () => {}) }).finally(() => pgPool.end())
}
