/** Restores a backup into an empty installation: all of it or nothing. */
import { randomBytes } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { type Connected, connectWithoutMigrating } from '#db/setup/connect.ts'
import { listAppliedMigrations, migrateIn, migrationNames } from '#db/setup/migrate.ts'
import { overDriver } from '#db/over_driver.ts'
import { migrateQueue } from '#db/queue.ts'
import { type Files, openFiles } from '#files/files.ts'
import { syncFolder } from '#files/write.ts'
import { replaceFingerprint } from '#installation/store.ts'
import { ensureDefined } from '#lib/defined.ts'
import { messageOf } from '#lib/error_words.ts'
import { makeFolders } from '#lib/folders.ts'
import { findInstallationSecret, secretFingerprint } from '#installation/secret.ts'
import {
  enqueueLoaded,
  isEmpty,
  loadInto,
  dropConstraintsAndRows,
  createJobTable,
  makePartitions,
  recount,
  requireSameTables,
  setSequences,
} from './load_store.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { loadAll, loadInTransaction, removeFiles } from './load_archive.ts'
import { discardFile, readArchive, type ReadArchive } from './read.ts'
import { listKeptTables } from './snapshot_store.ts'

/** `keep_files`: the files are there already. `other_secret`: restore although everything sealed or hashed with the old secret is lost. */
export interface RestoreOptions {
  readonly keep_files: boolean
  readonly other_secret: boolean
}

/** The manifest of what was restored, and the state of the secret. */
export interface Restored {
  readonly manifest: Manifest
  readonly secret: 'fits' | 'written' | 'absent' | 'other'
}

/**
 * Verifies the archive, then restores rows and files. The database must be empty, and so must the file store.
 * @throws BackupError when the archive is incomplete or of a newer version, when the target is not empty, or when the secret differs
 */
export async function restoreBackup(config: Config, path: string, options: RestoreOptions, say: (line: string) => void): Promise<Restored> {
  const archive = await readArchive(path)
  if (archive.manifest.instance !== undefined)
    throw new BackupError(`${path} holds one instance and no installation: bring it in with deskhand instance import`)
  await requireKnown(archive.manifest)
  const secret = await secretFor(config, archive, options)
  const files = openFiles(config)
  const connected = await connectWithoutMigrating({ ...config, database_pool: 2 }, say)
  try {
    if (!options.keep_files) await requireNoFiles(files)
    await requireEmpty(connected, archive.manifest)
    await migrateQueue(connected.address)
    await restoreRowsAndFiles(connected, path, archive.manifest, {
      files: options.keep_files ? null : files,
      fingerprint: secret.fingerprint,
    })
    if (secret.state === 'written') await writeSecret(config.data_dir, ensureDefined(archive.secret))
    await recount(connected.database.driver)
    return { manifest: archive.manifest, secret: secret.state }
  } finally {
    await files.close()
    await connected.close()
  }
}

async function requireKnown({ migrations, version }: Manifest): Promise<void> {
  const known = await migrationNames()
  const unlike = migrations.find((name, index) => name !== known[index])
  if (unlike !== undefined)
    throw new BackupError(
      `The backup was made by Deskhand ${version}, which is newer than this one (it has ${unlike}): restore it with that version or a newer one`,
    )
}

/** The state of the secret; `fingerprint` is the one the database is to store from now on, where it changes. */
async function secretFor(
  config: Config,
  { manifest, secret }: ReadArchive,
  { other_secret }: RestoreOptions,
): Promise<{ state: Restored['secret']; fingerprint: string | null }> {
  const pepper = await findInstallationSecret(config)
  if (pepper === null) return { state: secret === null ? 'absent' : 'written', fingerprint: null }
  const own = secretFingerprint(pepper)
  if (manifest.pepper_fingerprint === null || own === manifest.pepper_fingerprint) return { state: 'fits', fingerprint: null }
  if (!other_secret)
    throw new BackupError(
      `The secret here is not that of the backup (fingerprint ${own}, the backup's is ${manifest.pepper_fingerprint}): every token, session and sealed value in it would be lost. Bring the right one into DESKHAND_SECRET or DATA_DIR/secret, or give --other-secret.`,
    )
  return { state: 'other', fingerprint: own }
}

async function requireNoFiles(files: Files): Promise<void> {
  for await (const { name } of files.list())
    throw new BackupError(
      `There are files already, such as ${name}: restore into an empty place, or give --keep-files when they are those of the backup`,
    )
}

async function requireEmpty({ database }: Connected, manifest: Manifest): Promise<void> {
  if (!(await isEmpty(database.driver)))
    throw new BackupError(
      'The database is not empty: restore into a new one (an empty DATA_DIR, or DATABASE_URL of a database without tables)',
    )
  const ahead = (await listAppliedMigrations(database.driver)).find((name) => !manifest.migrations.includes(name))
  if (ahead !== undefined)
    throw new BackupError(`The database has tables of a later version than the backup (${ahead}): restore into one without tables`)
}

interface Target {
  /** null: the files are there already. */
  readonly files: Files | null
  readonly fingerprint: string | null
}

/** Restores rows and files, in one transaction of the database. The store of files was empty: after a failure it is so again. */
function restoreRowsAndFiles({ database }: Connected, path: string, manifest: Manifest, { files, fingerprint }: Target): Promise<void> {
  let hasWritten = false
  return loadInTransaction(database, {
    async loadContents(sql) {
      const last = manifest.migrations.at(-1)
      if (last !== undefined) await migrateIn(sql, { until: last })
      requireSameTables(await listKeptTables(sql), manifest)
      await makePartitions(sql, manifest.partitions)
      const after = await dropConstraintsAndRows(sql, manifest.tables)
      await createJobTable(sql, manifest.jobs.name)
      await loadAll(path, manifest, {
        open: (table) => loadInto(sql, table),
        async file(name, size, content) {
          if (files === null) return discardFile(name, size, content)
          hasWritten = true
          await files.keep(name, await files.receive(content, size))
        },
      })
      for (const statement of after) await sql.unsafe(statement).catch(inconsistentRows)
      await setSequences(sql, manifest.sequences)
      await enqueueLoaded(sql, manifest.jobs.name)
      await migrateIn(sql)
      if (fingerprint !== null) await replaceFingerprint(overDriver(sql), fingerprint)
    },
    async removeWritten() {
      if (files !== null && hasWritten) await removeFiles(files) // not before: they would be those of another restore
    },
    advice: 'run deskhand doctor to see whether the installation is back',
  })
}

/** The message of a PostgreSQL error contains no values: those are in its detail. */
function inconsistentRows(error: unknown): never {
  throw new BackupError(`The rows are inconsistent, nothing was restored: ${messageOf(error)}`)
}

/** Atomic: the file appears with all of its text or not at all; one that another process has written meanwhile stays. */
async function writeSecret(data_dir: string, text: string): Promise<void> {
  await makeFolders(data_dir)
  const draft = join(data_dir, `secret.${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, join(data_dir, 'secret'))
    await syncFolder(data_dir)
  } finally {
    await rm(draft, { force: true })
  }
}
