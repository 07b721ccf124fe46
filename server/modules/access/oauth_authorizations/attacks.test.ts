/** Attacks on the authorization code flow and on refresh tokens: each fails and leaves the state of others unchanged. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { putUser, setUp, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Answer, Client } from '#test/client.ts'
import { hostClient, putInstance } from '#test/instances.ts'
import { CALLBACK, codeFor, submitDecision, makePkce, type RegisteredClient, registerClient, signInUser } from '#test/oauth.ts'
import { makeClient } from '#test/client.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const NOW = '2026-11-20T12:00:00.000Z'
const setClock = (seconds: number, more: object = {}) =>
  setUp(app, { clock: { mode: 'frozen', at: new Date(Date.parse(NOW) + seconds * 1000).toISOString() }, ...more })
beforeEach(() => setClock(0, { oauth: { refresh_reuse: 'refuse' } }))

await setUp(app, { api: { password_access: true } }, 'development')
const victim = await signInUser(app, app.admin)
const nobody = app.as({})
let addresses = 0

/** Sends each attempt from another address, so that the throttling of guesses does not interfere. */
const post = (path: string, body: object) => nobody.post(path, body, { 'x-forwarded-for': `192.0.2.${(addresses += 1) % 250}` })
const exchange = ({ client_id, client_secret }: RegisteredClient, more: object) =>
  post('/oauth/tokens', { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: CALLBACK, ...more })
const exchangeOpen = ({ client_id }: RegisteredClient, more: object) =>
  post('/oauth/tokens', { grant_type: 'authorization_code', client_id, redirect_uri: CALLBACK, ...more })
const refresh = ({ client_id, client_secret }: RegisteredClient, refresh_token: string) =>
  post('/oauth/tokens', { grant_type: 'refresh_token', client_id, client_secret, refresh_token })
const statusOf = async (token: string) => (await app.as({ bearer: token }).get('/api/v2/users/me')).status
const events = async (): Promise<{ change_description: string; actor_id: number; ip_address: string }[]> =>
  (await app.api.get('/api/v2/audit_logs?filter[source_type]=oauth_token&sort_by=id&sort_order=desc')).body.audit_logs

function refuses(answer: Answer, error = 'invalid_grant', status = 400): void {
  assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(answer.body))
}

// A code used twice is denied, and the tokens issued for it are revoked. @source RFC 6749 §4.1.2
test('a code that is sent again is refused, and the tokens issued for it end', async () => {
  const client = await registerClient(app)
  const code = await codeFor(victim, { client_id: client.client_id })
  const first = (await exchange(client, { code })).body
  const second = (await refresh(client, first.refresh_token)).body
  assert.equal(await statusOf(second.access_token), 200)
  refuses(await exchange(client, { code }))
  assert.equal(await statusOf(second.access_token), 401)
  refuses(await refresh(client, second.refresh_token))
  refuses(await exchange(client, { code }))
  const [event] = await events()
  assert.deepEqual([event?.change_description, event?.actor_id], ['Revoked: the authorization code it came from was sent again', -1])
})

test('of concurrent exchanges of one code at most one is granted', async () => {
  const client = await registerClient(app)
  const code = await codeFor(victim, { client_id: client.client_id })
  const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(client, { code })))
  const granted = answers.filter((answer) => answer.status === 200)
  assert.equal(granted.length, 1)
  // the code was sent more than once, so its token is revoked
  assert.equal(await statusOf(granted[0]?.body.access_token), 401)
})

test('a code is refused for another client and stays valid for its own', async () => {
  const client = await registerClient(app)
  const thief = await registerClient(app)
  const open = await registerClient(app, { kind: 'public' })
  const code = await codeFor(victim, { client_id: client.client_id })
  refuses(await exchange(thief, { code }))
  refuses(await exchangeOpen(open, { code }))
  refuses(await exchange({ ...client, client_secret: thief.client_secret }, { code }), 'invalid_client', 401)
  refuses(await exchangeOpen(client, { code }), 'invalid_client', 401)
  assert.equal((await exchange(client, { code })).status, 200)
})

test('a code ends after two minutes of the account’s clock', async () => {
  const client = await registerClient(app)
  const late = await codeFor(victim, { client_id: client.client_id })
  const timely = await codeFor(victim, { client_id: client.client_id })
  await setClock(119)
  assert.equal((await exchange(client, { code: timely })).status, 200)
  await setClock(120)
  refuses(await exchange(client, { code: late }))
})

test('the code of a user who may no longer sign in is refused', async () => {
  const password = 'a good long password'
  const user = await putUser(app, { role: 'agent', password })
  const client = await registerClient(app)
  const code = await codeFor(await signInUser(app, { email: user.email, password }), { client_id: client.client_id })
  await suspend(app, user.id)
  refuses(await exchange(client, { code }))
})

test('a code is refused in another account', async () => {
  const client = await registerClient(app)
  const code = await codeFor(victim, { client_id: client.client_id })
  const other = await putInstance(app)
  const same = await other.api.post('/api/v2/oauth/clients', {
    client: { name: 'Twin', identifier: client.client_id, redirect_uri: [CALLBACK] },
  })
  const body = {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    client_secret: same.body.client.secret,
    redirect_uri: CALLBACK,
    code,
  }
  refuses(await hostClient(app.base_url, other.host).post('/oauth/tokens', body))
})

// @source RFC 7636 §4.6
test('the verifier must match the challenge, and a wrong guess does not invalidate the code', async () => {
  const client = await registerClient(app, { kind: 'public' })
  const { code_verifier, ...challenge } = makePkce()
  const code = await codeFor(victim, { client_id: client.client_id, ...challenge })
  for (const wrong of [undefined, '', 'x'.repeat(43), makePkce().code_verifier, challenge.code_challenge, `${code_verifier}x`, 'short'])
    refuses(await exchangeOpen(client, { code, code_verifier: wrong }))
  assert.equal((await exchangeOpen(client, { code, code_verifier })).status, 200)
})

// @source RFC 9700 §2.1.1, §4.8.2
test('PKCE cannot be stripped: neither the challenge nor the verifier', async () => {
  const client = await registerClient(app)
  const open = await registerClient(app, { kind: 'public' })
  const { code_verifier, ...challenge } = makePkce()
  // the attacker removes the challenge from the request, but the client sends its verifier
  refuses(await exchange(client, { code: await codeFor(victim, { client_id: client.client_id }), code_verifier }))
  // the attacker has a code requested with a challenge, but no verifier
  refuses(await exchange(client, { code: await codeFor(victim, { client_id: client.client_id, ...challenge }) }))
  // the verifier is visible in the request (`plain`)
  const plain = { code_challenge: code_verifier, code_challenge_method: 'plain' }
  assert.equal((await submitDecision(victim, { client_id: open.client_id, ...plain })).searchParams.get('error'), 'invalid_request')
  assert.equal((await submitDecision(victim, { client_id: open.client_id })).searchParams.get('error'), 'invalid_request')
  const confidential = await codeFor(victim, { client_id: client.client_id, ...plain })
  assert.equal((await exchange(client, { code: confidential, code_verifier })).status, 200)
})

// @source RFC 6749 §3.1.2.4, RFC 9700 §4.1.3, §4.11
test('users are redirected only to registered redirect URIs, compared exactly', async () => {
  const client = await registerClient(app, { redirect_uri: [CALLBACK, 'http://localhost:3000/cb'] })
  const addresses = [
    `${CALLBACK}/`,
    `${CALLBACK}x`,
    `${CALLBACK}?next=https://evil.example`,
    `${CALLBACK}#fragment`,
    `${CALLBACK}/../elsewhere`,
    `${CALLBACK}%2f`,
    CALLBACK.toUpperCase(),
    'https://APP.example.com/callback',
    'https://app.example.com:443/callback',
    'http://app.example.com/callback',
    '//app.example.com/callback',
    'https://app.example.com@evil.example/callback',
    'https://evil.example/https://app.example.com/callback',
    'https://app.example.com.evil.example/callback',
    'https://app.example.com\\@evil.example/callback',
    ` ${CALLBACK}`,
    `${CALLBACK}\n`,
    'http://localhost:3001/cb',
    'javascript:alert(1)',
    'https://evil.example/',
  ]
  for (const redirect_uri of addresses) {
    const request = { response_type: 'code', client_id: client.client_id, redirect_uri, state: 's' }
    const asked = await victim.get(`/api/v2/oauth/authorizations/new?${new URLSearchParams(request).toString()}`)
    const told = await victim.post('/api/v2/oauth/authorizations', { authorization: { ...request, decision: 'allow' } })
    for (const { status, body, headers } of [asked, told]) {
      assert.deepEqual([status, body.error, headers.get('location')], [400, 'invalid_request', null], redirect_uri)
      assert.ok(!JSON.stringify(body).includes('evil.example'))
    }
  }
  for (const client_id of ['nobody', '', `${client.client_id} `]) {
    const request = { response_type: 'code', client_id, redirect_uri: CALLBACK, decision: 'allow' }
    refuses(await victim.post('/api/v2/oauth/authorizations', { authorization: request }), 'invalid_request')
  }
  const doubled = `/api/v2/oauth/authorizations/new?response_type=code&client_id=${client.client_id}&redirect_uri[]=${CALLBACK}&redirect_uri[]=https://evil.example`
  refuses(await victim.get(doubled), 'invalid_request')
})

test('the redirect URI must be the same in the authorization request and in the exchange', async () => {
  const other = 'https://app.example.com/other'
  const client = await registerClient(app, { redirect_uri: [CALLBACK, other] })
  const code = await codeFor(victim, { client_id: client.client_id })
  for (const redirect_uri of [other, `${CALLBACK}/`, undefined]) refuses(await exchange(client, { code, redirect_uri }))
  assert.equal((await exchange(client, { code })).status, 200)
})

test('a page of another site cannot consent with a user’s session', async () => {
  const client = await registerClient(app)
  const signIn = await nobody.post('/access/sign_in', { email: app.admin.email, password: app.admin.password })
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.match(signIn.headers.get('set-cookie') ?? '', /HttpOnly/i)
  assert.match(signIn.headers.get('set-cookie') ?? '', /SameSite=(?:Lax|Strict)/i)
  const authorization = { response_type: 'code', client_id: client.client_id, redirect_uri: CALLBACK, decision: 'allow' }
  const forged: Client = makeClient(app.base_url, { cookie, origin: 'https://evil.example' })
  for (const token of [{}, { 'x-csrf-token': 'guess' }] as Record<string, string>[])
    assert.equal((await forged.post('/api/v2/oauth/authorizations', { authorization }, token)).status, 403)
  const form = new URLSearchParams({ 'authorization[decision]': 'allow', client_id: client.client_id }).toString()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded', 'x-csrf-token': signIn.body.user.authenticity_token }
  assert.equal((await forged.post('/api/v2/oauth/authorizations', form, asForm)).status, 415)
})

// @source RFC 9207 §2.4
test('each response names its issuer, so that a client cannot confuse servers', async () => {
  const client = await registerClient(app)
  const { issuer } = (await nobody.get('/.well-known/oauth-authorization-server')).body
  for (const [request, decision] of [
    [{}, 'allow'],
    [{}, 'deny'],
    [{ scope: 'a"b' }, 'allow'],
  ] as const) {
    const { searchParams } = await submitDecision(victim, { client_id: client.client_id, ...request }, decision)
    assert.deepEqual(searchParams.getAll('iss'), [issuer])
  }
  const other = await putInstance(app)
  const metadata = (await hostClient(app.base_url, other.host).get('/.well-known/oauth-authorization-server')).body
  assert.notEqual(metadata.issuer, issuer)
})

test('the parameters of a client cannot add a parameter to the response', async () => {
  const client = await registerClient(app)
  const { searchParams, hash } = await submitDecision(victim, {
    client_id: client.client_id,
    state: 'x&code=stolen#y\r\nLocation: https://evil.example',
  })
  assert.equal(searchParams.getAll('code').length, 1)
  assert.match(searchParams.get('code') ?? '', /^dha_/)
  assert.equal(hash, '')
})

// Replaying a refresh token fails, but its successor stays valid. @source RFC 9700 §4.14.2; docs/reference/authentication.md §4
test('a refresh token that is sent again is refused and recorded; its successor stays', async () => {
  const client = await registerClient(app)
  const first = (await exchange(client, { code: await codeFor(victim, { client_id: client.client_id }) })).body
  const second = (await refresh(client, first.refresh_token)).body
  const third = (await refresh(client, second.refresh_token)).body
  refuses(await refresh(client, first.refresh_token))
  assert.equal(await statusOf(third.access_token), 200)
  const [event] = await events()
  assert.match(event?.change_description ?? '', /used before was sent again and refused; its successor stays/)
  assert.match(event?.ip_address ?? '', /^192\.0\.2\./)
  assert.equal((await refresh(client, third.refresh_token)).status, 200)
})

test('with the setting refresh_reuse: revoke, a refresh token that is sent again revokes all its successors', async () => {
  await setClock(0, { oauth: { refresh_reuse: 'revoke' } })
  const client = await registerClient(app)
  const first = (await exchange(client, { code: await codeFor(victim, { client_id: client.client_id }) })).body
  const second = (await refresh(client, first.refresh_token)).body
  const third = (await refresh(client, second.refresh_token)).body
  const thief = await registerClient(app)
  refuses(await refresh(thief, first.refresh_token))
  assert.equal(await statusOf(third.access_token), 200, 'another client cannot end it')
  refuses(await refresh(client, first.refresh_token))
  assert.equal(await statusOf(third.access_token), 401)
  refuses(await refresh(client, third.refresh_token))
  assert.match((await events())[0]?.change_description ?? '', /^Revoked: a refresh token of it was sent twice/)
})

test('guessing codes is throttled', async () => {
  const client = await registerClient(app)
  const guess = () =>
    nobody.post(
      '/oauth/tokens',
      {
        grant_type: 'authorization_code',
        client_id: client.client_id,
        client_secret: client.client_secret,
        redirect_uri: CALLBACK,
        code: 'guess',
      },
      { 'x-forwarded-for': '198.51.100.7' },
    )
  let status = 400
  for (let tries = 0; tries < 40 && status === 400; tries += 1) status = (await guess()).status
  assert.equal(status, 429)
})
