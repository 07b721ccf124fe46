/**
 * Attack: learn a stored credential by changing where it is sent. A caller who may change an address, but not read the credential, names a server of
 * their own; credentials, headers and signatures stay with the origin that they were given for.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, ownerIdOf } from '../access.ts'
import { signatureOf } from '#modules/business_rules/webhooks/delivery/request.ts'
import { findFixedOrigin } from '#modules/business_rules/targets/origin.ts'
import { enqueueTarget, type TargetCall } from '#modules/business_rules/targets/call.ts'
import { inTransaction } from '#core/context.ts'
import { useApp } from '../app.ts'
import type { Client } from '../client.ts'
import { waitFor } from '../jobs.ts'
import { MAY_CALL_RECEIVER, type ReceivedCall, useReceiver } from '../receiver.ts'
import { systemOf } from '../system.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const own = await useReceiver()
const evil = await useReceiver()
const writer = await inPerson(app, await ownerIdOf(app), ['webhooks:write'])

const HOOK = {
  name: 'Pager',
  status: 'active',
  http_method: 'POST',
  request_format: 'json',
  subscriptions: ['conditional_ticket_events'],
  authentication: { type: 'bearer_token', data: { token: 'plain to see' }, add_position: 'header' },
  custom_headers: { 'X-Key': 'plain to see, too' },
}

async function createWebhook(given: object = {}): Promise<string> {
  const { status, body } = await api.post('/api/v2/webhooks', { webhook: { ...HOOK, endpoint: own.url, ...given } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.webhook.id
}
const secretOf = async (id: string): Promise<string> => (await api.get(`/api/v2/webhooks/${id}/signing_secret`)).body.signing_secret.secret
const moveWebhook = (who: Client, id: string, given: object) =>
  who.patch(`/api/v2/webhooks/${id}`, { webhook: { endpoint: evil.url, ...given } })
const isSignedBy = ({ headers, body }: ReceivedCall, secret: string) =>
  headers['x-zendesk-webhook-signature'] === signatureOf(secret, String(headers['x-zendesk-webhook-signature-timestamp']), body)
const getNewestCall = (receiver: typeof evil) => receiver.calls.at(-1) as ReceivedCall
const joinErrors = (answer: { body: any }) =>
  answer.body.errors.map((each: { detail?: string; title?: string }) => JSON.stringify(each)).join()

test('a webhook that is moved to another origin needs its credential and its headers again', async () => {
  for (const who of [api, writer]) {
    const id = await createWebhook()
    const refused = await moveWebhook(who, id, {})
    assert.equal(refused.status, 400, JSON.stringify(refused.body))
    assert.match(joinErrors(refused), /Authentication: is sent to the origin that it was given for only/)
    assert.match(joinErrors(refused), /Custom headers: is sent/)
    for (const given of [
      { authentication: HOOK.authentication },
      { custom_headers: { 'X-Key': 'new' } },
      { authentication: HOOK.authentication, custom_headers: { 'X-Other': '1' } },
      { authentication: { type: 'bearer_token' }, custom_headers: null },
    ])
      assert.equal((await moveWebhook(who, id, given)).status, 400, JSON.stringify(given))
    assert.equal((await api.get(`/api/v2/webhooks/${id}`)).body.webhook.endpoint, own.url)
    assert.equal((await moveWebhook(who, id, { authentication: HOOK.authentication, custom_headers: null })).status, 204)
  }
  const id = await createWebhook()
  assert.equal(
    (await api.patch(`/api/v2/webhooks/${id}`, { webhook: { endpoint: `${own.url}/other?path` } })).status,
    204,
    'the same origin',
  )
  assert.equal((await moveWebhook(api, id, { authentication: null, custom_headers: null })).status, 204)
})

test('a copy for another origin needs them, too, and so does a whole webhook that keeps its headers', async () => {
  const id = await createWebhook()
  const copy = (webhook: object) => api.post(`/api/v2/webhooks?clone_webhook_id=${id}`, { webhook })
  assert.equal((await copy({ endpoint: evil.url })).status, 400)
  assert.equal((await copy({ endpoint: `${own.url}/copy` })).status, 201)
  assert.equal((await copy({ endpoint: evil.url, authentication: null, custom_headers: null })).status, 201)
})

test('a caller who may not read the signing secret has nothing of their choice signed with it', async () => {
  const id = await createWebhook({ authentication: null, custom_headers: null })
  const before = await secretOf(id)
  assert.equal((await moveWebhook(writer, id, {})).status, 204)
  assert.notEqual(await secretOf(id), before)
  await writer.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: { payload: '{"paid":true}' } })
  assert.ok(!isSignedBy(getNewestCall(evil), before))
  const mine = await createWebhook({ authentication: null, custom_headers: null })
  const kept = await secretOf(mine)
  assert.equal((await moveWebhook(api, mine, {})).status, 204)
  assert.equal(await secretOf(mine), kept, 'a caller who may read it moves it')
})

test('a test call of another origin carries nothing of the webhook', async () => {
  const id = await createWebhook()
  const secret = await secretOf(id)
  const { status } = await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: { endpoint: evil.url, payload: '{"paid":true}' } })
  assert.equal(status, 200)
  const call = getNewestCall(evil)
  assert.ok(!JSON.stringify(call).includes('plain to see'))
  assert.ok(!isSignedBy(call, secret))
  await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: { endpoint: `${own.url}/there`, payload: '{}' } })
  assert.equal(getNewestCall(own).headers['x-key'], 'plain to see, too')
  assert.ok(isSignedBy(getNewestCall(own), secret))
})

const TARGET = {
  title: 'Told',
  type: 'url_target_v2',
  method: 'post',
  content_type: 'application/json',
  username: 'me',
  password: 'plain to see',
}

async function createTarget(given: object = {}): Promise<number> {
  const { status, body } = await api.post('/api/v2/targets', { target: { ...TARGET, target_url: `${own.url}/in`, ...given } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.target.id
}

test('a target that is moved to another host needs its secrets again', async () => {
  const id = await createTarget()
  const put = (given: object) => api.put(`/api/v2/targets/${id}`, { target: given })
  for (const given of [{ target_url: evil.url }, { target_url: evil.url, password: null }, { target_url: `${own.url}0/in` }]) {
    const refused = await put(given)
    assert.equal(refused.status, 422, JSON.stringify(given))
    assert.match(refused.body.details.password[0].description, /send it again/)
  }
  assert.equal((await put({ target_url: `${own.url}/elsewhere/{{ticket.id}}` })).status, 200)
  assert.equal((await put({ target_url: evil.url, password: 'new' })).status, 200)
  assert.equal((await put({ target_url: own.url, password: '' })).status, 200)
  const jira = await createTarget({ type: 'jira_target', target_url: own.url })
  assert.equal((await api.put(`/api/v2/targets/${jira}`, { target: { target_url: evil.url } })).status, 422)
})

test('no placeholder chooses the host of a target', async () => {
  for (const target_url of [
    'https://{{ticket.title}}/in',
    'https://example.org{{ticket.title}}/in',
    'https://example.org:{{ticket.id}}/in',
    'https://{{ticket.title}}@example.org/in',
    '{{ticket.title}}',
    'https:{{ticket.title}}',
    'https://example.org{% if true %}.evil.example{% endif %}/in',
    'https:///{{ticket.title}}/in',
  ]) {
    const { status, body } = await api.post('/api/v2/targets', { target: { ...TARGET, target_url } })
    assert.deepEqual([status, body.details?.target_url?.[0]?.description], [422, 'Target url: is invalid'], target_url)
  }
  for (const target_url of ['https://example.org/{{ticket.id}}', 'https://example.org?id={{ticket.id}}', 'https://example.org'])
    assert.equal(findFixedOrigin(target_url), 'https://example.org', target_url)
})

test('a call that waits does not take the password of a target to the host that it had before', async () => {
  const id = await createTarget()
  const call: TargetCall = { target_id: id, message: '{}', rendered: { target_url: `${evil.url}/in` } }
  const before = evil.calls.length
  await inTransaction(await systemOf(app), (tx) => enqueueTarget(tx, call))
  const countFailures = async () =>
    (await api.get('/api/v2/target_failures.json')).body.target_failures.filter((one: { raw_response: string }) =>
      one.raw_response.startsWith('Not called'),
    ).length
  await waitFor(countFailures, 1)
  assert.equal(evil.calls.length, before)
})

test('an identity provider cannot be pointed at another issuer', async () => {
  const identity_provider = { name: 'Company', issuer: 'https://login.example.com', client_id: 'a', client_secret: 'b' }
  const { id } = (await app.inPerson.post('/api/v2/identity_providers', { identity_provider })).body.identity_provider
  const { status, body } = await app.inPerson.put(`/api/v2/identity_providers/${id}`, {
    identity_provider: { issuer: 'https://evil.example' },
  })
  assert.deepEqual([status, Object.keys(body.details)], [422, ['issuer']])
})
