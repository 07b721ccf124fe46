/** Brings one instance, from the file that an export has written, into an installation with others: all of it or nothing. */
import type postgres from 'postgres'
import type { Config } from '#config/config.ts'
import { invalidateEverywhere } from '#db/cache.ts'
import type { Connected } from '#db/setup/connect.ts'
import { overDriver } from '#db/over_driver.ts'
import { RECORD_IDS_TOPIC } from '#db/topics.ts'
import { type Files, openFiles } from '#files/files.ts'
import { ensureDefined } from '#lib/defined.ts'
import {
  findSecrets,
  type Imported,
  type ImportOptions,
  readWeeks,
  requireNames,
  requireSameVersion,
  type Secrets,
} from './import_checks.ts'
import { announceInstance } from './announce_instance.ts'
import { importChanges } from './import_changes.ts'
import { recordImport, requireHead } from './instance_audit.ts'
import {
  advanceSequences,
  openAccount,
  removeClaims,
  removeLeftJobs,
  removeLeftRows,
  renameDefaultBrand,
  requireAllRows,
  requireFree,
  requireOwnFiles,
  requireOwnJobs,
} from './instance_store.ts'
import { loadAll, loadInTransaction, removeFiles } from './load_archive.ts'
import { createJobTable, enqueueLoaded, loadInto, makePartitions, recount, requireSameTables } from './load_store.ts'
import { BackupError, type InstanceRecord, type Manifest } from './manifest.ts'
import { readArchive } from './read.ts'
import { sealAnew } from './sealed_store.ts'
import { listInstanceTables } from './snapshot_store.ts'

/**
 * Verifies the archive, then brings in rows, jobs and files in one transaction. The instance answers once that is committed.
 * @throws BackupError when the archive is incomplete, of another version or of a whole installation, when the id, subdomain or host is taken,
 * or when the secret differs and the other is not given
 * @throws SecretError when the secret at hand is not that of the database
 */
export async function importInstance(config: Config, connected: Connected, path: string, options: ImportOptions): Promise<Imported> {
  const { manifest, digest } = await readArchive(path)
  const { database } = connected
  const { driver } = database
  const source = manifest.instance
  if (source === undefined) throw new BackupError(`${path} is the backup of a whole installation: bring it back with deskhand restore`)
  if (manifest.changes !== undefined) return importChanges(config, connected, path, { manifest, options })
  const instance = { ...source, subdomain: options.subdomain ?? source.subdomain }
  requireNames(instance, config)
  await requireSameVersion(database, manifest)
  const secrets = await findSecrets(config, database, manifest, options.other_secret)
  await requireFree(driver, instance)
  // before the transaction: it must not hold the lock of a partitioned table, and what others draw meanwhile is beyond the rows that come in
  await makePartitions(driver, readWeeks(manifest))
  await advanceSequences(driver, manifest.sequences)
  await invalidateEverywhere(database, RECORD_IDS_TOPIC)
  const files = openFiles(config)
  try {
    const held_for = options.is_held ? digest : null
    const lost = await bringIn(connected, path, { manifest, instance, secrets, files, held_for })
    await announceInstance(connected, instance, () => recount(driver))
    return { manifest, instance, lost, state: options.is_held ? 'held' : 'in use' }
  } finally {
    await files.close()
  }
}

interface Incoming {
  readonly manifest: Manifest
  readonly instance: InstanceRecord
  readonly secrets: Secrets
  readonly files: Files
  /** The digest of the archive, if a second copy is to follow it. */
  readonly held_for: string | null
}

/** Once the row of the instance is in, no other can have its id: from then on the files below it belong to this import. */
interface Claim {
  isHeld: boolean
}

/** One transaction: a failure rolls it back and removes the files written. @returns how many sealed values were lost */
async function bringIn({ database }: Connected, path: string, incoming: Incoming): Promise<number | null> {
  const claim: Claim = { isHeld: false }
  let lost: number | null = null
  await loadInTransaction(database, {
    async loadContents(sql) {
      lost = await loadInstance(sql, path, incoming, claim)
    },
    async removeWritten() {
      if (claim.isHeld) await removeFiles(incoming.files, incoming.instance.id)
    },
    advice: 'run deskhand instance list to see whether the instance is there',
  })
  return lost
}

async function loadInstance(
  sql: postgres.TransactionSql,
  path: string,
  { manifest, instance, secrets, files, held_for }: Incoming,
  claim: Claim,
): Promise<number | null> {
  const tables = await listInstanceTables(sql)
  requireSameTables(tables, manifest)
  await removeLeftRows(sql, instance, tables)
  await createJobTable(sql, manifest.jobs.name)
  await loadAll(path, manifest, {
    async open(table) {
      if (table.name !== 'accounts') return loadInto(sql, table)
      return openAccount(sql, table, instance, held_for, async () => {
        claim.isHeld = true
        await removeFiles(files, instance.id) // an import that was killed has left them
      })
    },
    async file(name, size, content) {
      if (!name.startsWith(`${instance.id}/`)) throw new BackupError(`The archive has a file of another instance: ${name}`)
      if (!claim.isHeld) throw new BackupError('The archive has files before the row of its instance')
      await files.keep(name, await files.receive(content, size))
    },
  })
  await requireAllRows(sql, instance, manifest.tables)
  await requireOwnFiles(sql, instance)
  await requireOwnJobs(sql, manifest.jobs.name, instance)
  await removeClaims(sql, instance)
  await removeLeftJobs(sql, instance)
  if (held_for === null) await enqueueLoaded(sql, manifest.jobs.name)
  await renameDefaultBrand(sql, instance, ensureDefined(manifest.instance).subdomain)
  await requireHead(overDriver(sql), instance)
  const lost = secrets === null ? null : await sealAnew(sql, instance.id, secrets)
  // an entry that the second copy does not have would be a fork of the log
  if (held_for === null) await recordImport(overDriver(sql), instance.id, manifest)
  return lost
}
