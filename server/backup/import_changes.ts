/** Brings what has changed in an instance since a first copy of it, which was imported and held: all of it or nothing. Then it is in use. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { Config } from '#config/config.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import type { Connected } from '#db/setup/connect.ts'
import { overDriver } from '#db/over_driver.ts'
import { RECORD_IDS_TOPIC } from '#db/topics.ts'
import { type Files, openFiles } from '#files/files.ts'
import { ensureDefined } from '#lib/defined.ts'
import { announceInstance } from './announce_instance.ts'
import { UNCOMPARED } from './changes.ts'
import { listKeys } from './changes_store.ts'
import {
  findSecrets,
  type Imported,
  type ImportOptions,
  readWeeks,
  requireNames,
  requireSameVersion,
  type Secrets,
} from './import_checks.ts'
import { recordImport, requireHead } from './instance_audit.ts'
import {
  advanceSequences,
  findArriving,
  removeClaims,
  removeLeftJobs,
  renameDefaultBrand,
  requireAllRows,
  requireFreeHost,
  requireOwnFiles,
  requireOwnJobs,
} from './instance_store.ts'
import { loadAll, loadInTransaction } from './load_archive.ts'
import { createJobTable, enqueueLoaded, loadInto, makePartitions, requireSameTables } from './load_store.ts'
import { BackupError, type ChangesRecord, type InstanceRecord, keysName, type Manifest } from './manifest.ts'
import { discardFile } from './read.ts'
import { sealAnew } from './sealed_store.ts'
import { listInstanceTables } from './snapshot_store.ts'
import {
  applyAccount,
  applyChanged,
  applyInRounds,
  deleteGone,
  listGoneFiles,
  openKeys,
  openStaged,
  requireOwnRows,
  createStagedTables,
  type StagedTable,
  stagedName,
} from './staged_store.ts'

const BEGIN_ANEW =
  'Nothing was changed. Let the instance go on where it was, with deskhand instance resume; drop what was imported here, and begin again with a new first file'

/** A second copy, and how it is imported. */
export interface SecondCopy {
  readonly manifest: Manifest
  readonly options: ImportOptions
}

/**
 * Applies the second copy of an instance in one transaction.
 * @throws BackupError when the first one is not held here, or is another, and for what an import of a whole instance is refused for
 * @throws SecretError when the secret at hand is not that of the database
 */
export async function importChanges(
  config: Config,
  connected: Connected,
  path: string,
  { manifest, options }: SecondCopy,
): Promise<Imported> {
  const { database } = connected
  const source = ensureDefined(manifest.instance)
  const changes = ensureDefined(manifest.changes)
  if (options.subdomain !== null || options.is_held)
    throw new BackupError('This is the second file of a move: --subdomain and --hold belong to the import of the first one')
  await requireSameVersion(database, manifest)
  const subdomain = await requireFirstHere(database.driver, source, changes)
  const instance = { ...source, subdomain }
  requireNames(instance, config)
  await requireFreeHost(database.driver, instance)
  const secrets = await findSecrets(config, database, manifest, options.other_secret)
  await makePartitions(database.driver, readWeeks(manifest))
  await advanceSequences(database.driver, manifest.sequences)
  await invalidateEverywhere(database, RECORD_IDS_TOPIC)
  const files = openFiles(config)
  try {
    const { lost, gone } = await bringIn(connected, path, { manifest, instance, changes, secrets, files })
    await announceInstance(connected, instance)
    // best effort: the doctor names what is left
    for (const name of gone) await files.remove(name).catch(() => {})
    return { manifest, instance, lost, state: 'in use' }
  } finally {
    await files.close()
  }
}

/** @returns the subdomain here @throws BackupError when the first copy is not held here, or is another */
async function requireFirstHere(sql: postgres.ISql, { id }: InstanceRecord, { since }: ChangesRecord): Promise<string> {
  const found = await findArriving(sql, id)
  if (found === undefined) throw new BackupError('This is the second file of a move: import the first one before, with --hold')
  if (found.moved_copy !== since) throw new BackupError('This file follows another first file than the one that was imported here')
  return found.subdomain
}

interface Incoming {
  readonly manifest: Manifest
  readonly instance: InstanceRecord
  readonly changes: ChangesRecord
  readonly secrets: Secrets
  readonly files: Files
}

/** @returns how many sealed values were lost, and the files that no row names any more */
async function bringIn(
  { database }: Connected,
  path: string,
  incoming: Incoming,
): Promise<{ readonly lost: number | null; readonly gone: readonly string[] }> {
  const { files } = incoming
  const written: string[] = []
  const gone: string[] = []
  let lost: number | null = null
  await loadInTransaction(database, {
    async loadContents(sql) {
      const tables = await stageContents(sql, path, incoming, written)
      if (incoming.secrets !== null) lost = await sealAnew(sql, incoming.instance.id, incoming.secrets, stagedName)
      gone.push(...(await applyAll(sql, incoming, tables)))
      await verifyImported(sql, incoming, tables)
    },
    async removeWritten() {
      for (const name of written) await files.remove(name).catch(() => {}) // the doctor names what is left
    },
    advice: 'run deskhand instance list to see whether the instance is in use',
  })
  return { lost, gone }
}

/** Loads rows, keys, jobs and new files. `written` gets the names of these. @returns the tables, in the order of their foreign keys */
async function stageContents(
  sql: postgres.TransactionSql,
  path: string,
  { manifest, instance, changes, files }: Incoming,
  written: string[],
): Promise<StagedTable[]> {
  await requireFirstHere(sql, instance, changes)
  const tables = await listInstanceTables(sql)
  requireSameTables(tables, manifest)
  const keys = await listKeys(sql)
  const staged = tables.map((table) => ({ ...table, keys: ensureDefined(keys.get(table.name)) }))
  const keyed = new Map(staged.map((table) => [keysName(table.name), table]))
  await createJobTable(sql, manifest.jobs.name)
  const compared = new Set(changes.keys.map(({ name }) => name))
  for (const table of staged) await createStagedTables(sql, table, compared.has(keysName(table.name)))
  await loadAll(path, manifest, {
    async open(table) {
      if (table.name === manifest.jobs.name) return loadInto(sql, table)
      const of = keyed.get(table.name)
      return of === undefined ? openStaged(sql, table) : openKeys(sql, of)
    },
    file: (name, size, content) => takeFile(files, instance, { name, size, content }, written),
  })
  const changed = listChangedTables(manifest, staged)
  for (const table of changed) await requireOwnRows(sql, instance, table)
  return staged
}

/** Those that have rows in the archive. */
function listChangedTables({ tables }: Manifest, staged: readonly StagedTable[]): StagedTable[] {
  const rows = new Map(tables.map((table) => [table.name, table.rows]))
  return staged.filter(({ name }) => rows.get(name) !== 0)
}

interface TakenFile {
  readonly name: string
  readonly size: number
  readonly content: Readable
}

/** Keeps a file, unless the first copy had it. */
async function takeFile(files: Files, { id }: InstanceRecord, { name, size, content }: TakenFile, written: string[]): Promise<void> {
  if (!name.startsWith(`${id}/`)) throw new BackupError(`The archive has a file of another instance: ${name}`)
  if ((await files.size(name)) === size) return discardFile(name, size, content)
  written.push(name)
  await files.keep(name, await files.receive(content, size))
}

/**
 * Applies the staged rows. What is gone goes first, since its unique values may be those of new rows; unless a row refers to it that is still to
 * be changed: then it goes last. @returns the names of files that no row names any more
 */
async function applyAll(
  sql: postgres.TransactionSql,
  { manifest, instance, changes }: Incoming,
  tables: readonly StagedTable[],
): Promise<string[]> {
  const names = new Set(changes.keys.map(({ name }) => name))
  const compared = tables.filter(({ name }) => names.has(keysName(name))).toReversed()
  const files = compared.find(({ name }) => name === 'stored_files')
  const gone = files === undefined ? [] : await listGoneFiles(sql, instance, files)
  const referred: StagedTable[] = []
  for (const table of compared) if (!(await deleteGone(sql, instance, table))) referred.push(table)
  for (const table of listChangedTables(manifest, tables)) {
    if (table.name === 'accounts' || table.name === 'due_claims') continue
    if (!(await applyChanged(sql, table)) && !(await applyInRounds(sql, table)))
      throw new BackupError(`Rows of ${table.name} have exchanged values that only one of them may have. ${BEGIN_ANEW}`)
  }
  for (const table of referred)
    if (!(await deleteGone(sql, instance, table)))
      throw new BackupError(`Rows of ${table.name} are gone that others refer to. ${BEGIN_ANEW}`)
  await applyAccount(sql, instance, ensureDefined(tables.find(({ name }) => name === 'accounts')))
  return gone
}

/** Verifies that the instance is what it was in the other installation, and lets it be used. */
async function verifyImported(
  sql: postgres.TransactionSql,
  { manifest, instance, changes }: Incoming,
  tables: readonly StagedTable[],
): Promise<void> {
  const totals = new Map(changes.totals.map(({ name, rows }) => [name, rows]))
  const compared = tables.flatMap(({ name }) => (UNCOMPARED.includes(name) ? [] : [{ name, rows: totals.get(name) }]))
  await requireAllRows(sql, instance, compared).catch((error: unknown) => {
    throw error instanceof BackupError ? new BackupError(`${error.message}, or the first import was changed. ${BEGIN_ANEW}`) : error
  })
  await requireOwnFiles(sql, instance)
  await requireOwnJobs(sql, manifest.jobs.name, instance)
  await removeClaims(sql, instance)
  await removeLeftJobs(sql, instance)
  await enqueueLoaded(sql, manifest.jobs.name)
  await renameDefaultBrand(sql, instance, ensureDefined(manifest.instance).subdomain)
  await requireHead(overDriver(sql), instance)
  await recordImport(overDriver(sql), instance.id, manifest)
}
