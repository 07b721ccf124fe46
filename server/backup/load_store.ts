/** Every statement that restores the rows of a backup into an empty database, in one transaction of the caller. */
import type { Writable } from 'node:stream'
import { setImmediate as endSent } from 'node:timers/promises'
import type postgres from 'postgres'
import { messageOf } from '#lib/error_words.ts'
import { BackupError, JOB_COLUMNS, type Manifest, type Partition, type TableRecord } from './manifest.ts'
import { type KeptTable, quoteIdentifier } from './snapshot_store.ts'

/** True if a database has no instance and no tables of another program. */
export async function isEmpty(sql: postgres.ISql): Promise<boolean> {
  const [row] = await sql<{ accounts: boolean; others: number }[]>`
    select to_regclass('public.accounts') is not null as accounts, (select count(*) from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      and to_regclass('public.schema_migrations') is null) as others`
  if (row?.accounts !== true) return row?.others === 0
  return (await sql`select 1 from accounts limit 1`).length === 0
}

/** @throws BackupError when the tables differ from those of the backup, though the migrations are the same */
export function requireSameTables(tablesHere: readonly KeptTable[], { tables }: Manifest): void {
  const texts = (all: readonly { name: string; columns: readonly string[] }[]) =>
    new Set(all.map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`))
  const here = texts(tablesHere)
  const kept = texts(tables)
  const [unlike] = [...here.symmetricDifference(kept)]
  if (unlike !== undefined)
    throw new BackupError(
      `The backup was made with other tables under the same migrations: ${unlike}. Restore it with the version that made it.`,
    )
}

/** Creates the partitions that do not exist yet. */
export async function makePartitions(sql: postgres.ISql, all: readonly Partition[]): Promise<void> {
  for (const { name, of, from, to } of all)
    await sql.unsafe(
      `create table if not exists ${quoteIdentifier(name)} partition of ${quoteIdentifier(of)} for values from ('${from}') to ('${to}')`,
    )
}

/** Drops foreign keys and indexes, and the rows that migrations have inserted. Returns the statements that create the former again. */
export async function dropConstraintsAndRows(sql: postgres.ISql, tables: readonly TableRecord[]): Promise<string[]> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 order by conrelid::regclass::text, conname`
  for (const { table, name } of keys) await sql.unsafe(`alter table ${table} drop constraint ${quoteIdentifier(name)}`)
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by i.indexrelid`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  if (tables.length > 0) await sql.unsafe(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
  await sql`set local maintenance_work_mem = '256MB'`
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`),
  ]
}

/** A table that rows are loaded into. */
export interface Loading {
  write(lines: Buffer): Promise<void>
  end(): Promise<void>
}

/** Loads rows into a table as COPY takes them. @throws BackupError when they cannot be loaded */
export async function loadInto(sql: postgres.TransactionSql, { name, columns }: Pick<TableRecord, 'name' | 'columns'>): Promise<Loading> {
  const target: Writable = await sql
    .unsafe(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`)
    .writable()
  let fault: unknown
  target.on('error', (error) => (fault ??= error))
  const toLoadError = (error: unknown) => new BackupError(`The rows of ${name} cannot be loaded: ${messageOf(fault ?? error)}`)
  return {
    async write(lines) {
      await new Promise<void>((resolve) => target.write(lines, () => resolve()))
      if (fault !== undefined) throw toLoadError(fault)
    },
    async end() {
      target.end()
      await endSent() // the driver accepts no other statement before this
      // the driver does not report rows refused after the last one was sent; the next statement does
      await sql`select 1`.catch((error: unknown) => {
        throw toLoadError(error)
      })
      if (fault !== undefined) throw toLoadError(fault)
    },
  }
}

/** Creates the table that the jobs of the backup are loaded into first. */
export async function createJobTable(sql: postgres.ISql, name: string): Promise<void> {
  const types: Readonly<Record<(typeof JOB_COLUMNS)[number], string>> = {
    task: 'text',
    payload: 'json',
    queue: 'text',
    run_at: 'timestamptz',
    priority: 'integer',
    attempts: 'integer',
    max_attempts: 'integer',
    key: 'text',
    last_error: 'text',
    was_running: 'boolean',
    flags: 'text[]',
  }
  const columns = JOB_COLUMNS.map((column) => `${quoteIdentifier(column)} ${types[column]}`)
  await sql.unsafe(
    `create temporary table ${quoteIdentifier(name)} (n bigint generated always as identity, job_id bigint, ${columns.join(', ')}) on commit drop`,
  )
}

/** Queues the loaded jobs, in their order. A job that was running has not failed: it gets its attempt back, as after a worker crash. */
export async function enqueueLoaded(sql: postgres.ISql, name: string): Promise<void> {
  await sql.unsafe(`update ${quoteIdentifier(name)} k set job_id = (select (graphile_worker.add_job(identifier := k.task, payload := k.payload, queue_name := k.queue,
    run_at := k.run_at, max_attempts := greatest(k.max_attempts, 1), job_key := k.key, priority := k.priority,
    flags := k.flags)).id)`)
  await sql.unsafe(
    `select graphile_worker.permanently_fail_jobs(array[job_id], last_error) from ${quoteIdentifier(name)} where last_error is not null`,
  )
  await sql.unsafe(`select graphile_worker.reschedule_jobs(array[job_id], attempts := attempts,
    max_attempts := max_attempts + (was_running and attempts >= max_attempts)::integer) from ${quoteIdentifier(name)}`)
}

/** Sets each sequence to its value in the backup. */
export async function setSequences(sql: postgres.ISql, all: Manifest['sequences']): Promise<void> {
  for (const { name, value, is_called } of all) await sql`select setval(${quoteIdentifier(name)}::regclass, ${value}::bigint, ${is_called})`
}

/** Updates the statistics of PostgreSQL. */
export async function recount(sql: postgres.Sql): Promise<void> {
  await sql.unsafe('vacuum (analyze)')
}
