/** The server's pepper: given by the operator, or made once and kept beside the data, readable by its owner only. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Reads the pepper, making it at the first start. */
export async function readPepper(config: Pick<Config, 'secret' | 'data_dir'>): Promise<Buffer> {
  if (config.secret !== null) return Buffer.from(config.secret)
  const file = join(config.data_dir, 'secret')
  await mkdir(config.data_dir, { recursive: true })
  try {
    // fails when it is there already, also when two processes start at once
    await writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from((await readFile(file, 'utf8')).trim())
}
