/** A webhook-based integration owns a webhook: it is made, changed and ended with it, and its secret is only the requester's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, getGovernedPeople, putPersonInPerson } from '#test/governance.ts'
import { waitFor } from '#test/jobs.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { putPerson } from '#test/records.ts'
import { sessionFor } from '#test/system.ts'
import { defineStatement } from '#db/builder.ts'
import { signatureOf } from '#modules/business_rules/webhooks/delivery/request.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const receiver = await useReceiver()
const { requester, engineer } = await getGovernedPeople(app)
const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
await setUp(app, { access: { integration_bot_id: bot.id } })
const atRequester = await sessionFor(app, requester.id)
const TARGET = 'https://hooks.example.com/in'

let named = 0
const readIntegration = async (id: number) => (await app.api.get(`/api/v2/integrations/${id}`)).body.integration
const webhookOf = async (id: string) => (await app.api.get(`/api/v2/webhooks/${id}`)).body.webhook
const patch = (id: string, webhook: object) => app.api.patch(`/api/v2/webhooks/${id}`, { webhook })
const open = async (id: number) => (await atRequester.post('/api/v2/shared_secrets/open', { open: { id } })).body.value as string
const tick = (id: number, key: string) => engineer.api.post(`/api/v2/integrations/${id}/steps/${key}`, {})
const change = (id: number, integration: object) => engineer.api.put(`/api/v2/integrations/${id}`, { integration })
const revoke = (id: number, name: string) =>
  engineer.api.post(`/api/v2/integrations/${id}/revoke`, { step: { reason: 'Over', confirm: name } })

/** A webhook-based integration that is being set up, and the signing secret that its requester has opened. */
async function makeIntegration() {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'webhook' })
  const config = { service: 'Pager', target_url: TARGET, owner_contact: 'pager@example.com' }
  const integration = { access_request_id: request.id, kind: 'webhook', name: `Pager ${++named}`, config }
  const { status, body } = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(status, 201, JSON.stringify(body))
  const { id, name, owned } = body.integration
  const secret = await open(body.shared_secret.id)
  return { id: id as number, name: name as string, webhook: owned.webhooks[0] as string, request: request.id as number, secret }
}

/** The same with its checklist complete. */
async function makeActiveIntegration() {
  const integration = await makeIntegration()
  for (const key of ['check_receiver', 'verify_refusal']) assert.equal((await tick(integration.id, key)).status, 200)
  assert.equal((await readIntegration(integration.id)).state, 'active')
  return integration
}

const move = defineStatement<unknown>('update webhooks set endpoint = $3 where account_id = $1 and id = $2')
/** Lets a webhook call the receiver of the tests: integrations take public addresses only. */
const callReceiver = (webhook: string) => app.database.database.run(move(1, webhook, `${receiver.url}/in`))

const entries = async (filter: string): Promise<string[]> =>
  (await app.api.get(`/api/v2/audit_logs?${filter}&sort=created_at`)).body.audit_logs.map(
    (entry: { change_description: string }) => entry.change_description,
  )

// @source docs/reference/access_governance.md §11
test('its checklist makes a webhook, which is active from the moment the integration is', async () => {
  const { id, name, webhook } = await makeIntegration()
  const before = await readIntegration(id)
  assert.deepEqual(before.credentials, [{ type: 'webhook', id: webhook, label: name, tokens: 0, active: false, last_used_at: null }])
  const step = before.creation_steps.find(({ key }: { key: string }) => key === 'make_webhook')
  assert.deepEqual([step.automatic, step.done_by_id], [true, bot.id])
  const { status, endpoint, http_method, request_format, subscriptions, integration_id, created_by } = await webhookOf(webhook)
  assert.deepEqual([status, endpoint, http_method, request_format], ['inactive', TARGET, 'POST', 'json'])
  assert.deepEqual([subscriptions, integration_id, created_by], [['conditional_ticket_events'], id, String(bot.id)])
  const early = await patch(webhook, { status: 'active' })
  assert.deepEqual([early.status, early.body.errors[0].code], [400, 'WebhookOwned'])
  assert.match(early.body.errors[0].title, new RegExp(`"${name}" is being set up`))
  for (const key of ['check_receiver', 'verify_refusal']) await tick(id, key)
  assert.deepEqual([(await readIntegration(id)).state, (await webhookOf(webhook)).status], ['active', 'active'])
  const { body } = await app.api.get('/api/v2/webhooks?filter[name_contains]=pager')
  assert.ok(body.webhooks.some((each: { id: string }) => each.id === webhook))
})

test('its calls are signed with the secret that the requester has, and are the use of the integration', async () => {
  const { id, webhook, secret } = await makeActiveIntegration()
  await callReceiver(webhook)
  assert.equal((await readIntegration(id)).health, 'unused')
  const trigger = {
    title: 'Call the pager',
    conditions: { all: [{ field: 'subject_includes_word', operator: 'includes', value: 'pager' }] },
    actions: [{ field: 'notification_webhook', value: [webhook, '{"ticket":"{{ticket.id}}"}'] }],
  }
  assert.equal((await app.api.post('/api/v2/triggers', { trigger })).status, 201)
  const say = () => app.api.post('/api/v2/tickets', { ticket: { subject: 'pager', comment: { body: 'Wake up' } } })
  assert.equal((await say()).status, 201)
  await waitFor(async () => (await readIntegration(id)).recent_calls, 1)
  const call = receiver.calls.at(-1)
  assert.ok(call !== undefined)
  const timestamp = String(call.headers['x-zendesk-webhook-signature-timestamp'])
  assert.equal(call.headers['x-zendesk-webhook-signature'], signatureOf(secret, timestamp, call.body))
  const used = await readIntegration(id)
  assert.deepEqual([used.health, used.recent_errors, used.last_used_at === null], ['working', 0, false])
  assert.equal(used.credentials[0].last_used_at, used.last_used_at)
  receiver.answer((_call, response) => response.writeHead(500).end())
  assert.equal((await say()).status, 201)
  await waitFor(async () => (await readIntegration(id)).health, 'failing')
  receiver.answer((_call, response) => response.writeHead(200).end())
})

test('it can be neither deleted nor called elsewhere, and its secret is shown to nobody', async () => {
  const { id, name, webhook, secret } = await makeActiveIntegration()
  const expectRefusal = async (answer: Promise<{ status: number; body: any }>, status: number, sentence: RegExp) => {
    const { status: was, body } = await answer
    assert.equal(was, status, JSON.stringify(body))
    assert.match(JSON.stringify(body.errors), sentence)
  }
  const one = `/api/v2/webhooks/${webhook}`
  const whole = { name, status: 'active', endpoint: 'https://elsewhere.example.com/', http_method: 'POST', request_format: 'json' }
  await expectRefusal(app.api.delete(one), 400, /revoke the integration first/)
  await expectRefusal(app.api.put(one, { webhook: whole }), 400, /the target address of the integration/)
  await expectRefusal(patch(webhook, { endpoint: whole.endpoint }), 400, /is changed there/)
  for (const answer of [app.api.get(`${one}/signing_secret`), app.api.post(`${one}/signing_secret`)])
    await expectRefusal(answer, 403, /handed to its requester/)
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.delete(one)).status, 403)
  assert.equal((await app.as({}).delete(one)).status, 401)
  assert.deepEqual((await webhookOf(webhook)).endpoint, TARGET)

  const subscriptions = ['zen:event-type:user.created']
  assert.equal((await app.api.put(one, { webhook: { ...whole, endpoint: TARGET, subscriptions } })).status, 204)
  assert.equal((await patch(webhook, { status: 'inactive', custom_headers: { 'X-Team': 'night' } })).status, 204)
  assert.equal((await patch(webhook, { status: 'active' })).status, 204)
  assert.deepEqual((await webhookOf(webhook)).subscriptions, subscriptions)

  const tested = await app.api.post(`/api/v2/webhooks/test?webhook_id=${webhook}`, { request: { endpoint: receiver.url, payload: 'x' } })
  assert.equal(tested.status, 200, JSON.stringify(tested.body))
  const { headers, body } = receiver.calls.at(-1) ?? assert.fail('nothing arrived')
  const timestamp = String(headers['x-zendesk-webhook-signature-timestamp'])
  assert.notEqual(headers['x-zendesk-webhook-signature'], signatureOf(secret, timestamp, body), 'who tests gets no good signature')
  assert.equal((await readIntegration(id)).credentials[0].active, true)
})

test('a new target address or name of the integration is that of its webhook', async () => {
  const { id, webhook } = await makeIntegration()
  const renamed = `Pager ${++named}`
  const moved = await change(id, { name: renamed, config: { target_url: 'https://hooks.example.com/new' } })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const { endpoint, name, status } = await webhookOf(webhook)
  assert.deepEqual([endpoint, name, status], ['https://hooks.example.com/new', renamed, 'inactive'])
  assert.equal((await change(id, { config: { owner_contact: 'night@example.com' } })).status, 200)
  const log = await entries('filter[source_type]=webhook')
  assert.equal(log.filter((entry) => entry === 'Changed with its integration: endpoint, name').length, 1)
})

// @source docs/reference/access_governance.md §10, §11
test('at another host it authenticates with nothing that was meant for the old one', async () => {
  const { id, webhook } = await makeActiveIntegration()
  const authentication = { type: 'bearer_token', add_position: 'header', data: { token: 'meant for hooks.example.com' } }
  assert.equal((await patch(webhook, { authentication, custom_headers: { 'X-Key': 'also secret' } })).status, 204)
  const members = async () => {
    const found = await webhookOf(webhook)
    return [found.authentication?.type ?? null, Object.keys(found.custom_headers ?? {})]
  }
  const config = { service: 'Pager', owner_contact: 'pager@example.com' }
  assert.equal((await change(id, { config: { ...config, target_url: `${TARGET}/other` } })).status, 200)
  assert.deepEqual(await members(), ['bearer_token', ['X-Key']])
  assert.equal((await change(id, { config: { ...config, target_url: 'https://elsewhere.example.com/in' } })).status, 200)
  assert.deepEqual(await members(), [null, []])
})

const unseal = defineStatement<unknown>(`update webhooks set secrets = 'sealed with another secret' where account_id = $1 and id = $2`)

test('it can be revoked where its secrets cannot be opened any more', async () => {
  const { id, name, webhook } = await makeActiveIntegration()
  await app.database.database.run(unseal(1, webhook))
  assert.equal((await revoke(id, name)).status, 200)
  assert.deepEqual([(await readIntegration(id)).state, (await webhookOf(webhook)).status], ['revoking', 'inactive'])
})

test('revoking it deactivates its webhook for good, removes its secrets, and leaves it to be deleted', async () => {
  const { id, name, webhook } = await makeActiveIntegration()
  assert.equal((await patch(webhook, { custom_headers: { authorization: 'Basic of the receiver' } })).status, 204)
  const { body } = await revoke(id, name)
  assert.deepEqual([body.integration.state, body.integration.owned.webhooks], ['revoking', [webhook]])
  assert.equal(body.integration.credentials[0].active, false)
  const [step] = body.integration.revocation_steps
  assert.match(step.note, /its webhook, which is deactivated for good, its sealed secrets/)
  const ended = await webhookOf(webhook)
  assert.deepEqual([ended.status, ended.custom_headers], ['inactive', undefined])
  const again = await patch(webhook, { status: 'active' })
  assert.deepEqual([again.status, /is being revoked/.test(again.body.errors[0].title)], [400, true])
  for (const key of ['close_target', 'remove_copies']) assert.equal((await tick(id, key)).body.integration.id, id)
  assert.equal((await readIntegration(id)).state, 'revoked')
  assert.match((await patch(webhook, { status: 'active' })).body.errors[0].title, /is revoked/)
  assert.equal((await app.api.get(`/api/v2/webhooks/${webhook}/signing_secret`)).status, 403)
  const [removed] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=integration&filter[source_id]=${id}`)).body.audit_logs
  assert.ok(removed)
  assert.equal((await app.api.delete(`/api/v2/webhooks/${webhook}`)).status, 204)
  assert.deepEqual((await readIntegration(id)).owned.webhooks, [])
})

// @source docs/reference/access_governance.md §14.2
test('a leaked signing secret signs nothing more; rotating gives the webhook a new one and activates it', async () => {
  const { id, webhook, request, secret } = await makeActiveIntegration()
  const report = (token: string) => app.as({}).post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: [{ token }] })
  assert.deepEqual((await report(secret)).body.leaked_secrets, [{ kind: 'signing_secret', label: 'true_positive' }])
  assert.deepEqual([(await webhookOf(webhook)).status, (await readIntegration(id)).sealed], ['inactive', []])
  const rotated = await engineer.api.post(`/api/v2/access_requests/${request}/rotate`, { rotation: {} })
  assert.equal(rotated.status, 201, JSON.stringify(rotated.body))
  const next = await open(rotated.body.shared_secret.id)
  assert.notEqual(next, secret)
  assert.equal((await webhookOf(webhook)).status, 'active')
  await callReceiver(webhook)
  const tested = await app.api.post(`/api/v2/webhooks/test?webhook_id=${webhook}`, { request: { payload: 'signed' } })
  assert.equal(tested.status, 200, JSON.stringify(tested.body))
  const { headers, body } = receiver.calls.at(-1) ?? assert.fail('nothing arrived')
  const timestamp = String(headers['x-zendesk-webhook-signature-timestamp'])
  assert.equal(headers['x-zendesk-webhook-signature'], signatureOf(next, timestamp, body))
})

test('rotating does not activate a webhook that an administrator has paused', async () => {
  const { webhook, request } = await makeActiveIntegration()
  assert.equal((await patch(webhook, { status: 'inactive' })).status, 204)
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${request}/rotate`, { rotation: {} })).status, 201)
  assert.equal((await webhookOf(webhook)).status, 'inactive')
})

const remove = defineStatement<unknown>('delete from webhooks where account_id = $1 and integration_id = $2')
const dropStep = defineStatement<unknown>(`update integrations set creation_steps =
  (select jsonb_agg(step) from jsonb_array_elements(creation_steps) as step where step ->> 'key' <> 'make_webhook') where account_id = $1 and id = $2`)
/** Makes an integration as it was before integrations had webhooks. */
async function putBack({ id }: { id: number }): Promise<void> {
  await app.database.database.run(remove(1, id))
  await app.database.database.run(dropStep(1, id))
}

test('an integration from before integrations had webhooks gets one when it is activated or rotated', async () => {
  const waiting = await makeIntegration()
  await putBack(waiting)
  for (const key of ['check_receiver', 'verify_refusal']) await tick(waiting.id, key)
  const { credentials, creation_steps } = await readIntegration(waiting.id)
  assert.deepEqual([credentials[0]?.active, creation_steps.every((step: { done_at: unknown }) => step.done_at !== null)], [true, true])
  const old = await makeActiveIntegration()
  await putBack(old)
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${old.request}/rotate`, { rotation: {} })).status, 201)
  assert.deepEqual((await readIntegration(old.id)).credentials[0]?.active, true)
})
