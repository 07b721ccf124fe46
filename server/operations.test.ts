import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp, useApp } from '../test/app.ts'
import { rawRequest } from '../test/raw_http.ts'
import { fixed } from './db/builder.ts'

const app = await useApp()
const stranger = app.as({})

test('a living process says so to anybody, whatever host is named', async () => {
  for (const host of ['localhost', '10.0.0.7:8080', 'nobody.example.org', 'a b']) {
    const answer = await rawRequest(app.base_url, { path: '/healthz', headers: { host } })
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { status: 'ok' }])
  }
})

test('a process is ready while its database answers', async () => {
  const answer = await stranger.get('/readyz')
  assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
})

test('without its database a process is alive but not ready, says nothing of why, and asks callers to try again', async () => {
  const broken = await startTestApp({ DESKHAND_LOG_LEVEL: 'silent' })
  try {
    await broken.database.database.close()
    assert.equal((await broken.as({}).get('/healthz')).status, 200)
    const answer = await broken.as({}).get('/readyz')
    assert.deepEqual([answer.status, answer.body], [503, { status: 'unavailable', reason: 'the database does not answer' }])
    const failed = await broken.api.post('/api/v2/groups', { group: { name: 'Never' } })
    assert.deepEqual([failed.status, failed.body], [503, { error: 'ServiceUnavailable', description: 'Please try again in a moment' }])
    assert.equal(failed.headers.get('retry-after'), '5')
  } finally {
    await broken.stop()
  }
})

test('figures name routes, never paths, queries or people', async () => {
  await app.api.get('/api/v2/groups/123456789.json?secret=sesame')
  const { status, headers, body } = await stranger.get('/metrics')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(body, /deskhand_requests_total\{method="GET",route="\/api\/v2\/groups\/:id",status="404"\} \d+/)
  assert.match(body, /deskhand_request_seconds_bucket\{le="0\.005",method="GET"\} \d+/)
  for (const word of ['123456789', 'sesame', app.admin.email, app.admin.token]) assert.ok(!body.includes(word), word)
})

test('figures are for this machine only, unless they are opened or switched off', async () => {
  const from = async (base_url: string, address: string) =>
    (await rawRequest(base_url, { path: '/metrics', headers: { 'x-forwarded-for': address } })).status
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal(await from(behind.base_url, address), 200, address)
  for (const address of ['203.0.113.7', '10.0.0.1', '::2', 'fe80::1', 'unknown', '127.0.0.1.example.org', '"'])
    assert.equal(await from(behind.base_url, address), 404, address)
  const open = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1', DESKHAND_METRICS: 'all' })
  assert.equal(await from(open.base_url, '203.0.113.7'), 200)
  const off = await app.another({ DESKHAND_METRICS: 'off' })
  const hidden = await rawRequest(off.base_url, { path: '/metrics' })
  assert.deepEqual([hidden.status, JSON.parse(hidden.text)], [404, { error: 'InvalidEndpoint', description: 'Not found' }])
})

test('a forwarded address that is none does no harm to calls of the API', async () => {
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  for (const address of ['unknown', '"', 'x'.repeat(3000), '[::1', '999.999.999.999', 'a, b, c']) {
    const answer = await rawRequest(behind.base_url, { path: '/api/v2/groups', headers: { 'x-forwarded-for': address } })
    assert.equal(answer.status, 401, address)
  }
  await behind.running.server.requestLog.flush()
  const logged = await app.database.database.first(
    fixed<{ total: number }>('select count(*) as total from request_log where account_id = $1 and status = 401')(1),
  )
  assert.equal(logged?.total, 6)
})
