/** What an archive of one instance must be before anything of it comes into this installation. */
import { HOST, SUBDOMAIN } from '#accounts/create.ts'
import { isLoopback } from '#accounts/directory.ts'
import { requireOwn } from '#installation/check_secret.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/client.ts'
import { listAppliedMigrations } from '#db/setup/migrate.ts'
import { describeWeek, readWeek } from '#http/log_weeks.ts'
import { findInstallationSecret, secretFingerprint } from '#installation/secret.ts'
import { findFingerprint } from '#installation/store.ts'
import { BackupError, type InstanceRecord, type Manifest, type Partition } from './manifest.ts'

/** The request log is kept for ten years at most. */
const MAX_WEEKS = 530

/**
 * `subdomain`: another than in the file. `other_secret`: the secret of the installation that the file is from, where it is not the one here.
 * `is_held`: the instance is not used until a second copy is imported.
 */
export interface ImportOptions {
  readonly subdomain: string | null
  readonly other_secret: string | null
  readonly is_held: boolean
}

/** What was imported. `lost`: sealed values that the secret of the other installation did not open; null when both have the same secret. */
export interface Imported {
  readonly manifest: Manifest
  readonly instance: InstanceRecord
  readonly lost: number | null
  readonly state: 'held' | 'in use'
}

/** The secrets that values are opened and sealed with; null when they are the same. */
export type Secrets = { readonly from: Buffer; readonly to: Buffer } | null

/** @throws BackupError when the instance cannot have its names here: they must lead to no address that is another's */
export function requireNames({ subdomain, host }: InstanceRecord, { domain }: Config): void {
  if (!SUBDOMAIN.test(subdomain)) throw new BackupError(`"${subdomain}" cannot be a subdomain`)
  if (host === null) return
  if (!HOST.test(host) || isLoopback(host) || host === domain || host.endsWith(`.${domain}`))
    throw new BackupError(`The instance has the host "${host}", which is malformed, or an address of this installation itself (${domain})`)
}

/** @throws BackupError when the schema here is not that of the archive */
export async function requireSameVersion({ driver }: Database, { migrations, version }: Manifest): Promise<void> {
  const own = (await listAppliedMigrations(driver)).at(-1)
  const theirs = migrations.at(-1)
  if (own !== theirs)
    throw new BackupError(
      `The instance was exported by Deskhand ${version} with the schema ${theirs ?? 'none'}, and the schema here is ${own ?? 'none'}: bring both installations to the same version`,
    )
}

/** The partitions of the archive, with bounds that are computed from their names. @throws BackupError when one is no week of the request log */
export function readWeeks({ partitions }: Manifest): Partition[] {
  if (partitions.length > MAX_WEEKS) throw new BackupError(`The archive names more than ${MAX_WEEKS} weeks of the request log`)
  return partitions.map(({ name, of }) => {
    const week = of === 'request_log' ? readWeek(name) : undefined
    if (week === undefined) throw new BackupError(`The archive names a partition that no installation has: ${name} of ${of}`)
    return { of, ...describeWeek(week) }
  })
}

/**
 * The secrets of both installations.
 * @throws SecretError when the secret at hand is not that of the database
 * @throws BackupError when there is none, or that of the other installation is needed and not given
 */
export async function findSecrets(
  config: Config,
  database: Database,
  { pepper_fingerprint }: Manifest,
  other: string | null,
): Promise<Secrets> {
  const stored = await findFingerprint(database)
  const to = stored === null ? await findInstallationSecret(config) : await requireOwn(config, stored)
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
