/** Duties, and acts that are allowed in person only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inPerson, setUp, trackIssues, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { createFiledRequest, putDuties, putPersonInPerson } from '#test/governance.ts'
import { sessionFor } from '#test/system.ts'

const app = await useApp()
await trackIssues(app)

const refusedInPerson = (answer: Answer) => {
  assert.equal(answer.status, 403, JSON.stringify(answer.body))
  assert.match(answer.body.error.message, /^This must be done in person/)
}

/** An access token of the administrator that a program holds: created with an API token, so it does not act in person. */
async function programOf(identifier: string): Promise<Client> {
  const { client } = (await app.api.post('/api/v2/oauth/clients', { client: { name: identifier, identifier } })).body
  const made = await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read', 'write'] } })
  return app.as({ bearer: made.body.token.full_token })
}

// @source docs/reference/access_governance.md §3
test('a program with a user’s access token cannot create a token that acts in person, and so none that outlives its own', async () => {
  const admin = await putPersonInPerson(app, { role: 'admin', name: 'Ada Admin' })
  const { client } = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Held', identifier: 'held' } })).body
  assert.equal((await app.inPerson.put(`/api/v2/oauth/clients/${client.id}`, { client: { may_act_in_person: true } })).status, 200)
  const make = (who: Client, ...more: string[]) =>
    who.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read', 'write', ...more] } })
  const decide = (who: Client) => who.put(`/api/v2/access_people/${admin.id}`, { access_person: { duties: ['provisioner'] } })
  assert.equal((await decide(admin.api)).status, 200, 'the token he has allowed is his own')
  const made = await make(admin.api)
  assert.equal(made.status, 201)
  const program = app.as({ bearer: made.body.token.full_token })
  refusedInPerson(await decide(program))
  assert.equal((await make(admin.api, 'in_person')).status, 403, 'not even one that acts in person makes another')
  refusedInPerson(await decide(app.as({ bearer: (await make(program)).body.token.full_token })))
  const session = await sessionFor(app, admin.id)
  assert.equal(
    (await decide(app.as({ bearer: (await make(session, 'in_person')).body.token.full_token }))).status,
    200,
    'made in a session it is his',
  )
})

// @source docs/reference/access_governance.md §3
test('an API token bound to one user does not act in person: its creator has seen its value', async () => {
  const { request, manager } = await createFiledRequest(app)
  assert.equal((await app.inPerson.put(`/api/v2/users/${manager.id}`, { user: { role: 'admin' } })).status, 200)
  const assigned = { description: `${TRACKER}1`, assigned_user_id: manager.id }
  const { token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: assigned })).body.api_token
  const asManager = app.as({ email: manager.email, token })
  assert.equal((await asManager.get('/api/v2/users/me')).body.user.id, manager.id)
  refusedInPerson(await asManager.post(`/api/v2/access_requests/${request.id}/approve`, {}))
  await setUp(app, { api: { token_binding: 'user' } })
  refusedInPerson(await app.api.put(`/api/v2/access_people/${manager.id}`, { access_person: { duties: ['provisioner'] } }))
  await setUp(app, { api: { token_binding: 'any' } })
})

test('a duty ends when the user is no longer staff, even if it is still stored', async () => {
  const engineer = await putPersonInPerson(app, { role: 'agent', name: 'Elsa Engineer' })
  await putDuties(app, engineer.id, ['engineer', 'support_operations'])
  assert.equal((await engineer.api.get('/api/v2/deskhand/radar')).status, 200)
  assert.equal((await app.inPerson.put(`/api/v2/users/${engineer.id}`, { user: { role: 'end-user' } })).status, 200)
  const after = await inPerson(app, engineer.id)
  assert.equal((await after.get('/api/v2/deskhand/radar')).status, 403)
  assert.equal((await after.get('/api/v2/deskhand/activity')).status, 403)
})

// @source docs/reference/access_governance.md
test('neither an API token nor a program can change the access settings, or create a way to sign in as someone else', async () => {
  const { request, provisioner } = await createFiledRequest(app)
  const rules = { settings: { access: { tracker_urls: [TRACKER, 'https://anybody.example/'] } } }
  const provider = {
    name: 'Mine',
    issuer: 'https://login.example.com',
    client_id: 'a',
    client_secret: 'b',
    allowed_domains: ['example.com'],
  }
  const identity_provider = { ...provider, link_by_verified_email: true }
  for (const client of [app.api, await programOf('rules')]) {
    refusedInPerson(await client.put('/api/v2/deskhand/settings', rules))
    refusedInPerson(await client.post('/api/v2/identity_providers', { identity_provider }))
    refusedInPerson(await client.put(`/api/v2/access_requests/${request.id}`, { access_request: { manager_id: provisioner.id } }))
  }
  refusedInPerson(await (await programOf('passwords')).post(`/api/v2/users/${provisioner.id}/password`, { password: 'a new way in' }))
  const { settings } = (await app.api.get('/api/v2/deskhand/settings')).body
  assert.deepEqual(settings.access.tracker_urls, [TRACKER])
})

test('identity providers and their links can be changed and removed in person only', async () => {
  const identity_provider = { name: 'Company', issuer: 'https://login.example.com', client_id: 'a', client_secret: 'b' }
  const { id } = (await app.inPerson.post('/api/v2/identity_providers', { identity_provider })).body.identity_provider
  const path = `/api/v2/identity_providers/${id}`
  refusedInPerson(await app.api.put(path, { identity_provider: { allowed_domains: ['example.com'], link_by_verified_email: true } }))
  refusedInPerson(await app.api.delete(`${path}/links/1`))
  refusedInPerson(await app.api.delete(path))
  assert.equal((await app.api.get(path)).status, 200)
})

// @source docs/reference/specification.md §5.6.4; docs/reference/access_governance.md §10
test('neither an API token nor a program can create, rotate or reactivate an API token: a leaked one cannot be made to last', async () => {
  const given = { api_token: { description: `${TRACKER}2` } }
  const { api_token } = (await app.inPerson.post('/api/v2/api_tokens', given)).body
  const path = `/api/v2/api_tokens/${api_token.id}`
  const leaked = app.as({ email: app.admin.email, token: api_token.token })
  for (const client of [leaked, await programOf('tokens')]) {
    refusedInPerson(await client.post('/api/v2/api_tokens', given))
    refusedInPerson(await client.post(`${path}/rotate`, { rotation: { silent_days: 7 } }))
  }
  assert.equal((await app.api.put(path, { api_token: { active: false } })).status, 200, "an administrator's API token may end one")
  refusedInPerson(await app.api.put(path, { api_token: { active: true } }))
  assert.equal((await app.inPerson.put(path, { api_token: { active: true } })).status, 200)
})

test('a request offers the steps that the caller may take with their credential', async () => {
  const { request, manager, requester } = await createFiledRequest(app)
  const listAllowedSteps = async (client: Client) =>
    (await client.get(`/api/v2/access_requests/${request.id}`)).body.access_request.allowed_steps
  const byToken = (email: string) => app.as({ email, token: app.admin.token })
  assert.deepEqual([await listAllowedSteps(manager.api), await listAllowedSteps(byToken(manager.email))], [['approve', 'reject'], []])
  assert.deepEqual([await listAllowedSteps(requester.api), await listAllowedSteps(byToken(requester.email))], [['withdraw'], ['withdraw']])
})
