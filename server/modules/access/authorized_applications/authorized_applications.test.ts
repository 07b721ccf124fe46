import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { waitFor } from '#test/jobs.ts'
import { CALLBACK, codeFor, type RegisteredClient, registerClient, signInUser } from '#test/oauth.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const setClock = (moment: string) => setUp(app, { clock: { mode: 'frozen', at: moment } })

const app = await useApp()
await setClock(NOW)
const PASSWORD = 'a good long password'
const person = async (role: 'agent' | 'end-user'): Promise<Client & { id: number; email: string }> => {
  const { id, email } = await putUser(app, { role, password: PASSWORD })
  return { ...(await signInUser(app, { email, password: PASSWORD })), id, email }
}
const path = '/api/v2/deskhand/authorized_applications'
const nobody = app.as({})

const exchange = ({ client_id, client_secret }: RegisteredClient, code: string) =>
  nobody.post('/oauth/tokens', { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: CALLBACK, code })

/** Grants a client a scope as a user, and returns the client's tokens. */
async function allow(who: Client, client: RegisteredClient, scope: string): Promise<{ access_token: string; refresh_token: string }> {
  const { status, body } = await exchange(client, await codeFor(who, { client_id: client.client_id, scope }))
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('the caller sees the clients that hold tokens of theirs, each once, with scopes, when granted and last used', async () => {
  const agent = await person('agent')
  const mirror = await registerClient(app, { name: 'Mirror', company: 'Example Ltd', description: 'Copies tickets' })
  const other = await registerClient(app, { name: 'Other' })
  const { access_token } = await allow(agent, mirror, 'tickets:read')
  await setClock('2026-11-20T12:10:00.000Z')
  await allow(agent, mirror, 'users:read tickets:read')
  await allow(agent, other, 'read')
  await allow(await person('agent'), other, 'write')
  const first = await agent.get(path)
  assert.equal(first.status, 200)
  const members = { grant_types: ['authorization_code'], last_used_at: null }
  assert.deepEqual(first.body.authorized_applications, [
    {
      id: mirror.id,
      name: 'Mirror',
      company: 'Example Ltd',
      description: 'Copies tickets',
      scopes: ['tickets:read', 'users:read'],
      ...members,
      tokens_count: 2,
      granted_at: '2026-11-20T12:00:00Z',
    },
    {
      id: other.id,
      name: 'Other',
      company: '',
      description: '',
      scopes: ['read'],
      ...members,
      tokens_count: 1,
      granted_at: '2026-11-20T12:10:00Z',
    },
  ])
  assert.equal((await app.as({ bearer: access_token }).get('/api/v2/tickets')).status, 200)
  await waitFor(async () => (await agent.get(path)).body.authorized_applications[0].last_used_at, '2026-11-20T12:10:00Z')
  const page = (await agent.get(`${path}?page[size]=1`)).body
  assert.deepEqual([page.authorized_applications.map(({ id }: { id: number }) => id), page.meta.has_more], [[mirror.id], true])
  assert.equal((await agent.get(`${path}?per_page=1`)).body.count, 2)
  await setClock('2027-03-01T12:00:00.000Z')
  assert.deepEqual((await (await signInUser(app, { email: agent.email, password: PASSWORD })).get(path)).body.authorized_applications, [])
  await setClock(NOW)
})

test('revoking ends every token and pending code of the application for the caller, and for no one else', async () => {
  const agent = await person('agent')
  const other = await person('end-user')
  const client = await registerClient(app)
  const tokens = [await allow(agent, client, 'read'), await allow(agent, client, 'write')]
  const theirs = await allow(other, client, 'read')
  const code = await codeFor(agent, { client_id: client.client_id, scope: 'read' })
  assert.equal((await agent.delete(`${path}/${client.id}`)).status, 204)
  for (const { access_token, refresh_token } of tokens) {
    assert.equal((await app.as({ bearer: access_token }).get('/api/v2/users/me')).status, 401)
    const { client_id, client_secret } = client
    const again = await nobody.post('/oauth/tokens', { grant_type: 'refresh_token', client_id, client_secret, refresh_token })
    assert.equal(again.body.error, 'invalid_grant')
  }
  assert.equal((await exchange(client, code)).body.error, 'invalid_grant')
  assert.equal((await app.as({ bearer: theirs.access_token }).get('/api/v2/users/me')).body.user.id, other.id)
  assert.deepEqual((await agent.get(path)).body.authorized_applications, [])
  assert.equal((await other.get(path)).body.authorized_applications.length, 1)
  const [entry] = (await app.api.get('/api/v2/audit_logs?filter[source_type]=oauth_authorization&sort_by=id&sort_order=desc')).body
    .audit_logs
  assert.deepEqual(
    [entry.action, entry.source_id, entry.actor_id, entry.change_description],
    ['destroy', client.id, agent.id, 'Revoked by the person it acted for; 2 tokens ended'],
  )
})

test('401 without a sign-in; 404 for a client without a token of the caller', async () => {
  const client = await registerClient(app)
  await allow(await person('agent'), client, 'read')
  for (const answer of [await nobody.get(path), await nobody.delete(`${path}/${client.id}`)]) assert.equal(answer.status, 401)
  const agent = await person('agent')
  for (const id of [client.id, 999_999_999]) assert.equal((await agent.delete(`${path}/${id}`)).status, 404)
  assert.equal((await agent.delete(`${path}/mine`)).status, 400)
  assert.equal((await agent.get(`${path}?page[size]=1&sort=name`)).status, 400)
  const narrow = app.as({ bearer: (await allow(agent, client, 'tickets:read')).access_token })
  assert.equal((await narrow.get(path)).status, 403)
})
