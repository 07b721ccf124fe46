/** Creates a backup, whole or of one instance: the rows of one snapshot, while the server keeps running, then the files that these rows name. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import type { Config } from '#config/config.ts'
import type { Connected } from '#db/setup/connect.ts'
import { listAppliedMigrations } from '#db/setup/migrate.ts'
import { overDriver } from '#db/over_driver.ts'
import { FileMissing } from '#files/errors.ts'
import { type Files, openFiles } from '#files/files.ts'
import { machineNow } from '#lib/clock.ts'
import { parseOwn } from '#lib/json.ts'
import { VERSION } from '#lib/version.ts'
import { findInstallationSecret, secretFingerprint } from '#installation/secret.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { type FirstCopy, requireFirstOf, writeChanges } from './changes.ts'
import { isChangedSinceSql, readSnapshot } from './changes_store.ts'
import { describeInstance } from './instance_audit.ts'
import {
  BackupError,
  type FileRecord,
  type FilesRecord,
  FORMAT,
  JOB_COLUMNS,
  JOBS_NAME,
  type Manifest,
  MAX_LISTED,
  MAX_NAMED,
  type TableRecord,
} from './manifest.ts'
import {
  aboutDatabase,
  jobRows,
  type KeptTable,
  listInstanceTables,
  listKeptTables,
  listNamedFiles,
  listPartitions,
  rowsOf,
  readSequences,
  removeTimeLimits,
} from './snapshot_store.ts'

/**
 * Options of a backup. `include_secret` adds the pepper; `account_id` names the only instance that is written, `first` a copy of it since which
 * only changes are.
 */
export interface BackupOptions {
  readonly include_secret: boolean
  readonly account_id?: number
  readonly first?: FirstCopy
}

/**
 * Writes a backup of the whole installation, or of one instance, to a file that does not exist yet.
 * @throws BackupError when it cannot be written, the secret at hand is not that of the database, or the instance's audit log was changed
 */
export async function makeBackup(config: Config, connected: Connected, path: string, options: BackupOptions): Promise<Manifest> {
  const files = openFiles(config)
  const names = `${path}.${randomBytes(6).toString('hex')}.names`
  try {
    return await writeArchive(path, async (archive) => {
      const { secret, ...rows } = await backUpRows(config, connected, archive, names, options)
      const kept = await backUpFiles(archive, files, names)
      if (secret !== null) await archive.secret(secret.toString('utf8'))
      const manifest: Manifest = { format: FORMAT, version: VERSION, ...rows, has_secret: secret !== null, files: kept }
      await archive.finish(manifest)
      return manifest
    })
  } finally {
    await rm(names, { force: true })
    await files.close()
  }
}

type KeptRows = Omit<Manifest, 'format' | 'version' | 'has_secret' | 'files'> & { readonly secret: Buffer | null }

/** All rows, in one read-only snapshot. The names of files go to a temporary file, so that it can end before files are read. */
function backUpRows(
  config: Config,
  { database }: Connected,
  archive: ArchiveWriter,
  names: string,
  options: BackupOptions,
): Promise<KeptRows> {
  const { account_id, include_secret } = options
  return database.driver.begin('isolation level repeatable read read only', async (sql) => {
    await removeTimeLimits(sql)
    const migrations = await listAppliedMigrations(sql)
    const { version, fingerprint } = await aboutDatabase(sql)
    const pepper = await findInstallationSecret(config)
    const own = pepper === null ? null : secretFingerprint(pepper)
    if (include_secret && (pepper === null || (fingerprint !== null && own !== fingerprint)))
      throw new BackupError('The secret at hand is not that of this database: set DESKHAND_SECRET or DATA_DIR as the server has them')
    const made_at = machineNow().toISOString()
    // before its rows are written: an instance with a broken audit log cannot be imported
    const instance = account_id === undefined ? {} : { instance: await describeInstance(overDriver(sql), account_id) }
    const rows = await backUpTables(sql, archive, migrations, options)
    const jobs = await archive.table(JOBS_NAME, JOB_COLUMNS, jobRows(sql, account_id))
    await keepNames(sql, names, options)
    return {
      made_at,
      postgres: version,
      migrations,
      pepper_fingerprint: fingerprint ?? own,
      ...rows,
      partitions: await listPartitions(sql),
      sequences: await readSequences(sql),
      jobs,
      secret: include_secret ? pepper : null,
      ...instance,
    }
  }) as Promise<KeptRows>
}

async function backUpTables(
  sql: postgres.TransactionSql,
  archive: ArchiveWriter,
  migrations: readonly string[],
  { account_id, first }: BackupOptions,
): Promise<Pick<Manifest, 'tables' | 'snapshot' | 'changes'>> {
  if (account_id === undefined) return { tables: await backUpAll(sql, archive, await listKeptTables(sql)) }
  const kept = await listInstanceTables(sql)
  const snapshot = await readSnapshot(sql)
  if (first === undefined) return { tables: await backUpAll(sql, archive, kept, account_id), snapshot }
  const since = await requireFirstOf(sql, first, account_id, migrations)
  return { ...(await writeChanges(sql, archive, kept, { accountId: account_id, first, since })), snapshot }
}

async function backUpAll(
  sql: postgres.TransactionSql,
  archive: ArchiveWriter,
  kept: readonly KeptTable[],
  accountId?: number,
): Promise<TableRecord[]> {
  const tables: TableRecord[] = []
  for (const table of kept) tables.push(await archive.table(table.name, table.columns, rowsOf(sql, table, accountId)))
  return tables
}

/** Writes the names of the files that belong in the archive, a line each. */
async function keepNames(sql: postgres.TransactionSql, path: string, { account_id, first }: BackupOptions): Promise<void> {
  const since = first?.manifest.snapshot
  const condition = since === undefined ? undefined : isChangedSinceSql(since)
  await pipeline(
    async function* () {
      for await (const some of listNamedFiles(sql, account_id ?? null, condition))
        yield some.map((file) => `${JSON.stringify(file)}\n`).join('')
    },
    createWriteStream(path, { mode: 0o600, flags: 'wx' }),
  )
}

interface Named {
  readonly name: string
  readonly size: number
  readonly sha256: string
}

/** Writes the files that the rows name. One that is gone by now, or differs from its row, is recorded and does not stop the others. */
async function backUpFiles(archive: ArchiveWriter, files: Files, names: string): Promise<FilesRecord> {
  const lists: string[] = []
  const sums = { count: 0, bytes: 0 }
  const missing = makeNotes()
  const damaged = makeNotes()
  let listed: FileRecord[] = []
  const endList = async () => {
    if (listed.length > 0) lists.push(await archive.list(lists.length + 1, listed))
    listed = []
  }
  for await (const line of createInterface({ input: createReadStream(names), crlfDelay: Infinity })) {
    const record = await keepFile(archive, files, parseOwn<Named>(line))
    if (typeof record === 'string') missing.note(record)
    else {
      if (record.fault !== undefined) damaged.note(record.name)
      listed.push(record)
      sums.count += 1
      sums.bytes += record.size
    }
    if (listed.length === MAX_LISTED) await endList()
  }
  await endList()
  return { ...sums, lists, missing: missing.noted(), damaged: damaged.noted() }
}

/** The record of a file; only its name when it is missing. */
async function keepFile(archive: ArchiveWriter, files: Files, named: Named): Promise<FileRecord | string> {
  const { name } = named
  const size = await files.size(name)
  if (size === null) return name
  try {
    const content = await files.read(name)
    const sha256 = await archive.file(name, size, content)
    const record = { name, size, sha256 }
    if (size !== named.size) return { ...record, fault: 'size' }
    return sha256 === named.sha256 ? record : { ...record, fault: 'content' }
  } catch (error) {
    if (error instanceof FileMissing) return name // removed since its size was read
    throw error
  }
}

function makeNotes() {
  const named: string[] = []
  let count = 0
  return {
    note(name: string) {
      count += 1
      if (named.length < MAX_NAMED) named.push(name)
    },
    noted: () => ({ count, named }),
  }
}
