/**
 * Every statement that finds what has changed in an instance since a first copy of it. A row version has the id of the transaction that wrote
 * it (`xmin`). The first copy shows what transactions had committed that are older than the oldest one under way at its moment, and keeps the id
 * of that one; so what it does not show has this id or a later one. Such a version may also be in the first copy: then it comes twice.
 * Ids have 32 bits in a row, and are compared by their ages, which is right for two thousand million transactions.
 */
import type postgres from 'postgres'
import { ensureDefined } from '#lib/defined.ts'
import { BackupError, type SnapshotRecord } from './manifest.ts'
import { copyQuery, type KeptTable, quoteIdentifier, rowsOfInstance } from './snapshot_store.ts'

/** Half of the transactions whose ages can be compared: a copy is weeks old then. */
const MAX_TRANSACTIONS = 1_000_000_000n

/**
 * The moment of the transaction's snapshot. The first eight digits of the log's file are the timeline: a standby that was promoted and a server that was
 * recovered to a moment give out the ids of lost transactions again.
 */
export async function readSnapshot(sql: postgres.ISql): Promise<SnapshotRecord> {
  const [row] = await sql<SnapshotRecord[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
      (select system_identifier from pg_control_system())::text || '/' || (select oid from pg_database where datname = current_database())
        || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as database`
  return ensureDefined(row)
}

/** @throws BackupError when changes since a moment cannot be found by its transaction id any more */
export async function requireComparable(sql: postgres.ISql, { xmin, database }: SnapshotRecord): Promise<void> {
  const now = await readSnapshot(sql)
  if (now.database !== database)
    throw new BackupError(
      'The first file was written from another database, or before it was restored, or a standby promoted. Make a new one',
    )
  const passed = BigInt(now.xmin) - BigInt(xmin)
  if (passed < 0n || passed > MAX_TRANSACTIONS) throw new BackupError('The first file is too old for this database: make a new one')
}

/** The condition on rows that were written since a moment. */
export const isChangedSinceSql = ({ xmin }: SnapshotRecord): string => `age(xmin) <= age('${xmin}'::xid8::xid)`

/** The changed rows of an instance in a table. */
export function changedRows(
  sql: postgres.TransactionSql,
  { name, columns }: KeptTable,
  accountId: number,
  since: SnapshotRecord,
): AsyncIterable<Buffer> {
  const kept = columns.map(quoteIdentifier).join(', ')
  return copyQuery(sql, `select ${kept} from ${quoteIdentifier(name)} ${rowsOfInstance(name, accountId)} and ${isChangedSinceSql(since)}`)
}

/** The keys of the other rows of an instance in a table. */
export function unchangedKeys(
  sql: postgres.TransactionSql,
  { name, columns }: KeptTable,
  accountId: number,
  since: SnapshotRecord,
): AsyncIterable<Buffer> {
  const keys = columns.map(quoteIdentifier).join(', ')
  return copyQuery(
    sql,
    `select ${keys} from ${quoteIdentifier(name)} ${rowsOfInstance(name, accountId)} and not (${isChangedSinceSql(since)})`,
  )
}

/** The columns of the primary key of each table, without that of the account. */
export async function listKeys(sql: postgres.ISql): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select c.relname as "table", array_agg(a.attname::text order by k.place) filter (where a.attname <> 'account_id') as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
      cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where i.indisprimary and c.relnamespace = 'public'::regnamespace group by c.relname`
  return new Map(rows.map(({ table, columns }) => [table, columns ?? []]))
}
