/** Checks at the start that the process has the secret with which the values in its database were hashed and sealed. */
import { allAccounts } from '#accounts/directory.ts'
import { CannotOpen, open } from '#auth/cipher.ts'
import type { Config } from '#config/config.ts'
import type { Log } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import type { MayMigrate } from '#db/setup/migrate.ts'
import type { Runner } from '#db/over_driver.ts'
import { findFingerprint, keepFingerprint, keepsFingerprint, newestSealed, replaceFingerprint, type Sealed } from './store.ts'
import { findInstallationSecret, SecretError, secretFingerprint, readInstallationSecret } from './secret.ts'
import { ensureDefined } from '#lib/defined.ts'

const MAX_SEALED = 3
const WHAT_TO_DO =
  'Bring the right one back into DESKHAND_SECRET or DATA_DIR/secret. ' +
  'If it is lost, or was changed on purpose, "deskhand secret accept --yes" takes the one here from now on, and what was stored under another is lost.'

/**
 * The pepper, when it is that of the database. The first start on an empty database generates one where there is none. A database without a
 * stored fingerprint adopts the secret of this process, unless values in it are sealed under another.
 * @throws SecretError when the secret is missing or is not that of the database
 */
export async function checkInstallationSecret(config: Pick<Config, 'secret' | 'data_dir'>, db: Db, log: Log): Promise<Buffer> {
  const stored = await findFingerprint(db)
  if (stored === null) return storeFirstFingerprint(config, db, log)
  return requireOwn(config, stored)
}

/**
 * Refuses to migrate a database that has another secret: a process that will not start must not break the processes that run. Before the
 * migrations the stored fingerprint is compared; where there is none, opening sealed values is tried once all tables exist. An error rolls
 * the migrations back.
 */
export function mayMigrateWith(config: Pick<Config, 'secret' | 'data_dir'>): MayMigrate {
  return async (db, is_migrated) => {
    if (!is_migrated && !(await keepsFingerprint(db))) return
    const stored = await findFingerprint(db)
    if (stored !== null) await requireOwn(config, stored)
    else if (is_migrated && (await allAccounts(db)).length > 0) await requireOpening(config, db)
  }
}

/** Makes the current secret that of the database, whatever was stored; returns its fingerprint. @throws SecretError when there is none */
export async function acceptInstallationSecret(config: Pick<Config, 'secret' | 'data_dir'>, db: Db): Promise<string> {
  const pepper = await findInstallationSecret(config)
  if (pepper === null) throw new SecretError('there is no secret to accept: set DESKHAND_SECRET, or write one into DATA_DIR/secret')
  await replaceFingerprint(db, secretFingerprint(pepper))
  return secretFingerprint(pepper)
}

async function storeFirstFingerprint(config: Pick<Config, 'secret' | 'data_dir'>, db: Db, log: Log): Promise<Buffer> {
  const isNew = (await allAccounts(db)).length === 0
  const pepper = isNew ? await readInstallationSecret(config) : await requireOpening(config, db)
  await keepFingerprint(db, secretFingerprint(pepper))
  if (!isNew) log.info({ fingerprint: secretFingerprint(pepper) }, 'the database stores the fingerprint of its secret')
  return requireStored(pepper, ensureDefined(await findFingerprint(db))) // another process may have stored one first
}

/** The current secret, when it opens one of the newest sealed values, or nothing is sealed. @throws SecretError */
async function requireOpening(config: Pick<Config, 'secret' | 'data_dir'>, db: Runner): Promise<Buffer> {
  const pepper = await findInstallationSecret(config)
  if (pepper === null) throw new SecretError(`there is no secret, and the database holds what was stored under one. ${WHAT_TO_DO}`)
  const sealed = await newestSealed(db, MAX_SEALED)
  if (sealed.length > 0 && !sealed.some((value) => opens(pepper, value)))
    throw new SecretError(`the secret here opens none of the sealed values in the database. ${WHAT_TO_DO}`)
  return pepper
}

/** The current secret, when it is the one whose fingerprint the database has stored. @throws SecretError */
export async function requireOwn(config: Pick<Config, 'secret' | 'data_dir'>, stored: string): Promise<Buffer> {
  const pepper = await findInstallationSecret(config)
  if (pepper === null)
    throw new SecretError(`there is no secret, and the database holds what was stored under one (${stored}). ${WHAT_TO_DO}`)
  return requireStored(pepper, stored)
}

function requireStored(pepper: Buffer, stored: string): Buffer {
  const own = secretFingerprint(pepper)
  if (own !== stored) throw new SecretError(`the secret here (fingerprint ${own}) is not that of the database (${stored}). ${WHAT_TO_DO}`)
  return pepper
}

function opens(pepper: Buffer, { sealed, context }: Sealed): boolean {
  try {
    open(pepper, sealed, context)
    return true
  } catch (error) {
    if (error instanceof CannotOpen) return false
    throw error
  }
}
