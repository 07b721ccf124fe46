import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { isWellFormedSecret } from '#core/secrets.ts'
import { defineStatement } from '#db/builder.ts'
import { isUlid } from '#lib/ulid.ts'
import { signatureOf } from './delivery/request.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const receiver = await useReceiver()
const HOOK = {
  name: 'Pager',
  status: 'active',
  endpoint: 'https://example.org/in',
  http_method: 'POST',
  request_format: 'json',
  subscriptions: ['conditional_ticket_events'],
}
const BASIC = { type: 'basic_auth', data: { username: 'me', password: 'plain to see' }, add_position: 'header' }

async function createWebhook(given: object = {}): Promise<any> {
  const answer = await api.post('/api/v2/webhooks', { webhook: { ...HOOK, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.webhook
}

const readWebhook = async (id: string): Promise<any> => (await api.get(`/api/v2/webhooks/${id}`)).body.webhook

test('a webhook is created, shown in the recorded form, changed and removed', async () => {
  const answer = await api.post('/api/v2/webhooks', { webhook: { ...HOOK, description: 'Wakes people', authentication: BASIC } })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  const { webhook } = answer.body
  assert.deepEqual(Object.keys(webhook), [
    'id',
    'name',
    'description',
    'status',
    'subscriptions',
    'created_at',
    'created_by',
    'endpoint',
    'http_method',
    'request_format',
    'authentication',
  ])
  assert.ok(isUlid(webhook.id))
  assert.match(webhook.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  assert.equal(webhook.created_by, String(app.admin.id))
  assert.deepEqual(webhook.authentication, { type: 'basic_auth', data: { username: 'me' }, add_position: 'header' })
  const path = `/api/v2/webhooks/${webhook.id}`
  const read = await api.get(path)
  assert.equal(read.headers.get('content-type'), 'application/json')
  assert.match(read.body.webhook.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(read.body.webhook.updated_at, undefined)
  const changed = await api.patch(path, { webhook: { status: 'inactive', description: null } })
  assert.deepEqual([changed.status, changed.body], [204, undefined])
  const after = await readWebhook(webhook.id)
  assert.deepEqual(Object.keys(after).slice(4, 8), ['created_at', 'created_by', 'updated_at', 'updated_by'])
  assert.deepEqual([after.status, after.name, 'description' in after, after.updated_by], ['inactive', 'Pager', false, String(app.admin.id)])
  assert.equal((await api.put(path, { webhook: { ...HOOK, name: 'Bell' } })).status, 204)
  assert.deepEqual([(await readWebhook(webhook.id)).name, (await readWebhook(webhook.id)).status], ['Bell', 'active'])
  assert.equal((await api.delete(path)).status, 204)
  const gone = await api.get(path)
  assert.deepEqual([gone.status, gone.body.errors[0].code], [404, 'RecordNotFound'])
  for (const verb of ['put', 'patch'] as const) assert.equal((await api[verb](path, { webhook: HOOK })).status, 404)
  assert.equal((await api.delete(path)).status, 404)
})

test('webhooks are listed by name and by status, in pages that leave out what has no value', async () => {
  for (const name of ['List 2', 'List 1', 'List 3']) await createWebhook({ name })
  await createWebhook({ name: 'list 4', status: 'inactive' })
  const names = async (query: string) => (await api.get(`/api/v2/webhooks?filter[name_contains]=list&${query}`)).body
  const all = await names('')
  assert.deepEqual(Object.keys(all), ['meta', 'webhooks'])
  assert.deepEqual(all.meta, { has_more: false })
  assert.deepEqual(
    all.webhooks.map((one: any) => one.name),
    ['list 4', 'List 3', 'List 1', 'List 2'],
  )
  const active = await names('filter[status]=active&sort=-name')
  assert.deepEqual(
    active.webhooks.map((one: any) => one.name),
    ['List 3', 'List 2', 'List 1'],
  )
  const first = await names('sort=name&page[size]=2')
  assert.equal(first.meta.has_more, true)
  assert.ok(first.links.next.startsWith(`${app.base_url}/api/v2/webhooks?`) && !('prev' in first.links))
  const second = (await api.get(first.links.next.slice(app.base_url.length))).body
  assert.deepEqual(
    [...first.webhooks, ...second.webhooks].map((one: any) => one.name),
    ['List 1', 'List 2', 'List 3', 'list 4'],
  )
  assert.deepEqual([second.meta.has_more, 'after_cursor' in second.meta, 'next' in second.links], [false, false, false])
  assert.equal((await names('sort=endpoint')).errors[0].code, 'InvalidPaginationParameter')
})

test('a copy has all of its original but the signing secret', async () => {
  const original = await createWebhook({ name: 'Original', authentication: BASIC, custom_headers: { 'X-Team': 'night' } })
  const answer = await api.post(`/api/v2/webhooks?clone_webhook_id=${original.id}`)
  assert.equal(answer.status, 201)
  const { webhook } = answer.body
  assert.deepEqual([webhook.name, webhook.custom_headers], ['Original (copy)', { 'X-Team': 'night' }])
  assert.deepEqual(webhook.authentication, original.authentication)
  const secrets = await Promise.all([original.id, webhook.id].map((id) => api.get(`/api/v2/webhooks/${id}/signing_secret`)))
  assert.notEqual(secrets[0]?.body.signing_secret.secret, secrets[1]?.body.signing_secret.secret)
  assert.equal((await api.post('/api/v2/webhooks?clone_webhook_id=01ARZ3NDEKTSV4RRFFQ69G5FAV')).status, 404)
  assert.equal((await api.post('/api/v2/webhooks')).status, 400)
})

test('a webhook that cannot be saved is refused with 400 naming the member', async () => {
  const expectRefusal = async (given: object, pointer: string) => {
    const { status, body } = await api.post('/api/v2/webhooks', { webhook: { ...HOOK, ...given } })
    assert.deepEqual(
      [status, body.errors?.[0]?.source?.pointer, body.errors?.[0]?.status],
      [400, pointer, '400'],
      JSON.stringify([given, body]),
    )
  }
  await expectRefusal({ name: ' ' }, 'name')
  await expectRefusal({ status: 'off' }, 'status')
  await expectRefusal({ http_method: 'TRACE' }, 'http_method')
  await expectRefusal({ request_format: 'yaml' }, 'request_format')
  for (const endpoint of [
    '',
    'nowhere',
    'ftp://example.org',
    'https://a:b@example.org',
    'http://10.0.0.1/',
    'http://printer.localhost/',
    'http://[::1]/',
  ])
    await expectRefusal({ endpoint }, 'endpoint')
  await expectRefusal({ subscriptions: [] }, 'subscriptions')
  await expectRefusal({ subscriptions: ['zen:event-type:user.sneezed'] }, 'subscriptions')
  await expectRefusal({ subscriptions: ['conditional_ticket_events', 'zen:event-type:user.created'] }, 'subscriptions')
  await expectRefusal({ subscriptions: ['zen:event-type:user.created'], http_method: 'GET' }, 'subscriptions')
  await expectRefusal({ subscriptions: ['zen:event-type:user.created'], request_format: 'xml' }, 'subscriptions')
  await expectRefusal({ authentication: { type: 'magic', data: {} } }, 'authentication')
  await expectRefusal({ authentication: { type: 'basic_auth', data: { username: 'me' } } }, 'authentication')
  await expectRefusal({ authentication: { type: 'api_key', data: { name: 'host', value: 'x' } } }, 'authentication')
  await expectRefusal({ authentication: { type: 'bearer_token', data: { token: 'a\r\nb: c' } } }, 'authentication')
  await expectRefusal({ custom_headers: { 'X-Zendesk-Account-Id': '1' } }, 'custom_headers')
  await expectRefusal({ custom_headers: { 'X-Split': 'a\r\nb: c' } }, 'custom_headers')
  await expectRefusal({ custom_headers: { 'no name': 'x' } }, 'custom_headers')
})

test('secrets are sealed at rest, are in no answer and no audit, and stay when a change leaves them out', async () => {
  const { id, authentication } = await createWebhook({ name: 'Sealed', authentication: BASIC })
  const account = app.account_id
  const row = defineStatement<{ text: string; secrets: string }>(
    "select w::text as text, encode(w.secrets, 'escape') as secrets from webhooks w where w.account_id = $1 and w.id = $2",
  )
  const stored = await app.database.database.first(row(account, id))
  const { secret } = (await api.get(`/api/v2/webhooks/${id}/signing_secret`)).body.signing_secret
  await api.patch(`/api/v2/webhooks/${id}`, { webhook: { name: 'Renamed', authentication } })
  for (const data of [undefined, { username: 'you' }, { username: 'you', token: 'no password' }]) {
    const other = data === undefined ? {} : { authentication: { type: 'basic_auth', data } }
    const elsewhere = await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: { endpoint: `${receiver.url}/same`, ...other } })
    assert.deepEqual([elsewhere.status, receiver.calls.at(-1)?.headers.authorization], [200, undefined])
  }
  await api.patch(`/api/v2/webhooks/${id}`, { webhook: { endpoint: `${receiver.url}/kept`, authentication: BASIC } })
  await api.patch(`/api/v2/webhooks/${id}`, { webhook: { endpoint: `${receiver.url}/kept/there` } })
  assert.equal((await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: {} })).status, 200)
  const basic = `Basic ${Buffer.from('me:plain to see').toString('base64')}`
  assert.equal(receiver.calls.at(-1)?.headers.authorization, basic)
  const log = (await api.get('/api/v2/audit_logs?filter[source_type]=webhook')).body
  assert.ok(log.audit_logs.some((entry: any) => entry.change_description.includes('Name changed')))
  for (const text of [stored?.text, stored?.secrets, JSON.stringify(log), JSON.stringify(await readWebhook(id))])
    assert.ok(text !== undefined && !text.includes('plain to see') && !text.includes(secret))
  await api.patch(`/api/v2/webhooks/${id}`, { webhook: { authentication: null } })
  assert.equal((await readWebhook(id)).authentication, undefined)
})

test('PATCH keeps headers that it does not name, and removes those that are null', async () => {
  const { id } = await createWebhook({ name: 'Headers', custom_headers: { 'X-A': '1', 'X-B': '2' } })
  const patch = async (custom_headers: object | null) => {
    assert.equal((await api.patch(`/api/v2/webhooks/${id}`, { webhook: { custom_headers } })).status, 204)
    return (await readWebhook(id)).custom_headers
  }
  assert.deepEqual(await patch({ 'X-A': null, 'X-C': 3 }), { 'X-B': '2', 'X-C': '3' })
  assert.equal((await api.put(`/api/v2/webhooks/${id}`, { webhook: { ...HOOK, custom_headers: { 'X-D': '4', 'X-E': null } } })).status, 204)
  assert.deepEqual((await readWebhook(id)).custom_headers, { 'X-D': '4' })
  assert.equal(await patch(null), undefined)
})

test('PUT of a whole webhook removes what it lacks, and one of some members changes those alone', async () => {
  const given = {
    description: 'Old',
    authentication: BASIC,
    custom_headers: { 'X-A': '1' },
    subscriptions: ['zen:event-type:user.created'],
  }
  const { id, authentication } = await createWebhook({ name: 'Replaced', ...given })
  const { subscriptions: _none, ...whole } = HOOK
  const put = (webhook: object) => api.put(`/api/v2/webhooks/${id}`, { webhook })
  assert.equal((await put({ status: 'inactive' })).status, 204)
  assert.deepEqual([(await readWebhook(id)).description, (await readWebhook(id)).authentication], ['Old', authentication])
  assert.equal((await put({ ...whole, authentication })).status, 204)
  const kept = await readWebhook(id)
  assert.deepEqual(
    [kept.authentication, kept.subscriptions, 'description' in kept, 'custom_headers' in kept],
    [authentication, given.subscriptions, false, false],
  )
  assert.equal((await put(whole)).status, 204)
  assert.equal('authentication' in (await readWebhook(id)), false)
  assert.deepEqual([(await put({ ...whole, name: '' })).status, (await api.put(`/api/v2/webhooks/${id}`, {})).status], [400, 400])
})

test('the signing secret is shown by its endpoint alone and can be replaced', async () => {
  const { id } = await createWebhook({ name: 'Signed' })
  const path = `/api/v2/webhooks/${id}/signing_secret`
  const first = await api.get(path)
  assert.deepEqual([first.status, first.headers.get('cache-control')], [200, 'no-store'])
  assert.equal(first.body.signing_secret.algorithm, 'SHA256')
  assert.ok(isWellFormedSecret(first.body.signing_secret.secret))
  const second = await api.post(path)
  assert.equal(second.status, 201)
  assert.notEqual(second.body.signing_secret.secret, first.body.signing_secret.secret)
  assert.deepEqual((await api.get(path)).body, second.body)
})

test('a test call is sent signed and answered with what the receiver says', async () => {
  receiver.answer((_call, response) => response.writeHead(418, { 'x-kind': 'teapot' }).end('short and stout'))
  const { id } = await createWebhook({
    name: 'Tried',
    endpoint: receiver.url,
    authentication: { type: 'api_key', data: { name: 'X-Key', value: 'k1' } },
  })
  const { secret } = (await api.get(`/api/v2/webhooks/${id}/signing_secret`)).body.signing_secret
  const tried = await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, {
    request: { payload: '{"a":"ü"}', custom_headers: { 'X-More': '1' } },
  })
  assert.equal(tried.status, 200)
  assert.deepEqual([tried.body.response.status_code, tried.body.response.payload], [418, 'short and stout'])
  assert.ok(tried.body.response.headers.some(({ key, value }: any) => key === 'x-kind' && value === 'teapot'))
  const { headers, body, method } = receiver.calls.at(-1)!
  const timestamp = String(headers['x-zendesk-webhook-signature-timestamp'])
  assert.deepEqual([method, body, headers['content-type']], ['POST', '{"a":"ü"}', 'application/json; charset=utf-8'])
  assert.deepEqual([headers['x-key'], headers['x-more'], headers['user-agent']], ['k1', '1', 'Zendesk Webhook'])
  assert.deepEqual([headers['x-zendesk-webhook-id'], headers['x-zendesk-account-id']], [id, String(app.account_id)])
  assert.equal(headers['x-zendesk-webhook-signature'], signatureOf(secret, timestamp, body))
  const given = {
    endpoint: `${receiver.url}/list?a=1`,
    http_method: 'GET',
    request_format: 'json',
    query_parameters: [{ key: 'b', value: 'x y' }],
  }
  assert.equal((await api.post('/api/v2/webhooks/test', { request: given })).body.response.status_code, 418)
  assert.equal(receiver.calls.at(-1)?.url, '/list?a=1&b=x+y')
  receiver.answer((_call, response) => response.destroy())
  const cut = await api.post('/api/v2/webhooks/test', { request: { endpoint: receiver.url } })
  assert.deepEqual([cut.status, cut.body.errors[0].code], [400, 'WebhookTestFailed'])
  const inside = await api.post('/api/v2/webhooks/test', { request: { endpoint: 'http://169.254.169.254/latest' } })
  assert.deepEqual([inside.status, inside.body.errors[0].source.pointer], [400, 'endpoint'])
})

test('the address noop:// may be saved, and its calls succeed without being sent', async () => {
  const { id } = await createWebhook({ name: 'Calls nobody', endpoint: 'noop://noop' })
  const { status, body } = await api.post(`/api/v2/webhooks/test?webhook_id=${id}`, { request: {} })
  assert.deepEqual([status, body.response], [200, { headers: [], status_code: 200, payload: '' }])
})

test('a webhook that an active automation calls cannot be deleted', async () => {
  const { id } = await createWebhook({ name: 'Needed' })
  const automation = {
    title: 'Calls it',
    conditions: {
      all: [
        { field: 'status', operator: 'is', value: 'solved' },
        { field: 'SOLVED', operator: 'greater_than', value: '24' },
      ],
    },
    actions: [
      { field: 'notification_webhook', value: [id, '{}'] },
      { field: 'status', value: 'closed' },
    ],
  }
  const rule = await api.post('/api/v2/automations', { automation })
  assert.equal(rule.status, 201, JSON.stringify(rule.body))
  const refused = await api.delete(`/api/v2/webhooks/${id}`)
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'WebhookInUse'])
  assert.match(refused.body.errors[0].title, /"Calls it"/)
  await api.put(`/api/v2/automations/${rule.body.automation.id}`, { automation: { active: false } })
  assert.equal((await api.delete(`/api/v2/webhooks/${id}`)).status, 204)
})

test('webhooks are for administrators, and for agents whose role manages extensions', async () => {
  const { id } = await createWebhook({ name: 'Guarded' })
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  for (const { api: other } of [agent, customer]) {
    assert.equal((await other.get('/api/v2/webhooks')).status, 403)
    assert.equal((await other.get(`/api/v2/webhooks/${id}`)).status, 403)
    assert.equal((await other.get(`/api/v2/webhooks/${id}/signing_secret`)).status, 403)
    assert.equal((await other.get(`/api/v2/webhooks/${id}/invocations`)).status, 403)
    assert.equal((await other.post('/api/v2/webhooks', { webhook: HOOK })).status, 403)
    assert.equal((await other.post('/api/v2/webhooks/test', { request: { endpoint: receiver.url } })).status, 403)
    assert.equal((await other.delete(`/api/v2/webhooks/${id}`)).status, 403)
  }
  assert.equal((await app.as({}).get('/api/v2/webhooks')).status, 401)
  const configuration = { manage_extensions_and_channels: true }
  const { custom_role } = (await api.post('/api/v2/custom_roles', { custom_role: { name: 'Connects', configuration } })).body
  await api.put(`/api/v2/users/${agent.id}`, { user: { custom_role_id: custom_role.id } })
  assert.equal((await agent.api.get(`/api/v2/webhooks/${id}`)).status, 200)
})

test('the log of a webhook that was never called is empty, and unknown ones are not found', async () => {
  const { id } = await createWebhook({ name: 'Quiet' })
  const { body } = await api.get(`/api/v2/webhooks/${id}/invocations`)
  assert.deepEqual(body, { meta: { has_more: false }, invocations: [] })
  const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  assert.equal((await api.get(`/api/v2/webhooks/${unknown}/invocations`)).status, 404)
  assert.equal((await api.get(`/api/v2/webhooks/${id}/invocations/${unknown}/attempts`)).status, 404)
  assert.equal((await api.get(`/api/v2/webhooks/${id}/invocations?filter[from_ts]=yesterday`)).status, 400)
})
