import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { basicToken } from '#test/instances.ts'
import { fillPath } from '#test/invariants/input_fields.ts'
import { makeWith } from '#test/make.ts'
import { rawRequest } from '#test/raw_http.ts'
import { servedRoutes } from '#app/routes.ts'

const app = await useApp({ DESKHAND_METRICS: 'all' })
const make = makeWith(app.api)
const headers = basicToken(app.admin.email, app.admin.token)

const SAME = ['content-type', 'content-encoding', 'cache-control', 'location', 'www-authenticate', 'vary'] as const

async function requestBoth(path: string, sent: Record<string, string>) {
  const ask = (method: string) => rawRequest(app.base_url, { method, path, headers: sent })
  const get = await ask('GET')
  const head = await ask('HEAD')
  assert.deepEqual([head.status, head.bytes.length], [get.status, 0], path)
  for (const name of SAME) assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
  return { get, head }
}

/** Asserts that HEAD is answered like GET, with the length of the body and without the body. @returns the answer to the GET */
async function assertSame(path: string, sent: Record<string, string>) {
  const { get, head } = await requestBoth(path, sent)
  for (const name of ['content-length', 'etag']) assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`)
  return get
}

test('every route that answers GET answers HEAD likewise, for every caller', async () => {
  const { id } = await make.ticket()
  const reads = servedRoutes.filter(({ method }) => method === 'GET')
  assert.ok(reads.length > 250)
  let found = 0
  for (const route of reads) {
    const path = fillPath(route, () => String(id)).replace('*', 'anything')
    const { get, head } = await requestBoth(path, headers)
    // the number of bytes may change between two requests: some lists contain the requests
    assert.equal('content-length' in head.headers, 'content-length' in get.headers, path)
    if (get.status === 200) found += 1
    await requestBoth(path, {})
  }
  assert.ok(found > 100, `only ${found} were found`)
})

test('HEAD supports conditional requests and compression, and has the content length of GET', async () => {
  for (let made = 0; made < 4; made += 1) await make.group()
  const path = '/api/v2/groups'
  const plain = await assertSame(path, headers)
  assert.equal(Number(plain.headers['content-length']), plain.bytes.length)
  const gzip = await assertSame(path, { ...headers, 'accept-encoding': 'gzip' })
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  const etag = String(plain.headers.etag)
  assert.equal((await assertSame(path, { ...headers, 'if-none-match': etag })).status, 304)
  assert.equal((await assertSame(path, { ...headers, 'if-none-match': 'W/"another"' })).status, 200)
})

test('HEAD is answered outside the API too, and changes nothing where there is no GET', async () => {
  for (const path of ['/', '/docs/api', '/docs/api/start.js', '/healthz', '/readyz', '/api/v2/no_such_thing', '/nowhere', '/%zz'])
    await assertSame(path, {})
  const metrics = await rawRequest(app.base_url, { method: 'HEAD', path: '/metrics' })
  assert.deepEqual([metrics.status, metrics.bytes.length], [200, 0])
  assert.equal((await rawRequest(app.base_url, { method: 'HEAD', path: '/api/v2/users/request_create', headers })).status, 400)
  assert.equal((await rawRequest(app.base_url, { method: 'HEAD', path: '/access/sign_in', headers })).status, 404)
})

test('a HEAD counts as a call of its route', async () => {
  const { id } = await make.ticket()
  const agent = 'a program that looks first'
  const path = `/api/v2/tickets/${id}`
  assert.equal((await rawRequest(app.base_url, { method: 'HEAD', path, headers: { ...headers, 'user-agent': agent } })).status, 200)
  await app.running.server.requestLog.flush()
  const activity = await app.api.get(`/api/v2/deskhand/activity?by=endpoint&filter[user_agent]=${encodeURIComponent(agent)}`)
  const [{ method, route, calls }] = activity.body.activity
  assert.deepEqual([method, route, calls], ['GET', '/api/v2/tickets/:id', 1])
  const metrics = await rawRequest(app.base_url, { method: 'GET', path: '/metrics' })
  assert.match(metrics.bytes.toString(), /deskhand_requests_total\{method="HEAD",route="\/api\/v2\/tickets\/:id",status="200"/)
})
