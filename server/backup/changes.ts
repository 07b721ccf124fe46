/** Writes the second copy of an instance: the rows that have changed since the first one, and by which keys those are found that are gone. */
import type postgres from 'postgres'
import { isDistributed } from '#db/distribution/read_schema.ts'
import { overDriver } from '#db/over_driver.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { ArchiveWriter } from './archive.ts'
import { changedRows, listKeys, requireComparable, unchangedKeys } from './changes_store.ts'
import { BackupError, type ChangesRecord, keysName, type Manifest, type SnapshotRecord, type TableRecord } from './manifest.ts'
import { countRows, type KeptTable } from './snapshot_store.ts'

/** The first copy that a second one follows. */
export interface FirstCopy {
  readonly manifest: Manifest
  readonly digest: string
}

/**
 * Tables whose old rows each installation removes at its own time, so that what is gone in one need not be gone in the other; and the claims of
 * the workers of an installation, which stay there.
 */
export const UNCOMPARED: readonly string[] = ['request_log', 'request_activity', 'due_claims']

/** @throws BackupError when the first copy is not one of this instance from this database, with the same schema; or the database is distributed */
export async function requireFirstOf(
  sql: postgres.ISql,
  { manifest }: FirstCopy,
  accountId: number,
  migrations: readonly string[],
): Promise<SnapshotRecord> {
  const { instance, snapshot, changes } = manifest
  if (instance?.id !== accountId || changes !== undefined) throw new BackupError('The first file is no complete export of this instance')
  if (snapshot === undefined || manifest.migrations.join() !== migrations.join())
    throw new BackupError('The first file was written by another version: make a new one')
  // each node of a distributed database has transaction ids of its own
  if (await isDistributed(overDriver(sql)))
    throw new BackupError(
      'This database is distributed, and what has changed in it cannot be found: stop the instance, and export it whole',
    )
  await requireComparable(sql, snapshot)
  return snapshot
}

/**
 * Writes the changed rows of an instance. The keys of the others follow where a table has fewer of them than the first copy has rows: then some
 * were changed or removed. Mostly events and comments, the longest tables, only grow, and need none.
 */
export async function writeChanges(
  sql: postgres.TransactionSql,
  archive: ArchiveWriter,
  kept: readonly KeptTable[],
  { accountId, first, since }: { readonly accountId: number; readonly first: FirstCopy; readonly since: SnapshotRecord },
): Promise<{ readonly tables: TableRecord[]; readonly changes: ChangesRecord }> {
  const rowsBefore = new Map(first.manifest.tables.map(({ name, rows }) => [name, rows]))
  const keyColumns = await listKeys(sql)
  const tables: TableRecord[] = []
  const totals: { name: string; rows: number }[] = []
  const keys: TableRecord[] = []
  for (const table of kept) {
    const { name } = table
    const changed = await archive.table(name, table.columns, changedRows(sql, table, accountId, since))
    const rows = await countRows(sql, name, accountId)
    tables.push(changed)
    totals.push({ name, rows })
    const columns = ensureDefined(keyColumns.get(name))
    // without further columns in its key a table has one row of the instance, as that of the instances has
    const isRow = name === 'accounts' || columns.length === 0
    if (isRow || UNCOMPARED.includes(name) || rows - changed.rows === rowsBefore.get(name)) continue
    keys.push(await archive.table(keysName(name), columns, unchangedKeys(sql, { name, columns }, accountId, since)))
  }
  return { tables, changes: { since: first.digest, totals, keys } }
}
