import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { authorizationOf, countFiles, formOf, PIXEL, readUrl, sendFile, upload } from '#test/files.ts'
import { waitFor, runScheduledWork } from '#test/jobs.ts'
import { lookupName } from '#test/lookup.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const KEYS = [
  'url',
  'id',
  'file_name',
  'content_url',
  'mapped_content_url',
  'content_type',
  'size',
  'width',
  'height',
  'inline',
  'deleted',
  'malware_access_override',
  'malware_scan_result',
  'thumbnails',
]
const read = async (url: string) => (await readUrl(app, url)).bytes
const files = () => countFiles(app)

test('a file is uploaded unchanged: the response is JSON labelled as text with its URL and expiry', async () => {
  const answer = await sendFile(app, { name: 'crash log.txt', type: 'application/binary', bytes: 'what happened' })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
  const headers = { ...authorizationOf(app), accept: 'application/json' }
  const asJson = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/uploads?filename=x', headers, body: 'x' })
  assert.equal(asJson.headers['content-type'], 'application/json; charset=utf-8')
  const { upload: made } = JSON.parse(answer.text)
  assert.deepEqual(Object.keys(made), ['token', 'expires_at', 'attachments', 'attachment'])
  assert.deepEqual(Object.keys(made.attachment), KEYS)
  assert.deepEqual(made.attachments, [made.attachment])
  assert.equal(answer.headers.location, made.attachment.url)
  const { file_name, content_type, size, width, inline, deleted, thumbnails, malware_scan_result } = made.attachment
  assert.deepEqual([file_name, content_type, size, width], ['crash log.txt', 'application/binary', 13, null])
  assert.deepEqual([inline, deleted, thumbnails, malware_scan_result], [false, false, [], 'not_scanned'])
  const days = (Date.parse(made.expires_at) - Date.parse(String(answer.headers.date))) / 86_400_000
  assert.ok(Math.abs(days - 3) < 0.01, made.expires_at)
  assert.equal(String(await read(made.attachment.content_url)), 'what happened')
})

test('chunked bodies without a length are stored unchanged, whatever their type, JSON included', async () => {
  const send = (type: string | undefined, chunks: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const headers = { ...authorizationOf(app), ...(type === undefined ? {} : { 'content-type': type }), 'transfer-encoding': 'chunked' }
      const sending = request(
        `${app.base_url}/api/v2/uploads.json?filename=a+b.txt&binary=false`,
        { method: 'POST', headers, lookup: lookupName },
        (answer) => {
          let text = ''
          answer.on('data', (piece: Buffer) => (text += String(piece))).on('end', () => resolve(text))
        },
      )
      sending.on('error', reject)
      for (const chunk of chunks) sending.write(chunk)
      sending.end()
    })
  for (const type of [undefined, 'application/json', 'application/x-www-form-urlencoded', 'image/png', 'x/y; charset="z"']) {
    const text = await send(type, ['{"a":', 'no JSON', '&b=1'])
    assert.match(text, /"upload"/)
    const { upload: made } = JSON.parse(text)
    assert.deepEqual([made.attachment.file_name, made.attachment.size], ['a b.txt', 16])
    assert.equal(String(await read(made.attachment.content_url)), '{"a":no JSON&b=1')
  }
})

test('a form with uploaded_data and filename is accepted as Ruby sends it', async () => {
  const send = async (form: ReturnType<typeof formOf>) =>
    rawRequest(app.base_url, { method: 'POST', path: '/api/v2/uploads', ...form, headers: { ...form.headers, ...authorizationOf(app) } })
  const file = { name: 'uploaded_data', value: PIXEL, file_name: 'local.png', type: 'image/png' }
  const answer = await send(formOf([file, { name: 'filename', value: 'shown.png' }]))
  assert.equal(answer.status, 201, answer.text)
  const { attachment, token } = JSON.parse(answer.text).upload
  assert.deepEqual([attachment.file_name, attachment.content_type, attachment.width, attachment.height], ['shown.png', 'image/png', 1, 1])
  assert.deepEqual(await read(attachment.content_url), PIXEL)
  const more = JSON.parse((await send(formOf([{ name: 'token', value: token }, file]))).text).upload
  assert.deepEqual(
    more.attachments.map((one: { file_name: string }) => one.file_name),
    ['shown.png', 'local.png'],
  )
  assert.equal((await send(formOf([{ name: 'filename', value: 'x' }]))).status, 400)
  assert.equal((await send({ body: Buffer.from('--x'), headers: { 'content-type': 'multipart/form-data; boundary=x' } })).status, 400)
  assert.equal((await send({ body: Buffer.from('--x'), headers: { 'content-type': 'multipart/form-data' } })).status, 400)
})

test('files can be added to a token until it is deleted', async () => {
  const first = await upload(app, { name: '1.txt', bytes: '1' })
  const second = await upload(app, { name: '2.txt', bytes: '22', query: `&token=${first.token}` })
  assert.equal(second.token, first.token)
  assert.deepEqual(
    second.attachments.map((one: { file_name: string }) => one.file_name),
    ['1.txt', '2.txt'],
  )
  assert.equal(second.attachment.file_name, '2.txt')
  assert.equal((await app.api.delete(`/api/v2/uploads/${first.token}.json`)).status, 204)
  assert.equal((await sendFile(app, { bytes: 'x', query: `&token=${first.token}` })).status, 404)
  assert.equal((await readUrl(app, second.attachment.content_url)).status, 404)
})

test('a token that a comment has used up is deleted without an error, and the comment keeps its file', async () => {
  const { token } = await upload(app, { bytes: 'used' })
  const ticket = await make.ticket({ comment: { body: 'A file', uploads: [token] } })
  for (const _ of [1, 2]) assert.equal((await app.api.delete(`/api/v2/uploads/${token}`)).status, 204)
  const { comments } = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
  assert.equal((await readUrl(app, comments[0].attachments[0].content_url)).status, 200)
  assert.equal((await app.api.delete('/api/v2/uploads/not-a-token')).status, 404)
  assert.equal((await app.as({}).delete(`/api/v2/uploads/${token}`)).status, 401)
})

test('a file without a name is refused', async () => {
  const nameless = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/uploads', headers: authorizationOf(app), body: 'x' })
  assert.deepEqual([nameless.status, JSON.parse(nameless.text).error], [400, 'ParameterMissing'])
})

test('an end user’s upload is private: another end user cannot add to it, delete it or attach it; staff can', async () => {
  const one = await make.user()
  const other = await make.user()
  const made = await upload(app, { bytes: 'mine', email: one.email })
  const as = app.as({ email: other.email, token: app.admin.token })
  assert.equal((await sendFile(app, { bytes: 'x', email: other.email, query: `&token=${made.token}` })).status, 404)
  assert.equal((await as.delete(`/api/v2/uploads/${made.token}`)).status, 404)
  const ticket = await make.ticket({ comment: { body: 'For him', uploads: made.token } })
  const { comments } = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
  assert.equal(comments[0].attachments[0].id, made.attachment.id)
})

test('the largest size is a setting, and is enforced with and without a length', async () => {
  const limit = (attachment_size: number) => app.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size } } })
  assert.equal((await limit(0)).status, 422)
  assert.equal((await limit(1000)).body.settings.limits.attachment_size, 1000)
  assert.equal((await sendFile(app, { bytes: 'x'.repeat(1000) })).status, 201)
  const before = await files()
  const tooBig = await sendFile(app, { bytes: 'x'.repeat(1001) })
  assert.equal(tooBig.status, 413)
  assert.equal(JSON.parse(tooBig.text).error, 'AttachmentTooBig')
  const form = formOf([{ name: 'uploaded_data', value: 'x'.repeat(1001), file_name: 'x' }])
  const sent = { ...form, headers: { ...form.headers, ...authorizationOf(app) } }
  assert.equal((await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/uploads', ...sent })).status, 413)
  assert.equal(await files(), before)
  assert.equal((await limit(52_428_800)).status, 200)
})

test('an upload that is not used within three days is removed, with its file', async () => {
  const made = await upload(app, { bytes: 'forgotten' })
  const settings = (clock: object) => app.api.put('/api/v2/deskhand/settings', { settings: { clock } })
  await settings({ mode: 'shifted', offset_seconds: 3 * 86_400 - 60 })
  await runScheduledWork(app)
  assert.equal((await readUrl(app, made.attachment.content_url)).status, 200)
  const before = await files()
  await settings({ mode: 'shifted', offset_seconds: 3 * 86_400 + 60 })
  const late = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'late', uploads: [made.token] } } })
  assert.equal(late.status, 422)
  await runScheduledWork(app)
  // moving the clock has started the same work as a job
  await waitFor(async () => (await readUrl(app, made.attachment.content_url)).status, 404)
  await waitFor(async () => (await files()) < before, true)
  await settings({ mode: 'real' })
})

test('bytes that no attachment refers to are removed a day later', async () => {
  const { database } = app.database
  const made = await upload(app, { bytes: 'loose' })
  const cut = defineStatement<unknown>('delete from attachments where account_id = $1 and id = $2')
  const age = defineStatement<unknown>(
    'update stored_files set loose_since = $2 where account_id = $1 and size = 5 and loose_since is null',
  )
  const selectFileName = defineStatement<{ name: string }>('select name from stored_files where account_id = $1 and size = 5')
  const selectFileCount = defineStatement<{ count: number }>(
    'select count(*) as count from stored_files where account_id = $1 and size = 5',
  )
  await database.run(cut(app.account_id, made.attachment.id))
  await database.run(age(app.account_id, new Date(0)))
  const { name } = (await database.first(selectFileName(app.account_id))) as { name: string }
  const isThere = async () =>
    (await readdir(join(app.config.data_dir, 'files'), { recursive: true })).some((path) =>
      path.endsWith(name.slice(name.indexOf('/') + 1)),
    )
  assert.ok(await isThere())
  await runScheduledWork(app)
  assert.equal((await database.first(selectFileCount(app.account_id)))?.count, 0)
  assert.ok(!(await isThere()))
})

test('a loose file that an attachment refers to again keeps its bytes', async () => {
  const { database } = app.database
  const made = await upload(app, { bytes: 'needed after all' })
  const age = defineStatement<unknown>('update stored_files set loose_since = $2 where account_id = $1 and size = 16')
  const selectLooseSince = defineStatement<{ loose_since: unknown }>(
    'select loose_since from stored_files where account_id = $1 and size = 16',
  )
  await database.run(age(app.account_id, new Date(0)))
  await runScheduledWork(app)
  assert.equal((await readUrl(app, made.attachment.content_url)).text, 'needed after all')
  assert.equal((await database.first(selectLooseSince(app.account_id)))?.loose_since, null)
})

test('only its author and administrators can show and delete an unused upload', async () => {
  const sender = await make.agent()
  const other = await make.agent()
  const { attachment } = await upload(app, { bytes: 'not yet anywhere', email: sender.email })
  const askAs = async (email: string, method: 'get' | 'delete') =>
    (await app.as({ email, token: app.admin.token })[method](`/api/v2/attachments/${attachment.id}`)).status
  assert.deepEqual([await askAs(other.email, 'get'), await askAs(other.email, 'delete')], [404, 404])
  assert.deepEqual([await askAs(sender.email, 'get'), await askAs(app.admin.email, 'get')], [200, 200])
  assert.equal(await askAs(sender.email, 'delete'), 204)
})

test('the text in a form is limited as any other body is', async () => {
  const megabyte = 'x'.repeat(1024 * 1024 - 1)
  const file = { name: 'uploaded_data', value: 'x', file_name: 'x.txt' }
  const send = async (count: number) => {
    const texts = Array.from({ length: count }, (_none, index) => ({ name: `text${index}`, value: megabyte }))
    const form = formOf([...texts, file])
    const sent = { ...form, headers: { ...form.headers, ...authorizationOf(app) } }
    return (await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/uploads', ...sent })).status
  }
  assert.deepEqual([await send(3), await send(5)], [201, 400])
})
