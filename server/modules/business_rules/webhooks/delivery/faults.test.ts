import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { MAY_CALL_RECEIVER, type Receiver, useReceiver } from '#test/receiver.ts'
import { systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { makeUlid } from '#lib/ulid.ts'
import { enqueueWebhook } from './enqueue.ts'
import { beginAttempt, insertInvocations } from './invocation_store.ts'
import { deliverWebhook } from './deliver.ts'
import { sendRequest } from './send.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const { driver } = app.database.database

async function createWebhook(receiver: Receiver, name = 'Told'): Promise<string> {
  const webhook = { name, status: 'active', http_method: 'POST', request_format: 'json', endpoint: receiver.url }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}

const invocationsOf = async (webhook: string): Promise<any[]> => (await api.get(`/api/v2/webhooks/${webhook}/invocations`)).body.invocations
const attemptsOf = async (webhook: string, id: string): Promise<any[]> =>
  (await api.get(`/api/v2/webhooks/${webhook}/invocations/${id}/attempts`)).body.attempts

/** Has a webhook called, and waits until the call is in this state. */
async function callWebhook(webhook: string, status: string): Promise<string> {
  const id = await inTransaction(await systemOf(app), (tx) => enqueueWebhook(tx, { webhook_id: webhook, body: '{}' }))
  await waitFor(async () => (await invocationsOf(webhook)).find((one) => one.id === id)?.status, status)
  return id ?? ''
}

test('the circuit opens when most of many calls fail, is noticed by mail, and closes when one succeeds', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver, 'Broken bell')
  await callWebhook(webhook, 'success')
  const account = app.account_id
  const put = (change: string) =>
    driver.unsafe(`update webhook_circuits set ${change} where account_id = $1 and webhook_id = $2`, [account, webhook])
  const state = async () =>
    (await driver.unsafe<any[]>('select * from webhook_circuits where account_id = $1 and webhook_id = $2', [account, webhook]))[0]
  receiver.answer((_call, response) => response.writeHead(500).end())
  await put('requests = 99, failures = 68')
  await callWebhook(webhook, 'failed')
  assert.equal((await state()).opened_at, null, '69 of 100 are not enough')
  await put('failures = 69, requests = 99')
  await callWebhook(webhook, 'failed')
  assert.notEqual((await state()).opened_at, null, '70 of 100 are')
  await put("retry_at = '2099-01-01'")
  const before = receiver.calls.length
  const unsent = await callWebhook(webhook, 'circuit broken')
  assert.equal(receiver.calls.length, before)
  const [attempt] = await attemptsOf(webhook, unsent)
  assert.deepEqual(Object.keys(attempt), ['id', 'invocation_id', 'status', 'completed_at'])
  const mails = (await api.get('/api/v2/deskhand/mails?filter[topic]=webhook.paused')).body.mails
  assert.deepEqual(
    mails.map((mail: any) => mail.subject),
    ['The webhook Broken bell is paused'],
  )
  assert.ok(mails[0].body.includes(`/admin/apps_and_integrations/webhooks/${webhook}`), mails[0].body)
  const log = (await api.get('/api/v2/audit_logs?filter[source_type]=webhook')).body.audit_logs
  assert.equal(log.filter((entry: any) => entry.change_description.startsWith('Paused')).length, 1)
  await put("retry_at = '2020-01-01'")
  await callWebhook(webhook, 'failed')
  assert.notEqual((await state()).retry_at, null, 'the call that tried has failed')
  receiver.answer((_call, response) => response.writeHead(204).end())
  await put("retry_at = '2020-01-01'")
  await callWebhook(webhook, 'success')
  const closed = await state()
  assert.deepEqual([closed.opened_at, closed.retry_at, closed.requests, closed.failures], [null, null, 1, 0])
})

test('the circuit opens after a thousand failures, however many calls succeed; a new window begins anew', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  await callWebhook(webhook, 'success')
  const account = app.account_id
  const read = async () => (await driver.unsafe<any[]>('select * from webhook_circuits where webhook_id = $1', [webhook]))[0]
  receiver.answer((_call, response) => response.writeHead(500).end())
  await driver.unsafe(
    "update webhook_circuits set failures = 5000, requests = 9000, window_start = '2020-01-01' where account_id = $1 and webhook_id = $2",
    [account, webhook],
  )
  await callWebhook(webhook, 'failed')
  assert.deepEqual([(await read()).opened_at, (await read()).requests], [null, 1])
  await driver.unsafe('update webhook_circuits set failures = 999, requests = 9000 where account_id = $1 and webhook_id = $2', [
    account,
    webhook,
  ])
  await callWebhook(webhook, 'failed')
  assert.notEqual((await read()).opened_at, null)
})

test('a call whose worker was killed is made again with the same invocation id, and the attempt that was cut off is shown', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  const ctx = await systemOf(app)
  const id = makeUlid(ctx.now)
  // what a killed worker leaves: the invocation waits and an attempt has begun
  await insertInvocations(ctx, [{ id, webhook_id: webhook, content: { body: '{}' } }])
  await beginAttempt(ctx, makeUlid(ctx.now), id, { headers: [], payload: '{}' })
  assert.equal((await attemptsOf(webhook, id))[0].status, 'pending')
  await deliverWebhook(ctx, { invocation_id: id })
  assert.deepEqual((await attemptsOf(webhook, id)).map((attempt) => attempt.status).toSorted(), ['success', 'terminated'])
  await deliverWebhook(ctx, { invocation_id: id })
  assert.equal(receiver.calls.length, 1, 'a call that is done is not made again')
  assert.equal(receiver.calls[0]?.headers['x-zendesk-webhook-invocation-id'], id)
})

test('a receiver that does not answer in time, and one that cannot be reached, are different outcomes', async () => {
  const receiver = await useReceiver()
  receiver.answer(() => {})
  const ctx = await systemOf(app)
  const request = { url: receiver.url, method: 'POST', headers: {}, body: '{}' }
  assert.equal((await sendRequest(ctx, request, 50)).kind, 'timeout')
  receiver.answer((_call, response) => response.destroy())
  assert.equal((await sendRequest(ctx, request)).kind, 'unreachable')
})

test('the log is removed after seven days', async () => {
  const receiver = await useReceiver()
  const webhook = await createWebhook(receiver)
  const old = await callWebhook(webhook, 'success')
  const fresh = await callWebhook(webhook, 'success')
  const account = app.account_id
  await driver.unsafe("update webhook_invocations set created_at = now() - interval '8 days' where account_id = $1 and id = $2", [
    account,
    old,
  ])
  await runScheduledWork(app)
  assert.deepEqual(
    (await invocationsOf(webhook)).map((one) => one.id),
    [fresh],
  )
  assert.equal(
    (await driver.unsafe('select 1 from webhook_attempts where account_id = $1 and invocation_id = $2', [account, old])).length,
    0,
  )
})
