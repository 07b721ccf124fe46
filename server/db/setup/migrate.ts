/** Brings a database to the newest schema: plain SQL files, forward only, in one transaction, one process at a time. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type postgres from 'postgres'
import { machineNow } from '#lib/clock.ts'
import { ROOT } from '#lib/root.ts'
import { StartError } from '#lib/start_error.ts'
import type { Database } from '../client.ts'
import { migrateDistributed } from '../distribution/migrate_distributed.ts'
import { isDistributed } from '../distribution/read_schema.ts'
import { overDriver, type Runner } from '../over_driver.ts'
import { INVALIDATION_CHANNEL, SCHEMA_TOPIC } from '../topics.ts'

const FOLDER = join(ROOT, 'migrations')
/** The key of the advisory lock: any number, but the same in every version of the server. */
const LOCK = 7_301_911

/** The database cannot be used by this server; the message says why and what to do. */
export class MigrationError extends StartError {}

/**
 * Decides whether this process may migrate a database that was migrated before. Called in the transaction of the migrations: before the
 * first one, and after the last with `is_migrated`. If it throws, the database stays unchanged.
 */
export type MayMigrate = (db: Runner, is_migrated: boolean) => Promise<void>

interface MigrateOptions {
  readonly log?: (line: string) => void
  readonly mayMigrate?: MayMigrate
}

/** Names of the migration files, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
}

/** The text of a migration file. */
export async function migrationText(name: string): Promise<string> {
  return readFile(join(FOLDER, name), 'utf8')
}

/** Waits until no other process changes the schema; none does until the end of the transaction. */
export async function lockMigrations(sql: postgres.TransactionSql): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`
}

/**
 * Applies all missing migrations or none, and returns the names applied.
 * @throws MigrationError when the database is newer than this server, and whatever `mayMigrate` throws
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  return database.driver.begin((sql) => migrateIn(sql, options))
}

/**
 * As {@link migrate}, in a transaction of the caller, and no further than the migration named `until`.
 * @throws MigrationError when the database is newer than this server
 */
export async function migrateIn(
  sql: postgres.TransactionSql,
  { until, log = () => {}, mayMigrate = async () => {} }: MigrateOptions & { readonly until?: string } = {},
): Promise<string[]> {
  const names = (await migrationNames()).filter((name) => until === undefined || name <= until)
  await lockMigrations(sql)
  await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null)`
  const applied = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map((row) => row.name))
  const unknown = [...applied].filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new MigrationError(`The database is newer than this server (it has ${unknown.join(', ')}). Start the newer version of Deskhand.`)
  const db = overDriver(sql)
  const missing = names.filter((name) => !applied.has(name))
  const isAsked = missing.length > 0 && applied.size > 0
  if (isAsked) await mayMigrate(db, false)
  if (missing.length > 0) log(`migrating: ${spanOf(missing)}`)
  const runText =
    missing.length > 0 && (await isDistributed(db)) ? (text: string) => migrateDistributed(db, text) : (text: string) => sql.unsafe(text)
  for (const name of missing) {
    const text = await migrationText(name)
    await runText(text).catch((error: unknown) => {
      log(`migrating: ${name} failed`)
      throw error
    })
    await sql`insert into schema_migrations (name, applied_at) values (${name}, ${machineNow()})`
  }
  if (isAsked) await mayMigrate(db, true)
  // processes of the old version stop writing; an empty database has none
  if (missing.length > 0) await sql`select pg_notify(${INVALIDATION_CHANNEL}, ${JSON.stringify(['', SCHEMA_TOPIC])})`
  return missing
}

/** Migrations in one line: the only one, or their number, the first and the last. */
function spanOf(names: readonly string[]): string {
  const first = names[0]
  const last = names.at(-1)
  return names.length === 1 ? `${first}` : `${names.length} steps, ${first} to ${last}`
}

/** The applied migrations of a database, in order; none if it was never migrated. */
export async function listAppliedMigrations(sql: postgres.ISql): Promise<string[]> {
  const [there] = await sql<{ there: boolean }[]>`select to_regclass('schema_migrations') is not null as there`
  if (there?.there !== true) return []
  return (await sql<{ name: string }[]>`select name from schema_migrations order by name`).map((row) => row.name)
}
