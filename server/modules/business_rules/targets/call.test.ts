import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { systemOf } from '#test/system.ts'
import { inTransaction } from '#core/context.ts'
import { enqueueTarget, type TargetCall } from './call.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app

async function createTarget(given: object): Promise<number> {
  const { status, body } = await api.post('/api/v2/targets', { target: { title: 'Told', ...given } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.target.id
}

const enqueueCall = async (call: TargetCall) => inTransaction(await systemOf(app), (tx) => enqueueTarget(tx, call))
const failures = async (): Promise<any[]> => (await api.get('/api/v2/target_failures.json')).body.target_failures

test('HTTP targets are called with their message, their type and their password', async () => {
  const receiver = await useReceiver()
  const http = { type: 'url_target_v2', target_url: `${receiver.url}/in`, method: 'post', content_type: 'application/json' }
  await enqueueCall({ target_id: await createTarget({ ...http, username: 'me', password: 'secret' }), message: '{"id":1}' })
  await waitFor(async () => receiver.calls.length, 1)
  await enqueueCall({ target_id: await createTarget({ ...http, type: 'http_target', method: 'get' }), message: [['id', '1 & 2']] })
  await waitFor(async () => receiver.calls.length, 2)
  await enqueueCall({
    target_id: await createTarget({ type: 'url_target', target_url: receiver.url, method: 'post', attribute: 'text' }),
    message: 'Hello',
  })
  await waitFor(async () => receiver.calls.length, 3)
  const [posted, got, plain] = receiver.calls
  assert.deepEqual([posted?.method, posted?.url, posted?.body], ['POST', '/in', '{"id":1}'])
  assert.equal(posted?.headers.authorization, `Basic ${Buffer.from('me:secret').toString('base64')}`)
  assert.deepEqual([got?.method, got?.url, got?.body], ['GET', '/in?id=1+%26+2', ''])
  assert.deepEqual([plain?.body, plain?.headers['content-type']], ['text=Hello', 'application/x-www-form-urlencoded; charset=utf-8'])
})

test('an e-mail target gets a mail', async () => {
  await enqueueCall({
    target_id: await createTarget({ type: 'email_target', email: 'parts@example.org', subject: 'Parts' }),
    message: 'Two rollers',
  })
  const mails = async () => (await api.get('/api/v2/deskhand/mails?filter[topic]=target.notified')).body.mails
  await waitFor(async () => (await mails()).length, 1)
  const [mail] = await mails()
  assert.deepEqual([mail.to, mail.subject], ['parts@example.org', 'Parts'])
})

test('failed calls are kept without the password, and counted until one succeeds', async () => {
  const receiver = await useReceiver()
  receiver.answer((_call, response) => response.writeHead(500).end('broken'))
  const http = { type: 'url_target_v2', target_url: receiver.url, method: 'post', content_type: 'application/json' }
  const target_id = await createTarget({ ...http, title: 'Failing', username: 'me', password: 'plain to see' })
  const counts = async () => (await failures()).filter((one) => one.target_name === 'Failing').map((one) => one.consecutive_failure_count)
  await enqueueCall({ target_id, message: '{}' })
  await waitFor(async () => (await counts()).join(), '1')
  await enqueueCall({ target_id, message: '{}' })
  await waitFor(async () => (await counts()).join(), '2,1')
  const [newest] = await failures()
  assert.deepEqual(Object.keys(newest), [
    'url',
    'id',
    'target_name',
    'status_code',
    'created_at',
    'consecutive_failure_count',
    'raw_request',
    'raw_response',
  ])
  assert.deepEqual([newest.status_code, newest.raw_response], [500, 'broken'])
  assert.ok(newest.raw_request.startsWith('POST http://') && newest.raw_request.includes('[hidden]'))
  assert.deepEqual((await api.get(`/api/v2/target_failures/${newest.id}`)).body.target_failure, newest)
  receiver.answer((_call, response) => response.end())
  await enqueueCall({ target_id, message: '{}' })
  await waitFor(async () => (await counts()).join(), '0,0')
  const unsupported = await createTarget({ type: 'flowdock_target', api_token: 'x', title: 'Old' })
  await enqueueCall({ target_id: unsupported, message: 'Hello' })
  await waitFor(async () => (await failures()).some((one) => /not supported/.test(one.raw_response)), true)
})

test('inactive targets are not called; failures are for administrators', async () => {
  const id = await createTarget({ type: 'email_target', email: 'off@example.org', subject: 'Off', active: false })
  assert.equal(await enqueueCall({ target_id: id, message: 'x' }), false)
  assert.equal(await enqueueCall({ target_id: 999_999, message: 'x' }), false)
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.get('/api/v2/target_failures')).status, 403)
  assert.equal((await app.as({}).get('/api/v2/target_failures')).status, 401)
  assert.equal((await api.get('/api/v2/target_failures/999999')).status, 404)
})
