/** Unhandled faults: the process continues, or exits in order and is restarted by `npm start`. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { freePort } from './external_postgres.ts'
import { cloneDataDir } from './prepared.ts'
import { FAULTS, waitUntilGone, isReady, leavesNothing, spawnServer, startServer, waitUntil, usersOf, WHOLE_START } from './process.ts'

const TOKEN = 'a-token-for-the-faults-test'
const headers = { authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}` }
const patience = { timeout: 120_000 }
const makeEnv = async (FAULT: string) => ({
  DATA_DIR: await cloneDataDir(),
  DESKHAND_API_TOKEN: TOKEN,
  DESKHAND_RATE_LIMIT: 'off',
  NODE_OPTIONS: `--import=${FAULTS}`,
  FAULT,
})

test('an unhandled rejection is logged and counted, and the process continues', patience, async () => {
  const server = await startServer(await makeEnv('rejection'))
  const client = makeClient(server.base_url, headers)
  const readRejectionCount = async () => /^deskhand_unhandled_rejections_total (\d+)$/m.exec((await client.get('/metrics')).body)?.[1]
  assert.equal(await readRejectionCount(), '0')
  server.child.kill('SIGUSR2')
  await waitUntil('it is counted', async () => (await readRejectionCount()) === '1')
  assert.match(server.output(), /nobody has handled it.*a fault made by a test|a fault made by a test.*nobody has handled it/)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  assert.equal(await server.end('SIGTERM'), 0)
})

test('an uncaught exception ends the process in order, with code 1 and with its database stopped', patience, async () => {
  const given = await makeEnv('exception')
  const server = await startServer(given)
  const ticket = makeClient(server.base_url, headers).post('/api/v2/tickets', { ticket: { subject: 'Last', comment: { body: 'Hello' } } })
  assert.equal((await ticket).status, 201)
  assert.equal(await server.end('SIGUSR2'), 1, server.output())
  assert.match(server.output(), /a fault made by a test/)
  leavesNothing(given.DATA_DIR)
})

smokeTest('npm start restarts a server that failed or was killed, and exits on a signal', patience, async () => {
  const given = { ...(await makeEnv('exception')), PORT: String(await freePort()) }
  const whole = await startServer(given, WHOLE_START)
  const client = makeClient(whole.base_url, headers)
  for (const signal of ['SIGUSR2', 'SIGKILL'] as const) {
    const [pid = 0] = usersOf(given.DATA_DIR)
    process.kill(pid, signal)
    await waitUntilGone(pid)
    await waitUntil('it is ready again', () => isReady(whole.base_url))
    assert.equal((await client.get('/api/v2/groups')).status, 200)
  }
  assert.match(whole.output(), /the server ended with code 1; it is started again[^]*the server ended by SIGKILL; it is started again/)
  assert.equal(await whole.end('SIGTERM'), 0, whole.output())
  leavesNothing(given.DATA_DIR)
})

test('a server does not outlive the npm start that runs it', patience, async () => {
  const given = await makeEnv('none')
  const whole = await startServer(given, WHOLE_START)
  const [pid = 0] = usersOf(given.DATA_DIR)
  assert.equal(await Promise.race([whole.end('SIGKILL'), once(whole.child, 'exit').then(([, signal]) => signal as string)]), 'SIGKILL')
  await waitUntilGone(pid)
  leavesNothing(given.DATA_DIR)
})

test('npm start does not retry a start that never completed', patience, async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  for (const [more, code] of [
    [{ PORT: String(port) }, 1],
    [{ PORT: 'eighty' }, 2],
  ] as const) {
    const whole = spawnServer({ ...(await makeEnv('none')), ...more }, WHOLE_START)
    assert.equal(await whole.ended, code)
    assert.ok(!whole.output().includes('started again'), whole.output())
  }
  taken.close()
})
