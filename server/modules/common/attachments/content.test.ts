import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { PIXEL, readUrl, upload } from '#test/files.ts'
import { hostClient, putInstance } from '#test/instances.ts'

const app = await useApp()
const BYTES = randomBytes(1000)
const { attachment } = await upload(app, { name: 'data.bin', bytes: BYTES, type: 'application/octet-stream' })
const read = (headers: Record<string, string> = {}, method = 'GET') => readUrl(app, attachment.content_url, headers, method)

test('anyone with the URL downloads the bytes unchanged, and no shared cache may store them', async () => {
  const { status, headers, bytes } = await read()
  assert.equal(status, 200)
  assert.deepEqual(bytes, BYTES)
  assert.deepEqual([headers['content-type'], headers['content-length']], ['application/octet-stream', '1000'])
  assert.equal(headers['content-disposition'], `attachment; filename="data.bin"; filename*=UTF-8''data.bin`)
  assert.deepEqual([headers['x-content-type-options'], headers['cache-control']], ['nosniff', 'private, no-cache'])
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/)
})

test('a range request returns that part', async () => {
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
  ] as const) {
    const part = await read({ range })
    assert.equal(part.status, 206, range)
    assert.deepEqual(part.bytes, BYTES.subarray(first, last + 1), range)
    assert.equal(part.headers['content-range'], `bytes ${first}-${last}/1000`)
  }
  for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
    const none = await read({ range })
    assert.deepEqual([none.status, none.headers['content-range']], [416, 'bytes */1000'], range)
  }
  for (const range of ['bytes=5-2', 'bytes=1-2,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    assert.equal((await read({ range })).status, 200, range)
})

test('a matching etag returns 304, and an outdated If-Range returns the whole file', async () => {
  const etag = String((await read()).headers.etag)
  const same = await read({ 'if-none-match': etag })
  assert.deepEqual([same.status, same.bytes.length], [304, 0])
  assert.equal((await read({ 'if-none-match': '"another"' })).status, 200)
  assert.equal((await read({ range: 'bytes=0-9', 'if-range': etag })).status, 206)
  assert.equal((await read({ range: 'bytes=0-9', 'if-range': '"another"' })).status, 200)
})

test('HEAD returns what GET would, without the body', async () => {
  const head = await read({}, 'HEAD')
  const get = await read()
  assert.deepEqual([head.status, head.bytes.length], [200, 0])
  for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges'])
    assert.equal(head.headers[name], get.headers[name], name)
})

test('pictures are shown inline, whatever type their sender declares', async () => {
  for (const type of ['image/png', 'application/octet-stream', 'text/html']) {
    const made = (await upload(app, { name: 'pixel.png', bytes: PIXEL, type })).attachment
    assert.equal(made.content_type, type)
    const { headers } = await readUrl(app, made.content_url)
    assert.equal(headers['content-type'], 'image/png')
    assert.match(String(headers['content-disposition']), /^inline;/)
  }
})

test('an empty file is sent as an empty body', async () => {
  const empty = (await upload(app, { bytes: '' })).attachment
  const { status, headers, text } = await readUrl(app, empty.content_url)
  assert.deepEqual([status, headers['content-length'], text], [200, '0', ''])
  assert.equal((await readUrl(app, empty.content_url, { range: 'bytes=0-' })).status, 416)
})

test('no other token is accepted: not an altered one, not one of another attachment, not at another instance', async () => {
  const path = new URL(attachment.content_url).pathname
  const token = path.split('/')[3] as string
  const wrong = [
    token.slice(0, -1),
    `${token}0`,
    token.toLowerCase(),
    `0${token.slice(1)}`,
    '',
    'x',
    '..%2f..',
    '%00',
    '__proto__',
    'x'.repeat(400),
  ]
  for (const text of wrong.filter((each) => each !== token))
    assert.equal((await readUrl(app, `${app.base_url}/attachments/token/${text}/?name=x`)).status, 404, text)
  const other = await putInstance(app, { subdomain: 'other' })
  assert.equal((await hostClient(app.base_url, other.host).get(path)).status, 404)
  assert.equal((await hostClient(app.base_url, new URL(app.base_url).host).get(path)).status, 200)
})

test('a file that is gone from the disk is not found, and the log says so', async () => {
  const { attachment: lost } = await upload(app, { name: 'lost.bin', bytes: randomBytes(500), type: 'application/octet-stream' })
  const folder = join(app.config.data_dir, 'files')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && (await stat(join(entry.parentPath, entry.name))).size === 500) await rm(join(entry.parentPath, entry.name))
  const { log } = app.running.server
  const { error } = log
  const said: string[] = []
  log.error = (_data, text) => void said.push(text)
  try {
    assert.equal((await readUrl(app, lost.content_url)).status, 404)
  } finally {
    log.error = error
  }
  assert.deepEqual(said, ['a stored file is missing from the file store'])
})
