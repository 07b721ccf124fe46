/** The access log: one line per request and nothing else, without secrets; a slow reader does not block requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext } from 'node:test'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { rawBytes, rawRequest } from '../raw_http.ts'
import { cloneDataDir } from './prepared.ts'
import { childrenOf, isReady, leavesNothing, MAIN, spawnServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-access-log-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: 120_000 }
const MEMBERS = [
  'time',
  'request_id',
  'method',
  'route',
  'path',
  'status',
  'bytes',
  'duration_ms',
  'account_id',
  'actor_id',
  'credential',
  'credential_id',
  'address',
  'user_agent',
  'trace_id',
]

interface Line {
  readonly request_id: string
  readonly method: string
  readonly route: string | null
  readonly path: string | null
  readonly status: number
  readonly bytes: number
  readonly aborted?: true
  readonly [member: string]: unknown
}

/** Starts a server with an access log, whose standard output is collected separately. */
async function start(env: Record<string, string> = {}, program?: readonly string[]) {
  const data_dir = await cloneDataDir()
  const given = { PORT: '0', DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', DESKHAND_ACCESS_LOG: 'on', ...env }
  const server = spawnServer(given, program)
  const { stdout, stderr } = server.child
  assert.ok(stdout !== null && stderr !== null)
  let written = ''
  let said = ''
  stdout.on('data', (chunk: string) => (written += chunk))
  stderr.on('data', (chunk: string) => (said += chunk))
  const base_url = await waitUntil('the server says where it is', () => /Deskhand is ready at (\S+)/.exec(said)?.[1])
  await waitUntil('the server is ready', () => isReady(base_url))
  const parseLines = () =>
    written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  const lineOf = (is: (line: Line) => boolean) => waitUntil('its line is written', () => parseLines().find(is))
  await lineOf(({ path, status }) => path === '/readyz' && status === 200)
  return { ...server, stdout, base_url, data_dir, lines: parseLines, lineOf, said: () => said, written: () => written }
}

/** Sends the beginning of a request and keeps the connection open. */
async function begin(t: TestContext, base_url: string, text: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(base_url).port), host: '127.0.0.1' })
  t.after(() => void socket.destroy())
  socket.on('error', () => {}) // being disconnected is what the test expects
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

const makeHead = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${more}\r\n`

smokeTest('each request has one line with who called what from where, and standard output contains nothing else', patience, async () => {
  const server = await start({ DESKHAND_LOG_LEVEL: 'trace' })
  const client = makeClient(server.base_url, { authorization, 'user-agent': `${'u'.repeat(190)}"\\${'v'.repeat(100)}` })
  const made = await client.post('/api/v2/groups.json?secret=in-the-query', { group: { name: 'Seen' } })
  assert.equal(made.status, 201)
  const line = await server.lineOf(({ method, route }) => method === 'POST' && route === '/api/v2/groups')
  assert.deepEqual(Object.keys(line), MEMBERS)
  assert.deepEqual([line.path, line.status, line.credential, line.address], ['/api/v2/groups.json', 201, 'api_token', '127.0.0.1'])
  assert.deepEqual([line.account_id, line.trace_id, line.request_id], [1, null, made.headers.get('x-request-id')])
  assert.ok(Number(line.actor_id) > 0 && Number(line.credential_id) > 0 && Number(line.duration_ms) > 0)
  assert.ok(line.bytes > JSON.stringify(made.body).length)
  assert.equal(String(line.user_agent).length, 200)
  assert.ok(Math.abs(Date.parse(String(line.time)) - Date.now()) < 60_000)
  // twice on one connection: each line counts the bytes of its own response only
  await rawRequest(server.base_url, { path: '/healthz?first' })
  await rawRequest(server.base_url, { path: '/healthz?second' })
  await server.lineOf(() => server.lines().filter(({ path }) => path === '/healthz').length === 2)
  for (const { path, bytes } of server.lines()) if (path === '/healthz') assert.ok(bytes > 80 && bytes < 400, String(bytes))
  const count = server.lines().length
  for (let times = 0; times < 20; times += 1) assert.equal((await client.get('/api/v2/groups')).status, 200)
  assert.equal(await server.end('SIGTERM'), 0, server.said())
  assert.equal(server.lines().length, count + 20)
  assert.match(server.said(), /Stopping …\nStopped\.\n$/)
  assert.ok(!server.written().includes('in-the-query') && !server.written().includes(TOKEN))
  leavesNothing(server.data_dir)
})

test('requests refused early have a line, too: by the parser, the router, the limits and the HTTP layer', patience, async () => {
  const server = await start({ DESKHAND_RATE_LIMIT: 'on' })
  const json = { authorization, 'content-type': 'application/json' }
  const refused: readonly [number, string | null, () => Promise<unknown>][] = [
    [400, null, () => rawBytes(server.base_url, 'this is no HTTP\r\n\r\n')],
    [400, '/healthz', () => rawBytes(server.base_url, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')],
    [431, null, () => rawBytes(server.base_url, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)],
    [
      417,
      '/healthz',
      () => rawBytes(server.base_url, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: nothing\r\nConnection: close\r\n\r\n'),
    ],
    [404, '/no/such/path', () => rawRequest(server.base_url, { path: '/no/such/path?token=t0psecret' })],
    [404, '/api/***', () => rawRequest(server.base_url, { path: '/api/%c3%28' })],
    [401, '/api/v2/users', () => rawRequest(server.base_url, { path: '/api/v2/users?access_token=t0psecret' })],
    [
      422,
      '/api/v2/tickets',
      () => rawRequest(server.base_url, { method: 'POST', path: '/api/v2/tickets', headers: json, body: '{"t0psecret' }),
    ],
    [
      413,
      '/api/v2/tickets',
      // which it does not send, so the connection cannot be used again
      () => {
        const headers = { ...json, 'content-length': '5000000', connection: 'close' }
        return rawRequest(server.base_url, { method: 'POST', path: '/api/v2/tickets', headers })
      },
    ],
  ]
  for (const [status, path, send] of refused) {
    const before = server.lines().length
    await send()
    const line = await waitUntil(`${status} ${path} has a line`, () => server.lines()[before])
    assert.deepEqual(
      [line.path, [400, 422].includes(status) ? [400, 422].includes(line.status) : line.status === status],
      [path, true],
      JSON.stringify(line),
    )
    assert.ok(MEMBERS.every((member) => member in line))
  }
  const listStatuses = () => new Set(server.lines().map(({ status }) => status))
  const client = makeClient(server.base_url, { authorization })
  await waitUntil('a call is over the limit', async () => (await client.get('/api/v2/deleted_tickets')).status === 429)
  await waitUntil('it has a line', () => listStatuses().has(429))
  assert.equal(await server.end('SIGTERM'), 0)
  assert.ok(!server.written().includes('t0psecret'))
})

test('a client that disconnects before or during the response is logged as such', patience, async (t) => {
  const server = await start()
  const json = 'Content-Type: application/json\r\nContent-Length: 4000\r\n'
  const half = await begin(t, server.base_url, `${makeHead('POST', '/api/v2/tickets', json)}{"ticket":`)
  await rawRequest(server.base_url, { path: '/healthz' })
  half.destroy()
  const gone = await server.lineOf(({ aborted }) => aborted === true)
  assert.deepEqual([gone.method, gone.route, gone.status], ['POST', '/api/v2/tickets', 499])
  const body = Buffer.alloc(30_000_000, 'x')
  const upload = {
    method: 'POST',
    path: '/api/v2/uploads.json?filename=a.txt',
    headers: { authorization, 'content-type': 'text/plain' },
    body,
  }
  const sent = await rawRequest(server.base_url, upload)
  const { pathname, search } = new URL(JSON.parse(sent.text).upload.attachment.content_url)
  const download = await begin(t, server.base_url, makeHead('GET', pathname + search))
  await once(download, 'readable')
  download.destroy()
  const broken = await server.lineOf(({ aborted, method }) => aborted === true && method === 'GET')
  assert.deepEqual([broken.route, broken.path, broken.status], ['/attachments/token/:token', '/attachments/token/***/', 200])
  assert.ok(broken.bytes > 0 && broken.bytes < body.length)
  const [, secret = ''] = /token\/([^/]+)/.exec(pathname) ?? []
  assert.ok(secret.length > 10 && !server.written().includes(secret))
  assert.equal(await server.end('SIGTERM'), 0)
})

/** Sends `times` pipelined requests on each of `connections` connections, and waits for all responses. */
async function flood(t: TestContext, base_url: string, times: number, connections = 8): Promise<void> {
  const request = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${'"'.repeat(200)}\r\n\r\n`
  const each = Array.from({ length: connections }, async () => {
    const socket = await begin(t, base_url, request.repeat(times))
    let answers = 0
    for await (const chunk of socket.setEncoding('latin1')) {
      answers += String(chunk).split('HTTP/1.1 200').length - 1
      if (answers >= times) break
    }
    socket.destroy()
  })
  await Promise.all(each)
}

const countDropped = async (base_url: string) =>
  Number(/^deskhand_access_log_dropped_total (\d+)$/m.exec((await rawRequest(base_url, { path: '/metrics' })).text)?.[1])

test(
  'a reader that does not read blocks no request; lines that do not fit in the buffer are counted, and written lines are whole',
  patience,
  async (t) => {
    const server = await start()
    server.stdout.pause()
    for (let rounds = 0; rounds < 60 && (await countDropped(server.base_url)) === 0; rounds += 1) await flood(t, server.base_url, 250)
    assert.ok((await countDropped(server.base_url)) > 0)
    await waitUntil('the server says so', () => server.said().includes('lines were dropped'))
    assert.ok(server.said().split('lines were dropped').length < 60)
    server.stdout.resume()
    const before = server.lines().length
    await waitUntil('lines are written again', async () => {
      await rawRequest(server.base_url, { path: '/healthz?again' })
      return server.lines().some(({ user_agent }, index) => index > before && user_agent === null)
    })
    assert.equal(await server.end('SIGTERM'), 0, server.said())
    assert.ok(server.written().endsWith('}\n'))
    assert.ok(server.lines().every((line) => MEMBERS.every((member) => member in line)))
    leavesNothing(server.data_dir)
  },
)

test('a reader that never reads again, or has closed, does not block stopping', patience, async (t) => {
  for (const leave of ['pause', 'destroy'] as const) {
    const server = await start()
    server.stdout[leave]()
    await flood(t, server.base_url, 250)
    assert.equal((await rawRequest(server.base_url, { path: '/readyz' })).status, 200)
    if (leave === 'destroy') await waitUntil('lines are counted', async () => (await countDropped(server.base_url)) > 0)
    server.child.kill('SIGTERM')
    await waitUntil('it has stopped', () => server.said().endsWith('Stopped.\n'))
    server.stdout.destroy()
    assert.equal(await server.ended, 0, server.said())
    leavesNothing(server.data_dir)
  }
})

test('several web processes write whole lines, each request once', patience, async (t) => {
  const server = await start({}, [MAIN, '--workers', '2'])
  const count = () => server.lines().filter(({ path }) => path === '/healthz').length
  await flood(t, server.base_url, 500)
  assert.equal(await server.end('SIGTERM'), 0, server.said())
  assert.equal(count(), 4000)
  assert.equal(new Set(server.lines().map(({ request_id }) => request_id?.split('-')[0])).size, 2)
  leavesNothing(server.data_dir)
})

test('several web processes write whole lines into a file, too', patience, async (t) => {
  const data_dir = await cloneDataDir()
  const file = join(data_dir, 'access.log')
  // the shell opens the file, as a service manager does
  const redirected = [
    '-e',
    `require('node:child_process').spawn('/bin/sh', ['-c', 'exec "$0" "$@" > "$FILE"', process.execPath, ...process.argv.slice(1)], { stdio: 'inherit' }).on('exit', (code) => (process.exitCode = code))`,
  ]
  const env = { FILE: file, PORT: '0', DATA_DIR: data_dir, DESKHAND_ACCESS_LOG: 'on' }
  const server = spawnServer(env, [...redirected, MAIN, '--workers', '2'])
  const base_url = await waitUntil('the server says where it is', () => /Deskhand is ready at (\S+)/.exec(server.output())?.[1])
  await flood(t, base_url, 500)
  const [inner = 0] = childrenOf(server.pid)
  process.kill(inner, 'SIGTERM')
  assert.equal(await server.ended, 0, server.output())
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  assert.equal(lines.map((line) => JSON.parse(line) as Line).filter(({ path }) => path === '/healthz').length, 4000)
  leavesNothing(data_dir)
})
