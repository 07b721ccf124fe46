import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { ownerIdOf, putUser, setUp, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer } from '#test/client.ts'
import type { Account } from '#accounts/account.ts'
import { actorById, actorsTopic } from '#auth/actors.ts'
import type { Db } from '#db/db.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const NOW = '2026-11-20T12:00:00.000Z'
const setClock = (seconds: number) =>
  setUp(app, { clock: { mode: 'frozen', at: new Date(Date.parse(NOW) + seconds * 1000).toISOString() } })

beforeEach(() =>
  setUp(app, { clock: { mode: 'frozen', at: NOW }, api: { password_access: true, password_access_end_users: false } }, 'development'),
)

interface TestClient {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string
}

async function make(client: object = {}): Promise<TestClient> {
  const made = (
    await app.api.post('/api/v2/oauth/clients', {
      client: { name: 'Grants', identifier: `c-${randomBytes(4).toString('hex')}`, ...client },
    })
  ).body.client
  return { id: made.id, client_id: made.identifier, client_secret: made.secret }
}
const nobody = app.as({})
const ask = (body: object | string, headers: Record<string, string> = {}) => nobody.post('/oauth/tokens', body, headers)
const byClient = ({ client_id, client_secret }: TestClient, more: object = {}) =>
  ask({ grant_type: 'client_credentials', client_id, client_secret, ...more })
/** A grant with a refresh token, which a client that acts in its own name does not get. */
const byOwner = ({ client_id, client_secret }: TestClient, more: object = {}) =>
  ask({ grant_type: 'password', client_id, client_secret, username: app.admin.email, password: app.admin.password, ...more })
const refresh = ({ client_id, client_secret }: TestClient, refresh_token: string, more: object = {}) =>
  ask({ grant_type: 'refresh_token', client_id, client_secret, refresh_token, ...more })
const statusOf = async (token: string) => (await app.as({ bearer: token }).get('/api/v2/groups')).status

function refuses(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body), ['error', 'error_description'])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
}

test('a confidential client is granted a token that acts as its owner', async () => {
  const client = await make()
  const answer = await byClient(client, { scope: 'read write' })
  assert.equal(answer.status, 200)
  assert.deepEqual(
    [answer.headers.get('cache-control'), answer.headers.get('pragma'), answer.headers.get('etag')],
    ['no-store', 'no-cache', null],
  )
  // No refresh token. @source RFC 6749 §4.4.3
  assert.deepEqual(Object.keys(answer.body), ['access_token', 'token_type', 'scope', 'expires_in'])
  const { access_token, ...rest } = answer.body
  assert.deepEqual(rest, { token_type: 'bearer', scope: 'read write', expires_in: 1800 })
  assert.match(access_token, /^dho_\w{39}$/)
  const { token } = (await app.as({ bearer: access_token }).get('/api/v2/oauth/tokens/current')).body
  assert.deepEqual([token.user_id, token.client_id, token.expires_at], [await ownerIdOf(app), client.id, '2026-11-20T12:30:00Z'])
  assert.deepEqual([token.token, token.refresh_token], [access_token.slice(0, 10), null])
  assert.deepEqual([token.grant_type, token.refresh_token_expires_at], ['client_credentials', null])
})

test('a grant for a user includes a refresh token', async () => {
  const { body } = await byOwner(await make(), { scope: 'read write' })
  const { access_token, refresh_token, ...rest } = body
  assert.deepEqual(Object.keys(body), ['access_token', 'token_type', 'scope', 'refresh_token', 'expires_in', 'refresh_token_expires_in'])
  assert.deepEqual(rest, { token_type: 'bearer', scope: 'read write', expires_in: 1800, refresh_token_expires_in: 2_592_000 })
  assert.match(refresh_token, /^dhr_\w{39}$/)
  const { token } = (await app.as({ bearer: access_token }).get('/api/v2/oauth/tokens/current')).body
  assert.deepEqual([token.refresh_token, token.grant_type], [refresh_token.slice(0, 10), 'password'])
})

test('the request may be a form, and the client may identify itself in the Authorization header', async () => {
  const client = await make()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const whole = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.client_id,
    client_secret: client.client_secret,
    scope: 'groups:read',
  })
  assert.equal((await ask(String(whole), form)).body.scope, 'groups:read')
  const header = (user: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(user)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  })
  assert.equal((await ask('grant_type=client_credentials', { ...form, ...header(client.client_id, client.client_secret) })).status, 200)
  assert.equal(
    (await ask({ grant_type: 'client_credentials', client_id: client.client_id }, header(client.client_id, client.client_secret))).status,
    200,
  )
  const wrong = await ask({ grant_type: 'client_credentials' }, header(client.client_id, 'wrong'))
  refuses(wrong, 401, 'invalid_client')
  assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /)
  refuses(
    await ask({ grant_type: 'client_credentials', client_id: 'another' }, header(client.client_id, client.client_secret)),
    400,
    'invalid_request',
  )
  refuses(
    await ask({ grant_type: 'client_credentials', client_secret: client.client_secret }, header(client.client_id, client.client_secret)),
    400,
    'invalid_request',
  )
  const nameless = await ask('grant_type=client_credentials', { ...form, authorization: 'Basic bm90aGluZw==' })
  refuses(nameless, 401, 'invalid_client')
  assert.match(JSON.stringify(nameless.body), /names no client/)
  const special = await make({ identifier: `a+b%c:${randomBytes(3).toString('hex')}` })
  assert.equal((await ask({ grant_type: 'client_credentials' }, header(special.client_id, special.client_secret))).status, 200)
})

test('missing, duplicate and unknown parameters are refused with the errors of the standard', async () => {
  const client = await make()
  const { client_id, client_secret } = client
  refuses(await ask({ client_id, client_secret }), 400, 'invalid_request')
  refuses(await ask({}), 400, 'invalid_request')
  refuses(await ask('[]', { 'content-type': 'application/json' }), 400, 'invalid_request')
  refuses(await ask({ grant_type: 'client_credentials' }), 400, 'invalid_request')
  refuses(await ask({ grant_type: ['client_credentials', 'password'], client_id, client_secret }), 400, 'invalid_request')
  refuses(await ask({ grant_type: 'authorization_code', code: 'x', client_id, client_secret }), 400, 'invalid_grant')
  refuses(await ask({ grant_type: 'implicit', client_id, client_secret }), 400, 'unsupported_grant_type')
  refuses(await ask({ grant_type: 'constructor', client_id, client_secret }), 400, 'unsupported_grant_type')
  refuses(await ask({ grant_type: 'refresh_token', client_id, client_secret }), 400, 'invalid_request')
  refuses(await ask({ grant_type: 'client_credentials', client_id: 'nobody', client_secret }), 401, 'invalid_client')
  refuses(await ask({ grant_type: 'client_credentials', client_id }), 401, 'invalid_client')
  refuses(await byClient(client, { client_secret: `${client_secret}x` }), 401, 'invalid_client')
  assert.equal((await nobody.get('/oauth/tokens')).status, 404)
})

test('a public client cannot act in its own name, nor one whose owner may not sign in', async () => {
  refuses(await byClient(await make({ kind: 'public' })), 400, 'unauthorized_client')
  const owner = await putUser(app, { role: 'admin' })
  const client = await make({ user_id: owner.id })
  assert.equal((await byClient(client)).status, 200)
  await suspend(app, owner.id)
  refuses(await byClient(client), 400, 'invalid_grant')
})

test('scopes must be known and within the ceiling', async () => {
  const bounded = await make({ scopes: ['groups:read', 'hc'] })
  refuses(await byClient(bounded, { scope: 'read' }), 400, 'invalid_scope')
  refuses(await byClient(bounded, { scope: 'hc groups' }), 400, 'invalid_scope')
  assert.equal((await byClient(bounded, { scope: 'hc:read groups:read' })).status, 200)
  assert.equal((await byClient(bounded)).body.scope, 'groups:read hc')
  const free = await make()
  assert.equal((await byClient(free)).body.scope, 'read')
  refuses(await byClient(free, { scope: 'a"b' }), 400, 'invalid_scope')
  const odd = await byClient(free, { scope: 'read ticket:read bananas' })
  refuses(odd, 400, 'invalid_scope')
  assert.match(odd.body.error_description, /^Scopes: unknown: 'ticket:read', 'bananas'\. A scope is read, write, /)
})

test('lifetimes must be within their bounds, and end by the clock of the account', async () => {
  const client = await make()
  for (const expires_in of [299, 172_801, -1, 1000.5, 'soon']) refuses(await byClient(client, { expires_in }), 400, 'invalid_request')
  for (const refresh_token_expires_in of [604_799, 7_776_001])
    refuses(await byOwner(client, { refresh_token_expires_in }), 400, 'invalid_request')
  for (const ends of [
    { expires_in: 300, refresh_token_expires_in: 604_800 },
    { expires_in: 172_800, refresh_token_expires_in: 7_776_000 },
  ]) {
    const { expires_in, refresh_token_expires_in } = (await byOwner(client, ends)).body
    assert.deepEqual({ expires_in, refresh_token_expires_in }, ends)
  }
  const { body } = await byOwner(client, { expires_in: '301', refresh_token_expires_in: 604_801 })
  assert.deepEqual([body.expires_in, body.refresh_token_expires_in], [301, 604_801])
  await setClock(300)
  assert.equal(await statusOf(body.access_token), 200)
  await setClock(301)
  assert.equal(await statusOf(body.access_token), 401)
  await setClock(604_801)
  refuses(await refresh(client, body.refresh_token), 400, 'invalid_grant')
})

test('clients created before 2026-04-30 get tokens without an expiry, unless they request one', async () => {
  await setUp(app, { clock: { mode: 'frozen', at: '2026-04-29T23:59:59.000Z' } })
  const old = await make()
  await setUp(app, { clock: { mode: 'frozen', at: '2026-04-30T00:00:00.000Z' } })
  const recent = await make()
  assert.equal((await byClient(old)).body.expires_in, null)
  assert.equal((await byClient(old, { expires_in: 600 })).body.expires_in, 600)
  assert.equal((await byClient(recent)).body.expires_in, 1800)
})

test('a refresh ends the old tokens at once; sending the old refresh token again fails and does not affect its successor', async () => {
  const client = await make()
  const first = (await byOwner(client, { scope: 'read write' })).body
  assert.equal(await statusOf(first.access_token), 200)
  const second = await refresh(client, first.refresh_token)
  assert.equal(second.status, 200)
  assert.equal(second.body.scope, 'read write')
  assert.deepEqual([await statusOf(first.access_token), await statusOf(second.body.access_token)], [401, 200])
  refuses(await refresh(client, first.refresh_token), 400, 'invalid_grant')
  assert.equal(await statusOf(second.body.access_token), 200)
  assert.equal((await refresh(client, second.body.refresh_token)).status, 200)
})

test('every refresh is audited as an act of the user, without a secret', async () => {
  const client = await make()
  const first = (await byOwner(client, { scope: 'read write' })).body
  const second = (await refresh(client, first.refresh_token, { scope: 'read' })).body
  refuses(await refresh(client, 'dhr_wrong'), 400, 'invalid_grant')
  const { id, user_id } = (await app.as({ bearer: second.access_token }).get('/api/v2/oauth/tokens/current')).body.token
  const entries = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=oauth_token&filter[source_id]=${id}&sort=created_at`)).body
    .audit_logs as { action: string; actor_id: number; change_description: string }[]
  assert.deepEqual(
    entries.map(({ action, actor_id, change_description }) => [action, actor_id, change_description]),
    [
      ['create', user_id, 'Granted by password with the scopes read write'],
      ['update', user_id, 'Refreshed with the scopes read'],
    ],
  )
  const kept = JSON.stringify(entries)
  for (const grant of [first, second]) for (const secret of [grant.access_token, grant.refresh_token]) assert.ok(!kept.includes(secret))
})

test('of concurrent refreshes with one token only one is granted', async () => {
  const client = await make()
  const { refresh_token } = (await byOwner(client)).body
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(client, refresh_token)))
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
  for (const answer of answers) if (answer.status !== 200) refuses(answer, 400, 'invalid_grant')
})

test('a refresh holds a connection and does not wait for a lookup that waits for one', { timeout: 10_000 }, async () => {
  const client = await make()
  const { refresh_token } = (await byOwner(client)).body
  const { cache } = app.running.server.services
  const id = app.account_id
  const owner_id = await ownerIdOf(app)
  await cache.invalidate(app.database.database, actorsTopic(id))
  await cache.settled()
  const busy = { cache, database: { first: () => new Promise<never>(() => {}) } as unknown as Db }
  void actorById(busy, { id } as Account, owner_id)
  assert.equal((await refresh(client, refresh_token)).status, 200)
  await cache.invalidate(app.database.database, actorsTopic(id))
  await cache.settled()
})

test('a refresh may narrow the scope and widen it again, but not beyond the granted scope', async () => {
  const client = await make()
  const first = (await byOwner(client, { scope: 'read groups:write' })).body
  const narrow = (await refresh(client, first.refresh_token, { scope: 'groups:read' })).body
  assert.equal(narrow.scope, 'groups:read')
  refuses(await refresh(client, narrow.refresh_token, { scope: 'read write' }), 400, 'invalid_scope')
  assert.equal((await refresh(client, narrow.refresh_token)).body.scope, 'read groups:write')
})

test('a refresh token works only for its own client, with its secret unless the client is public', async () => {
  const client = await make()
  const other = await make()
  const { refresh_token } = (await byOwner(client)).body
  refuses(await refresh(other, refresh_token), 400, 'invalid_grant')
  refuses(await ask({ grant_type: 'refresh_token', client_id: client.client_id, refresh_token }), 401, 'invalid_client')
  const open = await make({ kind: 'public' })
  const granted = (
    await ask({ grant_type: 'password', client_id: open.client_id, username: app.admin.email, password: app.admin.password })
  ).body
  refuses(await refresh({ ...open, client_secret: 'wrong' }, granted.refresh_token), 401, 'invalid_client')
  assert.equal((await ask({ grant_type: 'refresh_token', client_id: open.client_id, refresh_token: granted.refresh_token })).status, 200)
})

test('a lowered ceiling applies to the next refresh', async () => {
  const client = await make()
  const { refresh_token } = (await byOwner(client, { scope: 'read' })).body
  await app.api.put(`/api/v2/oauth/clients/${client.id}`, { client: { scopes: ['groups:read'] } })
  refuses(await refresh(client, refresh_token), 400, 'invalid_scope')
  assert.equal((await refresh(client, refresh_token, { scope: 'groups:read' })).status, 200)
})

test('a password grants a token that acts as its user, where passwords are allowed', async () => {
  const client = await make()
  const agent = await putUser(app, { role: 'agent', password: 'a good long password' })
  const sign = (password: string, username = agent.email.toUpperCase()) =>
    ask({ grant_type: 'password', client_id: client.client_id, client_secret: client.client_secret, username, password, scope: 'read' })
  const { status, body } = await sign('a good long password')
  assert.equal(status, 200)
  assert.equal((await app.as({ bearer: body.access_token }).get('/api/v2/oauth/tokens/current')).body.token.user_id, agent.id)
  refuses(await sign('a wrong password'), 400, 'invalid_grant')
  refuses(await sign('', agent.email), 400, 'invalid_request')
  await setUp(app, { api: { password_access: false } })
  refuses(await sign('a good long password'), 400, 'invalid_grant')
  await setUp(app, {}, 'production')
  refuses(await sign('a good long password'), 400, 'unsupported_grant_type')
})

test('grants are audited as acts of the user', async () => {
  const client = await make()
  await byClient(client, { scope: 'read' })
  const [entry] = (await app.api.get('/api/v2/audit_logs?filter[source_type]=oauth_token&sort_by=id&sort_order=desc')).body.audit_logs
  assert.deepEqual(
    [entry.action, entry.actor_id, entry.change_description],
    ['create', await ownerIdOf(app), 'Granted by client_credentials with the scopes read'],
  )
})

test('after too many wrong secrets the response is 429; the client is not locked out from other addresses', async () => {
  const client = await make()
  const askFrom = (address: string, client_secret: string) =>
    ask({ grant_type: 'client_credentials', client_id: client.client_id, client_secret }, { 'x-forwarded-for': address })
  let answer = await askFrom('192.0.2.1', 'wrong')
  // a new window may begin in between, so the loop allows more attempts than the limit
  for (let tries = 0; tries < 40 && answer.status === 401; tries += 1) answer = await askFrom('192.0.2.1', 'wrong')
  assert.equal(answer.status, 429)
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal((await askFrom('192.0.2.2', client.client_secret)).status, 200)
})

test('after too many wrong passwords the grant responds with 429', async () => {
  const client = await make()
  const body = {
    grant_type: 'password',
    client_id: client.client_id,
    client_secret: client.client_secret,
    username: 'guess@example.com',
    password: 'a wrong password',
  }
  let status = 400
  for (let tries = 0; tries < 40 && status === 400; tries += 1) status = (await ask(body, { 'x-forwarded-for': '192.0.2.3' })).status
  assert.equal(status, 429)
})

test('a client may request many tokens at once', async () => {
  const client = await make()
  const answers = await Promise.all(Array.from({ length: 40 }, () => byClient(client)))
  assert.ok(answers.every((answer) => answer.status === 200))
})
