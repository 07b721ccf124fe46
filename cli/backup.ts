/** The commands that back up an installation and restore it, and those that do so with one instance. */
import type postgres from 'postgres'
import type { Account } from '#accounts/account.ts'
import { resumeAccount, stopAccount } from '#accounts/stop.ts'
import { AccountError } from '#accounts/create.ts'
import { requireAbsent } from '#backup/archive.ts'
import { makeBackup } from '#backup/backup.ts'
import { type FirstCopy, requireFirstOf } from '#backup/changes.ts'
import { importInstance } from '#backup/import_instance.ts'
import { recordMove } from '#backup/instance_audit.ts'
import { BackupError, type Manifest } from '#backup/manifest.ts'
import { readArchive } from '#backup/read.ts'
import { restoreBackup, type RestoreOptions } from '#backup/restore.ts'
import { readConfig } from '#config/config.ts'
import type { Connected } from '#db/setup/connect.ts'
import { listAppliedMigrations } from '#db/setup/migrate.ts'
import { overDriver } from '#db/over_driver.ts'
import { formatMoment } from '#lib/dates.ts'
import { messageOf } from '#lib/error_words.ts'
import { accountNamed, withReached } from './database.ts'

const BYTES = new Intl.NumberFormat('en-US')

/** Writes a backup; the lines returned say what is in it and what must be kept beside it. @throws BackupError */
export function writeBackup(path: string, { includeSecret }: { includeSecret?: boolean }): Promise<string> {
  const config = readConfig(process.env)
  return withReached(config, async (connected) => {
    const manifest = await makeBackup(config, connected, path, { include_secret: includeSecret === true })
    const keep = config.secret === null ? 'DATA_DIR/secret' : 'DESKHAND_SECRET'
    const secret = manifest.has_secret
      ? '  Secret     is included: anyone who has the file can decrypt every encrypted value'
      : `  Secret     is not included: store ${keep} separately${fingerprint(manifest)}`
    return [`The backup ${path} is complete.`, ...contents(manifest), secret].join('\n')
  })
}

/** Verifies a backup without a database. @throws BackupError */
export async function verifyBackup(path: string): Promise<string> {
  const { manifest } = await readArchive(path)
  const secret = `  Secret     ${manifest.has_secret ? 'is included' : `is not included${fingerprint(manifest)}`}`
  return [`The backup ${path} is complete.`, ...contents(manifest), secret].join('\n')
}

/** Restores a backup into an empty installation. @throws BackupError */
export async function restore(path: string, { keepFiles, otherSecret }: { keepFiles?: boolean; otherSecret?: boolean }): Promise<string> {
  const options: RestoreOptions = { keep_files: keepFiles === true, other_secret: otherSecret === true }
  const { manifest, secret } = await restoreBackup(readConfig(process.env), path, options, () => {})
  const words = {
    fits: 'is the one of the backup',
    written: 'was in the backup and is in DATA_DIR/secret now',
    absent: `is missing: copy it to DATA_DIR/secret before the first start${fingerprint(manifest)}; nothing starts without it`,
    other: 'is not that of the backup: tokens, sessions and encrypted values are lost; passwords still work',
  }
  return [
    `The installation is restored to its state at ${formatMoment(manifest.made_at)}.`,
    ...contents(manifest),
    `  Secret     ${words[secret]}`,
  ].join('\n')
}

/**
 * Writes one instance to a file; recorded in its audit log. With `since`, a file that was written before, it is stopped, and what has changed since is
 * written. @throws AccountError when there is none with that subdomain, or it cannot be stopped @throws BackupError
 */
export async function exportInstance(subdomain: string, path: string, { since }: { since?: string }): Promise<string> {
  const config = readConfig(process.env)
  const first = since === undefined ? undefined : await readArchive(since)
  return withReached(config, async (connected) => {
    const account = await accountNamed(connected.database, subdomain)
    const { driver } = connected.database
    // an entry of its own would be a fork of its audit log
    if (account.move_state === 'arriving')
      throw new AccountError(`The instance ${subdomain} is arriving: it can be exported when the second file of its move is imported`)
    if (first !== undefined) await requireSecondPossible(driver, path, first, account)
    await driver.begin((sql) => recordMove(overDriver(sql), account.id, 'An export by the command line began'))
    const options = { include_secret: false, account_id: account.id }
    if (first === undefined) {
      const manifest = await makeBackup(config, connected, path, options)
      return [`The export ${path} of the instance ${subdomain} is complete.`, ...contents(manifest)].join('\n')
    }
    const manifest = await runStopped(connected, account, () => makeBackup(config, connected, path, { ...options, first }))
    const next = `${subdomain} is stopped: import the file in the other installation, then run deskhand instance release here, or resume to give up the move.`
    return [`The export ${path} of what has changed in the instance ${subdomain} is complete.`, ...contents(manifest), next].join('\n')
  })
}

/** @throws BackupError for what is known before the instance is stopped */
async function requireSecondPossible(driver: postgres.Sql, path: string, first: FirstCopy, { id }: Account): Promise<void> {
  requireAbsent(path)
  await driver.begin(async (sql) => {
    await requireFirstOf(sql, first, id, await listAppliedMigrations(sql))
  })
}

/** Stops an instance and runs `work`. After a failure the instance goes on, unless it was stopped before. */
async function runStopped<Result>(connected: Connected, account: Account, work: () => Promise<Result>): Promise<Result> {
  await stopAccount(connected, account)
  try {
    return await work()
  } catch (error) {
    if (account.move_state !== null) throw error
    await resumeAccount(connected, account).catch((cause: unknown) => {
      throw new BackupError(`${messageOf(error)}. And the instance is still stopped, because it cannot be resumed: ${messageOf(cause)}`)
    })
    throw error
  }
}

/** Brings an exported instance into this installation. @throws BackupError */
export function importInstanceFile(path: string, { subdomain, hold }: { subdomain?: string; hold?: boolean }): Promise<string> {
  const config = readConfig(process.env)
  return withReached(config, async (connected) => {
    const other_secret = process.env.DESKHAND_EXPORT_SECRET ?? null
    const options = { subdomain: subdomain?.toLowerCase() ?? null, other_secret, is_held: hold === true }
    const { manifest, instance, lost, state } = await importInstance(config, connected, path, options)
    const secret =
      lost === null
        ? 'is the one of the export'
        : `is another: sealed values are sealed anew${lost === 0 ? '' : `, but ${lost} could not be opened`}; API tokens, OAuth clients and tokens, sessions, recovery codes, secrets with a passphrase, links in mails and waiting jobs on resource collections are lost; passwords still work`
    const held = ' and held: it is not used until the file of deskhand instance export --since is imported'
    const what = `The instance ${instance.subdomain}.${config.domain} is imported${state === 'held' ? held : ''}.`
    return [what, ...contents(manifest), `  Secret     ${secret}`].join('\n')
  })
}

const fingerprint = ({ pepper_fingerprint }: Manifest) => (pepper_fingerprint === null ? '' : ` (fingerprint ${pepper_fingerprint})`)

function contents({ made_at, version, migrations, tables, jobs, files }: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const describeFiles = (what: string, { count, named }: Manifest['files']['missing']) =>
    count === 0 ? [] : [`  ${what.padEnd(10)} ${count} files, among them ${named.slice(0, 3).join(', ')}`]
  return [
    `  Made       ${formatMoment(made_at)} by Deskhand ${version}, schema ${migrations.at(-1)?.replace(/\.sql$/, '') ?? 'none'}`,
    `  Rows       ${rows} in ${tables.length} tables, ${jobs.rows} jobs`,
    `  Files      ${files.count} with ${BYTES.format(files.bytes)} bytes`,
    ...describeFiles('Missing', files.missing),
    ...describeFiles('Damaged', files.damaged),
  ]
}
