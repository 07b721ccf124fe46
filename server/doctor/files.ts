/** Compares files with rows, in both directions. */
import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { FileMissing } from '#files/errors.ts'
import type { Files } from '#files/files.ts'
import { machineNow } from '#lib/clock.ts'
import { reportFault, reportDoubt, type Finding, reportOk } from './finding.ts'
import { type FileRow, fileRows } from './store.ts'

/** For files younger than this, the row may not be visible here yet; for younger rows, the file. */
const YOUNG_MS = 3_600_000
const MAX_NAMED = 3

function makeNotes() {
  const named: string[] = []
  let count = 0
  return {
    note: (name: string) => void (++count <= MAX_NAMED && named.push(name)),
    count: () => count,
    text: () => `${count} (${named.join(', ')}${count > named.length ? ', …' : ''})`,
  }
}

const isYoung = (written_ms: number) => written_ms >= machineNow().getTime() - YOUNG_MS

/** Compares the files with the rows of these accounts, which are all there are; with `deep` reads every byte. */
export async function checkFiles(db: Db, files: Files, accounts: readonly { readonly id: number }[], deep: boolean): Promise<Finding[]> {
  const missing = makeNotes()
  const short = makeNotes()
  const changed = makeNotes()
  const orphans = makeNotes()
  let rows = 0
  for (const { id } of accounts) {
    const sizes = new Map<string, { size: number; written_ms: number }>()
    for await (const { name, ...about } of files.list(id)) sizes.set(name, about)
    for await (const row of fileRows(db, id)) {
      rows += 1
      const size = sizes.get(row.name)?.size ?? (await files.size(row.name)) // it may have been written since they were listed
      sizes.delete(row.name)
      if (size === null) void (row.is_loose || missing.note(row.name))
      else if (size !== row.size) short.note(row.name)
      else if (deep && !(await isWhole(files, row))) changed.note(row.name)
    }
    for (const [name, { written_ms }] of sizes) if (!isYoung(written_ms)) orphans.note(name)
  }
  const known = new Set(accounts.map(({ id }) => id))
  for await (const id of files.listAccounts()) {
    if (known.has(id)) continue
    for await (const { name, written_ms } of files.list(id)) if (!isYoung(written_ms)) orphans.note(name)
  }
  const faults: Finding[] = []
  const bring = 'Bring them back from a backup.'
  if (missing.count() > 0) faults.push(reportFault('files', `Rows name files that are not there: ${missing.text()}. ${bring}`))
  if (short.count() > 0) faults.push(reportFault('files', `Files have another size than their rows say: ${short.text()}. ${bring}`))
  if (changed.count() > 0) faults.push(reportFault('files', `Files have other bytes than were kept: ${changed.text()}. ${bring}`))
  if (orphans.count() > 0)
    faults.push(
      reportDoubt(
        'files',
        `No row names these files: ${orphans.text()}. They may be removed when nobody is restoring a backup or importing an instance.`,
      ),
    )
  return faults.length > 0
    ? faults
    : [reportOk('files', `${rows} rows and their files agree${deep ? ', byte for byte' : '; --deep reads every byte'}`)]
}

async function isWhole(files: Files, { name, sha256 }: FileRow): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await files.read(name)) hash.update(chunk)
  } catch (error) {
    if (error instanceof FileMissing) return true // removed since its size was read
    throw error
  }
  return hash.digest('hex') === sha256
}
