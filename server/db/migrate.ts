/** Brings a database to the newest schema: plain SQL files, forward only, in one transaction, one process at a time. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machineNow } from '../lib/clock.ts'
import { ROOT } from '../lib/root.ts'
import type { Database } from './client.ts'

const FOLDER = join(ROOT, 'migrations')
/** Any number will do as long as every version of the server uses the same. */
const LOCK = 7_301_911

/** The database cannot be used by this server; the message says why and what to do. */
export class MigrationError extends Error {}

/** Names of the migration files, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
}

/** The text of a migration file. */
export async function migrationText(name: string): Promise<string> {
  return readFile(join(FOLDER, name), 'utf8')
}

/**
 * Applies what is missing, all of it or nothing, and returns the names applied.
 * @throws MigrationError when the database is newer than this server
 */
export async function migrate(database: Database, log: (line: string) => void = () => {}): Promise<string[]> {
  const names = await migrationNames()
  return database.driver.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null)`
    const applied = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map((row) => row.name))
    const unknown = [...applied].filter((name) => !names.includes(name))
    if (unknown.length > 0)
      throw new MigrationError(
        `The database is newer than this server (it has ${unknown.join(', ')}). Start the newer version of Deskhand.`,
      )
    const missing = names.filter((name) => !applied.has(name))
    for (const name of missing) {
      log(`migrating: ${name}`)
      await sql.unsafe(await migrationText(name))
      await sql`insert into schema_migrations (name, applied_at) values (${name}, ${machineNow()})`
    }
    return missing
  })
}
