import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { systemOf } from '#test/system.ts'
import { waitFor } from '#test/jobs.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { inTransaction } from '#core/context.ts'
import { isUlid } from '#lib/ulid.ts'
import { enqueueWebhook, type WebhookCall } from './enqueue.ts'
import { signatureOf } from './request.ts'
import { verdictOf } from './verdict.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app

async function createWebhook(given: object): Promise<string> {
  const webhook = { name: 'Told', status: 'active', http_method: 'POST', request_format: 'json', ...given }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

async function enqueueCall(call: WebhookCall): Promise<string> {
  const id = await inTransaction(await systemOf(app), (tx) => enqueueWebhook(tx, call))
  assert.ok(id !== null)
  return id
}

const logOf = async (webhook: string, query = ''): Promise<any[]> =>
  (await api.get(`/api/v2/webhooks/${webhook}/invocations?${query}`)).body.invocations
const statusOf = async (webhook: string, id: string) => (await logOf(webhook)).find((one) => one.id === id)?.status
const attemptsOf = async (webhook: string, id: string): Promise<any[]> =>
  (await api.get(`/api/v2/webhooks/${webhook}/invocations/${id}/attempts`)).body.attempts
const waitForStatus = (webhook: string, id: string, status: string) => waitFor(() => statusOf(webhook, id), status)

test('a call arrives signed, with its authentication and headers, and is in the log without the credential', async () => {
  const receiver = await useReceiver()
  const authentication = { type: 'bearer_token', data: { token: 'a bearer token' } }
  const webhook = await createWebhook({ endpoint: `${receiver.url}/in`, authentication, custom_headers: { 'X-Team': 'night' } })
  const id = await enqueueCall({ webhook_id: webhook, body: '{"ticket":1,"text":"ü"}' })
  await waitForStatus(webhook, id, 'success')
  const [call, ...more] = receiver.calls
  assert.ok(call !== undefined && more.length === 0)
  const { headers, body } = call
  assert.equal(body, '{"ticket":1,"text":"ü"}')
  assert.deepEqual([headers.authorization, headers['x-team']], ['Bearer a bearer token', 'night'])
  assert.deepEqual([headers['x-zendesk-webhook-invocation-id'], headers['x-zendesk-webhook-id']], [id, webhook])
  const { secret } = (await api.get(`/api/v2/webhooks/${webhook}/signing_secret`)).body.signing_secret
  const timestamp = String(headers['x-zendesk-webhook-signature-timestamp'])
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(headers['x-zendesk-webhook-signature'], signatureOf(secret, timestamp, body))
  const [invocation] = await logOf(webhook)
  assert.deepEqual(Object.keys(invocation), ['id', 'status_code', 'status', 'latest_completed_at'])
  assert.deepEqual([invocation.id, invocation.status_code], [id, 200])
  const [attempt] = await attemptsOf(webhook, id)
  assert.ok(isUlid(attempt.id))
  assert.deepEqual([attempt.invocation_id, attempt.status_code, attempt.status], [id, 200, 'success'])
  assert.deepEqual([attempt.request.payload, attempt.response.payload], [body, 'Taken'])
  const findHeader = (key: string) => attempt.request.headers.find((header: any) => header.key === key)?.value
  assert.deepEqual([findHeader('X-Zendesk-Webhook-Signature-Timestamp'), findHeader('Authorization')], [timestamp, '[hidden]'])
  assert.ok(!JSON.stringify(attempt).includes('a bearer token'))
})

test('GET and DELETE carry the pairs of a rule in their address, a form carries them in its body', async () => {
  const receiver = await useReceiver()
  const params = [
    ['name', 'Ann & Bob'],
    ['name', 'x'],
  ] as const
  for (const [http_method, request_format] of [
    ['GET', 'json'],
    ['DELETE', 'json'],
    ['POST', 'form_encoded'],
  ]) {
    const webhook = await createWebhook({ endpoint: `${receiver.url}/?a=1`, http_method, request_format })
    await waitForStatus(webhook, await enqueueCall({ webhook_id: webhook, params }), 'success')
  }
  const [got, deleted, posted] = receiver.calls
  assert.deepEqual([got?.method, got?.url, got?.body], ['GET', '/?a=1&name=Ann+%26+Bob&name=x', ''])
  assert.deepEqual([deleted?.method, deleted?.url], ['DELETE', '/?a=1&name=Ann+%26+Bob&name=x'])
  assert.deepEqual([posted?.body, posted?.url], ['name=Ann+%26+Bob&name=x', '/?a=1'])
  assert.equal(posted?.headers['content-type'], 'application/x-www-form-urlencoded; charset=utf-8')
})

test('a call that is refused for now is tried again and succeeds; every attempt has the same invocation id', async () => {
  const receiver = await useReceiver()
  const answers = [409, 503]
  receiver.answer((_call, response) => {
    const status = answers.shift() ?? 200
    response.writeHead(status, { 'retry-after': '1' }).end()
  })
  const webhook = await createWebhook({ endpoint: receiver.url })
  const id = await enqueueCall({ webhook_id: webhook, body: '{}' })
  await waitForStatus(webhook, id, 'success')
  assert.deepEqual(
    (await attemptsOf(webhook, id)).map((attempt) => [attempt.status, attempt.status_code]),
    [
      ['success', 200],
      ['failed', 503],
      ['failed', 409],
    ],
  )
  assert.deepEqual(
    receiver.calls.map(({ headers }) => headers['x-zendesk-webhook-invocation-id']),
    [id, id, id],
  )
})

test('a final refusal is not repeated, and a redirect is not followed', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook({ endpoint: receiver.url })
  for (const [status, headers] of [
    [500, {}],
    [403, {}],
    [302, { location: `${receiver.url}/elsewhere` }],
    [429, { 'retry-after': '3600' }],
    [503, {}],
  ] as const) {
    receiver.answer((_call, response) => response.writeHead(status, headers).end())
    const id = await enqueueCall({ webhook_id: webhook, body: '{}' })
    const said = status === 403 ? 'terminated' : 'failed'
    await waitForStatus(webhook, id, said)
    assert.deepEqual(
      (await attemptsOf(webhook, id)).map((attempt) => [attempt.status, attempt.status_code]),
      [[said, status]],
    )
  }
  assert.deepEqual([...new Set(receiver.calls.map(({ url }) => url))], ['/'])
})

test('an address that leads inside is not called, and the log says why', async () => {
  const guarded = await useApp({}, { own: true }) // reads every job of the database
  const webhook = {
    name: 'Inside',
    status: 'active',
    endpoint: 'https://localhost.example.invalid/',
    http_method: 'POST',
    request_format: 'json',
  }
  const { id: webhook_id } = (await guarded.api.post('/api/v2/webhooks', { webhook })).body.webhook
  const { driver } = guarded.database.database
  const receiver = await useReceiver()
  // as if a name had been saved that leads to this machine
  await driver.unsafe('update webhooks set endpoint = $1 where account_id = 1', [receiver.url])
  const id = await inTransaction(await systemOf(guarded), (tx) => enqueueWebhook(tx, { webhook_id, body: '{}' }))
  const at = `/api/v2/webhooks/${webhook_id}/invocations`
  await waitFor(async () => (await guarded.api.get(at)).body.invocations[0]?.status, 'failed')
  const [attempt] = (await guarded.api.get(`${at}/${id}/attempts`)).body.attempts
  assert.match(attempt.response.payload, /is not a public address/)
  assert.equal(receiver.calls.length, 0)
})

test('a long answer is cut, and an inactive or deleted webhook is not called', async () => {
  const receiver = await useReceiver()
  receiver.answer((_call, response) => response.end('x'.repeat(100_000)))
  const webhook = await createWebhook({ endpoint: receiver.url })
  const id = await enqueueCall({ webhook_id: webhook, body: '{}' })
  await waitForStatus(webhook, id, 'success')
  assert.equal((await attemptsOf(webhook, id))[0].response.payload.length, 32_768)
  await api.patch(`/api/v2/webhooks/${webhook}`, { webhook: { status: 'inactive' } })
  const none = await inTransaction(await systemOf(app), (tx) => enqueueWebhook(tx, { webhook_id: webhook, body: '{}' }))
  assert.equal(none, null)
  assert.equal((await api.delete(`/api/v2/webhooks/${webhook}`)).status, 204)
})

test('the log is filtered by status and time, sorted, and read in pages with a Link header', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook({ endpoint: receiver.url })
  const ids: string[] = []
  for (const status of [200, 500, 200]) {
    receiver.answer((_call, response) => response.writeHead(status).end())
    const id = await enqueueCall({ webhook_id: webhook, body: '{}' })
    ids.unshift(id)
    await waitForStatus(webhook, id, status === 200 ? 'success' : 'failed')
  }
  const idsOf = async (query: string) => (await logOf(webhook, query)).map((one) => one.id)
  assert.deepEqual(await idsOf(''), ids)
  assert.deepEqual(await idsOf('filter[status]=failed'), [ids[1]])
  assert.deepEqual(await idsOf('filter[from_ts]=2000-01-01T00:00:00Z&filter[to_ts]=2001-01-01T00:00:00Z'), [])
  assert.deepEqual(await idsOf('sort=latest_completed_at'), ids.toReversed())
  const first = await api.get(`/api/v2/webhooks/${webhook}/invocations?page[size]=2`)
  const { next } = first.body.links
  assert.equal(first.headers.get('link'), `<${next}>; rel="next"`)
  const second = (await api.get(next.slice(app.base_url.length))).body
  assert.deepEqual(
    [...first.body.invocations, ...second.invocations].map((one: any) => one.id),
    ids,
  )
  assert.ok(!('next' in second.links) && 'prev' in second.links)
})

test('what an outcome means for the next attempt', () => {
  const makeAnswer = (status_code: number, retry_after: string | null = null) =>
    ({ kind: 'answered', status_code, retry_after, answer: { headers: [], payload: '' } }) as const
  const pauses = (outcome: Parameters<typeof verdictOf>[0]) => [0, 1, 2, 3, 4, 5].map((tries) => verdictOf(outcome, tries, 0).retry_seconds)
  assert.deepEqual(verdictOf(makeAnswer(204), 0, 0), { status: 'success', retry_seconds: null })
  assert.deepEqual(pauses(makeAnswer(409)), [1, 2, 4, null, null, null])
  assert.deepEqual(pauses(makeAnswer(429, '7')), [7, 7, 7, 7, 7, null])
  assert.deepEqual(pauses(makeAnswer(503, 'Thu, 01 Jan 1970 00:00:30 GMT')), [30, 30, 30, 30, 30, null])
  for (const outcome of [makeAnswer(503), makeAnswer(503, 'soon'), makeAnswer(429, '60'), makeAnswer(500), makeAnswer(400)])
    assert.equal(verdictOf(outcome, 0, 0).retry_seconds, null)
  for (const kind of ['timeout', 'unreachable'] as const) assert.deepEqual(pauses({ kind, sentence: '' }), [1, 2, 4, 8, 16, null])
  assert.deepEqual(verdictOf({ kind: 'refused', sentence: '' }, 0, 0), { status: 'failed', retry_seconds: null })
})

test('the list of webhooks says how the last calls of each ended, if asked', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook({ endpoint: receiver.url })
  const other = await createWebhook({ endpoint: receiver.url })
  const recentOf = async (query: string) => {
    const { webhooks } = (await api.get(`/api/v2/webhooks?page[size]=100&${query}`)).body
    return [webhook, other].map((id) => webhooks.find((one: any) => one.id === id).recent_calls)
  }
  assert.deepEqual(await recentOf('include=recent_calls'), [
    { count: 0, failed: 0 },
    { count: 0, failed: 0 },
  ])
  const taken = await enqueueCall({ webhook_id: webhook, body: '{}' })
  await waitForStatus(webhook, taken, 'success')
  receiver.answer((_call, response) => response.writeHead(404).end())
  const refused = await enqueueCall({ webhook_id: webhook, body: '{}' })
  await waitForStatus(webhook, refused, 'terminated')
  // calls that wait have not ended
  receiver.answer(() => {})
  await enqueueCall({ webhook_id: webhook, body: '{}' })
  const last_failed_at = (await logOf(webhook)).find(({ id }) => id === refused).latest_completed_at
  assert.deepEqual(await recentOf('include=recent_calls'), [
    { count: 2, failed: 1, last_failed_at },
    { count: 0, failed: 0 },
  ])
  assert.deepEqual(await recentOf('sort=name'), [undefined, undefined])
  // as more calls leave it than are looked at
  await app.database.database.driver.unsafe(
    `insert into webhook_invocations (account_id, id, webhook_id, status, content, created_at, latest_at, latest_completed_at)
    select account_id, lpad(n::text, 26, '0'), id, 'failed', '{}', now(), now() + n * interval '1 hour', now() from webhooks, generate_series(1, 120) n where id = $1`,
    [other],
  )
  const [, { count, failed }] = await recentOf('include=recent_calls')
  assert.deepEqual([count, failed], [100, 100])
})
