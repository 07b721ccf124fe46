import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeClient } from '#test/client.ts'
import { waitUntil } from '#test/crash/process.ts'
import { queueHealth } from '#queue/store.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
await waitUntil('a worker is connected', async () => (await queueHealth(app.database.database)).workers > 0)

async function start(env: Readonly<Record<string, string>>) {
  const { running, base_url } = await app.another({ DESKHAND_HEALTH_PORT: '0', ...env })
  const health_url = `http://127.0.0.1:${running.health?.port}`
  return { running, public: makeClient(base_url, {}), health: makeClient(health_url, {}), health_url }
}
const CHECKS = ['process', 'database', 'listener', 'migrations', 'files', 'queue']

test('a worker reports liveness, readiness and metrics on its own port, and nothing else', async () => {
  const { running, health, health_url } = await start({ DESKHAND_ROLE: 'worker' })
  assert.equal(running.address, null)
  assert.deepEqual((await health.get('/healthz')).body, { status: 'ok' })
  const ready = await health.get('/readyz')
  assert.deepEqual([ready.status, ready.body.status, Object.keys(ready.body.checks)], [200, 'ok', CHECKS])
  const figures = await health.get('/metrics')
  assert.equal(figures.status, 200)
  assert.match(figures.body, /^deskhand_listener_up 1$/m)
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/v2/groups'],
    ['POST', '/healthz'],
  ] as const) {
    const answer = await fetch(health_url + path, { method })
    const { error } = (await answer.json()) as { error: string }
    assert.deepEqual([answer.status, error], [404, 'InvalidEndpoint'])
  }
  await running.stop()
  await assert.rejects(fetch(`${health_url}/healthz`))
})

test("with a separate operators' port, the public port shows neither metrics nor details", async () => {
  const { public: open, health } = await start({ DESKHAND_ROLE: 'web' })
  assert.deepEqual((await open.get('/readyz')).body, { status: 'ok' })
  assert.equal((await open.get('/healthz')).status, 200)
  assert.equal((await open.get('/metrics')).status, 404)
  assert.deepEqual(Object.keys((await health.get('/readyz')).body.checks), CHECKS)
  assert.equal((await health.get('/metrics')).status, 200)
})

test('access to the metrics is restricted on that port, too', async () => {
  const { health } = await start({ DESKHAND_ROLE: 'worker', DESKHAND_METRICS: 'off' })
  assert.equal((await health.get('/metrics')).status, 404)
  assert.deepEqual((await health.get('/readyz')).body, { status: 'ok' })
})
