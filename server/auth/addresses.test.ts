/** From which addresses, and how often, a credential may be used; through HTTP. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { putUser, setUp, trackIssues, issueUrl } from '#test/access.ts'
import { useApp } from '#test/app.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const EVERYWHERE = { security: { allowed_ips: [] } }
const makeHeaders = (address: string) => ({ 'x-forwarded-for': address })
const HOME = '192.0.2.7'
const AWAY = '203.0.113.9'

beforeEach(async () => {
  await setUp(app, EVERYWHERE)
  await trackIssues(app)
})

const create = async (bounds: object) => {
  const { status, body } = await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), ...bounds } })
  assert.equal(status, 201, JSON.stringify(body))
  const api = app.as({ email: app.admin.email, token: body.api_token.token })
  return { ...body.api_token, call: (address = HOME, path = '/api/v2/groups/count') => api.get(path, makeHeaders(address)) }
}
const oauthClient = async (identifier: string, bounds: object) => {
  const made = await app.api.post('/api/v2/oauth/clients', { client: { name: identifier, identifier, ...bounds } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const token = async () => {
    const { body } = await app.api.post('/api/v2/oauth/tokens', { token: { client_id: made.body.client.id, scopes: ['read'] } })
    const api = app.as({ bearer: body.token.full_token ?? body.token.token })
    return (address = HOME) => api.get('/api/v2/groups/count', makeHeaders(address))
  }
  return { id: made.body.client.id as number, token }
}

// @source docs/reference/access_governance.md §10, §14.1
test('a token with allowed addresses is refused from every other by every process from the next call on, and the request log records it', async () => {
  const { id, call } = await create({ allowed_ips: ['192.0.2.0/24', '2001:db8::/32'] })
  for (const [address, status] of [
    [HOME, 200],
    [`::ffff:${HOME}`, 200],
    ['2001:db8::1', 200],
    [AWAY, 403],
    ['192.0.3.1', 403],
    ['::1', 403],
    ['nonsense', 403],
  ] as const)
    assert.equal((await call(address)).status, status, address)
  assert.deepEqual((await call(AWAY)).body, {
    error: { title: 'Forbidden', message: `This credential may not be used from the address ${AWAY}.` },
  })
  const { body } = await app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token: { allowed_ips: [AWAY] } })
  assert.deepEqual(body.api_token.allowed_ips, [`${AWAY}/32`])
  assert.deepEqual([(await call(AWAY)).status, (await call(HOME)).status], [200, 403])
  await app.inPerson.put(`/api/v2/api_tokens/${id}`, { api_token: { allowed_ips: null } })
  assert.equal((await call(HOME)).status, 200)
  await app.running.server.requestLog.flush()
  const { impact } = (await app.api.get(`/api/v2/api_tokens/${id}/impact`)).body
  assert.equal(impact.errors, 6)
})

test('invalid addresses are refused by name, and an empty list counts as none', async () => {
  for (const wrong of ['everywhere', '10.1', '192.0.2.0/33']) {
    const { status, body } = await app.inPerson.post('/api/v2/api_tokens', {
      api_token: { description: issueUrl(), allowed_ips: [HOME, wrong] },
    })
    assert.equal(status, 422, wrong)
    assert.match(body.details.allowed_ips[0].description, new RegExp(`"${wrong}" is no address`))
  }
  assert.equal((await create({ allowed_ips: [] })).allowed_ips, null)
  const many = Array.from({ length: 101 }, (_, index) => `192.0.2.${index}`)
  const { body } = await app.inPerson.post('/api/v2/api_tokens', {
    api_token: { description: issueUrl(), allowed_ips: many, per_minute: 0 },
  })
  assert.deepEqual(Object.keys(body.details), ['allowed_ips', 'per_minute'])
  assert.equal((await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), allowed_ips: HOME } })).status, 400)
})

test('the allowed addresses of a client apply to all its access tokens', async () => {
  const { id, token } = await oauthClient('bound', { allowed_ips: ['192.0.2.0/24'] })
  const call = await token()
  assert.deepEqual([(await call(HOME)).status, (await call(AWAY)).status], [200, 403])
  const changed = await app.api.put(`/api/v2/oauth/clients/${id}`, { client: { allowed_ips: [AWAY] } })
  assert.equal(changed.status, 200)
  assert.deepEqual([(await call(HOME)).status, (await call(AWAY)).status], [403, 200])
})

// @source docs/reference/access_governance.md §9
test('a token whose budget is used up answers 429, and other tokens are not affected', async () => {
  const { call } = await create({ per_minute: 3 })
  const other = await create({})
  const answers = []
  for (let times = 0; times < 3; times += 1) answers.push(await call())
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200],
  )
  assert.match(answers[0]?.headers.get('zendesk-ratelimit-credential') ?? '', /^total=3; remaining=2; resets=\d+$/)
  const refused = await call()
  // if the minute has ended in between, this is the first call of the next one
  const late = refused.status === 200
  const last = late ? [await call(), await call(), await call()].at(-1) : refused
  assert.equal(last?.status, 429)
  assert.equal(last?.body.error, 'APIRateLimitExceeded')
  assert.ok(Number(last?.headers.get('retry-after')) >= 1 && Number(last?.headers.get('retry-after')) <= 60)
  assert.equal((await other.call()).status, 200)
  assert.equal((await other.call()).headers.get('zendesk-ratelimit-credential'), null)
})

test('the budget of a client is shared by its access tokens', async () => {
  const { token } = await oauthClient('thrifty', { per_minute: 2 })
  const one = await token()
  const two = await token()
  const statuses = []
  for (const call of [one, two, one, two, one, two]) statuses.push((await call()).status)
  assert.ok(statuses.filter((status) => status === 429).length >= 2, statuses.join(' ')) // at most two minute windows
})

test('the allowed addresses of an instance apply to staff and credentials, and never to loopback', async () => {
  const { call } = await create({})
  const agent = await putUser(app, { role: 'agent', password: 'correct horse battery' })
  const customer = await putUser(app, { role: 'end-user', password: 'correct horse battery' })
  await setUp(app, { security: { allowed_ips: ['192.0.2.0/24'] }, api: { password_access_end_users: true } })
  const getAs = (email: string, address: string, path: string) =>
    app.as({ email, password: 'correct horse battery' }).get(path, makeHeaders(address))
  assert.deepEqual([(await call(HOME)).status, (await call(AWAY)).status, (await call('127.0.0.1')).status], [200, 403, 200])
  assert.match((await call(AWAY)).body.error.message, /^This instance may not be used from the address 203\.0\.113\.9\.$/)
  assert.deepEqual(
    [(await getAs(agent.email, HOME, '/api/v2/groups')).status, (await getAs(agent.email, AWAY, '/api/v2/groups')).status],
    [200, 403],
  )
  assert.equal((await getAs(customer.email, AWAY, '/api/v2/users/me')).status, 200)
  assert.equal((await app.as({}).get('/api/v2/locales', makeHeaders(AWAY))).status, 200)
  const signIn = (email: string, address: string) =>
    app.as({}).post('/access/sign_in', { email, password: 'correct horse battery' }, makeHeaders(address))
  assert.equal((await signIn(agent.email, AWAY)).status, 403)
})
