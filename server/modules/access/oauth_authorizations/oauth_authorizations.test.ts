import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownerIdOf, putUser, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { CALLBACK, codeFor, submitDecision, makePkce, type RegisteredClient, registerClient, signInUser } from '#test/oauth.ts'

const app = await useApp()
await setUp(app, { api: { password_access: true } }, 'development')
const owner = await signInUser(app, app.admin)
const PASSWORD = 'a good long password'
const agentUser = await putUser(app, { role: 'agent', password: PASSWORD })
const agent = await signInUser(app, { email: agentUser.email, password: PASSWORD })

const nobody = app.as({})
const query = (request: Record<string, string>) => `/api/v2/oauth/authorizations/new?${new URLSearchParams(request).toString()}`
const ask = (request: object) => owner.get(query({ response_type: 'code', redirect_uri: CALLBACK, ...request }))
const exchange = ({ client_id, client_secret }: RegisteredClient, more: object) =>
  nobody.post('/oauth/tokens', { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: CALLBACK, ...more })

test('the consent shows the client, the user, the scopes and the redirect host', async () => {
  const client = await registerClient(app, { name: 'Mirror', company: 'Example Ltd', description: 'Copies tickets' })
  const { status, body, headers } = await ask({ client_id: client.client_id, scope: 'tickets:read write', state: 's' })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(body.authorization, {
    client: {
      name: 'Mirror',
      identifier: client.client_id,
      company: 'Example Ltd',
      description: 'Copies tickets',
      logo_url: null,
      kind: 'confidential',
    },
    user: { id: await ownerIdOf(app), name: body.authorization.user.name, email: app.admin.email },
    scopes: [
      { scope: 'tickets:read', title: 'See tickets and their comments', is_broad: false, is_in_person: false },
      { scope: 'write', title: 'Create, change and delete everything you can', is_broad: true, is_in_person: false },
    ],
    redirect_host: 'app.example.com',
  })
})

// @source docs/reference/specification.md §5.3
// @source docs/reference/specification.md §5.3.1
test('if allowed, the client gets a code for a token that acts as the user', async () => {
  const client = await registerClient(app)
  const address = await submitDecision(agent, { client_id: client.client_id, scope: 'users:read', state: 'a b&c=é' })
  assert.equal(address.origin + address.pathname, CALLBACK)
  assert.deepEqual([...address.searchParams.keys()], ['code', 'state', 'iss'])
  assert.equal(address.searchParams.get('state'), 'a b&c=é')
  assert.equal(address.searchParams.get('iss'), app.base_url)
  const code = address.searchParams.get('code') ?? ''
  assert.match(code, /^dha_\w{39}$/)
  const { status, body } = await exchange(client, { code })
  assert.equal(status, 200, JSON.stringify(body))
  const { access_token, refresh_token, ...rest } = body
  assert.deepEqual(rest, { token_type: 'bearer', scope: 'users:read', expires_in: 1800, refresh_token_expires_in: 2_592_000 })
  assert.match(refresh_token, /^dhr_/)
  const bearer = app.as({ bearer: access_token })
  assert.equal((await bearer.get('/api/v2/users/me')).body.user.id, agentUser.id)
  assert.equal((await bearer.get('/api/v2/tickets')).status, 403)
})

test('if denied, the client gets an error and no code', async () => {
  const client = await registerClient(app)
  const { searchParams } = await submitDecision(agent, { client_id: client.client_id, state: 'x' }, 'deny')
  assert.deepEqual(Object.fromEntries(searchParams), {
    error: 'access_denied',
    error_description: 'The user has not allowed this',
    state: 'x',
    iss: app.base_url,
  })
})

test('without a scope parameter the client’s ceiling is requested, or read if it has none', async () => {
  const scopesOf = async (client: object) =>
    (await ask({ client_id: (await registerClient(app, client)).client_id })).body.authorization.scopes.map(
      ({ scope }: { scope: string }) => scope,
    )
  assert.deepEqual(await scopesOf({ scopes: ['tickets:read', 'hc'] }), ['tickets:read', 'hc'])
  assert.deepEqual(await scopesOf({}), ['read'])
})

test('a redirect URI with a query keeps it, and a client with one redirect URI may omit it', async () => {
  const own = `${CALLBACK}?tenant=1`
  const client = await registerClient(app, { redirect_uri: [own] })
  const address = await submitDecision(owner, { client_id: client.client_id, redirect_uri: own })
  assert.ok(address.href.startsWith(`${own}&code=`))
  const body = { response_type: 'code', client_id: client.client_id, decision: 'allow' }
  const unnamed = new URL((await owner.post('/api/v2/oauth/authorizations', { authorization: body })).body.redirect_to)
  assert.ok(unnamed.href.startsWith(`${own}&code=`))
  const { client_id, client_secret } = client
  const code = unnamed.searchParams.get('code')
  assert.equal((await nobody.post('/oauth/tokens', { grant_type: 'authorization_code', client_id, client_secret, code })).status, 200)
  const two = await registerClient(app, { redirect_uri: [CALLBACK, own] })
  const refused = await owner.get(query({ response_type: 'code', client_id: two.client_id }))
  assert.deepEqual([refused.status, refused.body.error_description], [400, 'redirect_uri is missing'])
})

test('errors in other parameters than client and redirect URI are sent to the client', async () => {
  const client = await registerClient(app, { scopes: ['tickets:read'] })
  const open = await registerClient(app, { kind: 'public' })
  const challenge = makePkce().code_challenge
  const refusals: [request: Record<string, string>, error: string][] = [
    [{ response_type: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'code token' }, 'unsupported_response_type'],
    [{ scope: 'tickets:write' }, 'invalid_scope'],
    [{ scope: 'a"b' }, 'invalid_scope'],
    [{ scope: 'ticket:read' }, 'invalid_scope'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge: challenge, code_challenge_method: 'S512' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
    [{ client_id: open.client_id }, 'invalid_request'],
    [{ client_id: open.client_id, code_challenge: challenge }, 'invalid_request'],
    [{ client_id: open.client_id, code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
  ]
  for (const [request, error] of refusals) {
    const { status, body } = await ask({ client_id: client.client_id, state: 'kept', ...request })
    assert.equal(status, 200, JSON.stringify(body))
    const { searchParams, origin } = new URL(body.redirect_to)
    assert.deepEqual(
      [origin, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss'), searchParams.get('code')],
      ['https://app.example.com', error, 'kept', app.base_url, null],
      JSON.stringify(request),
    )
    const told = await submitDecision(owner, { client_id: client.client_id, ...request })
    assert.deepEqual([told.searchParams.get('error'), told.searchParams.get('code')], [error, null])
  }
  const long = await ask({ client_id: client.client_id, state: 'x'.repeat(4097) })
  assert.match(long.body.redirect_to, /error=invalid_request/)
  const twice = await owner.get(
    `${query({ response_type: 'code', redirect_uri: CALLBACK, client_id: client.client_id })}&scope[]=a&scope[]=b`,
  )
  assert.match(twice.body.redirect_to, /error=invalid_request/)
})

test('only administrators can grant the scopes impersonate and unrestricted', async () => {
  const client = await registerClient(app)
  for (const scope of ['impersonate', 'unrestricted', 'read impersonate']) {
    const refused = await submitDecision(agent, { client_id: client.client_id, scope })
    assert.equal(refused.searchParams.get('error'), 'invalid_scope')
    assert.ok((await submitDecision(owner, { client_id: client.client_id, scope })).searchParams.has('code'))
  }
})

test('a client may exchange its code for fewer scopes than allowed, but not for more', async () => {
  const client = await registerClient(app)
  const allowed = { client_id: client.client_id, scope: 'read' }
  const beyond = await exchange(client, { code: await codeFor(owner, allowed), scope: 'read write' })
  assert.deepEqual([beyond.status, beyond.body.error], [400, 'invalid_scope'])
  assert.equal((await exchange(client, { code: await codeFor(owner, allowed), scope: 'tickets:read' })).body.scope, 'tickets:read')
})

test('a decision is allow or deny, and only a user with a session can make it', async () => {
  const client = await registerClient(app)
  const authorization = { response_type: 'code', client_id: client.client_id, redirect_uri: CALLBACK }
  const post = (caller: typeof owner, decision?: string) =>
    caller.post('/api/v2/oauth/authorizations', { authorization: { ...authorization, decision } })
  for (const word of ['maybe', '', undefined]) assert.equal((await post(owner, word)).status, 422)
  assert.equal((await owner.post('/api/v2/oauth/authorizations', {})).status, 400)
  const { access_token } = (
    await nobody.post('/oauth/tokens', {
      grant_type: 'client_credentials',
      client_id: client.client_id,
      client_secret: client.client_secret,
      scope: 'read write',
    })
  ).body
  const { email, password } = app.admin
  for (const [caller, status] of [
    [nobody, 401],
    [app.api, 403],
    [app.as({ email, password }), 403],
    [app.as({ bearer: access_token }), 403],
  ] as const) {
    assert.equal((await post(caller, 'allow')).status, status)
    assert.equal((await caller.get(query(authorization))).status, status)
  }
})

test('consent and grant are audited without a secret', async () => {
  const client = await registerClient(app, { name: 'Audited' })
  const code = await codeFor(agent, { client_id: client.client_id, scope: 'read' })
  const { access_token } = (await exchange(client, { code })).body
  const logs = (await app.api.get('/api/v2/audit_logs?sort_by=id&sort_order=desc&per_page=20')).body.audit_logs
  const mine = logs.filter((entry: { source_label: string; actor_id: number }) => entry.source_label === 'Audited')
  const said = mine.map(({ actor_id, source_type, change_description }: Record<string, unknown>) => [
    actor_id,
    source_type,
    change_description,
  ])
  assert.ok(
    said.some(
      (entry: unknown[]) =>
        JSON.stringify(entry) === JSON.stringify([agentUser.id, 'oauth_authorization', `Allowed ${client.client_id} the scopes read`]),
    ),
    JSON.stringify(said),
  )
  assert.ok(said.some((entry: unknown[]) => entry[2] === 'Granted by authorization_code with the scopes read'))
  assert.ok(![code, access_token].some((secret) => JSON.stringify(logs).includes(secret)))
})

test('the metadata has the endpoints of the requested host', async () => {
  const { status, body } = await nobody.get('/.well-known/oauth-authorization-server')
  assert.equal(status, 200)
  assert.equal(body.issuer, app.base_url)
  for (const [name, path] of [
    ['authorization_endpoint', '/oauth/authorizations/new'],
    ['token_endpoint', '/oauth/tokens'],
    ['revocation_endpoint', '/oauth/revoke'],
    ['introspection_endpoint', '/oauth/introspect'],
  ])
    assert.equal(body[name as string], app.base_url + path)
  assert.deepEqual(body.response_types_supported, ['code'])
  assert.ok(body.grant_types_supported.includes('password'))
  assert.ok(body.scopes_supported.includes('tickets:read') && body.scopes_supported.includes('impersonate'))
  const other = await nobody.get('/.well-known/oauth-authorization-server', { host: 'localhost' })
  assert.ok(other.status === 200 || other.status === 404)
  await setUp(app, {}, 'production')
  const production = (await nobody.get('/.well-known/oauth-authorization-server')).body
  assert.ok(!production.grant_types_supported.includes('password'))
  await setUp(app, {}, 'development')
})

test('signed-in users can list all scopes as text, in the same order as in the metadata', async () => {
  const { status, body } = await app.api.get('/api/v2/deskhand/oauth_scopes')
  assert.equal(status, 200)
  const { scopes_supported } = (await app.as({}).get('/.well-known/oauth-authorization-server')).body
  assert.deepEqual(
    body.scopes.map(({ scope }: { scope: string }) => scope),
    scopes_supported,
  )
  assert.deepEqual(
    body.scopes.find(({ scope }: { scope: string }) => scope === 'tickets:read'),
    { scope: 'tickets:read', title: 'See tickets and their comments', is_broad: false, is_in_person: false },
  )
  assert.equal((await app.as({}).get('/api/v2/deskhand/oauth_scopes')).status, 401)
})
