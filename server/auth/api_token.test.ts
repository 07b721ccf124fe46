import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { issueUrl, putUser, setUp, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, putDuties, putPersonInPerson } from '#test/governance.ts'
import { sessionFor } from '#test/system.ts'
import { createAccount } from '#accounts/create.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const REFUSED = { error: "Couldn't authenticate you" }
const NORMAL = {
  access: { tracker_urls: ['https://issues.example.com/'] },
  clock: { mode: 'real' },
  api: { token_access: true, token_binding: 'any', token_after_sunset: 'header', token_sunset: '2027-04-30T00:00:00.000Z' },
}

/** Some call that needs credentials and that staff may make. */
const call = (email: string, token: string = app.admin.token) => app.as({ email, token }).get('/api/v2/groups/count')
const issue = async (given: object = {}) =>
  (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), ...given } })).body.api_token as {
    id: number
    token: string
  }

await trackIssues(app)
beforeEach(() => setUp(app, NORMAL))

// @source docs/reference/specification.md §5.2.1
test("with another user's verified address the token acts as that user", async () => {
  const agent = await putUser(app, { role: 'agent' })
  assert.equal((await call(agent.email)).status, 200)
  assert.equal((await call(agent.email.toUpperCase())).status, 200)
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).get('/api/v2/api_tokens')).status, 403)
  const customer = await putUser(app, { role: 'end-user' })
  assert.equal((await call(customer.email)).status, 403)
})

test('unverified, suspended, inactive and unknown users are refused', async () => {
  for (const state of [{ verified: false }, { suspended: true }, { active: false }]) {
    const { email } = await putUser(app, { role: 'admin', ...state })
    const { status, body } = await call(email)
    assert.equal(status, 401, JSON.stringify(state))
    assert.deepEqual(body, REFUSED)
  }
  assert.equal((await call('nobody@example.com')).status, 401)
})

test('a wrong token, an unknown scheme and an unreadable header answer 401 with the documented body', async () => {
  const wrong = await call(app.admin.email, 'wrong-token-0123456789')
  assert.deepEqual([wrong.status, wrong.body], [401, REFUSED])
  assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /)
  for (const authorization of ['Digest x', 'Basic', 'Basic bm8gY29sb24=', `Basic ${Buffer.from('a\0b:c').toString('base64')}`]) {
    const answer = await app.as({}).get('/api/v2/groups', { authorization })
    assert.deepEqual([answer.status, answer.body], [401, REFUSED], authorization)
  }
})

// @source docs/reference/specification.md §5.2.3
test('base64url without padding is taken too', async () => {
  const encoded = Buffer.from(`${app.admin.email}/token:${app.admin.token}`).toString('base64url')
  assert.equal((await app.as({}).get('/api/v2/groups', { authorization: `basic ${encoded}` })).status, 200)
})

test('an expired token is refused from its expiry on', async () => {
  const { token } = await issue({ expires_at: '2090-01-01T00:00:00Z' })
  await setUp(app, { clock: { mode: 'frozen', at: '2089-12-31T23:59:59.000Z' } })
  assert.equal((await call(app.admin.email, token)).status, 200)
  await setUp(app, { clock: { mode: 'frozen', at: '2090-01-01T00:00:00.000Z' } })
  const { status, body } = await call(app.admin.email, token)
  assert.deepEqual([status, body], [401, REFUSED])
})

test('a token assigned to an administrator works for that administrator only', async () => {
  const one = await putUser(app, { role: 'admin' })
  const two = await putUser(app, { role: 'admin' })
  const { token } = await issue({ assigned_user_id: one.id })
  assert.equal((await call(one.email, token)).status, 200)
  assert.equal((await call(two.email, token)).status, 401)
  assert.equal((await call(app.admin.email, token)).status, 401)
})

test('where tokens are bound, an unassigned one works for its creator only', async () => {
  const agent = await putUser(app, { role: 'agent' })
  const { token } = await issue()
  assert.equal((await call(agent.email, token)).status, 200)
  await setUp(app, { api: { token_binding: 'user' } })
  assert.equal((await call(agent.email, token)).status, 401)
  assert.equal((await call(app.admin.email, token)).status, 200)
})

test('an instance may switch API tokens off', async () => {
  await setUp(app, { api: { token_access: false } })
  const { status, body } = await call(app.admin.email)
  assert.equal(status, 401)
  assert.deepEqual(body, { ...REFUSED, description: 'API token access is switched off for this instance.' })
})

// @source docs/reference/specification.md §5.4.2
test('every call with an API token, and no other, says when API tokens end', async () => {
  const { headers } = await call(app.admin.email)
  assert.equal(headers.get('deprecation'), `@${Date.parse('2027-04-30T00:00:00Z') / 1000}`)
  assert.equal(headers.get('sunset'), 'Fri, 30 Apr 2027 00:00:00 GMT')
  const refused = await app.api.get('/api/v2/groups/999999999')
  assert.equal(refused.headers.get('sunset'), 'Fri, 30 Apr 2027 00:00:00 GMT')
  const client = (await app.api.post('/api/v2/oauth/clients', { client: { name: 'A', identifier: 'a' } })).body.client
  const { token } = (await app.api.post('/api/v2/oauth/tokens', { token: { client_id: client.id, scopes: ['read'] } })).body.token
  const others = [app.as({ bearer: token }), app.as({ email: app.admin.email, password: app.admin.password }), app.as({})]
  for (const other of others) {
    const answer = await other.get('/api/v2/groups')
    assert.deepEqual([answer.headers.get('deprecation'), answer.headers.get('sunset')], [null, null])
  }
  await setUp(app, { api: { token_sunset: null } })
  assert.equal((await call(app.admin.email)).headers.get('sunset'), null)
})

test("after that day tokens still work or are refused, according to the instance's settings", async () => {
  await setUp(app, { clock: { mode: 'frozen', at: '2027-05-01T00:00:00.000Z' } })
  assert.equal((await call(app.admin.email)).status, 200)
  await setUp(app, { api: { token_after_sunset: 'refuse' } })
  const { status, body } = await call(app.admin.email)
  assert.deepEqual([status, body], [401, { ...REFUSED, description: 'API tokens have been retired. Use an OAuth access token.' }])
  const me = await app.api.get('/api/v2/users/me')
  assert.deepEqual([me.status, me.body.user.id], [200, null])
  await setUp(app, { clock: { mode: 'frozen', at: '2027-04-29T23:59:59.000Z' } })
  assert.equal((await call(app.admin.email)).status, 200)
})

test('a token of one instance does not work on another, even with an address known there', async () => {
  const owner = { name: 'Owner', email: app.admin.email, password_hash: null }
  await createAccount(
    app.database.database,
    { subdomain: 'other', name: 'Other', kind: 'development', deployment: 'commercial', is_default: false, settings: {}, owner },
    new Date(),
  )
  const { token } = await issue()
  for (const [host, status] of [
    ['localhost', 200],
    ['other.localhost', 401],
  ] as const) {
    const answer = await app.as({ email: app.admin.email, token }).get('/api/v2/groups', { 'x-forwarded-host': host })
    assert.equal(answer.status, status, host)
  }
})

// @source docs/reference/access_governance.md §10
test('suspending the creator ends a token whose value they saw, not one whose value went straight to its requester', async () => {
  const engineer = await putPersonInPerson(app, { role: 'admin' })
  const colleague = await putUser(app, { role: 'agent' })
  await putDuties(app, engineer.id, ['engineer'])
  const { api_token } = (await engineer.api.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })).body
  const accepted = [await createAcceptedRequest(app), await createAcceptedRequest(app)] as const
  const issueAs = (id: number, mode: string) => engineer.api.post(`/api/v2/access_requests/${id}/issue`, { issue: { mode } })
  const shown = (await issueAs(accepted[0].request.id, 'show')).body.api_token.token
  const { shared_secret } = (await issueAs(accepted[1].request.id, 'hand_over')).body
  const reader = await sessionFor(app, accepted[1].requester.id)
  const handed = (await reader.post('/api/v2/shared_secrets/open', { open: { id: shared_secret.id } })).body.value
  const statuses = () => Promise.all([api_token.token, shown, handed].map(async (token) => (await call(colleague.email, token)).status))
  assert.deepEqual(await statuses(), [200, 200, 200])
  assert.equal((await app.api.put(`/api/v2/users/${engineer.id}`, { user: { suspended: true } })).status, 200)
  assert.deepEqual(await statuses(), [401, 401, 200])
})

test('a suspended or deleted person cannot act as another user with their own token either', async () => {
  const leaver = await putPersonInPerson(app, { role: 'admin' })
  const colleague = await putUser(app, { role: 'agent' })
  await putDuties(app, leaver.id, ['support_operations'])
  const make = async (exception: string) =>
    (await leaver.api.post('/api/v2/api_tokens', { api_token: { description: 'Mine', exception, reason: 'A test' } })).body.api_token.token
  const own = await make('personal_use')
  const teams = await make('team_automation')
  const statuses = async () => [(await call(colleague.email, own)).status, (await call(colleague.email, teams)).status]
  assert.deepEqual(await statuses(), [200, 200])
  const put = (suspended: boolean) => app.api.put(`/api/v2/users/${leaver.id}`, { user: { suspended } })
  assert.equal((await put(true)).status, 200)
  assert.deepEqual(await statuses(), [401, 200], 'a team goes on, and rotates what its leaver has seen')
  assert.equal((await put(false)).status, 200)
  assert.deepEqual(await statuses(), [200, 200])
  assert.equal((await app.api.delete(`/api/v2/users/${leaver.id}`)).status, 200)
  assert.deepEqual(await statuses(), [401, 200])
})

// Dates go by the clock of the instance. @source docs/reference/access_governance.md §7
test('the last use of a token is the last call that was answered, even with 403; a call from a disallowed address does not count', async () => {
  const { id, token } = await issue({ allowed_ips: ['192.0.2.0/24'] })
  await setUp(app, { clock: { mode: 'frozen', at: '2031-02-03T04:05:06.000Z' } })
  const lastUse = async () => {
    await app.running.server.requestLog.flush()
    return (await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token.last_used
  }
  const agent = await putUser(app, { role: 'agent' })
  const listTokens = (headers = {}) => app.as({ email: agent.email, token }).get('/api/v2/api_tokens', headers)
  assert.equal((await listTokens()).status, 403)
  assert.equal(await lastUse(), null)
  assert.equal((await listTokens({ 'x-forwarded-for': '192.0.2.7' })).status, 403)
  assert.equal(await lastUse(), '2031-02-03T04:05:06Z')
})
