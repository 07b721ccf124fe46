/** A stop always completes, whatever clients, jobs and databases do meanwhile, and leaves nothing running. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { rawRequest } from '../raw_http.ts'
import { cloneDataDir } from './prepared.ts'
import { queryDatabase, findPostgres, waitUntilGone, leavesNothing, makeDataDir, spawnServer, startServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-stop-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
/** Long enough that a test that waits for it fails visibly. */
const NEVER = '3000'
const patience = { timeout: 60_000 }
const base = { DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', DESKHAND_REQUEST_SECONDS: NEVER }

async function start(env: Record<string, string> = {}) {
  return startServer({ DATA_DIR: env.DATA_DIR ?? (await cloneDataDir()), ...base, ...env })
}

/** Sends the beginning of a request and keeps the connection open. Collects the response. */
async function begin(t: TestContext, base_url: string, text: string): Promise<Socket & { read_bytes: number }> {
  const { port } = new URL(base_url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  t.after(() => void socket.destroy())
  socket.on('error', () => {}) // being disconnected is what the test expects
  await once(socket, 'connect')
  socket.write(text)
  return Object.assign(socket, { read_bytes: 0 })
}

const makeHead = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${more}\r\n`

/** Sends a body byte by byte without end. */
function drip(t: TestContext, socket: Socket): void {
  const dripping = setInterval(() => void (socket.writable && socket.write(' ')), 20)
  t.after(() => clearInterval(dripping))
}

function isReceiving(data_dir: string): boolean {
  const folder = join(data_dir, 'files/incoming')
  return existsSync(folder) && readdirSync(folder).length > 0
}

test('half a head, a slow body and idle connections do not delay a stop at all', patience, async (t) => {
  const data_dir = await cloneDataDir()
  const server = await start({ DATA_DIR: data_dir, DESKHAND_STOP_SECONDS: NEVER })
  await begin(t, server.base_url, 'GET /api/v2/groups HTTP/1.1\r\nHost: loc')
  await begin(t, server.base_url, '')
  const json = 'Content-Type: application/json\r\nContent-Length: 4000000\r\n'
  drip(t, await begin(t, server.base_url, `${makeHead('POST', '/api/v2/tickets', json)}{"ticket":`))
  // a second request, half sent, on a connection that has received a response
  const used = await begin(t, server.base_url, makeHead('GET', '/api/v2/groups'))
  await once(used, 'data')
  used.write('GET /api/v2/gro')
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(data_dir)
})

test('a slow upload and an unread download are cut at the time limit of the stop', patience, async (t) => {
  const data_dir = await cloneDataDir()
  const server = await start({ DATA_DIR: data_dir, DESKHAND_STOP_SECONDS: '2' })
  const bytes = Buffer.alloc(30_000_000, 'x')
  const path = '/api/v2/uploads.json?filename=big.txt'
  const sent = await rawRequest(server.base_url, {
    method: 'POST',
    path,
    headers: { authorization, 'content-type': 'text/plain' },
    body: bytes,
  })
  assert.equal(sent.status, 201, sent.text)
  const { pathname, search } = new URL(JSON.parse(sent.text).upload.attachment.content_url)
  const download = await begin(t, server.base_url, makeHead('GET', pathname + search))
  await once(download, 'readable')
  const binary = 'Content-Type: application/binary\r\nContent-Length: 4000000\r\n'
  drip(t, await begin(t, server.base_url, makeHead('POST', '/api/v2/uploads.json?filename=slow.bin', binary)))
  await waitUntil('the upload is being received', () => isReceiving(data_dir))
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(data_dir)
})

smokeTest('after SIGTERM the server is not ready and closes connections after responses, but serves until drained', patience, async (t) => {
  const data_dir = await cloneDataDir()
  const server = await start({ DATA_DIR: data_dir, DESKHAND_DRAIN_SECONDS: '600', DESKHAND_STOP_SECONDS: NEVER })
  const client = makeClient(server.base_url, { authorization })
  assert.notEqual((await client.get('/api/v2/groups')).headers.get('connection'), 'close')
  const idle = await begin(t, server.base_url, makeHead('GET', '/api/v2/groups'))
  await once(idle, 'data')
  // signals in quick succession count as one: service managers send several
  server.child.kill('SIGTERM')
  server.child.kill('SIGHUP')
  await waitUntil('it says that it is not ready', async () => (await client.get('/readyz')).status === 503)
  const unready = await client.get('/readyz')
  assert.deepEqual([unready.body.status, unready.body.reason], ['unavailable', 'the process is about to stop'])
  assert.equal((await client.get('/healthz')).status, 200)
  for (const answer of [unready, await client.get('/api/v2/groups'), await client.post('/api/v2/groups', { group: { name: 'Late' } })])
    assert.equal(answer.headers.get('connection'), 'close')
  assert.equal((await client.post('/api/v2/groups', { group: { name: 'Later' } })).status, 201)
  // also on a connection that was open before
  idle.write(makeHead('GET', '/api/v2/groups'))
  const [answer] = (await once(idle, 'data')) as [Buffer]
  assert.match(answer.toString('latin1'), /^HTTP\/1\.1 200[^]*\r\nconnection: close\r\n/i)
  // signals in quick succession count as one: service managers send several
  server.child.kill('SIGHUP')
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  await sleep(600)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(data_dir)
})

test(
  'a request and a job that wait for the database are aborted at the time limit, and the next start runs the job',
  patience,
  async () => {
    const data_dir = await cloneDataDir()
    const env = { DATA_DIR: data_dir, DESKHAND_STOP_SECONDS: '2', DESKHAND_LOG_LEVEL: 'silent' }
    const server = await start(env)
    const client = makeClient(server.base_url, { authorization })
    const { ticket } = (await client.post('/api/v2/tickets', { ticket: { subject: 'Held', comment: { body: 'Hello' } } })).body
    const { host, port } = findPostgres(data_dir) ?? assert.fail('PostgreSQL does not run')
    const holder = new pg.Client({ host, port, user: 'deskhand', database: 'deskhand' })
    holder.on('error', () => {}) // the server's stop closes the connection
    await holder.connect()
    await holder.query('begin; lock table tickets in access exclusive mode')
    const countWaiting = async () =>
      (await queryDatabase(data_dir, `select 1 from pg_locks where not granted and relation = 'tickets'::regclass`)).length
    const { job_status } = (await client.put(`/api/v2/tickets/update_many?ids=${ticket.id}`, { ticket: { priority: 'high' } })).body
    client.get(`/api/v2/tickets/${ticket.id}`).catch(() => {}) // aborted
    await waitUntil('both wait', async () => (await countWaiting()) >= 2)
    assert.equal(await server.end('SIGTERM'), 0, server.output())
    leavesNothing(data_dir)
    const next = await start(env)
    const after = makeClient(next.base_url, { authorization })
    await waitUntil(
      'the job is done',
      async () => (await after.get(`/api/v2/job_statuses/${job_status.id}`)).body.job_status.status === 'completed',
    )
    assert.equal((await after.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.priority, 'high')
    assert.equal(await next.end('SIGINT'), 0)
  },
)

test('a second signal ends the process at once, although a request is running', patience, async (t) => {
  const data_dir = await cloneDataDir()
  const server = await start({ DATA_DIR: data_dir, DESKHAND_STOP_SECONDS: NEVER })
  const binary = 'Content-Type: application/binary\r\nContent-Length: 4000000\r\n'
  const socket = await begin(t, server.base_url, makeHead('POST', '/api/v2/uploads.json?filename=slow.bin', binary))
  drip(t, socket)
  await waitUntil('the upload is being received', () => isReceiving(data_dir))
  server.child.kill('SIGINT')
  await waitUntil('it stops', () => server.output().includes('Stopping'))
  await sleep(600)
  assert.ok(!server.output().includes('Stopped'))
  assert.equal(await server.end('SIGINT'), 0, server.output())
  leavesNothing(data_dir)
})

test('a start that waits for an unresponsive database can be stopped', patience, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const connected = once(silent, 'connection')
  const { port } = silent.address() as { port: number }
  const server = spawnServer({
    PORT: '0',
    DATA_DIR: makeDataDir(),
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
    DESKHAND_SECRET: 'a pepper that is long enough to be one',
    DESKHAND_STOP_SECONDS: '1',
  })
  const [socket] = (await connected) as [Socket]
  socket.on('error', () => {}) // the process closes the connection without a protocol message
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  silent.close()
})

test('a server whose output is no longer read continues, and stops with its database', patience, async () => {
  const data_dir = await cloneDataDir()
  const server = await start({ DATA_DIR: data_dir, DESKHAND_LOG_LEVEL: 'trace' })
  const postgres_pid = findPostgres(data_dir)?.pid ?? 0
  server.child.stdout?.destroy()
  server.child.stderr?.destroy()
  const client = makeClient(server.base_url, { authorization })
  // PostgreSQL ends: both the log and the start code write lines
  process.kill(postgres_pid, 'SIGQUIT')
  await waitUntilGone(postgres_pid)
  await waitUntil('it serves again', async () => (await client.get('/api/v2/groups')).status === 200)
  assert.equal(await server.end('SIGTERM'), 0)
  leavesNothing(data_dir)
})
