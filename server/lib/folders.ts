/**
 * Making folders with those they lie in. Node's own way (`recursive: true`) never comes back where a folder is there and none can be made in
 * it because "there is none", as in /proc and below automatic mounts. Beside lib/clock.ts the only file of this room that asks the system.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** All that anybody may have: what the process masks is left out. */
const ANY_MODE = 0o777

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/**
 * Makes a folder and those it lies in, as far as they are not there.
 * @param mode of those that are made
 * @returns the outermost one it has made
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
    // somebody has just made what it lies in, or none can be made there, and it fails again
    if (existsSync(dirname(folder))) return make()
  }
  const outer = await makeFolders(dirname(folder), mode)
  const own = await make()
  return outer ?? own
}

/** As {@link makeFolders}, at once: for the start. @throws the system's error */
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
