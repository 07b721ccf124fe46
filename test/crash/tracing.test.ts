/** Traces of a real server process: incoming context is propagated, and OpenTelemetry receives spans of requests, jobs and statements. */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { type ReceivedSpan, startReceiver } from '../otlp.ts'
import { rawRequest } from '../raw_http.ts'
import { freePort } from './external_postgres.ts'
import { cloneDataDir } from './prepared.ts'
import { leavesNothing, makeDataDir, spawnServer, startServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-tracing-test'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: 120_000 }
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const traced = { authorization, traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=1' }

async function start(env: Record<string, string> = {}) {
  const DATA_DIR = env.DATA_DIR ?? (await cloneDataDir())
  const base = { DATA_DIR, DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', DESKHAND_OUTBOUND_ALLOW: '127.0.0.0/8' }
  return startServer({ ...base, ...env })
}

/** Starts an external server that responds 404; returns its URL and the headers it received. */
async function startExternalServer(): Promise<{ url: string; asked: IncomingHttpHeaders[] }> {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    response.writeHead(404).end()
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  after(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path/photo.png`, asked }
}

/** Makes a job fetch the administrator's photo, in a traced call. */
async function askForPhoto(base_url: string, url: string): Promise<void> {
  const client = makeClient(base_url, traced)
  const { id } = (await client.get('/api/v2/users/me')).body.user
  const made = await client.put(`/api/v2/users/${id}`, { user: { remote_photo_url: url } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
}

const findLogLine = (output: string, words: string) =>
  JSON.parse(output.split('\n').find((line) => line.startsWith('{') && line.includes(words)) ?? '{}') as Record<string, unknown>

smokeTest('a trace propagates from the caller through the job to the server the job calls, and is in the logs', patience, async () => {
  const { url, asked } = await startExternalServer()
  const server = await start({ DESKHAND_ACCESS_LOG: 'on' })
  await askForPhoto(server.base_url, url)
  await waitUntil('the job has asked', () => asked.length > 0)
  assert.deepEqual([asked[0]?.traceparent, asked[0]?.tracestate], [traced.traceparent, undefined])
  await waitUntil('it is logged', () => server.output().includes('a job failed'))
  const line = findLogLine(server.output(), 'a job failed')
  assert.deepEqual([line.trace_id, line.span_id], [TRACE, SPAN])
  const access = await waitUntil('it is in the access log', () => findLogLine(server.output(), '"method":"PUT"'))
  assert.equal(access.trace_id, TRACE)
  for (const traceparent of ['nonsense', `00-${TRACE}-${SPAN}-01-more`, 'x'.repeat(3000)]) {
    const answer = await rawRequest(server.base_url, { path: '/api/v2/groups', headers: { authorization, traceparent } })
    assert.equal(answer.status, 200)
  }
  assert.equal(await server.end('SIGTERM'), 0)
})

test("spans of a request, its statements, its job and the job's calls reach the receiver, without values", patience, async () => {
  const { url, asked } = await startExternalServer()
  const receiver = await startReceiver()
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/`,
    OTEL_SERVICE_NAME: 'helpdesk',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  await askForPhoto(server.base_url, url)
  await waitUntil('the job has asked', () => asked.length > 0)
  const client = makeClient(server.base_url, { authorization })
  const marked = 'marked-by-a-customer'
  assert.equal((await client.post(`/api/v2/groups?mark=${marked}`, { group: { name: marked } })).status, 201)
  await client.get('/nowhere/at-all/0123456789abcdefXYZ')
  assert.equal((await client.get('/api/v2/groups/999999')).status, 404)
  // buffered spans are sent at the stop
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  const getSpan = (name: string, of: readonly ReceivedSpan[] = receiver.spans) => of.find((span) => span.name === name) ?? assert.fail(name)
  const ours = receiver.spans.filter(({ trace_id }) => trace_id === TRACE)
  const put = getSpan('PUT /api/v2/users/:id', ours)
  assert.deepEqual([put.parent_id, put.kind, put.is_failed], [SPAN, 2, false])
  assert.partialDeepStrictEqual(put.attributes, {
    'http.request.method': 'PUT',
    'http.route': '/api/v2/users/:id',
    'http.response.status_code': 200,
    'client.address': '127.0.0.1',
    'deskhand.account_id': 1,
  })
  assert.match(String(put.attributes['url.path']), /^\/api\/v2\/users\/\d+$/)
  assert.partialDeepStrictEqual(put.resource, { 'service.name': 'helpdesk', 'deployment.environment.name': 'test' })
  const job = getSpan('process fetch_photo', ours)
  assert.deepEqual([job.parent_id, job.kind, job.attributes['deskhand.account_id']], [put.span_id, 5, 1])
  const call = ours.find(({ parent_id, kind, name }) => parent_id === job.span_id && kind === 3 && name === 'GET') ?? assert.fail('no call')
  assert.equal(call.attributes['server.address'], '127.0.0.1')
  assert.equal(asked[0]?.traceparent, `00-${TRACE}-${call.span_id}-01`)
  assert.equal(asked[0]?.tracestate, undefined)
  const statements = ours.filter(({ parent_id, attributes }) => parent_id === put.span_id && attributes['db.system.name'] === 'postgresql')
  assert.ok(statements.length > 2)
  assert.ok(statements.some(({ attributes }) => /\$1/.test(String(attributes['db.query.text']))))
  const made = getSpan('POST /api/v2/groups')
  assert.equal(made.parent_id, '')
  assert.ok(receiver.spans.some(({ name, trace_id }) => name.startsWith('INSERT') && trace_id === made.trace_id))
  assert.equal(getSpan('GET /api/v2/groups/:id').attributes['http.response.status_code'], 404)
  const lost = receiver.spans.find(({ name, kind }) => name === 'GET' && kind === 2)
  assert.equal(lost?.attributes['url.path'], '/nowhere/at-all/***')
  const everything = JSON.stringify(receiver.spans)
  for (const secret of [marked, TOKEN, 'secret-path', 'admin@example.com']) assert.ok(!everything.includes(secret), secret)
  assert.deepEqual(new Set(receiver.paths), new Set(['POST /v1/traces application/x-protobuf']))
  assert.ok(receiver.spans.every(({ name, kind }) => kind !== 2 || !name.includes('999999')))
})

test('traces that begin here are sampled, and a caller decides for their own', patience, async () => {
  const receiver = await startReceiver()
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' })
  const ask = (headers: Record<string, string>) => rawRequest(server.base_url, { path: '/api/v2/groups', headers })
  await ask({ authorization })
  await ask({ authorization, traceparent: `00-${TRACE}-${SPAN}-00` })
  await ask({ authorization, traceparent: `00-${TRACE}-${SPAN}-01` })
  assert.equal(await server.end('SIGTERM'), 0)
  assert.equal(receiver.spans.filter(({ kind }) => kind === 2).length, 1)
  assert.ok(receiver.spans.every(({ trace_id }) => trace_id === TRACE))
})

test('a receiver that is down, or never answers, delays no request and no stop', patience, async () => {
  const silent = createServer(() => {})
  const { promise, resolve } = Promise.withResolvers<void>()
  silent.listen(0, '127.0.0.1', resolve)
  await promise
  for (const port of [await freePort(), (silent.address() as AddressInfo).port]) {
    const data_dir = await cloneDataDir()
    const server = await start({ DATA_DIR: data_dir, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
    const client = makeClient(server.base_url, { authorization })
    for (let times = 0; times < 50; times += 1) assert.equal((await client.get('/api/v2/groups')).status, 200)
    assert.match((await client.get('/metrics')).body, /^deskhand_spans_dropped \d+$/m)
    assert.equal(await server.end('SIGTERM'), 0, server.output())
    leavesNothing(data_dir)
  }
  silent.close().closeAllConnections()
})

test('an invalid receiver URL or sampling ratio is refused at the start with a message', patience, async () => {
  for (const env of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://somebody:s3cret@collector:4318' },
    { OTEL_TRACES_SAMPLER_ARG: 'half' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { DESKHAND_ACCESS_LOG: 'yes' },
  ]) {
    const server = spawnServer({ DATA_DIR: makeDataDir(), ...env })
    assert.equal(await server.ended, 2)
    assert.ok(server.output().includes(Object.keys(env)[0] as string), server.output())
    assert.ok(!server.output().includes('s3cret') && !server.output().includes('    at '))
  }
})
