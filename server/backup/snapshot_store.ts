/** Every statement that reads an installation, or one instance of it, as of one moment. Nothing here writes. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import { JOB_PAYLOADS } from '#db/queue_tables.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Partition } from './manifest.ts'

const selectJobs = (where: string) =>
  `select j.task_identifier, p.payload, j.queue_name, j.run_at, j.priority, j.attempts, j.max_attempts, j.key, j.last_error, j.locked_at is not null,
    case when j.flags is not null then array(select jsonb_object_keys(j.flags)) end
  from graphile_worker.jobs j inner join ${JOB_PAYLOADS} p on p.id = j.id ${where} order by j.id`

/** A table with the columns that are kept: generated columns are computed again. */
export interface KeptTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** Removes the time limits for the rest of a transaction: how long it reads and writes depends on the amount of data. */
export async function removeTimeLimits(sql: postgres.TransactionSql): Promise<void> {
  await sql`select set_config(name, '0', true) from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
}

/** All tables of ours; partitioned ones last, because creating or dropping a partition has to wait while its table is read. */
export async function listKeptTables(sql: postgres.ISql): Promise<KeptTable[]> {
  return sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and c.relname <> 'schema_migrations' and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.oid, c.relname, c.relkind order by c.relkind = 'p', c.relname`
}

/** The tables that hold rows of an instance, each after those it refers to; the first is that of the instances themselves. */
export async function listInstanceTables(sql: postgres.ISql): Promise<KeptTable[]> {
  const tables = (await listKeptTables(sql)).filter(({ name, columns }) => name === 'accounts' || columns.includes('account_id'))
  const references = await sql<{ from: string; to: string }[]>`
    select c.relname as "from", t.relname as "to" from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' and k.conparentid = 0 and c.oid <> t.oid`
  const waitsFor = new Map([...Map.groupBy(references, ({ from }) => from)].map(([name, all]) => [name, all.map(({ to }) => to)]))
  const ordered = new Map<string, KeptTable>()
  while (ordered.size < tables.length) {
    const next = tables.find(({ name }) => !ordered.has(name) && (waitsFor.get(name) ?? []).every((other) => ordered.has(other)))
    if (next === undefined) throw new Error('The foreign keys of the tables of an instance form a circle')
    ordered.set(next.name, next)
  }
  return [...ordered.values()]
}

/** The partitions of tables. */
export async function listPartitions(sql: postgres.ISql): Promise<Partition[]> {
  const rows = await sql<{ name: string; of: string; bound: string }[]>`
    select c.relname as name, p.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' order by c.relname`
  return rows.map(({ name, of, bound }) => {
    const [, from, to] = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound) ?? []
    if (from === undefined || to === undefined) throw new Error(`The part ${name} of ${of} is not divided by time: ${bound}`)
    return { name, of, from, to }
  })
}

/** The value of each sequence. Sequences are not transactional: read after the first row of a table, none is behind the id of a row. */
export async function readSequences(sql: postgres.ISql): Promise<{ name: string; value: string; is_called: boolean }[]> {
  const names = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' order by 1`
  const found = []
  for (const { name } of names) {
    const [row] = await sql.unsafe<{ value: string; is_called: boolean }[]>(
      `select last_value::text as value, is_called from ${quoteIdentifier(name)}`,
    )
    found.push({ name, ...ensureDefined(row) })
  }
  return found
}

/** A name quoted as an identifier in SQL. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The condition on the rows of one instance, for COPY, which takes no parameters. */
export function rowsOfInstance(table: string, accountId: number): string {
  if (!Number.isSafeInteger(accountId)) throw new Error(`${accountId} is no id of an instance`)
  return `where ${table === 'accounts' ? 'id' : 'account_id'} = ${accountId}`
}

/**
 * The rows of a table, or those of one instance in it, one line each, as a stream. The transaction cannot run another statement until the
 * last row is read.
 */
export function rowsOf(sql: postgres.TransactionSql, { name, columns }: KeptTable, accountId?: number): AsyncIterable<Buffer> {
  const where = accountId === undefined ? '' : rowsOfInstance(name, accountId)
  return copyQuery(sql, `select ${columns.map(quoteIdentifier).join(', ')} from ${quoteIdentifier(name)} ${where}`)
}

/** The rows of a query, as {@link rowsOf} yields them. */
export async function* copyQuery(sql: postgres.TransactionSql, query: string): AsyncGenerator<Buffer> {
  const stream = await sql.unsafe(`copy (${query}) to stdout`).readable()
  yield* stream as AsyncIterable<Buffer>
  resumeReading(stream)
}

/**
 * The driver pauses its socket while the stream is full, and resumes when the stream is read again. A stream that already has its end is
 * never read again, and no later answer would be received. So it is read once more.
 */
function resumeReading(stream: Readable): void {
  Reflect.apply(Reflect.get(stream, '_read') as Readable['_read'], stream, [0])
}

/** The condition on the jobs of one instance. */
export const jobsOfInstance = (accountId: number): string => `where (p.payload ->> 'account_id')::bigint = ${accountId}`

/** The jobs of the queue, or those of one instance, failed ones included; none if the queue was never created. */
export async function* jobRows(sql: postgres.TransactionSql, accountId?: number): AsyncGenerator<Buffer> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('graphile_worker.jobs') is not null as there`
  if (row?.there === true) yield* copyQuery(sql, selectJobs(accountId === undefined ? '' : jobsOfInstance(accountId)))
}

/** What a row contains about a file. */
export interface NamedFile {
  readonly account_id: number
  readonly name: string
  readonly size: number
  readonly sha256: string
}

/** All files that rows refer to, or those of one instance, or of those only the rows for which a condition holds; in batches. */
export async function* listNamedFiles(
  sql: postgres.ISql,
  accountId: number | null,
  condition = 'true',
): AsyncGenerator<readonly NamedFile[]> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('stored_files') is not null as there`
  if (row?.there !== true) return
  yield* sql<NamedFile[]>`
    select account_id, name, size, encode(sha256, 'hex') as sha256 from stored_files
    where (${accountId}::bigint is null or account_id = ${accountId}) and ${sql.unsafe(condition)} order by account_id, id`.cursor(1000)
}

/** Version and fingerprint of the database. */
export async function aboutDatabase(sql: postgres.ISql): Promise<{ version: string; fingerprint: string | null }> {
  const [about] = await sql<{ version: string; there: boolean }[]>`
    select current_setting('server_version') as version, to_regclass('installation') is not null as there`
  const [stored] = about?.there === true ? await sql<{ pepper_fingerprint: string }[]>`select pepper_fingerprint from installation` : []
  return { version: about?.version ?? '', fingerprint: stored?.pepper_fingerprint ?? null }
}

/** How many rows of an instance a table has. */
export async function countRows(sql: postgres.ISql, table: string, accountId: number): Promise<number> {
  const [row] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::integer as count from ${quoteIdentifier(table)} ${rowsOfInstance(table, accountId)}`,
  )
  return ensureDefined(row).count
}
