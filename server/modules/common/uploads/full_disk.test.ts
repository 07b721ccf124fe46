/** Every acknowledged file is stored completely: uploads to a disk that fills up, and downloads of truncated files. */
import assert from 'node:assert/strict'
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, formOf, fullDisk, PIXEL, readUrl, sendFile, upload } from '#test/files.ts'
import { rawRequest } from '#test/raw_http.ts'

const disk = fullDisk()
const silent = { DESKHAND_LOG_LEVEL: 'silent' }
const small = disk.skip === false ? await useApp({ ...silent, DATA_DIR: disk.folder }) : undefined
const app = await useApp(silent)
after(() => disk.close())
const count = async (table: string) => Number((await small?.database.database.driver.unsafe(`select count(*) as n from ${table}`))?.[0]?.n)

/** The sizes of the files below a folder. */
function sizesIn(folder: string): number[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => statSync(join(entry.parentPath, entry.name)).size).sort()
}

test('a full disk refuses uploads with 507 and leaves no row or bytes; the files it holds are complete', { skip: disk.skip }, async () => {
  const full = small ?? assert.fail('no application')
  const taken: number[] = []
  let refused = 0
  for (let size = 600_000; size > 1000; size = Math.floor(size / 2)) {
    const bytes = Buffer.alloc(size, 'x')
    for (;;) {
      const answer = await sendFile(full, { bytes })
      if (answer.status === 507) {
        const { error, description } = JSON.parse(answer.text)
        assert.deepEqual([error, typeof description], ['InsufficientStorage', 'string'])
        refused += 1
        break
      }
      assert.equal(answer.status, 201, answer.text)
      const { attachment } = JSON.parse(answer.text).upload
      assert.equal((await readUrl(full, attachment.content_url)).bytes.length, size)
      taken.push(size)
    }
  }
  assert.ok(refused > 5 && taken.length > 1, `${refused} refused, ${taken.length} taken`)
  assert.deepEqual(sizesIn(join(disk.folder, 'files')), [...taken].sort())
  assert.deepEqual([await count('stored_files'), await count('uploads')], [taken.length, taken.length])
  const form = formOf([
    { name: 'user[name]', value: 'Half A. User' },
    { name: 'user[photo][uploaded_data]', value: Buffer.concat([PIXEL, Buffer.alloc(500_000)]), file_name: 'me.png' },
  ])
  const headers = { ...form.headers, ...authorizationOf(full) }
  assert.equal((await rawRequest(full.base_url, { method: 'PUT', path: '/api/v2/users/me', body: form.body, headers })).status, 507)
  assert.notEqual((await full.api.get('/api/v2/users/me')).body.user.name, 'Half A. User')
})

/** How many responses have been aborted so far. */
async function countBrokenBodies(): Promise<number> {
  const { text } = await rawRequest(app.base_url, { method: 'GET', path: '/metrics', headers: {} })
  return Number(/^deskhand_broken_bodies_total (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

test('a file that is shorter or longer than recorded ends the connection early; its existing ranges can be read', async () => {
  const { attachment } = await upload(app, { name: 'a.bin', bytes: Buffer.alloc(300_000, 'x') })
  const folder = join(app.config.data_dir, 'files')
  const [file] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const path = join(file?.parentPath ?? '', file?.name ?? '')
  const before = await countBrokenBodies()
  for (const size of [200_000, 400_000]) {
    truncateSync(path, size)
    await assert.rejects(readUrl(app, attachment.content_url), /aborted|ECONNRESET|hang up/, String(size))
  }
  truncateSync(path, 200_000)
  await assert.rejects(readUrl(app, attachment.content_url, { range: 'bytes=100000-' }))
  assert.equal((await countBrokenBodies()) - before, 3)
  // nothing has been sent yet, so the status reports the error
  truncateSync(path, 0)
  assert.equal((await readUrl(app, attachment.content_url)).status, 500)
  truncateSync(path, 200_000)
  const part = await readUrl(app, attachment.content_url, { range: 'bytes=0-99999' })
  assert.deepEqual([part.status, part.bytes.length], [206, 100_000])
})
