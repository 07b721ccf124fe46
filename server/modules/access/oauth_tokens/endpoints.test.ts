import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { putUser, setUp, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { codeFor, CALLBACK, makePkce, type RegisteredClient, registerClient, signInUser } from '#test/oauth.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const NOW = '2026-11-20T12:00:00.000Z'
const setClock = (seconds: number) =>
  setUp(app, { clock: { mode: 'frozen', at: new Date(Date.parse(NOW) + seconds * 1000).toISOString() } })
await setUp(app, { api: { password_access: true } }, 'development')
beforeEach(() => setClock(0))
const nobody = app.as({})
const owner = await signInUser(app, app.admin)

type Tokens = { access_token: string; refresh_token: string }
const grantTokens = async (
  { client_id, client_secret }: RegisteredClient,
  person = app.admin as { email: string; password: string },
): Promise<Tokens> =>
  (
    await nobody.post('/oauth/tokens', {
      grant_type: 'password',
      client_id,
      client_secret,
      username: person.email,
      password: person.password,
      scope: 'read groups:write',
    })
  ).body
const say = (path: string, { client_id, client_secret }: RegisteredClient, token: string, more: object = {}) =>
  nobody.post(path, { client_id, client_secret, token, ...more })
const revoke = (client: RegisteredClient, token: string, more: object = {}) => say('/oauth/revoke', client, token, more)
const introspect = (client: RegisteredClient, token: string, more: object = {}) => say('/oauth/introspect', client, token, more)
const refresh = ({ client_id, client_secret }: RegisteredClient, refresh_token: string) =>
  nobody.post('/oauth/tokens', { grant_type: 'refresh_token', client_id, client_secret, refresh_token })
const statusOf = async (token: string) => (await app.as({ bearer: token }).get('/api/v2/groups')).status

// @source RFC 7009 §2.1
test('a client revokes its token by the access token or the refresh token: both end at once', async () => {
  const client = await registerClient(app)
  for (const which of ['access_token', 'refresh_token'] as const) {
    const tokens = await grantTokens(client)
    assert.equal(await statusOf(tokens.access_token), 200)
    const answer = await revoke(client, tokens[which], { token_type_hint: which })
    assert.deepEqual([answer.status, answer.body, answer.headers.get('cache-control')], [200, {}, 'no-store'])
    assert.equal(await statusOf(tokens.access_token), 401)
    assert.equal((await refresh(client, tokens.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await revoke(client, tokens[which])).status, 200)
  }
  const [event] = (await app.api.get('/api/v2/audit_logs?filter[source_type]=oauth_token&sort_by=id&sort_order=desc')).body.audit_logs
  assert.deepEqual([event.action, event.change_description, event.actor_id], ['destroy', 'Revoked by its client', app.admin.id])
})

// An invalid token is no error. @source RFC 7009 §2.2
test('an unknown token counts as revoked, whatever the hint says', async () => {
  const client = await registerClient(app)
  for (const token of ['nonsense', 'dho_0000000000000000000000000000000000000000'])
    for (const hint of [{}, { token_type_hint: 'something_else' }]) assert.equal((await revoke(client, token, hint)).status, 200)
  assert.equal((await revoke(client, '')).body.error, 'invalid_request')
})

test('a client can neither revoke nor introspect the token of another one', async () => {
  const client = await registerClient(app)
  const other = await registerClient(app)
  const { access_token, refresh_token } = await grantTokens(client)
  for (const token of [access_token, refresh_token]) {
    assert.deepEqual([(await revoke(other, token)).status, (await revoke(other, token)).body.error], [400, 'invalid_grant'])
    assert.deepEqual((await introspect(other, token)).body, { active: false })
  }
  assert.equal(await statusOf(access_token), 200)
})

test('a public client revokes its token with its identifier; a confidential one needs its secret', async () => {
  const open = await registerClient(app, { kind: 'public' })
  const { code_verifier, ...challenge } = makePkce()
  const code = await codeFor(owner, { client_id: open.client_id, ...challenge })
  const tokens = (
    await nobody.post('/oauth/tokens', {
      grant_type: 'authorization_code',
      client_id: open.client_id,
      redirect_uri: CALLBACK,
      code,
      code_verifier,
    })
  ).body
  assert.equal((await nobody.post('/oauth/revoke', { client_id: open.client_id, token: tokens.access_token })).status, 200)
  assert.equal((await refresh(open, tokens.refresh_token)).status, 400)
  const client = await registerClient(app)
  const { access_token } = await grantTokens(client)
  for (const path of ['/oauth/revoke', '/oauth/introspect']) {
    assert.equal((await nobody.post(path, { client_id: client.client_id, token: access_token })).status, 401)
    assert.equal((await nobody.post(path, { client_id: client.client_id, client_secret: 'wrong', token: access_token })).status, 401)
    assert.equal((await nobody.post(path, { token: access_token })).body.error, 'invalid_request')
  }
  assert.equal(await statusOf(access_token), 200)
  const refused = await introspect(open, access_token)
  assert.deepEqual([refused.status, refused.body.error], [400, 'unauthorized_client'])
})

// @source RFC 7662 §2.2
test('introspection describes a token of the client', async () => {
  const client = await registerClient(app)
  const { access_token, refresh_token } = await grantTokens(client)
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` }
  const answer = await nobody.post('/oauth/introspect', new URLSearchParams({ token: access_token }).toString(), form)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const iat = Date.parse(NOW) / 1000
  const told = {
    active: true,
    scope: 'read groups:write',
    client_id: client.client_id,
    username: app.admin.email,
    exp: iat + 1800,
    iat,
    sub: String(app.admin.id),
    iss: app.base_url,
  }
  assert.deepEqual(answer.body, { ...told, token_type: 'bearer' })
  assert.deepEqual((await introspect(client, refresh_token)).body, { ...told, exp: iat + 2_592_000 })
})

test('an expired, revoked or unknown token, or one whose user may not sign in, is only described as not active', async () => {
  const client = await registerClient(app)
  const tokens = await grantTokens(client)
  await setClock(1800)
  assert.deepEqual((await introspect(client, tokens.access_token)).body, { active: false })
  assert.equal((await introspect(client, tokens.refresh_token)).body.active, true)
  await setClock(2_592_000)
  assert.deepEqual((await introspect(client, tokens.refresh_token)).body, { active: false })
  await setClock(0)
  await revoke(client, tokens.access_token)
  for (const token of [tokens.access_token, tokens.refresh_token, 'nonsense'])
    assert.deepEqual((await introspect(client, token)).body, { active: false })
  const password = 'a good long password'
  const leaver = await putUser(app, { role: 'agent', password })
  const theirs = await grantTokens(client, { email: leaver.email, password })
  assert.equal((await introspect(client, theirs.access_token)).body.active, true)
  await suspend(app, leaver.id)
  assert.deepEqual((await introspect(client, theirs.access_token)).body, { active: false })
})

test('guessing a client’s secret is throttled at both endpoints', async () => {
  const client = await registerClient(app)
  for (const [index, path] of ['/oauth/revoke', '/oauth/introspect'].entries()) {
    const body = { client_id: client.client_id, client_secret: 'wrong', token: 'x' }
    let status = 401
    for (let tries = 0; tries < 40 && status === 401; tries += 1)
      status = (await nobody.post(path, body, { 'x-forwarded-for': `198.51.100.${index}` })).status
    assert.equal(status, 429)
  }
})
