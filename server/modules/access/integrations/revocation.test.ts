import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, getGovernedPeople, putDuties, putPersonInPerson } from '#test/governance.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { registerClient } from '#test/oauth.ts'
import { sessionFor } from '#test/system.ts'

const app = await useApp()
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
const officer = await putPersonInPerson(app, { role: 'admin', name: 'Olga Operations' })
await putDuties(app, officer.id, ['support_operations'])
await setUp(app, { access: { integration_bot_id: bot.id } })
const atRequester = await sessionFor(app, requester.id)
const DAY = 86_400

let named = 0
const sentence = (answer: { body: any }) => JSON.stringify(answer.body)
const readIntegration = async (id: number) => (await app.api.get(`/api/v2/integrations/${id}`)).body.integration
const requestOf = async (id: number) => (await app.api.get(`/api/v2/access_requests/${id}`)).body.access_request
const revoke = (who: { api: typeof app.api }, id: number, step: object) => who.api.post(`/api/v2/integrations/${id}/revoke`, { step })
const tick = (id: number, key: string) => engineer.api.post(`/api/v2/integrations/${id}/steps/${key}`, {})
const open = (id: number) => atRequester.post('/api/v2/shared_secrets/open', { open: { id } })

async function shiftClock(seconds: number): Promise<void> {
  const clock = seconds === 0 ? { mode: 'real' } : { mode: 'shifted', offset_seconds: seconds }
  assert.equal((await app.api.put('/api/v2/deskhand/settings', { settings: { clock } })).status, 200)
  await runScheduledWork(app)
}

/** Creates an OAuth-based integration whose requester has opened its credentials. */
async function oauth(asked: object = {}) {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'oauth', scopes: ['users:read'], ...asked })
  const config = { service: 'Ledger', owner_contact: 'ledger@example.com' }
  const integration = { access_request_id: request.id, kind: 'oauth', name: `Ledger ${++named}`, config }
  const answer = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(answer.status, 201, sentence(answer))
  const credentials = JSON.parse((await open(answer.body.shared_secret.id)).body.value)
  const { id, name, shared_secret_id } = answer.body.integration
  return {
    id: id as number,
    name: name as string,
    shared_secret_id,
    request_id: request.id as number,
    credentials,
    bearer: app.as({ bearer: credentials.access_token }),
  }
}

// @source docs/reference/specification.md §5.5.2
test('a revocation needs the name and a reason, and is for administrators, engineers and the requester', async () => {
  const { id, name, bearer } = await oauth()
  const reason = 'The contract has ended'
  for (const confirm of [undefined, '', name.toLowerCase(), `${name} `])
    assert.match((await revoke(engineer, id, { reason, confirm })).body.details.confirm[0].description, /type the name/)
  assert.equal((await revoke(engineer, id, { confirm: name })).body.details.reason[0].error, 'BlankValue')
  for (const who of [provisioner, bot]) assert.equal((await revoke(who, id, { reason, confirm: name })).status, 403, who.name)
  assert.equal((await revoke(manager, id, { reason, confirm: name })).status, 404)
  assert.equal((await revoke({ api: app.as({}) }, id, { reason, confirm: name })).status, 401)
  assert.equal((await bearer.get('/api/v2/users')).status, 200, 'nothing has happened yet')
  assert.equal((await revoke(requester, id, { reason, confirm: name })).status, 200)
  assert.equal((await bearer.get('/api/v2/users')).status, 401)
  assert.match(sentence(await revoke(engineer, id, { reason, confirm: name })), /has been revoked|has begun already/)
})

// @source docs/reference/specification.md §5.5.3, §5.5.5
test('a revocation removes everything the integration owns in one act, and completes when people have done their steps', async () => {
  const { id, name, request_id, credentials, bearer } = await oauth()
  assert.equal((await bearer.get('/api/v2/users')).status, 200)
  await app.running.server.requestLog.flush()
  const [client_id] = (await readIntegration(id)).owned.oauth_clients
  const { body } = await revoke(engineer, id, { reason: 'The contract has ended', confirm: name })
  const { integration } = body
  assert.deepEqual([integration.state, integration.health, integration.revocation_reason], ['revoking', null, 'The contract has ended'])
  assert.deepEqual([integration.owned, integration.sealed], [{ oauth_clients: [], api_tokens: [], webhooks: [] }, []])
  assert.notEqual(integration.last_used_at, null, 'when it was last used outlives what was used')
  assert.equal((await requestOf(request_id)).state, 'revoked')
  assert.equal((await app.api.get(`/api/v2/oauth/clients/${client_id}`)).status, 404)
  assert.equal((await bearer.get('/api/v2/users')).status, 401)
  const grant = { grant_type: 'client_credentials', client_id: credentials.client_id, client_secret: credentials.client_secret }
  assert.equal((await app.as({}).post('/oauth/tokens', grant)).status, 401)
  const [first, ...rest] = integration.revocation_steps
  assert.deepEqual([first.key, first.automatic, first.done_by_id], ['remove_credentials', true, engineer.id])
  assert.equal(first.note, 'Removed: 1 OAuth client with 1 access token, 0 API tokens')
  assert.ok(rest.length > 0 && rest.every((step: { done_at: unknown }) => step.done_at === null))
  for (const step of rest) assert.equal((await tick(id, step.key)).status, 200)
  const over = await readIntegration(id)
  assert.equal(over.state, 'revoked')
  assert.notEqual(over.revoked_at, null)
  assert.deepEqual(over.allowed_acts, [])
  assert.equal((await tick(id, rest[0].key)).status, 422)
  assert.equal((await engineer.api.put(`/api/v2/integrations/${id}`, { integration: { name: 'Again' } })).status, 422)
  const log = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_client&filter[source_id]=${client_id}`)).body.audit_logs
  assert.ok(log.some((entry: { change_description: string }) => /Deleted with its tokens at the revocation/.test(entry.change_description)))
})

test('DELETE also revokes; a name can be used again once its integration is revoked', async () => {
  const { id, name } = await oauth()
  const query = (confirm: string) => new URLSearchParams({ reason: 'Moved elsewhere', confirm }).toString()
  assert.equal((await app.api.delete(`/api/v2/integrations/${id}?${query('no')}`)).status, 422)
  assert.equal((await app.api.delete(`/api/v2/integrations/${id}`)).status, 422)
  assert.equal((await app.api.delete(`/api/v2/integrations/999999999?${query(name)}`)).status, 404)
  const gone = await app.api.delete(`/api/v2/integrations/${id}?${query(name)}`)
  assert.deepEqual([gone.status, gone.body.integration.state], [200, 'revoking'])
})

test('revoking the request of an integration revokes both and needs the name of the integration', async () => {
  const { id, name, request_id, bearer } = await oauth()
  const step = (confirm?: string) =>
    engineer.api.post(`/api/v2/access_requests/${request_id}/revoke`, {
      step: { reason: 'Over', ...(confirm === undefined ? {} : { confirm }) },
    })
  assert.equal((await step()).status, 422)
  assert.equal((await step(name)).body.access_request.state, 'revoked')
  assert.equal((await readIntegration(id)).state, 'revoking')
  assert.equal((await bearer.get('/api/v2/users')).status, 401)
})

test('attached credentials end with the integration; credentials beyond its scopes cannot be attached', async () => {
  const narrow = await oauth()
  const whole = await oauth({ scopes: ['read', 'write'] })
  const attach = (who: { api: typeof app.api }, id: number, owned: object) => who.api.post(`/api/v2/integrations/${id}/owned`, { owned })
  const api_token = (
    await officer.api.post('/api/v2/api_tokens', {
      api_token: { description: 'Ledger', exception: 'team_automation', reason: 'Runs the ledger' },
    })
  ).body.api_token
  const reader = await registerClient(app, { scopes: ['users:read'] })
  const writer = await registerClient(app, { scopes: ['write'] })
  const unbounded = await registerClient(app)
  const byToken = { api_token_id: api_token.id }
  assert.equal((await attach(engineer, whole.id, byToken)).status, 403, 'an engineer does not decide on others’ tokens')
  for (const [owned, member] of [
    [byToken, 'api_token_id'],
    [{ oauth_client_id: writer.id }, 'oauth_client_id'],
    [{ oauth_client_id: unbounded.id }, 'oauth_client_id'],
    [{ oauth_client_id: 999_999_999 }, 'oauth_client_id'],
    [{ api_token_id: 999_999_999 }, 'api_token_id'],
    [{ other: 1 }, 'base'],
    [{ ...byToken, oauth_client_id: reader.id }, 'api_token_id'],
  ] as const)
    assert.ok((await attach({ api: app.inPerson }, narrow.id, owned)).body.details[member], JSON.stringify(owned))
  assert.equal((await attach({ api: app.inPerson }, 999_999_999, byToken)).status, 404)
  const attached = await attach({ api: app.inPerson }, narrow.id, { oauth_client_id: reader.id })
  assert.ok(attached.body.integration.owned.oauth_clients.includes(reader.id))
  assert.match(sentence(await attach({ api: app.inPerson }, whole.id, { oauth_client_id: reader.id })), /owns it already/)
  assert.deepEqual((await attach({ api: app.inPerson }, whole.id, byToken)).body.integration.owned.api_tokens, [api_token.id])
  const statusWith = async () => (await app.as({ email: officer.email, token: api_token.token }).get('/api/v2/groups')).status
  assert.equal(await statusWith(), 200)
  await revoke(engineer, whole.id, { reason: 'Over', confirm: whole.name })
  assert.equal(await statusWith(), 401)
  await revoke(engineer, narrow.id, { reason: 'Over', confirm: narrow.name })
  assert.equal((await app.api.get(`/api/v2/oauth/clients/${reader.id}`)).status, 404)
})

test('health and last use come from the calls of its credentials; the impact lists who called what', async () => {
  const { id, bearer } = await oauth()
  const health = async () => {
    await app.running.server.requestLog.flush()
    return (await readIntegration(id)).health
  }
  assert.equal(await health(), 'unused')
  assert.equal((await bearer.get('/api/v2/users', { 'user-agent': 'ledger/1' })).status, 200)
  assert.equal(await health(), 'working')
  const used = await readIntegration(id)
  assert.deepEqual([used.recent_calls, used.recent_errors, used.last_used_at === null], [1, 0, false])
  const impact = await requester.api.get(`/api/v2/integrations/${id}/impact`)
  assert.deepEqual([impact.body.impact.calls, impact.body.impact.days], [1, 30])
  assert.equal(impact.body.impact.callers[0].user_agent, 'ledger/1')
  assert.deepEqual([impact.body.impact.endpoints[0].method, impact.body.impact.endpoints[0].route], ['GET', '/api/v2/users'])
  await shiftClock(8 * DAY)
  assert.equal(await health(), 'silent')
  await shiftClock(0)
  const refused = await Promise.all([1, 2, 3].map(() => bearer.get('/api/v2/groups')))
  assert.ok(refused.every(({ status }) => status === 403))
  assert.equal(await health(), 'failing')
  for (const days of ['0', '91', 'x']) assert.equal((await app.api.get(`/api/v2/integrations/${id}/impact?days=${days}`)).status, 400, days)
  assert.equal((await manager.api.get(`/api/v2/integrations/${id}/impact`)).status, 404)
})

test('an integration ends after the lifetime of its request, by the clock of the account', async () => {
  const { id, request_id, bearer } = await oauth({ lifetime_days: 10 })
  assert.equal((await bearer.get('/api/v2/users')).status, 200)
  await shiftClock(9 * DAY)
  assert.equal((await readIntegration(id)).state, 'creating')
  await shiftClock(11 * DAY)
  const ended = await readIntegration(id)
  assert.deepEqual([ended.state, ended.revocation_reason], ['revoking', 'The time its access request asked for is over'])
  assert.equal((await requestOf(request_id)).state, 'revoked')
  assert.equal((await bearer.get('/api/v2/users')).status, 401)
  await shiftClock(0)
})

test('credentials whose one-time secret is opened a second time are removed', async () => {
  const { id, shared_secret_id, bearer } = await oauth()
  assert.equal((await bearer.get('/api/v2/users')).status, 200)
  assert.equal((await open(shared_secret_id)).status, 410)
  await runScheduledWork(app)
  assert.equal((await readIntegration(id)).state, 'revoking')
  assert.equal((await bearer.get('/api/v2/users')).status, 401)
})

test('a checklist that waits only for the requester is complete when they open their secret', async () => {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'webhook' })
  const config = { service: 'Pager', target_url: 'https://hooks.example.com/in', owner_contact: 'pager@example.com' }
  const integration = { access_request_id: request.id, kind: 'webhook', name: 'Pager', config }
  const { body } = await bot.api.post('/api/v2/integrations', { integration })
  const { id } = body.integration
  for (const key of ['check_receiver', 'verify_refusal']) await tick(id, key)
  assert.equal((await readIntegration(id)).state, 'creating')
  assert.equal((await open(body.shared_secret.id)).status, 200)
  assert.notEqual((await readIntegration(id)).creation_steps.find((step: { key: string }) => step.key === 'hand_over').done_at, null)
  await runScheduledWork(app)
  assert.equal((await readIntegration(id)).state, 'active')
  assert.equal((await requestOf(request.id)).state, 'active')
})

test('new credentials go only to the requester; the old ones keep working for some days', async () => {
  const { id, request_id, credentials, bearer } = await oauth()
  const rotate = (who: { api: typeof app.api }, rotation: object) =>
    who.api.post(`/api/v2/access_requests/${request_id}/rotate`, { rotation })
  assert.equal((await rotate(requester, {})).status, 403)
  const half = await rotate({ api: await inPerson(app, engineer.id, ['write']) }, {})
  assert.deepEqual([half.status, half.body.description], [403, 'You are missing the following required scopes: read'])
  assert.equal((await rotate(engineer, { silent_days: 31 })).status, 422)
  const rotated = await rotate(engineer, { silent_days: 2 })
  assert.equal(rotated.status, 201, sentence(rotated))
  assert.deepEqual([rotated.body.api_token, rotated.body.integration.id], [null, id])
  const renewed = JSON.parse((await open(rotated.body.shared_secret.id)).body.value)
  assert.equal(renewed.client_id, credentials.client_id)
  for (const secret of [renewed.client_secret, renewed.access_token]) assert.ok(!sentence(rotated).includes(secret))
  const grant = async ({ client_id, client_secret }: typeof renewed) =>
    (await app.as({}).post('/oauth/tokens', { grant_type: 'client_credentials', client_id, client_secret, scope: 'users:read' })).status
  const newBearer = app.as({ bearer: renewed.access_token })
  assert.deepEqual([await grant(credentials), await grant(renewed)], [200, 200])
  assert.deepEqual([(await bearer.get('/api/v2/users')).status, (await newBearer.get('/api/v2/users')).status], [200, 200])
  await shiftClock(3 * DAY)
  assert.deepEqual([await grant(credentials), await grant(renewed)], [401, 200])
  assert.deepEqual([(await bearer.get('/api/v2/users')).status, (await newBearer.get('/api/v2/users')).status], [401, 200])
  await shiftClock(0)
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'chat' })
  const config = { workspace: 'acme', channel: '#support', owner_contact: 'chat@example.com' }
  await bot.api.post('/api/v2/integrations', { integration: { access_request_id: request.id, kind: 'chat', name: 'Chat', config } })
  const none = await engineer.api.post(`/api/v2/access_requests/${request.id}/rotate`, { rotation: {} })
  assert.match(sentence(none), /has no credentials that the service could replace/)
})
