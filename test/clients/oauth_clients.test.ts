/** Public OAuth client libraries, unmodified, against the application: openid-client and simple-oauth2. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { setUp } from '../access.ts'
import { useApp } from '../app.ts'
import { CALLBACK, registerClient, signInUser } from '../oauth.ts'

const app = await useApp({}, { own: true }) // looks names up by itself
await setUp(app, { api: { password_access: true } }, 'development')
const owner = await signInUser(app, app.admin)
const statusOf = async (token: string) => (await app.as({ bearer: token }).get('/api/v2/users')).status

/** What a user's browser does with the URL a client redirects to, when the user allows the request; returns the final URL. */
async function allow(address: string | URL, decision = 'allow'): Promise<URL> {
  const { origin, pathname, searchParams, search } = new URL(address)
  assert.equal(origin + pathname, `${app.base_url}/oauth/authorizations/new`)
  const asked = await owner.get(`/api/v2${pathname}${search}`)
  assert.ok(asked.body.authorization !== undefined, JSON.stringify(asked.body))
  const { body } = await owner.post('/api/v2/oauth/authorizations', {
    authorization: { ...Object.fromEntries(searchParams), decision },
  })
  return new URL(body.redirect_to)
}

const discover = (client_id: string, authentication?: openid.ClientAuth) =>
  openid.discovery(new URL(app.base_url), client_id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })

for (const [kind, way, authentication] of [
  ['public', 'its name alone', () => openid.None()],
  ['confidential', 'a secret in the body', (secret: string) => openid.ClientSecretPost(secret)],
  ['confidential', 'a secret in the header', (secret: string) => openid.ClientSecretBasic(secret)],
] as const) {
  // @source docs/reference/specification.md §5.3.3
  test(`openid-client, ${kind}, by ${way}: discovery, code with PKCE, call, refresh, revocation`, async () => {
    const client = await registerClient(app, { kind })
    const config = await discover(client.client_id, authentication(client.client_secret))
    assert.equal(config.serverMetadata().supportsPKCE(), true)
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'read write',
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await allow(address), { pkceCodeVerifier, expectedState })
    assert.deepEqual([tokens.token_type, tokens.scope, tokens.expiresIn() !== undefined], ['bearer', 'read write', true])
    assert.equal(await statusOf(tokens.access_token), 200)
    const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token as string)
    assert.deepEqual([await statusOf(tokens.access_token), await statusOf(fresh.access_token)], [401, 200])
    await assert.rejects(openid.refreshTokenGrant(config, tokens.refresh_token as string), { error: 'invalid_grant' })
    if (kind === 'confidential') {
      const told = await openid.tokenIntrospection(config, fresh.access_token)
      assert.deepEqual([told.active, told.scope, told.client_id], [true, 'read write', client.client_id])
      assert.deepEqual({ ...(await openid.tokenIntrospection(config, tokens.access_token)) }, { active: false })
    }
    await openid.tokenRevocation(config, fresh.access_token)
    assert.equal(await statusOf(fresh.access_token), 401)
  })
}

/** The library puts what it detected into the cause of its error. */
const hasCause = (pattern: RegExp) => (error: Error) => pattern.test((error.cause as Error | undefined)?.message ?? '')

test('openid-client detects a denial, a response of another server and a wrong state', async () => {
  const client = await registerClient(app)
  const config = await discover(client.client_id, openid.ClientSecretPost(client.client_secret))
  const address = openid.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'read', state: 's' })
  await assert.rejects(openid.authorizationCodeGrant(config, await allow(address, 'deny'), { expectedState: 's' }), {
    error: 'access_denied',
  })
  const foreign = await allow(address)
  foreign.searchParams.set('iss', 'https://other.example.com')
  await assert.rejects(openid.authorizationCodeGrant(config, foreign, { expectedState: 's' }), hasCause(/"iss"/))
  await assert.rejects(openid.authorizationCodeGrant(config, await allow(address), { expectedState: 'another' }), hasCause(/"state"/))
})

test('openid-client gets a token in the client’s own name, without a refresh token', async () => {
  const client = await registerClient(app)
  const config = await discover(client.client_id, openid.ClientSecretBasic(client.client_secret))
  const tokens = await openid.clientCredentialsGrant(config, { scope: 'users:read' })
  assert.deepEqual([tokens.scope, tokens.refresh_token, tokens.expires_in], ['users:read', undefined, 1800])
  assert.equal(await statusOf(tokens.access_token), 200)
})

const makeOptions = (id: string, secret: string) => ({
  client: { id, secret },
  auth: { tokenHost: app.base_url, tokenPath: '/oauth/tokens', revokePath: '/oauth/revoke' },
})

for (const authorizationMethod of ['header', 'body'] as const) {
  test(`simple-oauth2, its secret in the ${authorizationMethod}: code, refresh, revocation, client credentials`, async () => {
    const { client_id, client_secret } = await registerClient(app)
    const options = { ...makeOptions(client_id, client_secret), options: { authorizationMethod } }
    const client = new AuthorizationCode({ ...options, auth: { ...options.auth, authorizePath: '/oauth/authorizations/new' } })
    const address = client.authorizeURL({ redirect_uri: CALLBACK, scope: ['tickets:read', 'users:read'], state: 'kept' })
    const { searchParams } = await allow(address)
    assert.equal(searchParams.get('state'), 'kept')
    const first = await client.getToken({ code: searchParams.get('code') as string, redirect_uri: CALLBACK, scope: 'users:read' })
    assert.equal(first.expired(), false)
    assert.equal(await statusOf(first.token.access_token as string), 200)
    const second = await first.refresh()
    assert.deepEqual([await statusOf(first.token.access_token as string), await statusOf(second.token.access_token as string)], [401, 200])
    await second.revokeAll()
    assert.equal(await statusOf(second.token.access_token as string), 401)
    const own = await new ClientCredentials(options).getToken({ scope: 'users:read' })
    assert.equal(await statusOf(own.token.access_token as string), 200)
    await own.revoke('access_token')
    assert.equal(await statusOf(own.token.access_token as string), 401)
    await assert.rejects(new ClientCredentials(makeOptions(client_id, 'wrong')).getToken({}), /401/)
  })
}
