/**
 * Attack: upload files that write elsewhere, fill the disk or the memory, run in a browser, break a header, or belong to another user.
 */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainName } from '#modules/common/attachments/file_name.ts'
import { useApp } from '../app.ts'
import { authorizationOf, formOf, PIXEL, readUrl, sendFile, upload } from '../files.ts'
import { hostClient, putInstance } from '../instances.ts'
import { waitFor } from '../jobs.ts'
import { makeWith } from '../make.ts'
import { rawBytes, rawRequest } from '../raw_http.ts'

const app = await useApp({ DESKHAND_REQUEST_SECONDS: '2' })
const make = makeWith(app.api)
const folder = join(app.config.data_dir, 'files')
const { authorization } = authorizationOf(app)
const countIncoming = async () => (await readdir(join(folder, 'incoming'))).length

test('a file name is one line without a path, so it cannot write elsewhere or imitate another name', async () => {
  const names = {
    '../../../../etc/cron.d/evil': 'evil',
    '..\\..\\windows\\system32\\evil.dll': 'evil.dll',
    '/etc/passwd': 'passwd',
    '..': 'file',
    '.': 'file',
    'a/': 'file',
    'a\0.txt': 'a.txt',
    'invoice\u202Efdp.exe': 'invoicefdp.exe',
    'two\r\nlines.txt': 'twolines.txt',
    [`${'x'.repeat(5000)}.pdf`]: `${'x'.repeat(251)}.pdf`,
  }
  for (const [sent, kept] of Object.entries(names))
    assert.equal((await upload(app, { name: sent, bytes: 'x' })).attachment.file_name, kept, sent)
  const form = formOf([{ name: 'uploaded_data', value: 'x', file_name: '../../evil.txt' }])
  const answer = await rawRequest(app.base_url, {
    method: 'POST',
    path: '/api/v2/uploads',
    body: form.body,
    headers: { ...form.headers, authorization },
  })
  assert.equal(JSON.parse(answer.text).upload.attachment.file_name, 'evil.txt')
  for (const entry of await readdir(folder, { recursive: true }))
    assert.match(entry, /^(?:incoming|\d+)(?:\/[0-9A-Za-z]{2}(?:\/[0-9A-Za-z]{33})?)?$/)
})

test('every file name becomes a single line without a path and round-trips through its header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const plain = plainName(name)
      assert.match(plain, /^[^\p{Cc}\\/]{1,255}$/u)
      assert.equal(plain, plain.toWellFormed())
      assert.equal(plainName(plain), plain)
    }),
    { numRuns: 1000, seed: 7 },
  )
})

test('a file name cannot break the header it is in', async () => {
  for (const name of ['a"; filename=evil.html', 'a\r\nSet-Cookie: x=1', 'naïve ☃ 日本.txt', "it's (1)*.txt", 'a%0d%0aX: y', 'a;b,c=d']) {
    const { attachment } = await upload(app, { name, bytes: 'x' })
    const { headers } = await readUrl(app, attachment.content_url)
    const disposition = String(headers['content-disposition'])
    assert.match(disposition, /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.!~%-]*$/, name)
    assert.equal(decodeURIComponent(disposition.split("''")[1] as string), attachment.file_name)
    assert.equal(headers['set-cookie'], undefined)
  }
})

const PAGES: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  'page.html': ['text/html', Buffer.from('<script>alert(1)</script>')],
  'page.xhtml': ['application/xhtml+xml', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><script>1</script></html>')],
  'drawing.svg': ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  'data.xml': ['application/xml', Buffer.from('<?xml-stylesheet href="x"?><x/>')],
  'code.js': ['text/javascript', Buffer.from('alert(1)')],
  'style.css': ['text/css', Buffer.from('*{}')],
  'mail.mht': ['message/rfc822', Buffer.from('From: x')],
  'applet.swf': ['application/x-shockwave-flash', Buffer.from('CWS')],
  'no-picture.png': ['image/png', Buffer.from('<script>alert(1)</script>')],
  'typed.txt': ['text/html; charset=utf-7', Buffer.from('+ADw-script+AD4-')],
}

test('uploads never run in a browser: pages, SVGs, scripts and fake images are served as downloads', async () => {
  for (const [name, [type, bytes]] of Object.entries(PAGES)) {
    const { attachment } = await upload(app, { name, type, bytes })
    const { headers } = await readUrl(app, attachment.content_url)
    assert.equal(headers['content-type'], 'application/octet-stream', name)
    assert.match(String(headers['content-disposition']), /^attachment;/, name)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /sandbox$/)
  }
})

test('a file that is both an image and a page is served as an image', async () => {
  const bytes = Buffer.concat([PIXEL, Buffer.from('<html><script>alert(1)</script></html>')])
  const { attachment } = await upload(app, { name: 'both.html', type: 'text/html', bytes })
  const { headers } = await readUrl(app, attachment.content_url)
  assert.deepEqual([headers['content-type'], headers['x-content-type-options']], ['image/png', 'nosniff'])
  assert.match(String(headers['content-security-policy']), /sandbox$/)
})

test('a body that is too large is refused while it is received, and leaves nothing', async () => {
  await app.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size: 100_000 } } })
  const answer = await sendFile(app, { bytes: Buffer.alloc(20 * 1024 * 1024) })
  assert.equal(answer.status, 413)
  await waitFor(countIncoming, 0)
  await app.api.put('/api/v2/account/settings', { settings: { limits: { attachment_size: 52_428_800 } } })
})

test('an upload that never ends is aborted, and leaves nothing', async () => {
  const makeHead = (more: string) =>
    `POST /api/v2/uploads?filename=x HTTP/1.1\r\nHost: ${new URL(app.base_url).host}\r\nAuthorization: ${authorization}\r\n${more}`
  await Promise.all([
    rawBytes(app.base_url, makeHead('Content-Length: 1000\r\n\r\nhalf'), false),
    rawBytes(app.base_url, makeHead('Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'), false),
    rawBytes(
      app.base_url,
      makeHead(
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\nContent-Disposition: form-data; name="uploaded_data"; filename="x"\r\n\r\nhalf',
      ),
      false,
    ),
  ])
  await waitFor(countIncoming, 0)
  assert.equal((await app.api.get('/api/v2/users/me')).status, 200)
})

test('uploads of anonymous callers and callers without permission are not stored', async () => {
  const form = formOf([{ name: 'user[photo][uploaded_data]', value: PIXEL, file_name: 'x.png', type: 'image/png' }])
  const refused = await rawRequest(app.base_url, { method: 'PUT', path: '/api/v2/users/1', ...form })
  assert.equal(refused.status, 401)
  const agent = await make.agent()
  const logo = formOf([{ name: 'brand[logo][uploaded_data]', value: PIXEL, file_name: 'x.png' }])
  const headers = { ...logo.headers, ...authorizationOf(app, agent.email) }
  assert.equal((await rawRequest(app.base_url, { method: 'PUT', path: '/api/v2/brands/1/logo', body: logo.body, headers })).status, 403)
  assert.equal(await countIncoming(), 0)
})

test('an upload token of another instance cannot be extended, deleted or attached', async () => {
  const two = await putInstance(app, { subdomain: 'two' })
  const { token, attachment } = await upload(app, { bytes: 'of the first' })
  const auth = { authorization: `Basic ${Buffer.from(`${two.email}/token:${two.token}`).toString('base64')}` }
  const at = { ...auth, host: two.host }
  const added = await rawRequest(app.base_url, {
    method: 'POST',
    path: `/api/v2/uploads?filename=x&token=${token}`,
    headers: at,
    body: 'x',
  })
  assert.equal(added.status, 404)
  // answered as a token that is used up; the file below is still there
  assert.equal((await two.api.delete(`/api/v2/uploads/${token}`)).status, 204)
  assert.equal((await two.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x', uploads: [token] } } })).status, 422)
  assert.equal((await two.api.get(`/api/v2/attachments/${attachment.id}`)).status, 404)
  assert.equal((await hostClient(app.base_url, two.host, auth).get(new URL(attachment.content_url).pathname)).status, 404)
  assert.equal((await readUrl(app, attachment.content_url)).status, 200)
})

test('a form with thousands of parts, deep names or names of built-in properties is refused or ignored', async () => {
  const send = async (parts: Parameters<typeof formOf>[0]) => {
    const { body, headers } = formOf(parts)
    const user = await make.user()
    const answer = await rawRequest(app.base_url, {
      method: 'PUT',
      path: `/api/v2/users/${user.id}`,
      body,
      headers: { ...headers, authorization },
    })
    return answer.status
  }
  assert.equal(await send(Array.from({ length: 5000 }, () => ({ name: 'user[notes]', value: 'x' }))), 400)
  assert.equal(await send(Array.from({ length: 50 }, () => ({ name: 'f', value: 'x', file_name: 'x' }))), 400)
  assert.equal(await send([{ name: 'user[notes]', value: 'x'.repeat(2 * 1024 * 1024) }]), 400)
  assert.equal(await send([{ name: `user${'[a]'.repeat(60)}`, value: 'x' }]), 400)
  assert.equal(
    await send([
      { name: '__proto__[admin]', value: 'x' },
      { name: 'user[constructor][prototype][x]', value: 'x' },
      { name: 'user[notes]', value: 'x' },
    ]),
    200,
  )
  assert.equal(({} as Record<string, unknown>).x, undefined)
})
