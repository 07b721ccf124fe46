/** Files on the local disk: a folder for each account, in it one for the first two characters of each name. */
import { createReadStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { memberOf } from '#lib/error_words.ts'
import { makeFolders } from '#lib/folders.ts'
import { FileMissing } from './errors.ts'
import { FILE_NAME } from './file_name.ts'
import type { FileStore, StoredFile } from './file_store.ts'
import { withDiskErrors, syncFolder } from './write.ts'

const isAbsence = (error: unknown) => memberOf(error, 'code') === 'ENOENT'

/** The path of a file. @throws Error for a name that Deskhand does not generate: so no path leaves the folder */
function pathOf(folder: string, name: string): string {
  const [, account, rest] = FILE_NAME.exec(name) ?? []
  if (account === undefined || rest === undefined) throw new Error(`invalid file name "${name}"`)
  return join(folder, account, rest.slice(0, 2), rest)
}

/** Moves a file to its name; its bytes are already on the disk. */
async function keep(path: string, from: string): Promise<void> {
  const first = await makeFolders(dirname(path), 0o700)
  await rename(from, path)
  await syncFolder(dirname(path))
  if (first !== undefined) for (let made = dirname(path); made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** The entries of a folder; none if it does not exist. */
async function* entriesOf(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name
  } catch (error) {
    if (!isAbsence(error)) throw error
  }
}

async function* accountsBelow(folder: string): AsyncGenerator<number> {
  for await (const name of entriesOf(folder)) if (/^\d{1,15}$/.test(name)) yield Number(name)
}

async function* filesBelow(folder: string, accountId?: number): AsyncGenerator<StoredFile> {
  for await (const id of accountId === undefined ? accountsBelow(folder) : [accountId]) {
    const account = String(id)
    for await (const letters of entriesOf(join(folder, account)))
      for await (const rest of entriesOf(join(folder, account, letters))) {
        const name = `${account}/${rest}`
        if (!FILE_NAME.test(name) || rest.slice(0, 2) !== letters) continue
        const found = await stat(pathOf(folder, name)).catch(() => null) // removed since its folder was read
        if (found !== null) yield { name, size: found.size, written_ms: found.mtimeMs }
      }
  }
}

/** Files below `folder`. */
export function openDisk(folder: string): FileStore {
  return {
    keep: (name, received) => withDiskErrors(() => keep(pathOf(folder, name), received.path)),
    async read(name, range) {
      const handle = await open(pathOf(folder, name), 'r').catch((error: NodeJS.ErrnoException) => {
        throw isAbsence(error) ? new FileMissing(name) : error
      })
      return createReadStream('', { fd: handle, ...(range === undefined ? {} : { start: range.first, end: range.last }) })
    },
    async size(name) {
      const found = await stat(pathOf(folder, name)).catch((error: unknown) => {
        if (!isAbsence(error)) throw error
      })
      return found?.size ?? null
    },
    list: (account_id) => filesBelow(folder, account_id),
    listAccounts: () => accountsBelow(folder),
    remove: (name) => rm(pathOf(folder, name), { force: true }),
    close: async () => {},
  }
}
