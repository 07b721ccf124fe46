import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import S3rver from 's3rver'
import { useApp } from '#test/app.ts'
import { authorizationOf, formOf, PIXEL, readUrl, sendFile, upload } from '#test/files.ts'
import { waitFor } from '#test/jobs.ts'
import { rawRequest } from '#test/raw_http.ts'

const directory = await mkdtemp(join(tmpdir(), 'deskhand-s3-'))
const bucket = { name: 'attachments', configs: [] }
const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [bucket] })
const { port } = await server.run()
const app = await useApp({ FILES_URL: `s3://S3RVER:S3RVER@127.0.0.1:${port}/attachments?tls=false`, DESKHAND_LOG_LEVEL: 'silent' })
// the last test closes the server
after(async () => {
  await rm(directory, { recursive: true, force: true })
})
const objects = async () => (await readdir(join(directory, 'attachments'), { recursive: true })).filter((name) => name.endsWith('_object'))

test('with FILES_URL attachments are stored in the bucket and nowhere else, and are read and removed there', async () => {
  const { attachment } = await upload(app, { name: 'a.bin', bytes: Buffer.alloc(3_000_000, 'x') })
  assert.equal((await objects()).length, 1)
  assert.deepEqual(await readdir(join(app.config.data_dir, 'files')), ['incoming'])
  const whole = await readUrl(app, attachment.content_url)
  assert.deepEqual([whole.status, whole.bytes.length], [200, 3_000_000])
  const part = await readUrl(app, attachment.content_url, { range: 'bytes=2999990-' })
  assert.deepEqual([part.status, part.text], [206, 'x'.repeat(10)])
  assert.equal((await app.api.delete(`/api/v2/attachments/${attachment.id}`)).status, 204)
  await waitFor(async () => (await objects()).length, 0)
})

test('an object that is shorter than recorded ends the connection early', async () => {
  const { attachment } = await upload(app, { name: 'short.bin', bytes: Buffer.alloc(300_000, 'x') })
  const [name = ''] = await objects()
  await truncate(join(directory, 'attachments', name), 100_000)
  await assert.rejects(readUrl(app, attachment.content_url), /aborted|ECONNRESET|hang up/)
})

test('an unreachable bucket refuses the upload, and no attachment is recorded', async () => {
  const { attachment } = await upload(app, { bytes: 'before' })
  await server.close()
  const refused = await sendFile(app, { bytes: 'x' })
  assert.equal(refused.status, 503)
  assert.deepEqual(await readdir(join(app.config.data_dir, 'files', 'incoming')), [])
  assert.equal((await app.api.get(`/api/v2/attachments/${attachment.id}`)).status, 200)
  const form = formOf([
    { name: 'user[name]', value: 'Half A. User' },
    { name: 'user[photo][uploaded_data]', value: PIXEL, file_name: 'me.png' },
  ])
  const headers = { ...form.headers, ...authorizationOf(app) }
  const photo = await rawRequest(app.base_url, { method: 'PUT', path: '/api/v2/users/me', body: form.body, headers })
  assert.equal(photo.status, 503)
  assert.notEqual((await app.api.get('/api/v2/users/me')).body.user.name, 'Half A. User')
})
