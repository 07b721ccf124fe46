import assert from 'node:assert/strict'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp, useApp } from '#test/app.ts'
import { makeClient } from '#test/client.ts'
import { rawRequest } from '#test/raw_http.ts'
import { defineStatement } from '#db/builder.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { showFigures } from './figures.ts'
import { machineNow } from '#lib/clock.ts'
import { makeFolders } from '#lib/folders.ts'

const app = await useApp({}, { own: true }) // starts other processes
const stranger = app.as({})

test('the liveness endpoint answers anyone, whatever the host', async () => {
  for (const host of ['localhost', '10.0.0.7:8080', 'nobody.example.org', 'a b']) {
    const answer = await rawRequest(app.base_url, { path: '/healthz', headers: { host } })
    assert.deepEqual([answer.status, JSON.parse(answer.text)], [200, { status: 'ok' }])
  }
})

test('a process is ready while its database answers', async () => {
  const answer = await stranger.get('/readyz')
  assert.deepEqual([answer.status, answer.body.status], [200, 'ok'])
})

test('without its database a process is alive but not ready, gives no reason, and requests a retry', async () => {
  const broken = await startTestApp({ DESKHAND_LOG_LEVEL: 'silent' })
  try {
    await broken.database.database.close()
    await (broken.running.server.probes as Database).close()
    assert.equal((await broken.as({}).get('/healthz')).status, 200)
    const answer = await broken.as({}).get('/readyz')
    const { status, reason } = answer.body
    assert.deepEqual([answer.status, status, reason], [503, 'unavailable', 'the database does not answer'])
    const failed = await broken.api.post('/api/v2/groups', { group: { name: 'Never' } })
    assert.deepEqual([failed.status, failed.body], [503, { error: 'ServiceUnavailable', description: 'Please try again in a moment' }])
    assert.equal(failed.headers.get('retry-after'), '5')
  } finally {
    await broken.stop()
  }
})

test('metrics contain routes, never paths, queries or people', async () => {
  await app.api.get('/api/v2/groups/123456789.json?secret=sesame')
  const { status, headers, body } = await stranger.get('/metrics')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(body, /deskhand_requests_total\{method="GET",route="\/api\/v2\/groups\/:id",status="404"\} \d+/)
  assert.match(body, /deskhand_request_seconds_bucket\{le="5",method="GET",route="\/api\/v2\/groups\/:id",status="4xx"\} \d+/)
  for (const word of ['123456789', 'sesame', app.admin.email, app.admin.token]) assert.ok(!body.includes(word), word)
})

test('input of callers never becomes a label: paths without a route are counted as one', async () => {
  const count = (text: string, line: RegExp) => Number(line.exec(text)?.[1] ?? 0)
  const unknown = /^deskhand_requests_total\{method="GET",route="unknown",status="404"\} (\d+)$/m
  const before = count((await stranger.get('/metrics')).body, unknown)
  for (const path of ['/api/v2/no_such_thing_1', '/nowhere/2', '/api/v2/groups/1/no_such_part', '/api/v2/%c3%28', `/${'x'.repeat(3000)}`])
    await rawRequest(app.base_url, { path })
  await rawRequest(app.base_url, { method: 'PROPFIND', path: '/' })
  const unread = { path: '/api/v2/groups', method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }
  assert.ok((await rawRequest(app.base_url, unread)).status >= 400)
  const { body } = await stranger.get('/metrics')
  assert.equal(count(body, unknown) - before, 5)
  assert.match(body, /^deskhand_requests_total\{method="POST",route="\/api\/v2\/groups",status="4\d\d"\} [1-9]\d*$/m)
  assert.match(body, /^deskhand_requests_total\{method="other",route="unknown",status="404"\} [1-9]\d*$/m)
  assert.doesNotMatch(body, /no_such|nowhere|xxx|PROPFIND/)
})

test('metrics are for this machine only, unless they are opened or switched off', async () => {
  const readStatusFrom = async (base_url: string, address: string) =>
    (await rawRequest(base_url, { path: '/metrics', headers: { 'x-forwarded-for': address } })).status
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal(await readStatusFrom(behind.base_url, address), 200, address)
  for (const address of ['203.0.113.7', '10.0.0.1', '::2', 'fe80::1', 'unknown', '127.0.0.1.example.org', '"'])
    assert.equal(await readStatusFrom(behind.base_url, address), 404, address)
  const open = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1', DESKHAND_METRICS: 'all' })
  assert.equal(await readStatusFrom(open.base_url, '203.0.113.7'), 200)
  const off = await app.another({ DESKHAND_METRICS: 'off' })
  const hidden = await rawRequest(off.base_url, { path: '/metrics' })
  assert.deepEqual([hidden.status, JSON.parse(hidden.text)], [404, { error: 'InvalidEndpoint', description: 'Not found' }])
})

test('an invalid forwarded address does not disturb calls of the API', async () => {
  const behind = await app.another({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
  for (const address of ['unknown', '"', 'x'.repeat(3000), '[::1', '999.999.999.999', 'a, b, c']) {
    const answer = await rawRequest(behind.base_url, { path: '/api/v2/groups', headers: { 'x-forwarded-for': address } })
    assert.equal(answer.status, 401, address)
  }
  await behind.running.server.requestLog.flush()
  const logged = await app.database.database.first(
    defineStatement<{ total: number }>('select count(*) as total from request_log where account_id = $1 and status = 401')(1),
  )
  assert.equal(logged?.total, 6)
})

test('metrics cover connections, the queue, the outbox, the listener, the request log and incoming files', async () => {
  const { database } = app.database
  await database.run(defineStatement<unknown>("select graphile_worker.add_job('no_such_kind', run_at := now() - interval '1 hour')")())
  const insertMails =
    defineStatement<unknown>(`insert into mails (account_id, topic, to_address, subject, body, message_id, state, created_at)
    select $1, 'test', 'one@example.org', 'Subject', 'Body', 'id' || n, case when n < 3 then 'failed' else 'queued' end, now() - interval '2 hours'
    from generate_series(0, 7) as n`)
  await database.run(insertMails(1))
  const incoming = join(app.config.data_dir, 'files/incoming')
  await makeFolders(incoming)
  await writeFile(join(incoming, 'left-behind'), '')
  await utimes(join(incoming, 'left-behind'), 0, machineNow().getTime() / 1000 - 7300)
  const { body } = await stranger.get('/metrics')
  for (const line of [
    /^deskhand_database_connections\{pool="requests",state="size"\} \d+$/m,
    /^deskhand_database_connections\{pool="requests",state="waited_for"\} 0$/m,
    /^deskhand_database_connections\{pool="aside",state="size"\} 5$/m,
    /^deskhand_database_connections\{pool="probes",state="size"\} 2$/m,
    /^deskhand_database_connections\{pool="jobs",state="size"\} 6$/m,
    /^deskhand_database_waits_total\{pool="requests"\} \d+$/m,
    /^deskhand_database_wait_seconds_total\{pool="requests"\} [\d.e-]+$/m,
    /^deskhand_database_reconnects_total\{pool="requests"\} 0$/m,
    /^# TYPE deskhand_database_errors_total counter$/m,
    /^deskhand_listener_up 1$/m,
    /^deskhand_listener_heard_seconds [\d.e-]+$/m,
    /^deskhand_request_log_waiting \d+$/m,
    /^deskhand_request_log_dropped 0$/m,
    /^deskhand_queue_jobs\{task="no_such_kind",state="waiting"\} 1$/m,
    /^deskhand_queue_oldest_seconds\{task="no_such_kind"\} 36\d\d$/m,
    /^deskhand_outbox_mails\{state="waiting"\} 5$/m,
    /^deskhand_outbox_mails\{state="failed"\} 3$/m,
    /^deskhand_outbox_oldest_seconds 72\d\d$/m,
    /^deskhand_files_incoming 1$/m,
    /^deskhand_files_incoming_oldest_seconds 73\d\d\.\d+$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^deskhand_unhandled_rejections_total \d+$/m,
  ])
    assert.match(body, line)
})

test('waits for a connection, lost connections and failed statements are counted by pool, each once', async () => {
  const { running, base_url } = await app.another({ DESKHAND_ROLE: 'web' })
  const own = openDatabase(app.database.address, { max: 1, wait_seconds: 1, name: 'counted' })
  try {
    const { counts } = own
    const sleeping = own.all(defineStatement<unknown>('select pg_sleep($1)')(0.05))
    await own.all(defineStatement<unknown>('select 1')())
    await sleeping
    assert.equal(counts.waits, 1)
    assert.ok(counts.wait_seconds > 0.01 && counts.wait_seconds < 1)
    const castToInteger = defineStatement<unknown>('select $1::text::integer')
    await assert.rejects(own.transaction((tx) => tx.all(castToInteger('no number'))))
    await assert.rejects(own.transaction(() => Promise.reject(new Error('no fault of the database'))))
    await assert.rejects(own.all(castToInteger('no number')))
    const end = defineStatement<unknown>("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counted'")
    await assert.rejects(own.all(end()))
    assert.equal(counts.reconnects, 0)
    await own.all(defineStatement<unknown>('select 1')())
    // the loss is reported by PostgreSQL's last message or by the closed socket, whichever is read first
    const lost = (counts.errors.get('57') ?? 0) + (counts.errors.get('connection') ?? 0)
    assert.deepEqual([counts.reconnects, counts.errors.get('22'), lost], [1, 2, 1])
    showFigures(running.server, { requests: own })
    const { body } = await makeClient(base_url, {}).get('/metrics')
    assert.match(body, /^deskhand_database_errors_total\{pool="requests",class="22"\} 2$/m)
    assert.match(body, /^deskhand_database_reconnects_total\{pool="requests"\} 1$/m)
    assert.match(body, /^deskhand_database_waits_total\{pool="requests"\} 1$/m)
  } finally {
    await own.close()
  }
})

test('metrics can be read while the database is unavailable; those that need it are left out, not reported as zero', async () => {
  const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' }, { max: 1, wait_seconds: 1 })
  const { running, base_url } = await app.another({ DESKHAND_ROLE: 'web', DESKHAND_LOG_LEVEL: 'silent' })
  showFigures({ ...running.server, operations: gone }, { requests: gone })
  const { status, body } = await makeClient(base_url, {}).get('/metrics')
  assert.equal(status, 200)
  assert.match(body, /^deskhand_listener_up 1$/m)
  assert.match(body, /^deskhand_database_connections\{pool="requests",state="size"\} 1$/m)
  assert.doesNotMatch(body, /^deskhand_(?:outbox|queue)_\w+[ {]/m)
  await gone.close()
})
