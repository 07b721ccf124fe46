/** Reads an archive a second time, to load what it holds: rows table by table, files one by one. */
import type { Readable } from 'node:stream'
import type { Loading } from './load_store.ts'
import { BackupError, type Manifest, type TableRecord } from './manifest.ts'
import { readArchive } from './read.ts'

/** Where the contents of an archive go. */
export interface LoadingPlan {
  /** Begins to load a table; the one before has ended. */
  open(table: TableRecord): Promise<Loading>
  /** Takes a file, and reads its bytes to the end. */
  file(name: string, size: number, content: Readable): Promise<void>
}

/** Loads all rows and files of an archive. @throws BackupError when it has rows that its manifest does not name, or they cannot be loaded */
export async function loadAll(path: string, manifest: Manifest, plan: LoadingPlan): Promise<void> {
  const known = new Map([...manifest.tables, manifest.jobs].map((table) => [table.name, table]))
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
