/**
 * Attack: send another Host header, so that links the instance sends or stores point there. Which hosts an instance answers to is tested in
 * server/accounts/directory.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineStatement } from '#db/builder.ts'
import { TRACKER, personalToken, putUser, setUp, trackIssues } from '../access.ts'
import { useApp } from '../app.ts'
import { createAcceptedRequest, getGovernedPeople, putPersonInPerson } from '../governance.ts'
import { basicToken, hostClient } from '../instances.ts'
import { firstInstance, populate } from '../invariants/populate.ts'
import { enrol, signInUser, wrongCode } from '../session.ts'
import { sessionFor } from '../system.ts'
import { rawBytes } from '../raw_http.ts'

const app = await useApp({}, { own: true }) // fills the first instance
const EVIL = 'evil.example.net'
const PASSWORD = 'correct horse battery'
const stranger = hostClient(app.base_url, EVIL)
const selectMails = defineStatement<{ topic: string; subject: string; body: string }>(
  'select topic, subject, body from mails where account_id = $1',
)

async function mailsSent(): Promise<readonly { topic: string; subject: string; body: string }[]> {
  return app.database.database.all(selectMails(1))
}

test('no mail contains a link to the Host header of a call', async () => {
  const host = hostClient(app.base_url, EVIL, basicToken(app.admin.email, app.admin.token))
  await populate(app, { ...firstInstance(app), host: EVIL, api: host }, 'Host')
  const sent = await mailsSent()
  const topics = new Set(sent.map(({ topic }) => topic))
  for (const topic of ['access_request.submitted', 'access_request.accepted', 'shared_secret.created', 'second_factor.on'])
    assert.ok(topics.has(topic), `${topic} is not among ${[...topics].join()}`)
  for (const { topic, subject, body } of sent) assert.ok(!`${subject}${body}`.includes(EVIL), `${topic}: ${body}`)
  const links = sent.flatMap(({ body }) => body.match(/https?:\/\/[^\s/]+/g) ?? [])
  assert.ok(links.length > 5)
  assert.deepEqual([...new Set(links)], [app.base_url])
})

test("the credentials handed to an integration's requester contain the instance's own host, whatever the Host header", async () => {
  const { requester } = await getGovernedPeople(app)
  const bot = await putPersonInPerson(app, { role: 'agent', name: 'Integration bot' })
  await setUp(app, { access: { integration_bot_id: bot.id } })
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'oauth', scopes: ['tickets:read'] })
  const integration = {
    access_request_id: request.id,
    kind: 'oauth',
    name: 'Ledger',
    config: { service: 'Ledger', owner_contact: 'ledger@example.com' },
  }
  const authorization = `Bearer ${await personalToken(app, 1, bot.id)}`
  const made = await hostClient(app.base_url, EVIL, { authorization }).post('/api/v2/integrations', { integration })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const session = await sessionFor(app, requester.id)
  const opened = await session.post('/api/v2/shared_secrets/open', { open: { id: made.body.shared_secret.id } })
  assert.equal(JSON.parse(opened.body.value).token_url, `${app.base_url}/oauth/tokens`)
})

test('a caller who knows a password cannot make the instance send its owner to another host', async () => {
  const person = { ...(await putUser(app, { role: 'agent', password: PASSWORD })), password: PASSWORD }
  const { secret, recovery_codes } = await enrol(app, await signInUser(app, person), PASSWORD)
  const requestChallenge = async () => (await stranger.post('/access/sign_in', person)).body.second_factor.challenge
  const one = await requestChallenge()
  for (let attempt = 0; attempt < 5; attempt += 1) await stranger.post('/access/second_factor', { challenge: one, code: wrongCode(secret) })
  assert.equal(
    (await stranger.post('/access/second_factor', { challenge: await requestChallenge(), code: recovery_codes[0] ?? '' })).status,
    201,
  )
  const mails = (await mailsSent()).filter(({ topic }) => /^sign_in\.wrong_codes$|recovery_code_used$/.test(topic))
  assert.equal(mails.length, 2)
  for (const { body } of mails) assert.ok(body.includes(`${app.base_url}/account`) && !body.includes(EVIL), body)
})

test('a report of a leaked secret cannot inject a host or extra lines into a mail', async () => {
  await trackIssues(app)
  const { api_token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}1` } })).body
  const url = 'https://paste.example.org/1)\n\nSign in at once'
  const answer = await stranger.post('/api/v2/deskhand/leaked_secrets', { leaked_secrets: [{ token: api_token.token, url }] })
  assert.equal(answer.body.leaked_secrets[0].label, 'true_positive')
  const [mail] = (await mailsSent()).filter(({ topic }) => topic === 'leaked_secret.revoked')
  assert.ok(mail?.body.includes(`${app.base_url}/admin/account/audit_log`) && !mail.body.includes(EVIL))
  assert.ok(mail?.body.includes('(https://paste.example.org/1) Sign in at once)'), mail?.body ?? 'no mail')
})

test('forwarded hosts, protocols and addresses are trusted from configured proxies only', async () => {
  const forwarded = { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', forwarded: `host=${EVIL}` }
  const { body, headers } = await app.api.post('/api/v2/groups', { group: { name: 'Forwarded' } }, forwarded)
  assert.ok(body.group.url.startsWith(app.base_url) && headers.get('location')?.startsWith(app.base_url))
  const { email, password } = app.admin
  const answer = await app.as({}).post('/access/sign_in', { email, password }, forwarded)
  assert.doesNotMatch(answer.headers.get('set-cookie') ?? '', /Secure/)
  const log = await app.api.get('/api/v2/audit_logs?filter[action]=login')
  assert.ok(!JSON.stringify(log.body).includes('203.0.113.9'))
})

test('an invalid host is refused before anything else is done', async () => {
  for (const host of [
    'evil.example.net/path',
    'user@evil.example.net',
    'evil.example.net#x',
    '<script>',
    'a b',
    'a"b',
    'x\\y',
    'evil..example.net:x',
  ]) {
    const answer = await hostClient(app.base_url, host).get('/api/v2/users/me')
    assert.equal(answer.status, 400, host)
    assert.ok(!JSON.stringify(answer.body).includes(host), host)
  }
})

test('a request with two Host headers is refused, whatever it asks for', async () => {
  const { host } = new URL(app.base_url)
  for (const path of ['/api/v2/users/me', '/', '/healthz', '/oauth/tokens', '/nothing'])
    for (const second of [EVIL, host])
      for (const name of ['Host', 'HOST']) {
        const answer = await rawBytes(
          app.base_url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${name}: ${second}\r\nConnection: close\r\n\r\n`,
        )
        assert.match(answer, /^HTTP\/1\.1 400 /, `${path} ${name}: ${second}`)
      }
})

test('a production instance responds to its own host only', async () => {
  const { base_url } = app
  await setUp(app, {}, 'production')
  try {
    assert.equal((await stranger.get('/api/v2/users/me')).status, 404)
    assert.equal((await stranger.post('/access/sign_in', { email: app.admin.email, password: app.admin.password })).status, 404)
    assert.equal((await hostClient(base_url, new URL(base_url).host).get('/api/v2/users/me')).status, 200)
  } finally {
    await setUp(app, {}, 'development')
  }
})
