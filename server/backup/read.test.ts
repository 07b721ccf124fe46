import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { writeArchive } from './archive.ts'
import { type FileRecord, MAX_LISTED } from './manifest.ts'
import { readArchive } from './read.ts'

const place = mkdtempSync(join(tmpdir(), 'deskhand-read-'))
after(() => rmSync(place, { recursive: true, force: true }))

/** Writes an archive of empty files with one list after them, and nothing else. */
async function writeFiles(count: number): Promise<string> {
  const path = join(place, `${count}.backup`)
  await writeArchive(path, async (archive) => {
    const files: FileRecord[] = []
    for (let number = 1; number <= count; number += 1) {
      const name = `1/name${String(number).padStart(8, '0')}`
      files.push({ name, size: 0, sha256: await archive.file(name, 0, Readable.from([])) })
    }
    await archive.list(1, files)
    return archive.finish({} as never)
  })
  return path
}

test('an archive with more files than a list names is refused before they fill the memory', async () => {
  await assert.rejects(readArchive(await writeFiles(MAX_LISTED + 1)), /more than 1000 files without a list/)
  await assert.rejects(readArchive(await writeFiles(MAX_LISTED)), /cannot be read: it has format undefined/)
})
