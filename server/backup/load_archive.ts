/** Reads an archive a second time, to load what it holds: rows table by table, files one by one. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { Database } from '#db/client.ts'
import { isConnectionLoss } from '#db/outage.ts'
import type { Files } from '#files/files.ts'
import type { Loading } from './load_store.ts'
import { BackupError, listRowRecords, type Manifest, type TableRecord } from './manifest.ts'
import { readArchive } from './read.ts'
import { removeTimeLimits } from './snapshot_store.ts'

/** Where the contents of an archive go. */
export interface LoadingPlan {
  /** Begins to load a table; the one before has ended. */
  open(table: TableRecord): Promise<Loading>
  /** Takes a file, and reads its bytes to the end. */
  file(name: string, size: number, content: Readable): Promise<void>
}

/** Loads all rows and files of an archive. @throws BackupError when it has rows that its manifest does not name, or they cannot be loaded */
export async function loadAll(path: string, manifest: Manifest, plan: LoadingPlan): Promise<void> {
  const known = new Map(listRowRecords(manifest).map((table) => [table.name, table]))
  let current: { name: string; loading: Loading } | null = null
  const end = async () => {
    await current?.loading.end()
    current = null
  }
  await readArchive(path, {
    async rows(name, lines) {
      if (current?.name !== name) {
        await end()
        const table = known.get(name)
        if (table === undefined) throw new BackupError(`The archive has rows of ${name}, which its manifest does not name`)
        current = { name, loading: await plan.open(table) }
      }
      await current.loading.write(lines)
    },
    async file(name, size, content) {
      await end()
      await plan.file(name, size, content)
    },
  })
  await end()
}

/** What is loaded in one transaction. */
interface Load {
  loadContents(sql: postgres.TransactionSql): Promise<void>
  /** Removes the files written, after a failure, while the transaction still holds the id that they lie below. */
  removeWritten(): Promise<void>
  /** What the operator does when the connection breaks at the commit, and nobody knows whether it took place. */
  readonly advice: string
}

/** Loads in one transaction without time limits: a failure rolls it back and removes the files written. @throws BackupError */
export async function loadInTransaction({ driver }: Database, { loadContents, removeWritten, advice }: Load): Promise<void> {
  let isCommitting = false
  try {
    await driver.begin(async (sql) => {
      await removeTimeLimits(sql)
      await loadContents(sql).catch(async (error: unknown) => {
        await removeWritten().catch(() => {}) // best effort: the error that is reported is the original one
        throw error
      })
      isCommitting = true
    })
  } catch (error) {
    if (isCommitting && isConnectionLoss(error)) throw new BackupError(`The connection broke at the commit: ${advice}`)
    throw error
  }
}

/** Removes all files, or those of one instance. */
export async function removeFiles(files: Files, accountId?: number): Promise<void> {
  for await (const { name } of files.list(accountId)) await files.remove(name)
}
