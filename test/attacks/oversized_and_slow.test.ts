/**
 * Attack: exhaust the server with requests that are too large, too deeply nested, have too many headers, or never end. Bodies above the
 * limit on every route, and malformed HTTP, are tested in test/invariants/fuzz.test.ts.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { useApp } from '../app.ts'
import { basicToken } from '../instances.ts'
import { waitFor } from '../jobs.ts'
import { rawBytes, rawRequest } from '../raw_http.ts'

const app = await useApp({}, { own: true }) // starts other processes
/** A process with a request timeout of one second. */
const impatientApp = await app.another({ DESKHAND_REQUEST_SECONDS: '1' })
const headers = basicToken(app.admin.email, app.admin.token)
const { port } = new URL(impatientApp.base_url)
const GET = 'GET /api/v2/groups HTTP/1.1\r\nHost: localhost\r\n'
const POST = 'POST /api/v2/groups HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** A client that sends a text, never closes its side, and reads only if `reads`. */
function halfOpenClient(text: string, reads = true): { socket: Socket; heard: () => string } {
  const chunks: Buffer[] = []
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text))
  socket.on('error', () => {}) // the server is expected to reset the connection
  if (reads) socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  return { socket, heard: () => Buffer.concat(chunks).toString('latin1') }
}

/** The number of open connections of the server. */
async function countConnections(): Promise<number> {
  return new Promise((resolve, reject) =>
    impatientApp.running.app?.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}

const NEVER_ENDING = [
  ['a head', `${GET}X-Slow: `],
  ['a line of a head', 'GET /api'],
  ['a body', `${POST}Content-Length: 100\r\n\r\n{"group":`],
  ['a body in chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`],
  ['the first byte', ''],
] as const

for (const [what, text] of NEVER_ENDING)
  test(`a client that never ends ${what} is disconnected, although its side stays open`, { timeout: 30_000 }, async () => {
    const server = impatientApp.running.app?.server
    assert.ok(server)
    const taken = once(server, 'connection') as Promise<[Socket]>
    const { socket } = halfOpenClient(text)
    const [held] = await taken
    await once(held, 'close')
    assert.equal(held.destroyed, true)
    socket.destroy()
  })

test('a client that sends one byte now and then is disconnected as well', { timeout: 30_000 }, async () => {
  const { socket, heard: received } = halfOpenClient(GET)
  const closed = once(socket, 'end')
  const dripping = setInterval(() => socket.writable && socket.write('X: y\r\n'), 50)
  await closed.finally(() => clearInterval(dripping))
  assert.match(received(), /^HTTP\/1\.1 408 /)
  socket.destroy()
})

test('a client that keeps sending requests without reading responses is disconnected', { timeout: 60_000 }, async () => {
  const server = impatientApp.running.app?.server
  assert.ok(server)
  const taken = once(server, 'connection') as Promise<[Socket]>
  const one = 'GET /api/v2/openapi HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const { socket } = halfOpenClient(one.repeat(40), false)
  const [held] = await taken
  await once(held, 'close')
  assert.equal(held.destroyed, true)
  socket.destroy()
})

test('a hundred unfinished requests do not block other callers, and leave no connection open', { timeout: 60_000 }, async () => {
  const crowd = Array.from({ length: 100 }, (_none, index) =>
    halfOpenClient(index % 2 === 0 ? `${GET}X: ` : `${POST}Content-Length: 9\r\n\r\n`),
  )
  await Promise.all(crowd.map(({ socket }) => once(socket, 'connect')))
  assert.equal((await rawRequest(impatientApp.base_url, { path: '/api/v2/groups', headers })).status, 200)
  await Promise.all(crowd.map(({ socket }) => once(socket, 'end')))
  assert.ok((await countConnections()) <= 16) // the keep-alive connections of the tests' own agent
  for (const { socket } of crowd) socket.destroy()
})

test('a head of more than 16 KiB is refused, as one header, many headers or a long address', async () => {
  const many = Array.from({ length: 10_000 }, (_none, index) => `x${index}: y\r\n`).join('')
  for (const [what, text] of [
    ['many', `${GET}${many}\r\n`],
    ['one', `${GET}x: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a cookie', `${GET}Cookie: ${'deskhand_session=x; '.repeat(2000)}\r\n\r\n`],
    ['an address', `GET /api/v2/groups?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ] as const)
    assert.match(await rawBytes(app.base_url, text), /^HTTP\/1\.1 431 /, what)
})

test('as many headers as fit are parsed, and the credentials after them are used', async () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_none, index) => [`x${index}`, 'y']))
  assert.equal((await rawRequest(app.base_url, { path: '/api/v2/groups', headers: { ...many, ...headers } })).status, 200)
})

test('JSON nested 600,000 deep is refused or ignored, and the server answers on', { timeout: 60_000 }, async () => {
  const type = { ...headers, 'content-type': 'application/json' }
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const depth = 600_000
    const deep = `${open.repeat(depth)}1${close.repeat(depth)}`
    for (const body of [deep, `{"group":{"name":${deep}}}`, `{"padding":${deep}}`]) {
      const { status } = await rawRequest(app.base_url, { method: 'POST', path: '/api/v2/groups', headers: type, body })
      assert.ok(status >= 400 && status < 500, String(status))
    }
  }
  assert.equal((await rawRequest(app.base_url, { path: '/api/v2/groups', headers })).status, 200)
})

test('a compressed body is not decompressed, so a small one cannot become large', async () => {
  const type = { ...headers, 'content-type': 'application/json' }
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const path = '/api/v2/groups'
    const { status } = await rawRequest(app.base_url, {
      method: 'POST',
      path,
      headers: { ...type, 'content-encoding': encoding },
      body: Buffer.from('H4sIAAAAAAAAA6tWSi/KLy1QsqpWykvMTVWyUnJMqaitBQCYb8QAFwAAAA==', 'base64'),
    })
    assert.ok(status >= 400 && status < 500, `${encoding}: ${status}`)
  }
})

const MEBIBYTE = 1024 * 1024
const part = 'x'.repeat(MEBIBYTE)
const chunk = `${MEBIBYTE.toString(16)}\r\n${part}\r\n`

for (const [how, head, one, end] of [
  ['with a length', `Content-Length: ${8 * MEBIBYTE}\r\n`, part, ''],
  ['in chunks', 'Transfer-Encoding: chunked\r\n', chunk, '0\r\n\r\n'],
] as const)
  test(`a client that sends a body too large ${how} reads the refusal, and the connection stays usable when it has sent the rest`, async () => {
    const socket = connect({ port: Number(new URL(app.base_url).port), host: '127.0.0.1' })
    const failed: Error[] = []
    const heard: string[] = []
    socket.on('error', (error) => failed.push(error)).on('data', (bytes: Buffer) => heard.push(bytes.toString('latin1')))
    socket.write(`${POST}${head}\r\n${one.repeat(6)}`)
    await waitFor(async () => heard.join('').startsWith('HTTP/1.1 413 '), true)
    socket.write(`${one.repeat(2)}${end}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await waitFor(async () => /HTTP\/1\.1 200 /.test(heard.join('')), true)
    assert.deepEqual(failed, [])
    socket.destroy()
  })

test('two lengths, or a length beside chunks, are refused: no request can be smuggled', async () => {
  const hidden = 'DELETE /api/v2/groups/1 HTTP/1.1\r\nHost: localhost\r\n\r\n'
  for (const head of [
    `${POST}Content-Length: 5\r\nContent-Length: 50\r\n\r\n{}   `,
    `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    `${POST}Content-Length: 2\n\n{}`,
  ]) {
    const answer = await rawBytes(app.base_url, head + hidden)
    assert.match(answer, /^HTTP\/1\.1 400 /, head)
    assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1, head)
  }
})
