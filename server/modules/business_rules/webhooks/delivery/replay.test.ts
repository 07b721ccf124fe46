import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, type Receiver, useReceiver } from '#test/receiver.ts'
import { sessionFor, systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { makeUlid } from '#lib/ulid.ts'
import { enqueueWebhook } from './enqueue.ts'
import { signatureOf } from './request.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)
const { driver } = app.database.database

async function createWebhook({ url }: Receiver): Promise<string> {
  const webhook = { name: 'Told', status: 'active', http_method: 'POST', request_format: 'json', endpoint: url }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

const logOf = async (webhook: string): Promise<any[]> =>
  (await api.get(`/api/v2/webhooks/${webhook}/invocations?page[size]=100`)).body.invocations

/** Waits until the call is in this state. */
async function waitForStatus(webhook: string, id: string, status: string): Promise<void> {
  await waitFor(async () => (await logOf(webhook)).find((one) => one.id === id)?.status, status)
}

async function callWebhook(webhook: string, status: string, body = '{}'): Promise<string> {
  const id = (await inTransaction(await systemOf(app), (tx) => enqueueWebhook(tx, { webhook_id: webhook, body }))) ?? ''
  await waitForStatus(webhook, id, status)
  return id
}

const path = (webhook: string) => `/api/v2/deskhand/webhooks/${webhook}/replays`
const replay = async (webhook: string, given: object) => api.post(path(webhook), { replay: given })
const header = (call: Receiver['calls'][number] | undefined, name: string) => call?.headers[`x-${name}`]

test('a replayed call has the same body, an id of its own and the id of the first call, and is signed anew', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  receiver.answer((_call, response) => response.writeHead(500).end())
  const first = await callWebhook(webhook, 'failed', '{"ticket":7}')
  receiver.answer((_call, response) => response.end())
  const { secret } = (await api.post(`/api/v2/webhooks/${webhook}/signing_secret`)).body.signing_secret
  const answer = await replay(webhook, { invocation_id: first })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { count, has_more, invocations } = answer.body.replay
  assert.deepEqual([count, has_more, invocations[0].replay_of], [1, false, first])
  const [{ id }] = invocations
  await waitForStatus(webhook, id, 'success')
  const [original, repeated] = receiver.calls
  assert.equal(header(original, 'deskhand-webhook-replay-of'), undefined)
  assert.deepEqual([repeated?.body, header(repeated, 'deskhand-webhook-replay-of')], ['{"ticket":7}', first])
  assert.equal(header(repeated, 'zendesk-webhook-invocation-id'), id)
  const timestamp = String(header(repeated, 'zendesk-webhook-signature-timestamp'))
  assert.equal(header(repeated, 'zendesk-webhook-signature'), signatureOf(secret, timestamp, '{"ticket":7}'))
  const again = (await replay(webhook, { invocation_id: id })).body.replay.invocations[0]
  assert.equal(again.replay_of, first, 'a replay of a replay names the first call')
  await waitForStatus(webhook, again.id, 'success')
  const log = (await api.get('/api/v2/audit_logs?filter[source_type]=webhook')).body.audit_logs
  assert.equal(log.filter((entry: any) => entry.change_description === 'Replayed a call').length, 2)
})

test('a range is replayed once: what has failed, or what has the status that is asked for', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  const other = await createWebhook(receiver)
  const taken = await callWebhook(webhook, 'success')
  receiver.answer((_call, response) => response.writeHead(500).end())
  const failed = [await callWebhook(webhook, 'failed'), await callWebhook(webhook, 'failed')]
  await callWebhook(other, 'failed')
  receiver.answer((_call, response) => response.end())
  const from = '2020-01-01T00:00:00Z'
  assert.equal((await replay(webhook, { from, to: '2020-01-02T00:00:00Z' })).body.replay.count, 0)
  const { count, invocations } = (await replay(webhook, { from })).body.replay
  assert.deepEqual([count, invocations.map((one: any) => one.replay_of)], [2, failed])
  for (const { id } of invocations) await waitForStatus(webhook, id, 'success')
  assert.equal((await replay(webhook, { from })).body.replay.count, 0, 'they have been replayed')
  const wanted = (await replay(webhook, { from, to: '2100-01-01T00:00:00Z', status: 'success' })).body.replay
  assert.deepEqual(
    wanted.invocations.map((one: any) => one.replay_of),
    [taken, ...failed],
    'what a replay has delivered is the newest of its kind',
  )
})

test('a long range is replayed in parts, each call once', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  // as 501 calls that failed leave it
  const old = Array.from({ length: 501 }, () => makeUlid(new Date()))
  await driver.unsafe(
    `insert into webhook_invocations (account_id, id, webhook_id, status, content, created_at, latest_at)
    select $1, unnest($3::text[]), $2, 'failed', '{"body": "{}"}', now(), now()`,
    [app.account_id, webhook, old],
  )
  const from = '2020-01-01T00:00:00Z'
  const parts = [await replay(webhook, { from }), await replay(webhook, { from, to: '2100-01-01T00:00:00Z' })].map(
    ({ body }) => body.replay,
  )
  assert.deepEqual(
    parts.map(({ count, has_more }) => [count, has_more]),
    [
      [500, true],
      [1, false],
    ],
  )
  const replayed = parts.flatMap(({ invocations }) => invocations.map((one: any) => one.replay_of))
  assert.deepEqual(replayed.toSorted(), old.toSorted())
})

test('who may not manage webhooks cannot replay, and a wrong request replays nothing', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  const id = await callWebhook(webhook, 'success')
  const agent = await sessionFor(app, (await make.user({ role: 'agent' })).id)
  assert.equal((await agent.post(path(webhook), { replay: { invocation_id: id } })).status, 403)
  assert.equal((await app.as({}).post(path(webhook), { replay: { invocation_id: id } })).status, 401)
  assert.equal((await replay('01KAAAAAAAAAAAAAAAAAAAAAAA', { invocation_id: id })).status, 404)
  assert.equal((await replay(await createWebhook(receiver), { invocation_id: id })).status, 404, 'a call of another webhook')
  assert.equal((await api.post(path(webhook), {})).status, 400)
  for (const given of [{}, { from: '2020-01-01T00:00:00Z', status: 'pending' }, { invocation_id: id, from: '2020-01-01T00:00:00Z' }])
    assert.equal((await replay(webhook, given)).status, 422, JSON.stringify(given))
  assert.equal((await replay(webhook, { from: 'yesterday' })).status, 400)
  receiver.answer(() => {})
  const waiting = await inTransaction(await systemOf(app), (tx) => enqueueWebhook(tx, { webhook_id: webhook, body: '{}' }))
  assert.equal((await replay(webhook, { invocation_id: waiting })).status, 422, 'it has not ended')
  await api.patch(`/api/v2/webhooks/${webhook}`, { webhook: { status: 'inactive' } })
  assert.equal((await replay(webhook, { invocation_id: id })).status, 422)
  assert.equal((await logOf(webhook)).length, 2)
})
