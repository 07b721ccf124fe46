/** Brings one instance, from the file that an export has written, into an installation with others: all of it or nothing. */
import type postgres from 'postgres'
import { ACCOUNTS_TOPIC } from '../accounts/directory.ts'
import { SUBDOMAIN } from '../accounts/create.ts'
import type { Config } from '../config.ts'
import { invalidateEverywhere } from '../db/cache.ts'
import type { Connected } from '../db/connect.ts'
import { listAppliedMigrations } from '../db/migrate.ts'
import { isConnectionLoss } from '../db/outage.ts'
import { overDriver } from '../db/over_driver.ts'
import { RECORD_IDS_TOPIC } from '../db/topics.ts'
import { type Files, openFiles } from '../files/files.ts'
import { findInstallationSecret, secretFingerprint } from '../installation_secret.ts'
import { formatMoment } from '../lib/dates.ts'
import { ensureDefined } from '../lib/defined.ts'
import { recordMove, requireWholeAudit } from './instance_audit.ts'
import {
  advanceSequences,
  analyzeTables,
  openAccount,
  removeClaims,
  removeLeftJobs,
  renameDefaultBrand,
  requireAllRows,
  requireFree,
  requireOwnJobs,
} from './instance_store.ts'
import { loadAll } from './load_archive.ts'
import { createJobTable, enqueueLoaded, loadInto, makePartitions, requireSameTables } from './load_store.ts'
import { BackupError, type InstanceRecord, type Manifest } from './manifest.ts'
import { readArchive } from './read.ts'
import { sealAnew } from './sealed_store.ts'
import { listInstanceTables, removeTimeLimits } from './snapshot_store.ts'

/** `subdomain`: another than in the file. `other_secret`: the secret of the installation that the file is from, where it is not the one here. */
export interface ImportOptions {
  readonly subdomain: string | null
  readonly other_secret: string | null
}

/** What was imported. `lost`: sealed values that the secret of the other installation did not open; null when both have the same secret. */
export interface Imported {
  readonly manifest: Manifest
  readonly instance: InstanceRecord
  readonly lost: number | null
}

/** The secrets that values are opened and sealed with; null when they are the same. */
type Secrets = { readonly from: Buffer; readonly to: Buffer } | null

/**
 * Verifies the archive, then brings in rows, jobs and files in one transaction. The instance answers once that is committed.
 * @throws BackupError when the archive is incomplete, of another version or of a whole installation, when the id, subdomain or host is taken,
 * or when the secret differs and the other is not given
 */
export async function importInstance(config: Config, connected: Connected, path: string, options: ImportOptions): Promise<Imported> {
  const { manifest } = await readArchive(path)
  const { driver } = connected.database
  const source = manifest.instance
  if (source === undefined) throw new BackupError(`${path} is the backup of a whole installation: bring it back with deskhand restore`)
  const instance = { ...source, subdomain: options.subdomain ?? source.subdomain }
  if (!SUBDOMAIN.test(instance.subdomain)) throw new BackupError(`"${instance.subdomain}" cannot be a subdomain`)
  await requireSameVersion(driver, manifest)
  const secrets = await secretsFor(config, manifest, options.other_secret)
  await requireFree(driver, instance)
  // before the transaction: it must not hold the lock of a partitioned table, and what others draw meanwhile is beyond the rows that come in
  await makePartitions(driver, manifest.partitions)
  await advanceSequences(driver, manifest.sequences)
  await invalidateEverywhere(connected.database, RECORD_IDS_TOPIC)
  const files = openFiles(config)
  try {
    const lost = await bringIn(connected, path, { manifest, instance, secrets, files })
    await finishImport(connected, { manifest, instance })
    return { manifest, instance, lost }
  } finally {
    await files.close()
  }
}

async function requireSameVersion(sql: postgres.Sql, { migrations, version }: Manifest): Promise<void> {
  const [own, theirs] = [(await listAppliedMigrations(sql)).at(-1), migrations.at(-1)]
  if (own !== theirs)
    throw new BackupError(
      `The instance was exported by Deskhand ${version} with the schema ${theirs ?? 'none'}, and the schema here is ${own ?? 'none'}: bring both installations to the same version`,
    )
}

async function secretsFor(config: Config, { pepper_fingerprint }: Manifest, other: string | null): Promise<Secrets> {
  const to = await findInstallationSecret(config)
  if (to === null) throw new BackupError('There is no secret here: set DESKHAND_SECRET or DATA_DIR as the server has them')
  if (pepper_fingerprint === null || secretFingerprint(to) === pepper_fingerprint) return null
  if (other === null)
    throw new BackupError(
      `The secret here (fingerprint ${secretFingerprint(to)}) is not that of the export (${pepper_fingerprint}). Give both installations the same DESKHAND_SECRET; or set DESKHAND_EXPORT_SECRET to that of the other, and what is sealed is sealed anew, but API tokens, OAuth clients and tokens, sessions and recovery codes are lost`,
    )
  const from = Buffer.from(other.trim())
  if (secretFingerprint(from) !== pepper_fingerprint)
    throw new BackupError(
      `DESKHAND_EXPORT_SECRET (fingerprint ${secretFingerprint(from)}) is not the secret of the export (${pepper_fingerprint})`,
    )
  return { from, to }
}

interface Incoming {
  readonly manifest: Manifest
  readonly instance: InstanceRecord
  readonly secrets: Secrets
  readonly files: Files
}

/** One transaction: a failure rolls it back and removes the files written. @returns how many sealed values were lost */
async function bringIn({ database }: Connected, path: string, incoming: Incoming): Promise<number | null> {
  const written: string[] = []
  let isCommitting = false
  try {
    return (await database.driver.begin(async (sql) => {
      await removeTimeLimits(sql)
      const lost = await loadInstance(sql, path, incoming, written)
      isCommitting = true
      return lost
    })) as number | null
  } catch (error) {
    if (isCommitting && isConnectionLoss(error))
      throw new BackupError('The connection broke at the commit: run deskhand instance list to see whether the instance is there')
    // best effort: the error that is reported is the original one
    for (const name of written) await incoming.files.remove(name).catch(() => {})
    throw error
  }
}

async function loadInstance(
  sql: postgres.TransactionSql,
  path: string,
  { manifest, instance, secrets, files }: Incoming,
  written: string[],
): Promise<number | null> {
  requireSameTables(await listInstanceTables(sql), manifest)
  await createJobTable(sql, manifest.jobs.name)
  await loadAll(path, manifest, {
    open(table) {
      return table.name === 'accounts' ? openAccount(sql, table, instance) : loadInto(sql, table)
    },
    async file(name, size, content) {
      if (!name.startsWith(`${instance.id}/`)) throw new BackupError(`The archive has a file of another instance: ${name}`)
      written.push(name)
      await files.keep(name, await files.receive(content, size))
    },
  })
  await requireAllRows(sql, instance, manifest.tables)
  await requireOwnJobs(sql, manifest.jobs.name, instance)
  await removeClaims(sql, instance)
  await removeLeftJobs(sql, instance)
  await enqueueLoaded(sql, manifest.jobs.name)
  await renameDefaultBrand(sql, instance, ensureDefined(manifest.instance).subdomain)
  const head = await requireWholeAudit(overDriver(sql), instance.id)
  if (head !== instance.audit_head) throw new BackupError('The audit log in the archive is not the one that was exported')
  return secrets === null ? null : sealAnew(sql, instance.id, secrets)
}

/** What follows the commit: the act is recorded, every process learns of the instance, and the planner of its rows. */
async function finishImport({ database }: Connected, { manifest, instance }: Pick<Incoming, 'manifest' | 'instance'>): Promise<void> {
  await recordMove(database, instance.id, `Imported by the command line from an export made ${formatMoment(manifest.made_at)}`)
  await invalidateEverywhere(database, ACCOUNTS_TOPIC)
  await analyzeTables(database.driver)
}
