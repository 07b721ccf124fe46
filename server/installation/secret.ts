/** The server's pepper: configured by the operator, or generated once and stored with the data, readable by its owner only. */
import { createHmac, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config/config.ts'
import { syncFolder } from '#files/write.ts'
import { memberOf } from '#lib/error_words.ts'
import { makeFolders } from '#lib/folders.ts'
import { StartError } from '#lib/start_error.ts'

const MIN_CHARACTERS = 32

/** The file of the pepper is damaged; the message is one sentence for the operator. */
export class SecretError extends StartError {}

/** Reads the pepper; generates it at the first start. @throws SecretError when the file is too short to be one */
export async function readInstallationSecret(config: Pick<Config, 'secret' | 'data_dir'>): Promise<Buffer> {
  if (config.secret !== null) return Buffer.from(config.secret)
  const file = join(config.data_dir, 'secret')
  const text = (await readOrNull(file)) ?? (await make(config.data_dir, file))
  if (text.trim().length < MIN_CHARACTERS)
    throw new SecretError(
      `${file} holds fewer than ${MIN_CHARACTERS} characters: bring it back from a backup, or remove it when nothing is stored yet`,
    )
  return Buffer.from(text.trim())
}

/** The existing pepper; null where the next start would generate it. @throws SecretError when the file is too short to be one */
export async function findInstallationSecret(config: Pick<Config, 'secret' | 'data_dir'>): Promise<Buffer | null> {
  if (config.secret !== null || (await readOrNull(join(config.data_dir, 'secret'))) !== null) return readInstallationSecret(config)
  return null
}

/**
 * An identifier of a pepper that may be stored and shown: equal for equal peppers, and useless for finding one. 128 bits of HMAC-SHA-256
 * under the pepper.
 * @source RFC 2104
 */
export function secretFingerprint(pepper: Buffer): string {
  return createHmac('sha256', pepper).update('deskhand pepper fingerprint').digest('hex').slice(0, 32)
}

async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (memberOf(error, 'code') === 'ENOENT') return null
    throw error
  }
}

/** The file exists with its whole text or not at all, even after a crash and when several processes start at once: the first one wins. */
async function make(data_dir: string, file: string): Promise<string> {
  await makeFolders(data_dir)
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file)
    await syncFolder(data_dir)
  } catch (error) {
    if (memberOf(error, 'code') !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
