/**
 * Attack: misuse a response: frame it, sniff its type, cache it, or infer from it who exists. The headers of the consent page are also
 * tested in test/e2e/oauth_consent.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRoutes } from '#app/routes.ts'
import { putUser, TRACKER, trackIssues } from '../access.ts'
import { useApp } from '../app.ts'
import type { Answer } from '../client.ts'
import { createAcceptedRequest, getGovernedPeople } from '../governance.ts'
import { fillPath, plainBody } from '../invariants/input_fields.ts'
import { makeWith } from '../make.ts'
import { codeFor, registerClient } from '../oauth.ts'
import { putPerson } from '../records.ts'
import { rawRequest } from '../raw_http.ts'
import { challengeOf, codeNow, enrol, nextStep, signInUser } from '../session.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const PASSWORD = 'correct horse battery'
const make = makeWith(app.api)

const PAGES = [
  '/',
  '/sign-in',
  '/admin',
  '/admin/account/security',
  '/access_requests',
  '/access_requests/1',
  '/secrets',
  '/secrets/1',
  '/account',
  '/account/second_factor',
  '/oauth/authorizations/new?client_id=x',
  '/docs/api',
  '/docs/api/operations/get_api_v2_tickets',
]

test('no page may be framed, run foreign scripts, submit forms elsewhere, or send a referrer', async () => {
  for (const path of PAGES) {
    const { status, headers } = await rawRequest(app.base_url, { path })
    assert.equal(status, 200, path)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "script-src 'self'",
      "connect-src 'self'",
    ])
      assert.ok(
        policy.split(';').some((each) => each.trim() === part),
        `${path}: ${policy}`,
      )
    assert.doesNotMatch(policy, /script-src[^;]*(?:unsafe|data:|\*|https?:)/)
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/)
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(headers['cache-control'], 'no-store')
  }
})

test('no two pages have the same nonce', async () => {
  const nonces = new Set<string>()
  for (let time = 0; time < 20; time += 1) {
    const policy = String((await rawRequest(app.base_url, { path: '/sign-in' })).headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    assert.ok(Buffer.from(nonce, 'base64').length >= 16)
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 20)
})

const isEmpty = ({ status, headers }: Answer) => status === 204 || headers.get('content-length') === '0'
const isText = (type: string) => /^(?:application\/(?:scim\+)?json|text\/csv|application\/x-ndjson|text\/plain)\b/.test(type)

test('no API response is taken for a page: each with a body has a content type, and each has nosniff', async () => {
  for (const route of allRoutes) {
    const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    const path = fillPath(route, () => '999999999')
    for (const client of [app.api, app.as({})]) {
      const answer = method === 'get' ? await client.get(path) : await client[method](path, plainBody(route) ?? {})
      const type = answer.headers.get('content-type')
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', `${route.method} ${path}`)
      assert.ok(isEmpty(answer) || answer.status === 302 || (type !== null && isText(type)), `${route.method} ${path} answers ${type}`)
      assert.doesNotMatch(type ?? '', /html|xml|javascript|svg/)
    }
  }
  for (const path of ['/api/v2/nothing', '/api/v2/<script>alert(1)</script>', '/nothing/at/all', '/api/v2/users/%3Cscript%3E']) {
    const answer = await rawRequest(app.base_url, { path: encodeURI(path) })
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8', path)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', path)
  }
})

/** Every response that contains a secret, with the call that returns it. */
async function answersWithSecrets(): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>()
  await trackIssues(app)
  const person = { ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD }
  const { engineer } = await getGovernedPeople(app)
  const one = (await createAcceptedRequest(app)).request
  const { client_id, client_secret, id } = await registerClient(app)
  const session = await signInUser(app, person)
  const recordAnswer = async (name: string, sending: Promise<Answer>): Promise<any> => {
    const answer = await sending
    assert.ok(answer.status < 300, `${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    found.set(name, answer)
    return answer.body
  }
  const made = await recordAnswer(
    'POST /api/v2/api_tokens',
    app.inPerson.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}1` } }),
  )
  await recordAnswer(
    'POST /api/v2/api_tokens/:id/rotate',
    app.inPerson.post(`/api/v2/api_tokens/${made.api_token.id}/rotate`, { rotation: { silent_days: 7 } }),
  )
  await recordAnswer(
    'POST /api/v2/oauth/clients',
    app.api.post('/api/v2/oauth/clients', { client: { name: 'Cache', identifier: 'cache' } }),
  )
  await recordAnswer(
    'PUT /api/v2/oauth/clients/:id/generate_secret',
    app.api.put(`/api/v2/oauth/clients/${(await registerClient(app)).id}/generate_secret`),
  )
  await recordAnswer('POST /api/v2/oauth/tokens', app.api.post('/api/v2/oauth/tokens', { token: { client_id: id, scopes: ['read'] } }))
  const code = await codeFor(session, { client_id, scope: 'read' })
  const grant = { client_id, client_secret, redirect_uri: 'https://app.example.com/callback' }
  await recordAnswer('POST /oauth/tokens', app.as({}).post('/oauth/tokens', { ...grant, grant_type: 'authorization_code', code }))
  const authorization = {
    response_type: 'code',
    client_id,
    scope: 'read',
    decision: 'allow',
    redirect_uri: 'https://app.example.com/callback',
  }
  await recordAnswer('POST /api/v2/oauth/authorizations', session.post('/api/v2/oauth/authorizations', { authorization }))
  const shared_secret = { reader_id: person.id, label: 'Cache', value: 'the value' }
  const sent = await recordAnswer('POST /api/v2/shared_secrets', app.api.post('/api/v2/shared_secrets', { shared_secret }))
  await recordAnswer(
    'POST /api/v2/shared_secrets/open',
    session.post('/api/v2/shared_secrets/open', { open: { id: sent.shared_secret.id } }),
  )
  await recordAnswer(
    'POST /api/v2/access_requests/:id/issue',
    engineer.api.post(`/api/v2/access_requests/${one.id}/issue`, { issue: { mode: 'hand_over' } }),
  )
  await recordAnswer('POST /access/sign_in', app.as({}).post('/access/sign_in', person))
  await recordAnswer(
    'POST /api/v2/users/me/second_factor',
    session.post('/api/v2/users/me/second_factor', { second_factor: { password: PASSWORD } }),
  )
  const { secret } = await enrol(app, session, PASSWORD)
  await recordAnswer(
    'POST /api/v2/users/me/second_factor/recovery_codes',
    session.post('/api/v2/users/me/second_factor/recovery_codes', { second_factor: { password: PASSWORD } }),
  )
  await recordAnswer(
    'POST /access/second_factor',
    app.as({}).post('/access/second_factor', { challenge: await challengeOf(app, person), code: codeNow(secret) }),
  )
  await nextStep(app)
  return found
}

test('no response with a secret may be cached', async () => {
  for (const [name, { headers }] of await answersWithSecrets()) {
    assert.equal(headers.get('cache-control'), 'no-store', name)
    assert.equal(headers.get('etag'), null, name)
  }
})

test('responses for one user are not stored by shared caches', async () => {
  for (const path of ['/api/v2/users/me', '/api/v2/api_tokens', '/api/v2/users', '/api/v2/audit_logs', '/api/v2/shared_secrets']) {
    assert.match((await app.api.get(path)).headers.get('cache-control') ?? '', /private|no-store/, path)
    assert.match((await app.as({}).get(path)).headers.get('cache-control') ?? '', /no-cache|private|no-store/, path)
  }
})

let addresses = 0
const makeAddressHeader = () => ({ 'x-forwarded-for': `192.0.2.${++addresses}` })
const describeAnswer = ({ status, body, headers }: Answer) =>
  JSON.stringify([status, body, headers.get('retry-after') === null, headers.get('set-cookie')])

test('signing in does not reveal who exists, has a password, is suspended, or has a second factor', async () => {
  const known = { ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD }
  const enrolled = { ...(await putUser(app, { role: 'admin', password: PASSWORD })), password: PASSWORD }
  await enrol(app, await signInUser(app, enrolled), PASSWORD)
  const people = [
    known.email,
    enrolled.email,
    'nobody@example.com',
    (await putUser(app, { role: 'end-user' })).email,
    (await putUser(app, { role: 'agent', suspended: true, password: PASSWORD })).email,
    (await putUser(app, { role: 'agent', verified: false, password: PASSWORD })).email,
    (await putUser(app, { role: 'agent', active: false, password: PASSWORD })).email,
  ]
  const answers = await Promise.all(
    people.map((email) => app.as({}).post('/access/sign_in', { email, password: 'a wrong one' }, makeAddressHeader())),
  )
  assert.equal(new Set(answers.map(describeAnswer)).size, 1, answers.map(describeAnswer).join('\n'))
  const api = await Promise.all(
    people.map((email) => app.as({ email, password: 'a wrong two' }).get('/api/v2/groups', makeAddressHeader())),
  )
  assert.equal(new Set(api.map(describeAnswer)).size, 1, api.map(describeAnswer).join('\n'))
})

test('the limit on guesses does not reveal it either: it applies to unknown names as to known ones', async () => {
  const known = await putUser(app, { role: 'agent', password: PASSWORD })
  const reachesLimit = async (email: string) => {
    const sender = makeAddressHeader()
    for (let turn = 1; turn < 30; turn += 1)
      if ((await app.as({}).post('/access/sign_in', { email, password: `wrong ${turn}` }, sender)).status === 429) return true
    return false
  }
  assert.deepEqual([await reachesLimit(known.email), await reachesLimit('nobody-here@example.com')], [true, true])
})

test('an anonymous caller cannot find out whether a client, token, challenge or provider exists', async () => {
  const { client_id } = await registerClient(app)
  const nobody = app.as({})
  const grants = ['nobody', client_id].map((id) =>
    nobody.post('/oauth/tokens', { grant_type: 'client_credentials', client_id: id, client_secret: 'x' }, makeAddressHeader()),
  )
  assert.equal(new Set((await Promise.all(grants)).map(describeAnswer)).size, 1)
  const asked = ['nobody', client_id].map((id) =>
    nobody.post('/oauth/introspect', { token: 'x', client_id: id, client_secret: 'x' }, makeAddressHeader()),
  )
  assert.equal(new Set((await Promise.all(asked)).map(describeAnswer)).size, 1)
  const codes = [app.admin.email, 'x'].map((challenge) => nobody.post('/access/second_factor', { challenge, code: '000000' }))
  assert.equal(new Set((await Promise.all(codes)).map(describeAnswer)).size, 1)
  const asking = `/api/v2/oauth/authorizations/new?response_type=code&scope=read&client_id=`
  assert.deepEqual(
    (await Promise.all(['nobody', client_id].map((id) => nobody.get(asking + id)))).map(({ status }) => status),
    [401, 401],
  )
})

test('a caller who may not see users learns nothing about them by requesting ids that do not exist', async () => {
  const customer = await putPerson(app, { role: 'end-user' })
  const { id } = await make.user()
  for (const path of [
    (user: number) => `/api/v2/users/${user}`,
    (user: number) => `/api/v2/users/${user}/sessions`,
    (user: number) => `/api/v2/users/${user}/identities`,
  ]) {
    const there = await customer.api.get(path(id))
    const nowhere = await customer.api.get(path(888_888_888))
    assert.ok([403, 404].includes(there.status) && [403, 404].includes(nowhere.status), path(id))
    assert.ok(!JSON.stringify(there.body).includes('@'), path(id))
  }
})

test('no error response repeats a secret that was sent', async () => {
  const secret = 'averysecretpasswordoftheattack'
  const sent: Answer[] = await Promise.all([
    app.as({ email: 'x@example.com', password: secret }).get('/api/v2/groups', makeAddressHeader()),
    app.as({ email: 'x@example.com', token: secret }).get('/api/v2/groups'),
    app.as({ bearer: secret }).get('/api/v2/groups'),
    app.as({}).post('/access/sign_in', { email: 'x@example.com', password: secret }, makeAddressHeader()),
    app.as({}).post('/oauth/tokens', { grant_type: secret, client_id: 'x', client_secret: secret }, makeAddressHeader()),
    app.as({}).post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: [{ token: secret }] }),
    app.api.post('/api/v2/shared_secrets', { shared_secret: { label: secret, value: secret, reader_id: 1 } }),
    app.api.post('/api/v2/users', { user: { name: '', email: 'no address', password: secret } }),
  ])
  for (const { status, body, headers } of sent) assert.ok(!JSON.stringify([body, [...headers]]).includes(secret), String(status))
})
