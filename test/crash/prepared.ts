/**
 * Data directories for tests that need a fresh installation and are not about its first start: the database is created and migrated already,
 * and nothing is in it. Not here: empty ones (makeDataDir of process.ts).
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '#db/setup/connect.ts'
import { migrationsHash } from '../database.ts'
import { quickFolder } from '../quick_folder.ts'
import { makeDataDir } from './process.ts'

const run = promisify(execFile)
let prepared: Promise<string> | undefined

/**
 * As {@link makeDataDir}, with a database without instances: the first start on it creates the secret and the instance, but neither a database
 * nor tables, which takes two thirds of a first start.
 */
export async function cloneDataDir(name?: string): Promise<string> {
  const from = await (prepared ??= preparedFolder())
  const folder = makeDataDir(name)
  // as it is: the database may belong to another account than the tests
  await run('cp', ['-a', join(from, 'postgres'), folder])
  return folder
}

/** The folder to copy. All test processes share it; it is made by the first that needs it, and stays like the templates of databases. */
async function preparedFolder(): Promise<string> {
  const folder = join(quickFolder(), `deskhand-prepared-${userInfo().uid}-${await migrationsHash()}`)
  if (await isThere(folder)) return folder
  const making = await mkdtemp(`${folder}-`)
  await chmod(making, 0o755)
  const { close } = await connect({ database_url: null, database_pool: 2, data_dir: making }, () => {})
  await close()
  await rename(making, folder).catch(async (error: unknown) => {
    // another process was quicker
    if (!(await isThere(folder))) throw error
    await rm(making, { recursive: true })
  })
  return folder
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  )
}
