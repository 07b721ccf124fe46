import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerIdOf, putUser, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const KEYS = [
  'id',
  'url',
  'user_id',
  'client_id',
  'token',
  'refresh_token',
  'scopes',
  'created_at',
  'used_at',
  'expires_at',
  'refresh_token_expires_at',
  'grant_type',
]
const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'Tokens', identifier: 'tokens' } })).body.client
const other = (
  await app.api.post('/api/v2/oauth/clients', { client: { name: 'Other', identifier: 'other', scopes: ['tickets:read', 'hc'] } })
).body.client
const agent = await putUser(app, { role: 'agent' })
const agentApi = app.as({ email: agent.email, token: app.admin.token })

const post = (token: object) => app.api.post('/api/v2/oauth/tokens', { token })
const create = async (scopes = ['read', 'write'], client_id = client.id) =>
  (await post({ client_id, scopes })).body.token as { id: number; token: string; url: string }

/** A token of the agent, who may not create tokens themselves. */
async function agentToken(scopes: string[]): Promise<{ id: number; token: string }> {
  const made = await create(scopes)
  await app.database.database.run(
    defineStatement<unknown>('update oauth_tokens set user_id = $3 where account_id = $1 and id = $2')(app.account_id, made.id, agent.id),
  )
  return made
}

test('a token is created for the caller, returned once under both names, without an expiry', async () => {
  const made = await post({ client_id: String(client.id), scopes: ['read', 'tickets:write', 'read'] })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  const { token } = made.body
  assert.equal(made.headers.get('location'), token.url)
  assert.deepEqual(Object.keys(token), [...KEYS, 'full_token'])
  assert.match(token.token, /^dho_\w{39}$/)
  assert.equal(token.full_token, token.token)
  assert.deepEqual(
    [token.scopes, token.expires_at, token.refresh_token, token.user_id],
    [['read', 'tickets:write'], null, null, await ownerIdOf(app)],
  )
  const shown = (await app.as({ bearer: token.token }).get(`/api/v2/oauth/tokens/${token.id}`)).body.token
  assert.deepEqual(Object.keys(shown), KEYS)
  assert.equal(shown.token, token.token.slice(0, 10))
  assert.equal(shown.url, `${app.base_url}/api/v2/oauth/tokens/${token.id}.json`)
})

test('client and scopes are required, must be known, and scopes must be within the ceiling', async () => {
  const details = async (token: object) => (await post(token)).body.details
  assert.deepEqual(Object.keys(await details({ scopes: [] })), ['client_id', 'scopes'])
  assert.equal((await details({ client_id: 999_999_999, scopes: ['read'] })).client_id[0].error, 'InvalidValue')
  assert.equal((await details({ client_id: client.id, scopes: ['a"b'] })).scopes[0].error, 'InvalidFormat')
  assert.equal((await details({ client_id: other.id, scopes: ['read'] })).scopes[0].error, 'InvalidValue')
  assert.equal((await post({ client_id: other.id, scopes: ['tickets:read', 'hc:read'] })).status, 201)
  for (const scope of ['ticket:read', 'bananas', 'tickets:destroy', 'auditlogs:write', 'read:tickets', 'constructor', 'toString:read']) {
    const { scopes } = await details({ client_id: client.id, scopes: ['tickets:read', scope] })
    assert.equal(scopes[0].error, 'InvalidValue', scope)
    assert.ok(scopes[0].description.startsWith(`Scopes: unknown: "${scope}". A scope is read, write,`), scopes[0].description)
  }
  assert.equal((await post({ client_id: 'one', scopes: ['read'] })).status, 400)
  assert.equal((await app.api.post('/api/v2/oauth/tokens', {})).status, 400)
})

test('the list contains the caller’s own tokens, and all tokens for an administrator with all=true', async () => {
  const mine = await create()
  const theirs = await agentToken(['read'])
  const ids = async (path: string, who = app.api) => (await who.get(path)).body.tokens.map((token: { id: number }) => token.id)
  assert.ok(!(await ids('/api/v2/oauth/tokens')).includes(theirs.id))
  const all = await ids('/api/v2/oauth/tokens.json?all=true')
  assert.ok(all.includes(theirs.id) && all.includes(mine.id))
  assert.deepEqual(await ids('/api/v2/oauth/tokens', agentApi), [theirs.id])
  assert.equal((await agentApi.get('/api/v2/oauth/tokens?all=true')).status, 403)
  const narrow = await create(['hc'], other.id)
  assert.ok((await ids(`/api/v2/oauth/tokens?client_id=${other.id}`)).includes(narrow.id))
  assert.ok(!(await ids(`/api/v2/oauth/tokens?client_id=${other.id}`)).includes(mine.id))
  const page = (await app.api.get('/api/v2/oauth/tokens?page[size]=1&sort=-id')).body
  assert.deepEqual([page.tokens[0].id, page.meta.has_more], [narrow.id, true])
  assert.deepEqual(Object.keys((await app.api.get('/api/v2/oauth/tokens')).body), ['tokens', 'next_page', 'previous_page', 'count'])
})

test("other people's tokens are not found, except by an administrator", async () => {
  const mine = await create()
  const theirs = await agentToken(['read', 'write'])
  assert.equal((await agentApi.get(`/api/v2/oauth/tokens/${mine.id}`)).status, 404)
  assert.equal((await agentApi.delete(`/api/v2/oauth/tokens/${mine.id}`)).status, 404)
  assert.equal((await agentApi.get(`/api/v2/oauth/tokens/${theirs.id}`)).status, 200)
  assert.equal((await app.api.get(`/api/v2/oauth/tokens/${theirs.id}`)).status, 200)
  assert.equal((await app.api.delete(`/api/v2/oauth/tokens/${theirs.id}`)).status, 204)
  assert.equal((await app.as({ bearer: theirs.token }).get('/api/v2/groups')).status, 401)
})

test('a revoked token is refused with the documented message, and the audit log says who revoked it', async () => {
  const { id, token } = await create()
  const bearer = app.as({ bearer: token })
  assert.equal((await bearer.get('/api/v2/groups')).status, 200)
  assert.equal((await app.api.delete(`/api/v2/oauth/tokens/${id}.json`)).status, 204)
  const { status, body, headers } = await bearer.get('/api/v2/groups')
  assert.equal(status, 401)
  assert.deepEqual(body, {
    error: 'invalid_token',
    error_description: 'The access token provided is expired, revoked, malformed or invalid for other reasons.',
  })
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer/)
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_token&filter[source_id]=${id}`)).body.audit_logs
  assert.deepEqual(
    entries.map((entry: { action: string }) => entry.action),
    ['destroy', 'create'],
  )
})

test('a token can show and revoke itself, whatever its scopes', async () => {
  const { id, token } = await create(['hc:read'])
  const bearer = app.as({ bearer: token })
  assert.equal((await bearer.get('/api/v2/oauth/tokens/current.json')).body.token.id, id)
  assert.equal((await bearer.delete('/api/v2/oauth/tokens/current')).status, 204)
  assert.equal((await bearer.get('/api/v2/oauth/tokens/current')).status, 401)
  assert.equal((await app.api.get('/api/v2/oauth/tokens/current')).status, 404)
  assert.equal((await app.api.delete('/api/v2/oauth/tokens/current')).status, 404)
})

test('the last use of a token comes from the request log', async () => {
  const { id, token } = await create()
  await app.as({ bearer: token }).get('/api/v2/groups')
  await app.running.server.requestLog.flush()
  assert.match((await app.api.get(`/api/v2/oauth/tokens/${id}`)).body.token.used_at, /Z$/)
})

test('401 without credentials, 403 for a creator who is no administrator, 404 and 400 for ids', async () => {
  const { id } = await create()
  const nobody = app.as({})
  for (const path of ['/api/v2/oauth/tokens', `/api/v2/oauth/tokens/${id}`, '/api/v2/oauth/tokens/current'])
    assert.equal((await nobody.get(path)).status, 401, path)
  for (const path of [`/api/v2/oauth/tokens/${id}`, '/api/v2/oauth/tokens/current'])
    assert.equal((await nobody.delete(path)).status, 401, path)
  assert.equal((await nobody.post('/api/v2/oauth/tokens', { token: {} })).status, 401)
  assert.equal((await agentApi.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).status, 403)
  assert.equal((await app.api.get('/api/v2/oauth/tokens/999999999')).status, 404)
  assert.equal((await app.api.delete('/api/v2/oauth/tokens/999999999')).status, 404)
  assert.equal((await app.api.get('/api/v2/oauth/tokens/mine')).status, 400)
})

test('a token may be sent in the query; the token of a user who may no longer sign in is refused', async () => {
  const { token } = await agentToken(['read'])
  assert.equal((await app.as({}).get(`/api/v2/groups?access_token=${token}`)).status, 200)
  await suspend(app, agent.id)
  assert.equal((await app.as({ bearer: token }).get('/api/v2/groups')).status, 401)
})
