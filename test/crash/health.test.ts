/** The health port: of a worker, of web processes sharing a port, while a process stops, and when the port is taken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { freePort } from './external_postgres.ts'
import { cloneDataDir } from './prepared.ts'
import { leavesNothing, MAIN, makeDataDir, spawnServer, startServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-health-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: 120_000 }
const base = { DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off' }

test('the leader of several web processes returns the metrics of all, and stays reachable while they stop', patience, async () => {
  const data_dir = await cloneDataDir()
  const DESKHAND_HEALTH_PORT = String(await freePort())
  const drain = { DESKHAND_DRAIN_SECONDS: '600', DESKHAND_STOP_SECONDS: '3000' }
  const server = await startServer({ DATA_DIR: data_dir, ...base, ...drain, DESKHAND_HEALTH_PORT }, [MAIN, '--workers', '2'])
  const health = makeClient(`http://127.0.0.1:${DESKHAND_HEALTH_PORT}`, {})
  const api = makeClient(server.base_url, { authorization, connection: 'close' })
  for (let times = 0; times < 10; times += 1) assert.equal((await api.get('/api/v2/groups')).status, 200)
  const figures = (await health.get('/metrics')).body
  assert.match(figures, /^deskhand_web_processes 2$/m)
  assert.match(figures, /deskhand_requests_total\{method="GET",route="\/api\/v2\/groups",status="200"\} 10\n/)
  assert.equal((await api.get('/metrics')).status, 404)
  assert.equal((await health.get('/readyz')).status, 200)
  server.child.kill('SIGTERM')
  const stops = await waitUntil('it says that it stops', async () => {
    const answer = await health.get('/readyz')
    return answer.status === 503 ? answer : undefined
  })
  assert.equal(stops.body.reason, 'the process is about to stop')
  await sleep(600) // a signal that arrives sooner counts as the same one
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  await assert.rejects(fetch(`http://127.0.0.1:${DESKHAND_HEALTH_PORT}/healthz`))
  leavesNothing(data_dir)
})

test('a worker process logs its port, and closes it when it stops', patience, async () => {
  const data_dir = await cloneDataDir()
  const web = await startServer({ DATA_DIR: data_dir, ...base, DESKHAND_ROLE: 'web' })
  const worker = spawnServer({ DATA_DIR: data_dir, ...base, DESKHAND_ROLE: 'worker', DESKHAND_HEALTH_PORT: '0' })
  const [, url] = await waitUntil('it says where it is', () => /Health +(http:\S+)\/readyz/.exec(worker.output()))
  const client = makeClient(url ?? '', {})
  await waitUntil('it is ready and takes jobs', async () => (await client.get('/readyz')).body.checks.queue.ok)
  assert.match((await client.get('/metrics')).body, /^deskhand_listener_up 1$/m)
  assert.equal(await worker.end('SIGTERM'), 0, worker.output())
  await assert.rejects(fetch(`${url}/healthz`))
  assert.equal(await web.end('SIGTERM'), 0)
  leavesNothing(data_dir)
})

test('for a port that is taken the error names its setting, and nothing is created before', patience, async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  for (const DESKHAND_ROLE of ['all', 'worker']) {
    const server = spawnServer({ DATA_DIR: makeDataDir(), PORT: '0', DESKHAND_ROLE, DESKHAND_HEALTH_PORT: String(port) })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), new RegExp(`^Deskhand cannot start: port ${port} is taken. .* DESKHAND_HEALTH_PORT=\\d+ npm start\n$`))
  }
  taken.close()
  const PORT = String(await freePort())
  const same = spawnServer({ DATA_DIR: makeDataDir(), PORT, DESKHAND_HEALTH_PORT: PORT })
  assert.equal(await same.ended, 2)
  assert.match(same.output(), /DESKHAND_HEALTH_PORT must be another port than PORT/)
})
