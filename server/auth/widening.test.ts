import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, putUser, setUp, TRACKER, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { createAcceptedRequest } from '#test/governance.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Widening', identifier: 'widening' } })).body.client
const withScopes = async (...scopes: string[]) =>
  app.as({ bearer: (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })).body.token.full_token })
const narrow = await withScopes('users:write')
const LACKS = { error: 'Forbidden', description: 'You are missing the following required scopes: read, write' }
const PASSWORD = 'a long enough one'

async function refuses(...calls: ReturnType<Client['get']>[]): Promise<void> {
  for (const answer of await Promise.all(calls)) assert.deepEqual([answer.status, answer.body], [403, LACKS])
}

const LACKS_TO_READ = { error: 'Forbidden', description: 'You are missing the following required scopes: read' }

test('a token for users alone gives nobody a password', async () => {
  const { id } = await make.agent()
  await refuses(
    narrow.post(`/api/v2/users/${id}/password`, { password: PASSWORD }),
    narrow.put(`/api/v2/users/${app.admin.id}/password`, { previous_password: app.admin.password, password: PASSWORD }),
    narrow.post('/api/v2/users', { user: { name: 'A', password: PASSWORD } }),
    narrow.post('/api/v2/users/create_or_update', { user: { name: 'A', external_id: 'w-1', password: PASSWORD } }),
    narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', password: PASSWORD }] }),
    narrow.post('/api/v2/users/create_or_update_many', { users: [{ name: 'A', password: PASSWORD }] }),
  )
  await app.inPerson.put(`/api/v2/oauth/clients/${client.id}`, { client: { may_act_in_person: true } })
  const whole = { client_id: client.id, scopes: ['read', 'write', 'in_person'] }
  const { full_token } = (await app.inPerson.post('/api/v2/oauth/tokens', { token: whole })).body.token
  assert.equal((await app.as({ bearer: full_token }).post(`/api/v2/users/${id}/password`, { password: PASSWORD })).status, 200)
  await app.inPerson.put(`/api/v2/oauth/clients/${client.id}`, { client: { may_act_in_person: false } })
})

test('a token with the users scope alone cannot make anyone staff', async () => {
  const { id } = await make.user()
  await refuses(
    ...['agent', 'admin'].flatMap((role) => [
      narrow.post('/api/v2/users', { user: { name: 'A', role } }),
      narrow.put(`/api/v2/users/${id}`, { user: { role } }),
      narrow.post('/api/v2/users/create_or_update', { user: { name: 'A', external_id: 'w-2', role } }),
      narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', role }] }),
      narrow.post('/api/v2/users/create_or_update_many', { users: [{ name: 'A', role }] }),
      narrow.put(`/api/v2/users/update_many?ids=${id}`, { user: { role } }),
      narrow.put('/api/v2/users/update_many', { users: [{ id, role }] }),
    ]),
  )
})

test('a token with the users scope alone can do what concerns users', async () => {
  assert.equal((await narrow.post('/api/v2/users', { user: { name: 'A' } })).status, 201)
  const { id } = await make.agent()
  assert.equal((await narrow.put(`/api/v2/users/${id}`, { user: { role: 'agent', alias: 'as before' } })).status, 200)
  assert.equal((await narrow.post('/api/v2/users/create_many', { users: [{ name: 'A', role: 'end-user' }] })).status, 200)
})

test('no user can set their own password without the old one, not even the owner', async () => {
  const admin = await putUser(app, { role: 'admin', password: PASSWORD })
  for (const { id, email, password } of [app.admin, { ...admin, password: PASSWORD }]) {
    const own = app.as({ email, password })
    assert.equal((await own.post(`/api/v2/users/${id}/password`, { password: 'another long one' })).status, 403)
    assert.equal((await own.get('/api/v2/users/me')).body.user.id, id)
  }
})

test('a token for users alone changes nothing of what staff signs in with: the owner of a verified address signs in by single sign-on', async () => {
  const { id } = await make.agent()
  const mine = { type: 'email', value: 'mine@example.net', verified: true }
  const own = (await app.api.get(`/api/v2/users/${id}/identities`)).body.identities[0].id
  for (const user of [id, app.admin.id])
    await refuses(
      narrow.post(`/api/v2/users/${user}/identities`, { identity: mine }),
      narrow.put(`/api/v2/users/${user}`, { user: { email: 'mine@example.net', verified: true } }),
      narrow.put(`/api/v2/users/${user}`, { user: { identities: [mine] } }),
    )
  const unproven = await make.agent({ verified: false })
  await refuses(narrow.put(`/api/v2/users/${unproven.id}`, { user: { verified: true } }))
  await refuses(
    narrow.put(`/api/v2/users/${id}/identities/${own}`, { identity: { value: 'mine@example.net', verified: true } }),
    narrow.put(`/api/v2/users/${id}/identities/${own}/verify`),
    narrow.put(`/api/v2/users/${id}/identities/${own}/make_primary`),
    narrow.delete(`/api/v2/users/${id}/identities/${own}`),
  )
  const customer = await make.user()
  const added = await narrow.post(`/api/v2/users/${customer.id}/identities`, { identity: { type: 'email', value: 'more@example.net' } })
  assert.equal(added.status, 201, JSON.stringify(added.body))
})

const writer = await withScopes('write')

test('a token that lacks to read makes no credential that can do everything', async () => {
  const { request } = await createAcceptedRequest(app)
  await trackIssues(app)
  const made = await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}1` } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { api_token } = made.body
  const answers = await Promise.all([
    writer.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}2` } }),
    writer.post('/api/v2/oauth/clients', { client: { name: 'Wider', identifier: 'wider' } }),
    writer.put(`/api/v2/oauth/clients/${client.id}`, { client: { scopes: null } }),
    writer.put(`/api/v2/oauth/clients/${client.id}/generate_secret`),
    writer.post('/api/v2/identity_providers', { identity_provider: { name: 'Mine', issuer: 'https://id.example.com', client_id: 'x' } }),
    writer.post('/api/v2/custom_roles', { custom_role: { name: 'Wider' } }),
    writer.post('/api/v2/integrations/1/owned', { owned: { oauth_client_id: client.id } }),
    writer.post(`/api/v2/users/${app.admin.id}/password`, { password: PASSWORD }),
  ])
  for (const answer of answers) assert.deepEqual([answer.status, answer.body], [403, LACKS_TO_READ])
  for (const path of [
    `api_tokens/${api_token.id}/rotate`,
    `access_requests/${request.id}/issue`,
    `access_requests/${request.id}/rotate`,
    'integrations',
  ])
    assert.equal(
      (await writer.post(`/api/v2/${path}`, { issue: { mode: 'show' }, rotation: { silent_days: 7 }, integration: { name: 'Mine' } }))
        .status,
      403,
      path,
    )
})

test('an engineer’s own token without read can neither issue nor rotate tokens', async () => {
  const { request, engineer } = await createAcceptedRequest(app)
  const { request: other } = await createAcceptedRequest(app)
  const own = await inPerson(app, engineer.id, ['write'])
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${other.id}/issue`)).status, 201)
  for (const answer of [
    await own.post(`/api/v2/access_requests/${request.id}/issue`),
    await own.post(`/api/v2/access_requests/${other.id}/rotate`, { rotation: {} }),
  ])
    assert.deepEqual([answer.status, answer.body], [403, LACKS_TO_READ])
})

test('the integration bot’s own token without read cannot create an integration', async () => {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'oauth', scopes: ['read'] })
  const bot = await putUser(app, { role: 'agent' })
  await setUp(app, { access: { integration_bot_id: bot.id } })
  const config = { service: 'Ledger', owner_contact: 'ledger@example.com' }
  const integration = { access_request_id: request.id, kind: 'oauth', name: 'Ledger', config }
  const answer = await (await inPerson(app, bot.id, ['write'])).post('/api/v2/integrations', { integration })
  assert.deepEqual([answer.status, answer.body], [403, LACKS_TO_READ])
  assert.equal((await (await inPerson(app, bot.id)).post('/api/v2/integrations', { integration })).status, 201)
})

test('a token cannot create a token with more scopes', async () => {
  for (const scopes of [['read'], ['read', 'write'], ['impersonate'], ['unrestricted'], ['users'], ['users:read']]) {
    const answer = await writer.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes } })
    assert.ok(answer.status === 403 || answer.status === 422, `${scopes.join()}: ${answer.status}`)
  }
})

test('acts that need a person cannot be done with a program’s token: duties, second factors, passwords, one-time secrets, consent', async () => {
  const whole = await withScopes('read', 'write', 'unrestricted')
  const { id } = await make.agent()
  const granted = { grant_type: 'client_credentials', client_id: 'widening', client_secret: client.secret, scope: 'read write' }
  const { access_token } = (await app.as({}).post('/oauth/tokens', granted)).body
  const program = app.as({ bearer: access_token })
  assert.equal((await program.get('/api/v2/users/me')).body.user.id, app.admin.id)
  assert.equal((await program.put(`/api/v2/access_people/${id}`, { access_person: { duties: ['engineer'] } })).status, 403)
  for (const caller of [program, whole, app.api]) {
    assert.equal((await caller.post('/api/v2/users/me/second_factor', { second_factor: { password: app.admin.password } })).status, 403)
    assert.equal((await caller.delete(`/api/v2/users/${id}/second_factor`)).status, 403)
    assert.equal((await caller.post(`/api/v2/users/${id}/password`, { password: PASSWORD })).status, 403)
    assert.equal((await caller.post('/api/v2/shared_secrets/open', { open: { id: 1 } })).status, 403)
    const authorization = { response_type: 'code', client_id: 'widening', scope: 'read', decision: 'allow' }
    assert.equal((await caller.post('/api/v2/oauth/authorizations', { authorization })).status, 403)
  }
})

test('a token without the provisioning scope cannot provision', async () => {
  const Users = '/api/scim/v2/Users'
  for (const scopes of [['users'], ['users:write', 'users:read'], ['read']]) {
    const caller = await withScopes(...scopes)
    assert.equal((await caller.post(Users, { userName: 'mine@example.net', roles: [{ value: 'admin' }] })).status, 403, scopes.join())
    assert.equal((await caller.put(`${Users}/${app.admin.id}`, { userName: 'mine@example.net' })).status, 403, scopes.join())
    assert.equal((await caller.delete(`${Users}/${app.admin.id}`)).status, 403, scopes.join())
  }
})

test('a token with the provisioning scope alone can neither make anyone staff nor change an address of staff', async () => {
  const Users = '/api/scim/v2/Users'
  const { id, name } = await make.agent()
  const caller = await withScopes('scim')
  for (const answer of [
    await caller.post(Users, { userName: 'mine@example.net' }),
    await caller.put(`${Users}/${id}`, { userName: 'mine@example.net', displayName: name }),
    await caller.patch(`${Users}/${id}`, { Operations: [{ op: 'replace', path: 'userName', value: 'mine@example.net' }] }),
    await caller.patch(`${Users}/${id}`, { Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'admin' }] }] }),
  ])
    assert.deepEqual([answer.status, answer.body.detail], [403, LACKS.description])
  assert.equal((await caller.get(`${Users}/${id}`)).status, 200)
  assert.equal((await caller.patch(`${Users}/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status, 200)
})
