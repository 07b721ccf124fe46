import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, putPersonInPerson } from '#test/governance.ts'
import { putPerson } from '#test/records.ts'
import { sessionFor } from '#test/system.ts'
import { setUp } from '#test/access.ts'
import { makeSecret } from '#core/secrets.ts'

const app = await useApp()
const anyone = app.as({})
const report = (...tokens: string[]) =>
  anyone.post('/api/v2/deskhand/leaked_secrets', {
    leaked_secrets: tokens.map((token) => ({ token, url: 'https://paste.example.com/1', source: 'content' })),
  })
const tokenOf = async (reason: string) =>
  (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: reason, exception: 'team_automation', reason } })).body
    .api_token
const clientOf = async (identifier: string) =>
  (await app.api.post('/api/v2/oauth/clients', { client: { name: identifier, identifier, kind: 'confidential' } })).body.client
const grant = (client: { identifier: string; secret: string }) =>
  anyone.post('/oauth/tokens', {
    grant_type: 'client_credentials',
    client_id: client.identifier,
    client_secret: client.secret,
    scope: 'read',
  })
const works = async (token: string) => (await app.as({ bearer: token }).get('/api/v2/groups')).status

test('a leaked API token is revoked for the next call, audited and mailed to the people concerned', async () => {
  const { id, token } = await tokenOf('Nightly')
  const answer = await report(token)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual(answer.body, { leaked_secrets: [{ kind: 'api_token', label: 'true_positive' }] })
  assert.equal((await app.as({ email: app.admin.email, token }).get('/api/v2/groups')).status, 401)
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${id}`)).body.audit_logs
  assert.ok(
    entries.some((entry: { change_description: string }) => entry.change_description === 'Revoked: the API token was reported as leaked'),
  )
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=leaked_secret.revoked')).body
  assert.equal(mails.at(0).to, app.admin.email)
  assert.doesNotMatch(JSON.stringify([entries, mails]), new RegExp(token))
})

test('leaked access tokens, refresh tokens and sessions end', async () => {
  const client = await clientOf('leaky')
  const access = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body.token.full_token
  const granted = (await grant(client)).body.access_token
  const session = await anyone.post('/access/sign_in', { email: app.admin.email, password: app.admin.password })
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] as string
  assert.equal((await anyone.get('/api/v2/groups', { cookie })).status, 200)
  const verdicts = (await report(access, granted, cookie.split('=')[1] as string)).body.leaked_secrets
  assert.deepEqual(
    verdicts.map((verdict: { kind: string }) => verdict.kind),
    ['oauth_token', 'oauth_token', 'session'],
  )
  for (const token of [access, granted]) assert.equal(await works(token), 401)
  assert.equal((await anyone.get('/api/v2/groups', { cookie })).status, 401)
})

test('the tokens of a client with a leaked secret end, and it gets no others until its owner generates a new secret', async () => {
  const client = await clientOf('loose')
  const { access_token } = (await grant(client)).body
  assert.equal(await works(access_token), 200)
  assert.deepEqual((await report(client.secret)).body.leaked_secrets, [{ kind: 'oauth_client', label: 'true_positive' }])
  assert.equal(await works(access_token), 401)
  assert.equal((await grant(client)).status, 401)
  const renewed = (await app.api.put(`/api/v2/oauth/clients/${client.id}/generate_secret`)).body.client
  assert.equal((await grant({ ...client, secret: renewed.secret })).status, 200)
})

test('a leaked signing secret is removed from its integration, and an engineer makes a new one', async () => {
  const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
  await setUp(app, { access: { integration_bot_id: bot.id } })
  const { request, requester, engineer } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'webhook' })
  const config = { service: 'Hooks', target_url: 'https://hooks.example.com/in', owner_contact: 'hooks@example.com' }
  const integration = { access_request_id: request.id, kind: 'webhook', name: 'Hooks', config }
  const made = await bot.api.post('/api/v2/integrations', { integration })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.integration
  const atRequester = await sessionFor(app, requester.id)
  const openNow = (secret: number) => atRequester.post('/api/v2/shared_secrets/open', { open: { id: secret } })
  const readSealed = async () => (await app.api.get(`/api/v2/integrations/${id}`)).body.integration.sealed
  const first = (await openNow(made.body.shared_secret.id)).body.value
  assert.deepEqual(await readSealed(), ['signing_secret'])
  assert.deepEqual((await report(makeSecret('dhw'))).body.leaked_secrets, [{ kind: null, label: 'false_positive' }])
  assert.deepEqual(await readSealed(), ['signing_secret'], 'one that is merely like it takes nothing')

  assert.deepEqual((await report(first)).body.leaked_secrets, [{ kind: 'signing_secret', label: 'true_positive' }])
  assert.deepEqual(await readSealed(), [])
  const log = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=integration&filter[source_id]=${id}`)).body.audit_logs
  assert.equal(log[0].change_description, 'Revoked: the signing secret of the integration was reported as leaked')
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=leaked_secret.revoked')).body
  assert.ok(mails.some(({ to }: { to: string }) => to === requester.email))
  assert.ok(!JSON.stringify([log, mails]).includes(first))
  assert.deepEqual((await report(first)).body.leaked_secrets, [{ kind: null, label: 'false_positive' }], 'it is nobody’s any more')

  const rotated = await engineer.api.post(`/api/v2/access_requests/${request.id}/rotate`, { rotation: {} })
  assert.equal(rotated.status, 201, JSON.stringify(rotated.body))
  assert.deepEqual(await readSealed(), ['signing_secret'])
  assert.notEqual((await openNow(rotated.body.shared_secret.id)).body.value, first)
})

test('a leaked signing secret of a webhook is replaced: calls are signed with another one from then on', async () => {
  const webhook = { name: 'Leaky', status: 'active', endpoint: 'noop://noop', http_method: 'POST', request_format: 'json' }
  const { id } = (await app.api.post('/api/v2/webhooks', { webhook })).body.webhook
  const secret = async () => (await app.api.get(`/api/v2/webhooks/${id}/signing_secret`)).body.signing_secret.secret
  const first = await secret()
  assert.deepEqual((await report(makeSecret('dhw'))).body.leaked_secrets, [{ kind: null, label: 'false_positive' }])
  assert.equal(await secret(), first)
  assert.deepEqual((await report(first)).body.leaked_secrets, [{ kind: 'webhook', label: 'true_positive' }])
  const next = await secret()
  assert.notEqual(next, first)
  assert.equal((await app.api.get(`/api/v2/webhooks/${id}`)).body.webhook.status, 'active')
  const log = (await app.api.get('/api/v2/audit_logs?filter[source_type]=webhook')).body.audit_logs
  assert.ok(
    log.some((entry: any) => entry.change_description === 'Revoked: the signing secret of the webhook was reported as leaked'),
    JSON.stringify(log),
  )
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=leaked_secret.revoked')).body
  assert.ok(mails.some((mail: any) => mail.to === app.admin.email && /signing secret of the webhook Leaky/.test(mail.subject)))
  for (const known of [first, next]) assert.ok(!JSON.stringify([log, mails]).includes(known))
  assert.deepEqual((await report(first)).body.leaked_secrets, [{ kind: null, label: 'false_positive' }], 'it is nobody’s any more')
})

test('a text that is no secret of this account is reported as a false positive and changes nothing', async () => {
  const { token } = await tokenOf('Stays')
  const { body } = await report('dhp_000000000000000000000000000000000000000', '', `${token}x`)
  assert.deepEqual(
    body.leaked_secrets,
    Array.from({ length: 3 }, () => ({ kind: null, label: 'false_positive' })),
  )
  assert.equal((await app.as({ email: app.admin.email, token }).get('/api/v2/groups')).status, 200)
})

test('at most a hundred secrets per report; 400 for a malformed report', async () => {
  assert.equal((await report(...Array.from({ length: 101 }, () => 'x'))).status, 400)
  assert.equal((await anyone.post('/api/v2/deskhand/leaked_secrets', {})).status, 400)
  assert.equal((await anyone.post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: 'dhp' })).status, 400)
})

test('reports are accepted with and without a sign-in, but not with wrong credentials', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: [{ token: 'x' }] })).status, 200)
  assert.equal(
    (await app.as({ bearer: 'wrong' }).post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: [{ token: 'x' }] })).status,
    401,
  )
})

test('reporting a revoked secret again causes no audit entry and no mail', async () => {
  const { token } = await tokenOf('Dead')
  const reader = await putPerson(app, { role: 'agent' })
  const shared_secret = { reader_id: reader.id, label: 'Dead link', value: 'something' }
  const { link } = (await app.api.post('/api/v2/shared_secrets', { shared_secret })).body.shared_secret
  const secrets = [token, link.split('#')[1] as string]
  const countRecords = async () => {
    const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=leaked_secret.revoked&page[size]=100')).body
    const { body } = await app.api.get('/api/v2/deskhand/audit_logs/head')
    return [mails.length, body.head.position]
  }
  const first = await report(...secrets)
  const after = await countRecords()
  for (let times = 0; times < 3; times += 1) assert.deepEqual((await report(...secrets)).body, first.body, 'it is still called one of ours')
  assert.deepEqual(await countRecords(), after)
})
