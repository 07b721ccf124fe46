import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { createAcceptedRequest, createFiledRequest, getGovernedPeople, putDuties, putPersonInPerson, stepAs } from '#test/governance.ts'
import { putInstance } from '#test/instances.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { sessionFor } from '#test/system.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { defineStatement } from '#db/builder.ts'
import { hashSecret } from '#core/secrets.ts'

const app = await useApp()
const people = await getGovernedPeople(app)
const { requester, manager, provisioner, engineer } = people
const boss = await putPersonInPerson(app, { role: 'admin', name: 'Ada Admin' })
const adminEngineer = await putPersonInPerson(app, { role: 'admin', name: 'Edda Engineer' })
await putDuties(app, adminEngineer.id, ['engineer'])
const atRequester = await sessionFor(app, requester.id)
const atEngineer = await sessionFor(app, engineer.id)

const issue = (who: { api: Client }, id: number, given?: object) =>
  who.api.post(`/api/v2/access_requests/${id}/issue`, given === undefined ? undefined : { issue: given })
const handOver = (who: { api: Client }, id: number, given: object) =>
  who.api.post(`/api/v2/access_requests/${id}/hand_over`, { hand_over: given })
const revoke = (who: { api: Client }, id: number, reason = 'Not needed any more') =>
  who.api.post(`/api/v2/access_requests/${id}/revoke`, { step: { reason } })
const rotate = (who: { api: Client }, id: number, given: object = {}) =>
  who.api.post(`/api/v2/access_requests/${id}/rotate`, { rotation: given })
const open = (session: Client, id: number) => session.post('/api/v2/shared_secrets/open', { open: { id } })
const stateOf = async (id: number) => (await app.api.get(`/api/v2/access_requests/${id}`)).body.access_request.state
const statusWith = async (token: string) => (await app.as({ email: requester.email, token }).get('/api/v2/groups')).status
const sentence = (answer: { body: any }) => JSON.stringify(answer.body)

/** A request whose token was issued and is in an unopened one-time secret. */
async function makeIssuedRequest(given?: object) {
  const { request } = await createAcceptedRequest(app)
  const answer = await issue(engineer, request.id, given)
  assert.equal(answer.status, 201, sentence(answer))
  return { id: request.id as number, request, answer }
}

/** As {@link makeIssuedRequest}, and opened by the requester: also the token's value. */
async function handedOver() {
  const made = await makeIssuedRequest()
  const opened = await open(atRequester, made.answer.body.shared_secret.id)
  assert.equal(opened.status, 200, sentence(opened))
  return { ...made, token: opened.body.value as string }
}

/** All stored data of the instance, as text. */
async function everythingStored(): Promise<string> {
  await app.running.server.requestLog.flush()
  const texts: string[] = []
  for (const table of TENANT_TABLES)
    texts.push(
      ...(
        await app.database.database.all(
          defineStatement<{ text: string }>(`select t::text as text from ${table} t where t.account_id = $1`)(app.account_id),
        )
      ).map((row) => row.text),
    )
  return [...texts, JSON.stringify(await listQueuedJobs(app.database.database.driver))].join('\n')
}

// @source docs/reference/specification.md §5.6.4
// @source docs/reference/specification.md §5.6.5
// @source docs/reference/specification.md §5.6.8
test('a token is issued into a one-time secret, opened once, used and revoked, and the request ends with it', async () => {
  const { request } = await createAcceptedRequest(app)
  const { status, headers, body } = await issue(engineer, request.id)
  assert.equal(status, 201)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(Object.keys(body), ['access_request', 'api_token', 'shared_secret'])
  assert.equal(body.access_request.state, 'issued')
  assert.equal(body.access_request.issued_by_id, engineer.id)
  assert.deepEqual([body.access_request.api_token_id, body.access_request.shared_secret_id], [body.api_token.id, body.shared_secret.id])
  assert.equal(body.api_token.description, request.page_url)
  assert.equal(body.api_token.token, undefined)
  assert.deepEqual([body.shared_secret.reader_id, body.shared_secret.state], [requester.id, 'waiting'])

  const opened = await open(atRequester, body.shared_secret.id)
  assert.equal(opened.status, 200)
  assert.match(opened.body.value, /^dhp_\w{39}$/)
  assert.equal(await stateOf(request.id), 'handed_over')
  assert.equal(await statusWith(opened.body.value), 200)
  await app.running.server.requestLog.flush()
  await runScheduledWork(app)
  assert.equal(await stateOf(request.id), 'active')

  const revoked = await revoke(engineer, request.id)
  assert.equal(revoked.body.access_request.state, 'revoked')
  assert.equal(await statusWith(opened.body.value), 401)
  const { body: events } = await app.api.get(`/api/v2/access_requests/${request.id}/events`)
  const types = events.events.map((event: { type: string }) => event.type)
  assert.deepEqual(types.slice(-4), ['issue', 'hand_over', 'activate', 'revoke'])
})

test('a call refused for its address is not a first use; an answered one is', async () => {
  const { id, answer } = await makeIssuedRequest({ allowed_ips: ['192.0.2.0/24'] })
  const { value } = (await open(atRequester, answer.body.shared_secret.id)).body
  const readStateAfterWork = async () => {
    await app.running.server.requestLog.flush()
    await runScheduledWork(app)
    return stateOf(id)
  }
  assert.equal(await statusWith(value), 403)
  assert.equal(await readStateAfterWork(), 'handed_over')
  const { api_token } = answer.body
  assert.equal((await adminEngineer.api.put(`/api/v2/api_tokens/${api_token.id}`, { api_token: { allowed_ips: null } })).status, 200)
  assert.equal(await statusWith(value), 200)
  assert.equal(await readStateAfterWork(), 'active')
})

// @source docs/reference/access_governance.md §10
test('however a token ends, the unopened one-time secret with its value is destroyed', async () => {
  const cipher = defineStatement<{ value_cipher: Buffer | null }>(
    `select value_cipher from shared_secrets where account_id = ${app.account_id} and id = $1`,
  )
  const ends: Record<string, (id: number, api_token_id: number) => Promise<{ status: number }>> = {
    'by its request': (id) => revoke(engineer, id),
    'by itself': (_id, token) => app.api.put(`/api/v2/api_tokens/${token}`, { api_token: { active: false } }),
    'while a rotation lasts': async (id) => {
      const { body } = await rotate(engineer, id)
      return app.api.put(`/api/v2/api_tokens/${body.api_token.id}`, { api_token: { active: false } })
    },
  }
  for (const [how, end] of Object.entries(ends)) {
    const { id, answer } = await makeIssuedRequest()
    assert.equal((await end(id, answer.body.api_token.id)).status, 200, how)
    const { shared_secret_id } = (await app.api.get(`/api/v2/access_requests/${id}`)).body.access_request
    assert.equal((await app.database.database.first(cipher(shared_secret_id)))?.value_cipher, null, how)
    const { shared_secret } = (await atRequester.get(`/api/v2/shared_secrets/${shared_secret_id}`)).body
    assert.equal(shared_secret.state, 'withdrawn', how)
    const refused = await open(atRequester, shared_secret_id)
    assert.deepEqual([refused.status, /withdrawn before it was read/.test(sentence(refused))], [410, true], how)
    const log = await app.api.get(`/api/v2/audit_logs?filter[source_type]=shared_secret&filter[source_id]=${shared_secret_id}`)
    const why = log.body.audit_logs.map((entry: { change_description: string }) => entry.change_description)
    assert.ok(why.includes('Withdrawn before it was read: the API token in it was deactivated'), `${how}: ${why}`)
  }
})

test('with hand_over nothing stored or sent contains the value: only its hash, and its ciphertext until it is opened', async () => {
  const { answer, id } = await makeIssuedRequest({ mode: 'hand_over' })
  const secret = answer.body.shared_secret.id
  const before = await everythingStored()
  const { value } = (await open(atRequester, secret)).body
  assert.equal(await statusWith(value), 200)
  const after = await everythingStored()
  for (const [when, stored] of [
    ['before', before],
    ['after', after],
  ] as const) {
    assert.ok(!stored.includes(value), `the value is stored ${when} it was opened`)
    assert.ok(!stored.includes(Buffer.from(value).toString('hex')))
    assert.ok(stored.includes(hashSecret(app.running.server.services.pepper, value).toString('hex')))
  }
  assert.ok(!sentence(answer).includes(value))
  const log = (await app.api.get('/api/v2/audit_logs?per_page=100')).body
  const mails = (await app.api.get('/api/v2/deskhand/mails?per_page=100')).body
  const history = (await app.api.get(`/api/v2/access_requests/${id}/events`)).body
  for (const shown of [log, mails, history]) assert.ok(!JSON.stringify(shown).includes(value))
})

test('only the requester can open the secret, not the engineer or anyone else, and once: a second time ends the token', async () => {
  const { answer } = await makeIssuedRequest()
  const secret = answer.body.shared_secret.id
  assert.equal((await open(atEngineer, secret)).status, 403)
  assert.equal((await open(await sessionFor(app, boss.id), secret)).status, 404)
  assert.equal((await open(requester.api, secret)).status, 403, 'a token is no session')
  const { value } = (await open(atRequester, secret)).body
  assert.equal(await statusWith(value), 200)
  assert.equal((await open(atRequester, secret)).status, 410)
  assert.equal(await statusWith(value), 401)
  assert.equal(await stateOf(answer.body.access_request.id), 'revoked')
})

test('with show the value is returned once, to the engineer, also one who is an agent, who can hand over only that value', async () => {
  const byAgent = await issue(engineer, (await createAcceptedRequest(app)).request.id, { mode: 'show' })
  assert.equal(byAgent.status, 201, sentence(byAgent))
  assert.match(byAgent.body.api_token.token, /^dhp_/)
  const { request } = await createAcceptedRequest(app)
  const shown = await issue(adminEngineer, request.id, { mode: 'show' })
  assert.equal(shown.status, 201, sentence(shown))
  assert.equal(shown.body.shared_secret, null)
  const { token } = shown.body.api_token
  assert.match(token, /^dhp_/)
  const other = await handOver(adminEngineer, request.id, { value: app.admin.token })
  assert.equal(other.body.details.value[0].error, 'InvalidValue')
  assert.ok(!sentence(other).includes(app.admin.token))
  assert.equal((await handOver(requester, request.id, { value: token })).status, 403)
  assert.equal((await handOver(manager, request.id, { value: token })).status, 403)
  const handed = await handOver(adminEngineer, request.id, { value: ` ${token} ` })
  assert.equal(handed.status, 200, sentence(handed))
  assert.equal(handed.body.access_request.shared_secret_id, handed.body.shared_secret.id)
  assert.ok(!sentence(handed).includes(token))
  assert.match(sentence(await handOver(adminEngineer, request.id, { value: token })), /waits for the requester already/)
  assert.equal((await open(atRequester, handed.body.shared_secret.id)).body.value, token)
  const late = await handOver(adminEngineer, request.id, { value: token })
  assert.equal(late.status, 422)
})

// @source docs/reference/specification.md §5.6.8
test('a copied value sent to the requester as an ordinary one-time secret hands the request over, also after a rotation', async () => {
  const { request } = await createAcceptedRequest(app)
  const { api_token } = (await issue(adminEngineer, request.id, { mode: 'show' })).body
  const send = (value: string) =>
    adminEngineer.api.post('/api/v2/shared_secrets', { shared_secret: { reader_id: requester.id, label: 'Your token', value } })
  const { status, body } = await send(` ${api_token.token}\n`)
  assert.deepEqual([status, body.shared_secret?.access_request_id, body.shared_secret?.api_token_id], [201, request.id, api_token.id])
  const waiting = (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request
  assert.deepEqual([waiting.shared_secret_id, waiting.next_steps[0].step], [body.shared_secret.id, 'open'])
  assert.equal((await send(api_token.token)).status, 422, 'it waits already')
  assert.equal((await handOver(adminEngineer, request.id, { value: api_token.token })).status, 422)
  assert.equal((await open(atRequester, body.shared_secret.id)).status, 200)
  assert.equal(await stateOf(request.id), 'handed_over')
  const rotated = (await adminEngineer.api.post(`/api/v2/api_tokens/${api_token.id}/rotate`, { rotation: { silent_days: 7 } })).body
    .api_token
  assert.match((await send(api_token.token)).body.details.value[0].description, /not in force for its access request any more/)
  const second = (await send(rotated.token)).body.shared_secret
  assert.equal((await open(atRequester, second.id)).body.value, rotated.token)
  assert.equal((await open(atRequester, second.id)).status, 410)
  assert.equal(await statusWith(rotated.token), 401, 'a second open ends it')
})

test('the engineer sets the bounds of the token: its end, its addresses, its budget', async () => {
  const { answer } = await makeIssuedRequest({
    expires_at: '2090-01-01T00:00:00Z',
    allowed_ips: ['127.0.0.1'],
    per_minute: 5,
    passphrase: 'by telephone',
  })
  const { api_token, shared_secret } = answer.body
  assert.deepEqual([api_token.expires_at, api_token.allowed_ips, api_token.per_minute], ['2090-01-01T00:00:00Z', ['127.0.0.1/32'], 5])
  assert.equal(shared_secret.has_passphrase, true)
  const { request } = await createAcceptedRequest(app)
  for (const given of [
    { mode: 'whisper' },
    { expires_at: '2020-01-01T00:00:00Z' },
    { allowed_ips: ['here'] },
    { per_minute: 0 },
    { passphrase: 'short' },
  ])
    assert.equal((await issue(engineer, request.id, given)).status, 422, JSON.stringify(given))
  assert.equal(await stateOf(request.id), 'accepted')
})

test('an engineer binds the token to an administrator when it is issued, and to no user of a lower level', async () => {
  const { request } = await createAcceptedRequest(app)
  const refused = await issue(engineer, request.id, { assigned_user_id: requester.id })
  assert.match(refused.body.details.assigned_user_id[0].description, /must be an administrator who may sign in/)
  const bound = await issue(engineer, request.id, { assigned_user_id: boss.id })
  assert.deepEqual([bound.status, bound.body.api_token?.assigned_user_id], [201, boss.id])
})

test('where tokens work for their creator only, an issued one works for its requester, who must be an administrator', async () => {
  const { request } = await createAcceptedRequest(app)
  const makeRequester = (role: string) => app.inPerson.put(`/api/v2/users/${requester.id}`, { user: { role } })
  // with sessions: the users of the tests share a token
  await setUp(app, { api: { token_binding: 'user' } })
  try {
    const refused = await issue({ api: atEngineer }, request.id)
    assert.deepEqual([refused.status, /every API token is administrator-level/.test(sentence(refused))], [422, true])
    assert.equal(await stateOf(request.id), 'accepted')
    assert.equal((await makeRequester('admin')).status, 200)
    const { body } = await issue({ api: atEngineer }, request.id)
    assert.equal(body.api_token.assigned_user_id, requester.id)
    const { value } = (await open(atRequester, body.shared_secret.id)).body
    assert.equal(await statusWith(value), 200)
    assert.equal((await app.as({ email: engineer.email, token: value }).get('/api/v2/groups')).status, 401)
    assert.equal((await makeRequester('agent')).status, 200)
    assert.equal(await statusWith(value), 401)
  } finally {
    await setUp(app, { api: { token_binding: 'any' } })
  }
})

// @source docs/reference/specification.md §5.6.2, §5.6.3, §5.6.4
test('nothing is issued before its acceptance', async () => {
  const { request } = await createFiledRequest(app)
  const expectRefusal = async (why: RegExp) => {
    const answer = await issue(engineer, request.id)
    assert.equal(answer.status, 422)
    assert.match(sentence(answer), why)
  }
  await expectRefusal(/waits for the approval of its manager/)
  await stepAs(manager, request.id, 'approve')
  await expectRefusal(/waits for its security review/)
  await stepAs(provisioner, request.id, 'review', 'Sound')
  await expectRefusal(/waits for the decision/)
  await stepAs(provisioner, request.id, 'reject', 'Not now')
  await expectRefusal(/has been rejected/)
})

// Requester ≠ approving manager ≠ security reviewer; the issuing engineer may be the reviewer only where the instance allows it. @source docs/reference/access_governance.md §3
test('neither the requester, nor the manager, nor the reviewer, nor an administrator without the duty may issue', async () => {
  const { request } = await createAcceptedRequest(app)
  const byToken = app.as({ email: engineer.email, token: app.admin.token })
  for (const step of ['issue', 'rotate'])
    assert.match(sentence(await byToken.post(`/api/v2/access_requests/${request.id}/${step}`, {})), /This must be done in person/)
  for (const who of [requester, manager, provisioner, boss]) {
    const answer = await issue(who, request.id)
    assert.equal(answer.status, 403, who.name)
  }
  assert.equal((await issue({ api: app.as({}) }, request.id)).status, 401)
  await putDuties(app, requester.id, ['engineer'], manager.id)
  await putDuties(app, manager.id, ['engineer'])
  await putDuties(app, provisioner.id, ['provisioner', 'engineer'])
  for (const [who, why] of [
    [requester, /The requester of an access request/],
    [manager, /The manager who approved an access request/],
    [provisioner, /A person who reviewed an access request/],
  ] as const) {
    const answer = await issue(who, request.id)
    assert.equal(answer.status, 403, who.name)
    assert.match(sentence(answer), why)
  }
  assert.equal(await stateOf(request.id), 'accepted')
  await setUp(app, { access: { engineer_may_review: true } })
  const allowed = await issue(provisioner, request.id)
  assert.equal(allowed.status, 201, sentence(allowed))
  const log = await app.api.get(`/api/v2/audit_logs?filter[source_type]=access_request&filter[source_id]=${request.id}&per_page=100`)
  assert.match(JSON.stringify(log.body.audit_logs), /engineer who also reviewed it/)
  await setUp(app, { access: { engineer_may_review: false } })
  await putDuties(app, requester.id, [], manager.id)
  await putDuties(app, manager.id, [])
  await putDuties(app, provisioner.id, ['provisioner'])
})

test('nothing is issued twice, even concurrently', async () => {
  const { request } = await createAcceptedRequest(app)
  const answers = await Promise.all([engineer, adminEngineer, engineer, adminEngineer].map((who) => issue(who, request.id)))
  assert.deepEqual(
    answers.map(({ status }) => status).sort((one, other) => one - other),
    [201, 422, 422, 422],
  )
  const tokens = (await app.api.get('/api/v2/api_tokens?per_page=100')).body.api_tokens
  assert.equal(tokens.filter((token: { description: string }) => token.description === request.page_url).length, 1)
})

test('a request of another instance is not found', async () => {
  const { request } = await createAcceptedRequest(app)
  const two = await putInstance(app, { subdomain: 'grants' })
  for (const [step, body] of [
    ['issue', { issue: {} }],
    ['hand_over', { hand_over: { value: 'x' } }],
    ['rotate', { rotation: {} }],
    ['revoke', { step: { reason: 'x' } }],
  ] as const) {
    const path = (id: number | string) => `/api/v2/access_requests/${id}/${step}`
    assert.equal((await two.api.post(path(request.id), body)).status, 404)
    assert.equal((await app.api.post(path(999_999_999), body)).status, 404)
    assert.equal((await app.as({}).post(path(request.id), body)).status, 401)
    assert.equal((await app.api.post(path('mine'), body)).status, 400)
  }
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${request.id}/hand_over`, {})).status, 400)
  assert.equal(await stateOf(request.id), 'accepted')
})

// @source docs/reference/specification.md §5.4.3, §5.7
test('revocation takes effect in the next call, destroys an unopened secret, and needs a reason', async () => {
  const waiting = await makeIssuedRequest()
  assert.equal((await revoke(engineer, waiting.id, ' ')).status, 422)
  assert.equal((await revoke(manager, waiting.id)).status, 403)
  assert.equal((await revoke(provisioner, waiting.id)).status, 403)
  assert.equal((await revoke(requester, waiting.id)).status, 200)
  assert.equal((await open(atRequester, waiting.answer.body.shared_secret.id)).status, 410)
  const used = await handedOver()
  assert.equal(await statusWith(used.token), 200)
  assert.equal((await revoke(boss, used.id)).status, 200)
  assert.equal(await statusWith(used.token), 401)
  const again = await revoke(boss, used.id)
  assert.equal(again.status, 422)
  assert.match(sentence(again), /has been revoked/)
  const { request } = await createAcceptedRequest(app)
  assert.equal((await revoke(engineer, request.id)).status, 422, 'nothing was issued yet')
})

test('a rotation hands a new value to the requester, and the old one works until it is no longer used', async () => {
  const { id, token, answer } = await handedOver()
  for (const who of [requester, manager, boss]) assert.equal((await rotate(who, id)).status, 403, who.name)
  assert.equal((await rotate(engineer, id, { silent_days: 0 })).status, 422)
  const rotated = await rotate(engineer, id, { silent_days: 3 })
  assert.equal(rotated.status, 201, sentence(rotated))
  const { access_request, api_token, shared_secret, integration } = rotated.body
  assert.equal(integration, null)
  assert.notEqual(api_token.id, answer.body.api_token.id)
  assert.deepEqual([access_request.api_token_id, access_request.shared_secret_id], [api_token.id, shared_secret.id])
  assert.equal(access_request.state, 'handed_over')
  assert.equal(api_token.token, undefined)
  const { value } = (await open(atRequester, shared_secret.id)).body
  assert.ok(!sentence(rotated).includes(value))
  assert.deepEqual([await statusWith(token), await statusWith(value)], [200, 200])
  assert.equal((await revoke(engineer, id)).status, 200)
  assert.deepEqual([await statusWith(token), await statusWith(value)], [401, 401], 'both end with the request')
  assert.equal((await rotate(engineer, id)).status, 422)
})

test('rotating a value that was never opened creates a new one, and the earlier secret is destroyed', async () => {
  const { id, answer } = await makeIssuedRequest()
  const rotated = await rotate(engineer, id)
  assert.equal(rotated.status, 201, sentence(rotated))
  assert.equal((await open(atRequester, answer.body.shared_secret.id)).status, 410)
  const { value } = (await open(atRequester, rotated.body.shared_secret.id)).body
  assert.equal(await statusWith(value), 200)
  assert.equal(await stateOf(id), 'handed_over')
})

test('a request for an integration is not issued here, and the answer says where', async () => {
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'chat' })
  const answer = await issue(engineer, request.id)
  assert.equal(answer.status, 422)
  assert.match(sentence(answer), /integration-bot agent/)
  assert.equal((await handOver(engineer, request.id, { value: 'x' })).status, 422)
})

// @source docs/reference/access_governance.md §10
test('before revoking, the requester sees what breaks: the calls with the token of their own request, and of no other', async () => {
  const one = await handedOver()
  const other = await handedOver()
  const impact = (who: { api: Client }, id: number, query = '') => who.api.get(`/api/v2/access_requests/${id}/impact${query}`)
  const call = (token: string) => app.as({ email: requester.email, token }).get('/api/v2/groups', { 'user-agent': 'nightly/2.1' })
  for (const token of [one.token, one.token, other.token]) assert.equal((await call(token)).status, 200)
  await app.running.server.requestLog.flush()
  const seen = await impact(requester, one.id)
  assert.equal(seen.status, 200)
  const { calls, callers, endpoints } = seen.body.impact
  assert.deepEqual(
    [calls, callers[0].user_agent, callers[0].email, endpoints[0].route],
    [2, 'nightly/2.1', requester.email, '/api/v2/groups'],
  )
  for (const who of [engineer, boss]) assert.deepEqual((await impact(who, one.id)).body, seen.body)
  const direct = `/api/v2/api_tokens/${one.answer.body.api_token.id}/impact`
  assert.deepEqual((await app.api.get(direct)).body, seen.body)
  assert.equal((await requester.api.get(direct)).status, 403, 'tokens themselves are still for administrators')
  for (const who of [manager, provisioner]) assert.equal((await impact(who, one.id)).status, 403)
  const stranger = await putPersonInPerson(app, { role: 'agent' })
  assert.equal((await impact(stranger, one.id)).status, 404)
  assert.equal((await impact({ api: app.as({}) }, one.id)).status, 401)
  assert.equal((await impact(requester, one.id, '?days=0')).status, 422)
  assert.equal((await impact(requester, one.id, '?days=many')).status, 400)
  const { request } = await createFiledRequest(app)
  assert.equal((await impact(requester, request.id)).status, 404, 'nothing has come of it yet')
})

test('an engineer who filed the request cannot issue, hand over or rotate any of it, whatever duties they have', async () => {
  const both = await putPersonInPerson(app, { role: 'admin', name: 'Bea Both' })
  await putDuties(app, both.id, ['engineer'], manager.id)
  const access_request = {
    kind: 'api_token',
    title: 'Nightly export of both',
    business_reason: 'The sales team reads yesterday’s tickets every morning',
    use_case: 'A script lists the tickets of the day and writes a file',
  }
  const { id } = (await both.api.post('/api/v2/access_requests', { access_request })).body.access_request
  await stepAs(manager, id, 'approve')
  await stepAs(provisioner, id, 'review', 'Reads tickets only; the reason is sound')
  const { page_url } = await stepAs(provisioner, id, 'accept', 'Needed daily')
  assert.equal((await issue(both, id)).status, 403)
  const made = await issue(engineer, id)
  assert.equal(made.status, 201, sentence(made))
  const refused = [
    await handOver(both, id, { value: 'x'.repeat(40) }),
    await rotate(both, id),
    await both.api.post(`/api/v2/api_tokens/${made.body.api_token.id}/rotate`, { rotation: { silent_days: 7 } }),
  ]
  for (const answer of refused) assert.equal(answer.status, 403, sentence(answer))
  assert.match(page_url, /access_requests/)
})

test('bounds sent outside the key that wraps them create no credential', async () => {
  const { request } = await createAcceptedRequest(app)
  const bare = { allowed_ips: ['10.0.0.0/8'], per_minute: 1, silent_days: 1 }
  const expectMissingKey = async (act: string, key: string) => {
    const { status, body } = await engineer.api.post(`/api/v2/access_requests/${request.id}/${act}`, bare)
    assert.deepEqual([status, body.error, body.description.endsWith(key)], [400, 'ParameterMissing', true])
  }
  await expectMissingKey('issue', 'issue')
  assert.equal(await stateOf(request.id), 'accepted')
  const { body } = await issue(engineer, request.id)
  await expectMissingKey('rotate', 'rotation')
  assert.equal((await app.api.get(`/api/v2/api_tokens/${body.api_token.id}`)).body.api_token.replaced_by_id, null)
})
