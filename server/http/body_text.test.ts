import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { basicToken } from '#test/instances.ts'
import { rawBytes, rawRequest } from '#test/raw_http.ts'

const app = await useApp()
const basic = basicToken(app.admin.email, app.admin.token)
const TEXT = 'Café “Ünïcode”'

async function create(
  body: Uint8Array,
  contentType: string | undefined,
): Promise<{ status: number; subject: string | undefined; text: string }> {
  const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  const { status, text } = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/tickets', headers: { ...basic, ...type }, body })
  return { status, subject: status === 201 ? JSON.parse(text).ticket.subject : undefined, text }
}
const json = (subject: string) => JSON.stringify({ ticket: { subject, comment: { body: 'Hello' } } })
const BROKEN = [Buffer.from(json('Caf\xe9'), 'latin1'), Buffer.concat([Buffer.from(json('x').slice(0, -1)), Buffer.from([0xc3, 0x7d])])]

test('a body is read in its charset, and a byte order mark is skipped', async () => {
  const utf8 = Buffer.from(json(TEXT))
  const utf16 = Buffer.from(`\ufeff${json(TEXT)}`, 'utf16le')
  const bodies: readonly [body: Uint8Array, type: string | undefined][] = [
    [utf8, 'application/json'],
    [utf8, undefined],
    [utf8, 'application/json; charset=UTF-8'],
    [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), 'application/json'],
    [utf16, 'application/json; charset=utf-16'],
    [Buffer.from(utf16).swap16(), 'application/json; charset=utf-16'],
    [Buffer.from(json(TEXT), 'utf16le'), 'application/json;charset="utf-16le"'],
  ]
  for (const [body, type] of bodies) assert.equal((await create(body, type)).subject, TEXT, String(type))
  assert.equal((await create(Buffer.from(json('Café'), 'latin1'), 'application/json; charset=iso-8859-1')).subject, 'Café')
})

test('bytes that are no text of their charset are refused, and so is a charset that nobody knows', async () => {
  for (const body of BROKEN)
    for (const type of ['application/json', 'application/json; charset=utf-8', undefined]) {
      const { status, text } = await create(body, type)
      assert.deepEqual([status, JSON.parse(text).error], [400, 'BadRequest'])
    }
  const unknown = await create(Buffer.from(json('x')), 'application/json; charset=klingon')
  assert.equal(unknown.status, 400)
  assert.match(unknown.text, /klingon is not known/)
})

test('forms are read in their charset, and refused when they cannot be', async () => {
  const revoke = (body: Uint8Array | string, type = 'application/x-www-form-urlencoded') =>
    rawRequest(app.base_url, { method: 'POST', path: '/api/v2/autocomplete/tags', headers: { ...basic, 'content-type': type }, body })
  assert.equal((await revoke('name=caf%C3%A9')).status, 200)
  assert.equal((await revoke('name=caf%E9', 'application/x-www-form-urlencoded; charset=iso-8859-1')).status, 200)
  assert.equal((await revoke('name=caf%E9')).status, 400)
  assert.equal((await revoke(Buffer.from('name=caf\xe9', 'latin1'))).status, 400)
})

test('values, names and file names of forms with files are UTF-8', async () => {
  const send = (name: string, file: string, value: string) => {
    const body = Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="user[name]"\r\n\r\n${value}\r\n--x\r\n` +
        `content-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\nPNG\r\n--x--\r\n`,
      'latin1',
    )
    const headers = { ...basic, 'content-type': 'multipart/form-data; boundary=x' }
    return rawRequest(app.base_url, { method: 'PUT', path: `/api/v2/users/${app.admin.id}`, headers, body })
  }
  for (const [name, file, value] of [
    ['user[photo][uploaded_data]', 'a.png', 'Ann\xe9'],
    ['user[photo][uploaded_data]', 'caf\xe9.png', 'Ann'],
    ['user[\xe9]', 'a.png', 'Ann'],
  ] as const)
    assert.equal((await send(name, file, value)).status, 400)
})

test('an address with escaped or plain bytes that are no UTF-8 is refused', async () => {
  const get = (path: string) => rawRequest(app.base_url, { path, headers: basic })
  assert.equal((await get('/api/v2/search?query=caf%C3%A9')).status, 200)
  for (const path of ['/api/v2/search?query=caf%E9', '/api/v2/search?query=%41%E9%41', '/api/v2/users/search?external_id=%ff'])
    assert.equal((await get(path)).status, 400, path)
  // the parser of HTTP takes no other bytes in an address, be they UTF-8 or not
  for (const encoding of ['utf8', 'latin1'] as const) {
    const bytes = Buffer.from('GET /api/v2/search?query=caf\u00e9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', encoding)
    assert.match(await rawBytes(app.base_url, bytes, false), /^HTTP\/1.1 400 /)
  }
})
