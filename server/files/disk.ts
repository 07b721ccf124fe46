/** Files on the local disk: a folder for each account, in it one for the first letters of each name. */
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileMissing } from './errors.ts'
import type { FileStore } from './files.ts'

const NAME = /^(\d+)\/([0-9a-zA-Z-]{8,100})$/

/** Where a file of this name lies. @throws Error for anything that is no name of ours: none leads out of the folder */
function pathOf(folder: string, name: string): string {
  const [, account, rest] = NAME.exec(name) ?? []
  if (account === undefined || rest === undefined) throw new Error(`"${name}" is no name of a file`)
  return join(folder, account, rest.slice(0, 2), rest)
}

/** The entries of a folder are written, too: without it a file may be gone after a crash of the machine. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return // has no handles of folders, and writes their entries itself
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Files below `folder`. */
export function openDisk(folder: string): FileStore {
  return {
    async keep(name, received) {
      const path = pathOf(folder, name)
      const first = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // its bytes are on the disk already; all that is left is its name
      await rename(received.path, path)
      await syncFolder(dirname(path))
      if (first !== undefined)
        for (let made = dirname(path); made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
    },
    async read(name, range) {
      const handle = await open(pathOf(folder, name), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(name) : error
      })
      return createReadStream('', { fd: handle, ...(range === undefined ? {} : { start: range.first, end: range.last }) })
    },
    remove: (name) => rm(pathOf(folder, name), { force: true }),
    close: async () => {},
  }
}
