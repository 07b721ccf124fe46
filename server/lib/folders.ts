/**
 * Creates folders with their parents. Node's own option (`recursive: true`) never returns where a folder exists but creating one in it
 * fails with ENOENT, as in /proc and below automatic mounts. Apart from lib/clock.ts the only file of lib/ with I/O.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { memberOf } from './error_words.ts'

/** All permissions, reduced by the process's umask. */
const ANY_MODE = 0o777

const hasCode = (error: unknown, code: string) => memberOf(error, 'code') === code

/**
 * Creates a folder and its missing parents.
 * @param mode of the folders created
 * @returns the outermost one created
 * @throws the system's error
 */
export async function makeFolders(folder: string, mode = ANY_MODE): Promise<string | undefined> {
  const make = async () => {
    try {
      await mkdir(folder, mode)
      return folder
    } catch (error) {
      if (hasCode(error, 'EEXIST') && (await stat(folder)).isDirectory()) return undefined
      throw error
    }
  }
  try {
    return await make()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    // another process has just created the parent; or none can be created here, and this fails again
    if (existsSync(dirname(folder))) return make()
  }
  const outer = await makeFolders(dirname(folder), mode)
  const own = await make()
  return outer ?? own
}

/** As {@link makeFolders}, synchronously: for the start. @throws the system's error */
export function makeFoldersSync(folder: string, mode = ANY_MODE): string | undefined {
  const make = () => {
    try {
      mkdirSync(folder, mode)
      return folder
    } catch (error) {
      if (hasCode(error, 'EEXIST') && statSync(folder).isDirectory()) return undefined
      throw error
    }
  }
  if (dirname(folder) === folder || existsSync(dirname(folder))) return make()
  const outer = makeFoldersSync(dirname(folder), mode)
  const own = make()
  return outer ?? own
}
