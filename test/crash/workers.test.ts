/** Several web processes on one port: they answer as one, a dead one is replaced, and a stop leaves nothing of them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { freePort } from './external_postgres.ts'
import { cloneDataDir } from './prepared.ts'
import { childrenOf, FAULTS, leavesNothing, MAIN, membersOf, spawnServer, startServer, waitUntil, waitUntilGone } from './process.ts'

const TOKEN = 'a-token-for-the-workers-test'
const PASSWORD = 'a password for the workers test'
const CALLERS = 16
const KILLS = process.env.DESKHAND_TEST_LONG === '1' ? 30 : 4
const patience = { timeout: 120_000 }
const makeBasicAuth = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` })
/** Each call uses its own connection: the leader distributes them to the web processes in turn. */
const clientOf = (base_url: string, token = TOKEN) =>
  makeClient(base_url, { ...makeBasicAuth('admin@example.com/token', token), connection: 'close' })
const makeEnv = async () => ({
  DATA_DIR: await cloneDataDir(),
  DESKHAND_API_TOKEN: TOKEN,
  DESKHAND_ADMIN_PASSWORD: PASSWORD,
  DESKHAND_RATE_LIMIT: 'off',
})
smokeTest('web processes share a port, their metrics are added up, and a revoked token is refused by each', patience, async () => {
  const given = await makeEnv()
  const server = await startServer(given, [MAIN, '--workers', '2'])
  const client = clientOf(server.base_url)
  const inPerson = makeClient(server.base_url, makeBasicAuth('admin@example.com', PASSWORD))
  const made = await inPerson.post('/api/v2/api_tokens', {
    api_token: { description: 'Shared', exception: 'team_automation', reason: 'Both processes know it' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, token } = made.body.api_token
  for (let times = 0; times < 10; times += 1) assert.equal((await clientOf(server.base_url, token).get('/api/v2/groups')).status, 200)
  assert.equal((await client.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })).status, 200)
  for (let times = 0; times < 10; times += 1) assert.equal((await clientOf(server.base_url, token).get('/api/v2/groups')).status, 401)
  for (let times = 0; times < 4; times += 1) {
    const { body } = await client.get('/metrics')
    assert.match(body, /deskhand_requests_total\{method="GET",route="\/api\/v2\/groups",status="200"\} 10\n/)
    assert.match(body, /deskhand_requests_total\{method="GET",route="\/api\/v2\/groups",status="401"\} 10\n/)
    assert.match(body, /^deskhand_unhandled_rejections_total 0$/m)
  }
  const { job_status } = (await client.post('/api/v2/users/create_many', { users: [{ name: 'One', email: 'one@example.org' }] })).body
  await waitUntil(
    'the job is done',
    async () => (await client.get(`/api/v2/job_statuses/${job_status.id}`)).body.job_status.status === 'completed',
  )
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(given.DATA_DIR)
})

test('a web process that is killed or fails is replaced, the others answer meanwhile, and a stop leaves nothing', patience, async () => {
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2', NODE_OPTIONS: `--import=${FAULTS}`, FAULT: 'exception' }
  const server = await startServer(given)
  const client = clientOf(server.base_url)
  const listMembers = () => membersOf(server.pid)
  assert.equal(listMembers().length, 2)
  for (const signal of ['SIGKILL', 'SIGUSR2'] as const) {
    const before = listMembers()
    process.kill(before[0] ?? 0, signal)
    await waitUntilGone(before[0] ?? 0)
    for (let times = 0; times < 5; times += 1) assert.equal((await client.get('/api/v2/groups')).status, 200)
    await waitUntil('another one listens', async () => /^deskhand_web_processes 2$/m.test((await client.get('/metrics')).body))
    for (let times = 0; times < 10; times += 1) assert.equal((await client.get('/api/v2/groups')).status, 200)
  }
  const all = [server.pid, ...childrenOf(server.pid)]
  assert.equal(all.length, 4)
  assert.equal(await server.end('SIGINT'), 0, server.output())
  for (const pid of all) await waitUntilGone(pid)
  leavesNothing(given.DATA_DIR)
})

/** One call on its own connection, and how it ended. */
async function callOnce(base_url: string): Promise<'answered' | 'closed' | 'left open'> {
  const { hostname, port } = new URL(base_url)
  const socket = connect(Number(port), hostname)
  const { authorization } = makeBasicAuth('admin@example.com/token', TOKEN)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {}) // it is closed then
  socket.write(`GET /api/v2/groups HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`)
  const { promise, resolve } = Promise.withResolvers<'answered' | 'closed' | 'left open'>()
  socket.once('close', () => resolve(text.startsWith('HTTP/1.1 200 ') && text.endsWith('}') ? 'answered' : 'closed'))
  const limit = setTimeout(resolve, 20_000, 'left open')
  return promise.finally(() => {
    clearTimeout(limit)
    socket.destroy()
  })
}

test('a connection passed to a web process that dies before taking it is answered by another one', patience, async () => {
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2' }
  const server = await startServer(given)
  const [frozen = assert.fail('no web process')] = membersOf(server.pid)
  process.kill(frozen, 'SIGSTOP')
  let done = 0
  const calls = Array.from({ length: 8 }, () => callOnce(server.base_url).finally(() => (done += 1)))
  await waitUntil('all but the one that the frozen process was handed are answered', () => done === calls.length - 1)
  process.kill(frozen, 'SIGKILL')
  assert.deepEqual(
    await Promise.all(calls),
    calls.map(() => 'answered'),
  )
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(given.DATA_DIR)
})

test('web processes out of file descriptors for a moment lose no connection, and take connections again', patience, async () => {
  const DESKHAND_HEALTH_PORT = String(await freePort())
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2', DESKHAND_HEALTH_PORT }
  const server = await startServer(given)
  const health = makeClient(`http://127.0.0.1:${DESKHAND_HEALTH_PORT}`, {})
  const countWebProcesses = async () => Number(/^deskhand_web_processes (\d)$/m.exec((await health.get('/metrics')).body)?.[1])
  const allow = (files: number) => {
    for (const pid of membersOf(server.pid)) execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`])
  }
  allow(3) // open connections stay open
  const calls = Array.from({ length: 8 }, () => callOnce(server.base_url))
  await waitUntil('a web process is known to take no connections', async () => (await countWebProcesses()) < 2)
  allow(1024)
  assert.deepEqual(
    await Promise.all(calls),
    calls.map(() => 'answered'),
  )
  await waitUntil('both take connections', async () => (await countWebProcesses()) === 2)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(given.DATA_DIR)
})

test('web processes limit connections as a single one does: incomplete headers are cut off', async () => {
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2', DESKHAND_REQUEST_SECONDS: '4' }
  const server = await startServer(given)
  const { hostname, port } = new URL(server.base_url)
  const slow = connect(Number(port), hostname)
  let text = ''
  slow.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  slow.write('GET /healthz HTTP/1.1\r\nHost: half a head')
  assert.equal(await callOnce(server.base_url), 'answered')
  await once(slow, 'close')
  assert.match(text, /^HTTP\/1\.1 408 /)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(given.DATA_DIR)
})

test('while web processes are killed one after another, every connection is answered or closed', { timeout: 1_200_000 }, async () => {
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2' }
  const server = await startServer(given)
  const openOf = () => readdirSync(`/proc/${server.pid}/fd`).length
  const before = openOf()
  const ends = { answered: 0, closed: 0, 'left open': 0 }
  let isOver = false
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) ends[await callOnce(server.base_url)] += 1
  })
  for (let kills = 0; kills < KILLS; kills += 1) {
    const { answered } = ends
    await waitUntil('calls are answered', () => ends.answered >= answered + 2 * CALLERS)
    const [oldest = 0] = membersOf(server.pid)
    process.kill(oldest, 'SIGKILL')
    await waitUntil('another one listens', () => membersOf(server.pid).length === 2 && !membersOf(server.pid).includes(oldest))
  }
  isOver = true
  await Promise.all(callers)
  assert.equal(ends['left open'], 0, JSON.stringify(ends))
  // at most the requests that were being answered
  assert.ok(ends.closed <= KILLS * CALLERS, JSON.stringify(ends))
  await waitUntil('the leader holds no connection any more', () => openOf() <= before + 2)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  leavesNothing(given.DATA_DIR)
})

test('web processes end with their leader', patience, async () => {
  const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2' }
  const server = await startServer(given)
  const members = membersOf(server.pid)
  assert.equal(await server.end('SIGKILL'), 'SIGKILL')
  for (const pid of members) await waitUntilGone(pid)
  const next = await startServer(given)
  assert.equal((await clientOf(next.base_url).get('/api/v2/groups')).status, 200)
  assert.equal(await next.end('SIGTERM'), 0)
  leavesNothing(given.DATA_DIR)
})

test('an invalid option or number of web processes is refused in a sentence', patience, async () => {
  for (const args of [
    ['--workers', 'many'],
    ['--workers', '0'],
    ['--processes', '2'],
  ]) {
    const server = spawnServer(await makeEnv(), [MAIN, ...args])
    assert.equal(await server.ended, 2)
    assert.match(server.output(), /^Deskhand cannot start: .*(?:WEB_CONCURRENCY|--workers)/)
    assert.ok(!server.output().includes('    at '), server.output())
  }
})

test('a server that is stopped while its web processes start never says that it is ready', patience, async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const given = { ...(await makeEnv()), WEB_CONCURRENCY: '2' }
    const server = spawnServer(given)
    await waitUntil('web processes start', () => membersOf(server.pid).length === 2)
    assert.equal(await server.end(signal), 0, server.output())
    assert.doesNotMatch(server.output(), /is ready/)
    assert.match(server.output(), /Administrator {3}admin@example\.com/, 'the owner is shown once, whatever becomes of the start')
    leavesNothing(given.DATA_DIR)
  }
})
