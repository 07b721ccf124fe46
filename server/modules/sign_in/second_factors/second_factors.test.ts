import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { defineStatement } from '#db/builder.ts'
import { formatMoment } from '#lib/dates.ts'
import { makeWith } from '#test/make.ts'
import { challengeOf, codeNow, enrol, nextStep, sessionOf, signInUser, wrongCode } from '#test/session.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const PASSWORD = 'a long enough one'
const path = '/api/v2/users/me/second_factor'

async function agent(given: Record<string, unknown> = {}) {
  const user = await make.agent({ password: PASSWORD, ...given })
  return { ...user, password: PASSWORD } as { id: number; name: string; email: string; password: string }
}

const body = (members: object) => ({ second_factor: members })
const give = (challenge: string, code: string) => nobody.post('/access/second_factor', { challenge, code })

test('a user without a second factor sees that, and that it is allowed', async () => {
  const session = await signInUser(app, await agent())
  assert.deepEqual((await session.get(path)).body.second_factor, {
    enabled: false,
    pending: false,
    required: false,
    allowed: true,
    enabled_at: null,
    recovery_codes_left: 0,
  })
})

test('enrolment requires the password and a code; secret and recovery codes are shown once', async () => {
  const person = await agent()
  const session = await signInUser(app, person)
  for (const password of ['wrong', '', null])
    assert.deepEqual(Object.keys((await session.post(path, body({ password }))).body.details), ['password'])
  const begun = await session.post(path, body({ password: PASSWORD }))
  assert.deepEqual([begun.status, begun.headers.get('cache-control')], [201, 'no-store'])
  const { secret, otpauth_url, ...state } = begun.body.second_factor
  assert.deepEqual([state.enabled, state.pending], [false, true])
  assert.match(otpauth_url, new RegExp(`^otpauth://totp/.*secret=${secret}`))
  // not confirmed yet: the password alone is still enough
  assert.equal((await signInUser(app, person)).csrf.length > 0, true)
  const wrong = await session.post(`${path}/confirm`, body({ code: wrongCode(secret) }))
  assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [422, ['code']])
  const done = await session.post(`${path}/confirm`, body({ code: codeNow(secret) }))
  assert.deepEqual([done.status, done.headers.get('cache-control')], [200, 'no-store'])
  assert.equal(done.body.recovery_codes.length, 10)
  assert.ok(done.body.recovery_codes.every((code: string) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code)))
  assert.deepEqual([done.body.second_factor.enabled, done.body.second_factor.recovery_codes_left], [true, 10])
  assert.equal(JSON.stringify((await session.get(path)).body).includes(secret), false)
  assert.equal((await session.post(path, body({ password: PASSWORD }))).status, 422, 'not twice')
  assert.equal((await session.post(`${path}/confirm`, body({ code: codeNow(secret) }))).status, 404)
  assert.equal((await app.api.get(`/api/v2/users/${person.id}`)).body.user.two_factor_auth_enabled, true)
})

test('the secret is stored encrypted, and recovery codes are stored hashed', async () => {
  const session = await signInUser(app, await agent())
  const { secret, recovery_codes } = await enrol(app, session, PASSWORD)
  const rows = await app.database.database.all(
    defineStatement<{ text: string }>(`select encode(secret_cipher, 'escape') as text from second_factors where account_id = $1
      union all select encode(code_hash, 'escape') from second_factor_recovery_codes where account_id = $1`)(app.account_id),
  )
  const all = rows.map(({ text }) => text).join('\n')
  for (const plain of [secret, ...recovery_codes]) assert.equal(all.includes(plain), false)
})

test('enabling it ends the other sessions, and is audited and mailed', async () => {
  const person = await agent()
  const session = await signInUser(app, person)
  const other = await signInUser(app, person)
  await enrol(app, session, PASSWORD)
  assert.equal((await other.get('/api/v2/users')).status, 401)
  assert.equal((await session.get('/api/v2/users')).status, 200)
  assert.equal((await session.get('/api/v2/users/me/session')).body.session.second_factor, true)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${person.id}`)).body
  assert.ok(audit_logs.some((entry: { change_description: string }) => entry.change_description === 'Second factor turned on'))
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=second_factor.on&page[size]=100')).body
  assert.ok(mails.some((mail: { user_id: number }) => mail.user_id === person.id))
})

test('signing in then takes two steps, and a code is accepted once', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const one = await challengeOf(app, person)
  const two = await challengeOf(app, person)
  const code = codeNow(secret)
  const session = sessionOf(app.base_url, await give(one, code))
  assert.equal((await session.get('/api/v2/users/me')).body.user.id, person.id)
  assert.equal((await session.get('/api/v2/users/me/session')).body.session.second_factor, true)
  assert.equal((await give(two, code)).status, 401, 'the same code again')
  await nextStep(app)
  assert.equal((await give(two, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status, 201, 'spaces do not matter')
  assert.equal((await give(two, code)).status, 410, 'the same challenge again')
})

test('of two concurrent requests with the same code one signs in', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenges = [await challengeOf(app, person), await challengeOf(app, person), await challengeOf(app, person)]
  const code = codeNow(secret)
  const statuses = (await Promise.all(challenges.map((challenge) => give(challenge, code)))).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [201, 401, 401])
})

test('a recovery code works once, also in capitals and without its dash; its use is reported', async () => {
  const person = await agent()
  const { recovery_codes } = await enrol(app, await signInUser(app, person), PASSWORD)
  const [first = '', second = ''] = recovery_codes
  const session = sessionOf(app.base_url, await give(await challengeOf(app, person), first))
  assert.equal((await session.get(path)).body.second_factor.recovery_codes_left, 9)
  assert.equal((await give(await challengeOf(app, person), first)).status, 401)
  assert.equal((await give(await challengeOf(app, person), second.toUpperCase().replace('-', ' '))).status, 201)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=second_factor.recovery_code_used&page[size]=100')).body
  assert.equal(mails.filter((mail: { user_id: number }) => mail.user_id === person.id).length, 2)
  assert.equal(
    mails.some((mail: { body: string }) => JSON.stringify(mail).includes(first)),
    false,
  )
})

test("another person's recovery code and secret are refused", async () => {
  const one = await agent()
  const other = await agent()
  const ones = await enrol(app, await signInUser(app, one), PASSWORD)
  const others = await enrol(app, await signInUser(app, other), PASSWORD)
  const challenge = await challengeOf(app, one)
  assert.equal((await give(challenge, others.recovery_codes[0] as string)).status, 401)
  if (codeNow(ones.secret) !== codeNow(others.secret)) assert.equal((await give(challenge, codeNow(others.secret))).status, 401)
})

test('new recovery codes replace the old ones', async () => {
  const person = await agent()
  const session = await signInUser(app, person)
  assert.equal((await session.post(`${path}/recovery_codes`, body({ password: PASSWORD }))).status, 404, 'without a second factor')
  const { recovery_codes } = await enrol(app, session, PASSWORD)
  assert.equal((await session.post(`${path}/recovery_codes`, body({ password: 'wrong' }))).status, 422)
  const renewed = await session.post(`${path}/recovery_codes`, body({ password: PASSWORD }))
  assert.deepEqual([renewed.status, renewed.body.recovery_codes.length, renewed.headers.get('cache-control')], [200, 10, 'no-store'])
  assert.equal((await give(await challengeOf(app, person), recovery_codes[0] as string)).status, 401)
  assert.equal((await give(await challengeOf(app, person), renewed.body.recovery_codes[0])).status, 201)
})

test('a challenge accepts five codes; then its user is warned, and all of their challenges end', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenge = await challengeOf(app, person)
  const second = await challengeOf(app, person)
  const statuses: number[] = []
  for (let guess = 0; guess < 5; guess++) statuses.push((await give(challenge, wrongCode(secret))).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 410])
  assert.equal((await give(challenge, codeNow(secret))).status, 410)
  assert.equal((await give(second, codeNow(secret))).status, 410)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=sign_in.wrong_codes&page[size]=100')).body
  assert.equal(mails.filter((mail: { user_id: number }) => mail.user_id === person.id).length, 1)
  assert.equal((await give(await challengeOf(app, person), codeNow(secret))).status, 201)
})

test('concurrent codes count towards the same limit of five, and cause one warning', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenge = await challengeOf(app, person)
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => give(challenge, wrongCode(secret))))).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 401).length, 4)
  assert.equal(statuses.filter((status) => status === 410).length, 8)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=sign_in.wrong_codes&page[size]=100')).body
  assert.equal(mails.filter((mail: { user_id: number }) => mail.user_id === person.id).length, 1)
})

test('guessing is throttled per user, across challenges and addresses', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  for (let round = 0; round < 4; round++) {
    const challenge = await challengeOf(app, person)
    for (let guess = 0; guess < 5; guess++) await give(challenge, wrongCode(secret))
  }
  const over = await give(await challengeOf(app, person), codeNow(secret))
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers.get('retry-after')) > 0)
})

test('the audit log records once that further codes of a user are refused', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const closings = async () =>
    (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${person.id}`)).body.audit_logs.filter(
      (entry: { change_description: string }) => entry.change_description.startsWith('Too many wrong attempts at the second factor'),
    )
  for (let round = 0; round < 4; round++) {
    assert.deepEqual(await closings(), [])
    const challenge = await challengeOf(app, person)
    for (let guess = 0; guess < 5; guess++) await give(challenge, wrongCode(secret))
  }
  const challenge = await challengeOf(app, person)
  for (let guess = 0; guess < 3; guess++) assert.equal((await give(challenge, wrongCode(secret))).status, 429)
  const found = await closings()
  assert.equal(found.length, 1)
  assert.deepEqual([found[0].actor_id, found[0].ip_address], [0, '127.0.0.1'])
})

test('a challenge expires after five minutes', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenge = await challengeOf(app, person)
  await app.database.database.run(
    defineStatement<unknown>(
      "update sign_in_challenges set expires_at = now() - interval '1 second' where account_id = $1 and user_id = $2",
    )(app.account_id, person.id),
  )
  assert.equal((await give(challenge, codeNow(secret))).status, 410)
  for (const unknown of ['', 'dhc_unknown', challenge.slice(0, -1)]) assert.equal((await give(unknown, codeNow(secret))).status, 410)
})

test('of two concurrent confirmations one gets recovery codes, and those are the valid ones', async () => {
  const person = await agent()
  const session = await signInUser(app, person)
  const { secret } = (await session.post(path, body({ password: PASSWORD }))).body.second_factor
  const code = codeNow(secret)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => session.post(`${path}/confirm`, body({ code }))))
  const confirmed = answers.filter(({ status }) => status === 200)
  assert.equal(confirmed.length, 1, answers.map(({ status }) => status).join())
  await nextStep(app)
  assert.equal((await give(await challengeOf(app, person), confirmed[0]?.body.recovery_codes[0])).status, 201)
})

test('a user who is suspended between the steps cannot sign in', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenge = await challengeOf(app, person)
  await app.api.put(`/api/v2/users/${person.id}`, { user: { suspended: true } })
  assert.equal((await give(challenge, codeNow(secret))).status, 410)
})

test('the second step is refused if staff have to use single sign-on since the first', async () => {
  const person = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  const challenge = await challengeOf(app, person)
  await setUp(app, { security: { sso_only: true } })
  const refused = await give(challenge, codeNow(secret))
  await setUp(app, { security: { sso_only: false } })
  assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [403, null])
})

test('a code from a form of another site is refused', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await nobody.post('/access/second_factor', 'challenge=a&code=1', type)).status, 415)
})

// @source docs/reference/authentication.md §1.1
test('with a second factor the password alone no longer authenticates API calls, immediately', async () => {
  const person = await agent()
  const basic = app.as({ email: person.email, password: PASSWORD })
  assert.equal((await basic.get('/api/v2/users')).status, 200)
  await enrol(app, await signInUser(app, person), PASSWORD)
  assert.equal((await basic.get('/api/v2/users')).status, 401)
})

test('disabling it requires the password; the password alone is then enough again', async () => {
  const person = await agent()
  const session = await signInUser(app, person)
  assert.equal((await session.delete(path, body({ password: PASSWORD }))).status, 404)
  await enrol(app, session, PASSWORD)
  assert.equal((await session.delete(path, body({ password: 'wrong' }))).status, 422)
  assert.equal((await session.delete(path, body({}))).status, 400)
  assert.equal((await session.delete(path, body({ password: PASSWORD }))).status, 204)
  await signInUser(app, person)
  assert.equal((await app.api.get(`/api/v2/users/${person.id}`)).body.user.two_factor_auth_enabled, false)
})

test("an admin resets it for users who lost their phone, but not the owner's or their own; others reset nobody's", async () => {
  const person = await agent()
  const admin = await agent({ role: 'admin' })
  const ofPerson = await signInUser(app, person)
  await enrol(app, ofPerson, PASSWORD)
  const other = await signInUser(app, await agent())
  const owner = await signInUser(app, app.admin)
  const reset = (id: number) => `/api/v2/users/${id}/second_factor`
  assert.equal((await other.delete(reset(person.id))).status, 403)
  assert.equal((await app.api.delete(reset(person.id))).status, 403, 'a token is no person at a browser')
  const ofAdmin = await signInUser(app, admin)
  for (const id of [app.admin.id, admin.id]) assert.equal((await ofAdmin.delete(reset(id))).status, 403)
  assert.equal((await ofAdmin.delete(reset(99999999))).status, 404)
  assert.equal((await owner.delete(reset(admin.id))).status, 404, 'there is none')
  assert.equal((await ofAdmin.delete(reset(person.id))).status, 204)
  assert.equal((await ofPerson.get('/api/v2/users')).status, 401)
  await signInUser(app, person)
  const { mails } = (await app.api.get('/api/v2/deskhand/mails?filter[topic]=second_factor.reset')).body
  const [mail, ...others] = mails.filter((each: { user_id: number }) => each.user_id === person.id)
  assert.deepEqual([mail.to, others], [person.email, []])
  assert.ok(mail.body.includes(`by ${admin.name}, on ${formatMoment(mail.created_at, 'America/New_York')}.`), mail.body)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${person.id}`)).body
  assert.ok(
    audit_logs.some(
      (entry: { change_description: string; actor_id: number }) =>
        entry.change_description === 'Second factor reset' && entry.actor_id === admin.id,
    ),
  )
})

test('all of it requires a browser session with its CSRF token', async () => {
  const calls: [method: 'get' | 'post' | 'delete', path: string][] = [
    ['get', path],
    ['post', path],
    ['post', `${path}/confirm`],
    ['post', `${path}/recovery_codes`],
    ['delete', path],
  ]
  const session = await signInUser(app, await agent())
  for (const [method, where] of calls) {
    const send = (client: typeof app.api, headers?: Record<string, string>) =>
      method === 'get' ? client.get(where, headers) : client[method](where, body({ password: PASSWORD, code: '1' }), headers)
    assert.equal((await send(nobody)).status, 401, where)
    assert.equal((await send(app.api)).status, 403, where)
    if (method !== 'get') assert.equal((await send(nobody, { cookie: session.cookie })).status, 403, where)
  }
  assert.equal((await session.post(path, {})).status, 400)
})

test('where staff must have one, a new session can only enrol, and afterwards do everything', async () => {
  const person = await agent()
  const customer = await make.user({ password: PASSWORD })
  const basic = app.as({ email: person.email, password: PASSWORD })
  await setUp(app, { security: { second_factor: 'staff' } })
  try {
    assert.equal((await basic.get('/api/v2/users')).status, 401, 'nor does the password alone open the API')
    const answer = await nobody.post('/access/sign_in', person)
    assert.equal(answer.body.user.second_factor_required, true)
    const session = sessionOf(app.base_url, answer)
    assert.equal((await session.get('/api/v2/users/me')).body.user.second_factor_required, true)
    for (const refused of [
      session.get('/api/v2/users'),
      session.get('/api/v2/sessions'),
      session.put('/api/v2/users/me', { user: { alias: 'x' } }),
    ])
      assert.match((await refused).body.error.message, /second factor/)
    assert.equal((await session.get(path)).body.second_factor.required, true)
    await enrol(app, session, PASSWORD)
    assert.equal((await session.get('/api/v2/users')).status, 200)
    assert.equal((await session.get('/api/v2/users/me')).body.user.second_factor_required, undefined)
    assert.equal((await session.delete(path, body({ password: PASSWORD }))).status, 204)
    assert.equal((await session.get('/api/v2/users')).status, 403, 'it must be replaced')
    const ofCustomer = await nobody.post('/access/sign_in', { email: customer.email, password: PASSWORD })
    assert.equal(ofCustomer.body.user.second_factor_required, undefined)
  } finally {
    await setUp(app, { security: { second_factor: 'optional' } })
  }
})

test('where enrolment is not allowed, users who already have a second factor still need it', async () => {
  const person = await agent()
  const other = await agent()
  const { secret } = await enrol(app, await signInUser(app, person), PASSWORD)
  await setUp(app, { security: { second_factor: 'off' } })
  try {
    const session = await signInUser(app, other)
    assert.equal((await session.get(path)).body.second_factor.allowed, false)
    assert.equal((await session.post(path, body({ password: PASSWORD }))).status, 403)
    assert.equal((await give(await challengeOf(app, person), codeNow(secret))).status, 201)
  } finally {
    await setUp(app, { security: { second_factor: 'optional' } })
  }
})
