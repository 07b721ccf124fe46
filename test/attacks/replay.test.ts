/**
 * Attack: replay what was valid once: at another process, at the same moment, after use, or after revocation. A single process is tested
 * beside the code; for responses of identity providers see
 * server/modules/sign_in/identity_providers/sso.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putUser } from '../access.ts'
import { useApp } from '../app.ts'
import { type Answer, type Client, makeClient } from '../client.ts'
import { createAcceptedRequest } from '../governance.ts'
import { basicToken } from '../instances.ts'
import { codeFor, makePkce, registerClient } from '../oauth.ts'
import { challengeOf, codeNow, enrol, nextStep, type SessionClient, signInUser } from '../session.ts'

const app = await useApp({}, { own: true }) // starts other processes
const other = await app.another()
const PASSWORD = 'correct horse battery'
const anonymousClients = [app.base_url, other.base_url].map((base_url) => makeClient(base_url, {}))

const atBoth = ({ cookie, csrf }: SessionClient) =>
  [app.base_url, other.base_url].map((base_url) => makeClient(base_url, { cookie, 'x-csrf-token': csrf }))

async function createPerson() {
  return { ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD }
}

/** Sends the same call to both processes, ten times each, at the same moment. */
function sendMany(
  send: (client: Client, turn: number) => Promise<Answer>,
  clients: readonly Client[] = anonymousClients,
): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 20 }, (_none, turn) => send(clients[turn % clients.length] as Client, turn)))
}

const countSuccesses = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300).length

test('an authorization code works once, and its replay revokes the tokens it issued', async () => {
  const client = await registerClient(app)
  const { code_verifier, ...challenge } = makePkce()
  const code = await codeFor(await signInUser(app, app.admin), { client_id: client.client_id, scope: 'read', ...challenge })
  const grant = {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    client_secret: client.client_secret,
    redirect_uri: 'https://app.example.com/callback',
    code,
    code_verifier,
  }
  const answers = await sendMany((nobody) => nobody.post('/oauth/tokens', grant))
  assert.equal(countSuccesses(answers), 1)
  const { access_token } = answers.find(({ status }) => status === 200)?.body ?? {}
  for (const { base_url } of [app, other])
    assert.equal((await makeClient(base_url, { authorization: `Bearer ${access_token}` }).get('/api/v2/groups')).status, 401)
})

test('a refresh token refreshes once', async () => {
  const { client_id, client_secret } = await registerClient(app)
  const code = await codeFor(await signInUser(app, app.admin), { client_id, scope: 'read' })
  const as = { client_id, client_secret }
  const first = await app
    .as({})
    .post('/oauth/tokens', { ...as, grant_type: 'authorization_code', code, redirect_uri: 'https://app.example.com/callback' })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const { refresh_token, access_token } = first.body
  const answers = await Promise.all(
    anonymousClients.map((nobody) => nobody.post('/oauth/tokens', { ...as, grant_type: 'refresh_token', refresh_token })),
  )
  assert.equal(countSuccesses(answers), 1)
  for (const nobody of anonymousClients) {
    assert.equal((await nobody.post('/oauth/tokens', { ...as, grant_type: 'refresh_token', refresh_token })).status, 400)
    assert.equal((await nobody.get('/api/v2/groups', { authorization: `Bearer ${access_token}` })).status, 401)
  }
})

test('an app code opens one session, whichever challenges and processes it is sent to', async () => {
  const one = await createPerson()
  const { secret } = await enrol(app, await signInUser(app, one), PASSWORD)
  const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(app, one)))
  const code = codeNow(secret)
  const answers = await Promise.all(
    challenges.map((challenge, turn) => (anonymousClients[turn % 2] as Client).post('/access/second_factor', { challenge, code })),
  )
  assert.equal(countSuccesses(answers), 1)
  await nextStep(app)
})

test('a recovery code opens one session, and none afterwards', async () => {
  const one = await createPerson()
  const { recovery_codes } = await enrol(app, await signInUser(app, one), PASSWORD)
  const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(app, one)))
  const answers = await Promise.all(
    challenges.map((challenge, turn) =>
      (anonymousClients[turn % 2] as Client).post('/access/second_factor', { challenge, code: recovery_codes[0] }),
    ),
  )
  assert.equal(countSuccesses(answers), 1)
  const later = await anonymousClients[1]?.post('/access/second_factor', {
    challenge: await challengeOf(app, one),
    code: recovery_codes[0],
  })
  assert.equal(later?.status, 401)
})

test('a challenge is good for one session, even with another good code', async () => {
  const one = await createPerson()
  const { secret, recovery_codes } = await enrol(app, await signInUser(app, one), PASSWORD)
  const challenge = await challengeOf(app, one)
  assert.equal((await anonymousClients[0]?.post('/access/second_factor', { challenge, code: codeNow(secret) }))?.status, 201)
  for (const nobody of anonymousClients)
    assert.equal((await nobody.post('/access/second_factor', { challenge, code: recovery_codes[1] })).status, 410)
})

test('a one-time secret is shown once, even if both processes get many calls to open it', async () => {
  const reader = await createPerson()
  const both = atBoth(await signInUser(app, reader))
  const shared_secret = { reader_id: reader.id, label: 'Replay', value: 'the value' }
  const { link } = (await app.api.post('/api/v2/shared_secrets', { shared_secret })).body.shared_secret
  const open = { open: { link: new URL(link).hash.slice(1) } }
  const answers = await sendMany((client) => client.post('/api/v2/shared_secrets/open', open), both)
  assert.equal(answers.filter(({ body }) => body?.value === 'the value').length, 1)
  assert.equal(answers.filter(({ status }) => status === 410).length, 19)
})

test('a ticket sent twenty times with one idempotency key is created once', async () => {
  const as = basicToken(app.admin.email, app.admin.token)
  const clients = [app.base_url, other.base_url].map((base_url) => makeClient(base_url, as))
  const before = (await app.api.get('/api/v2/tickets/count')).body.count.value
  const ticket = { subject: 'Replayed', comment: { body: 'Once' } }
  const answers = await sendMany((client) => client.post('/api/v2/tickets', { ticket }, { 'idempotency-key': 'replay-1' }), clients)
  const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.ticket.id))
  assert.equal(ids.size, 1)
  assert.equal((await app.api.get('/api/v2/tickets/count')).body.count.value, before + 1)
})

test('after signing out, the cookie and its X-CSRF-Token are refused by every process', async () => {
  const one = await createPerson()
  const session = await signInUser(app, one)
  const kept = await signInUser(app, one)
  const both = atBoth(session)
  for (const client of both) assert.equal((await client.get('/api/v2/groups')).status, 200)
  assert.equal((await both[0]?.delete('/api/v2/users/me/logout'))?.status, 204)
  for (const client of both) {
    assert.equal((await client.get('/api/v2/groups')).status, 401)
    assert.equal((await client.put('/api/v2/users/me', { user: { alias: 'Replayed' } })).status, 401)
  }
  const mixed = makeClient(app.base_url, { cookie: kept.cookie, 'x-csrf-token': session.csrf })
  assert.equal((await mixed.put('/api/v2/users/me', { user: { alias: 'Replayed' } })).status, 403)
})

test('a changed password and the sessions opened with it are invalid at every process', async () => {
  const one = await createPerson()
  const session = await signInUser(app, one)
  const old = await signInUser(app, one)
  const changed = await session.put(`/api/v2/users/${one.id}/password`, { previous_password: PASSWORD, password: 'another horse battery' })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  for (const client of atBoth(old)) assert.equal((await client.get('/api/v2/groups')).status, 401)
  for (const nobody of anonymousClients) assert.equal((await nobody.post('/access/sign_in', one)).status, 401)
})

test('an access request is issued once, however often the call is sent', async () => {
  const { request, engineer } = await createAcceptedRequest(app)
  const answers = await sendMany(
    (client) => client.post(`/api/v2/access_requests/${request.id}/issue`, { issue: { mode: 'hand_over' } }),
    [engineer.api],
  )
  assert.equal(countSuccesses(answers), 1)
  const tokens = (await app.api.get('/api/v2/api_tokens?page[size]=100')).body.api_tokens
  assert.equal(tokens.filter((token: { description: string }) => token.description === request.page_url).length, 1)
})
