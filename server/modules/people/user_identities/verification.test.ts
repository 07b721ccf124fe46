/** Verifying an address by the link that is mailed to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { makeWith } from '#test/make.ts'
import { getMailAsWritten } from '#test/records.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const makeTokenClient = (user: { email: string }) => app.as({ email: user.email, token: app.admin.token })
const path = (user: { id: number }, rest = '') => `/api/v2/users/${user.id}/identities${rest}`

let added = 0
/** An unverified address of a user, to which no mail has been sent yet. */
async function makeUnverifiedIdentity(user: { id: number }): Promise<{ id: number; value: string }> {
  const identity = { type: 'email', value: `new${++added}@verify.example`, skip_verify_email: true }
  const { status, body } = await app.api.post(path(user), { identity })
  assert.deepEqual([status, body.identity.verified], [201, false])
  return body.identity
}

const mailsTo = async (address: string): Promise<{ subject: string; body: string; user_id: number }[]> =>
  (await app.api.get('/api/v2/deskhand/mails?filter[topic]=identity.verification&page[size]=100')).body.mails.filter(
    (mail: { to: string }) => mail.to === address,
  )
const ask = async (user: { id: number }, id: number) => app.api.put(path(user, `/${id}/request_verification`))
const follow = (token: string, api = nobody) => api.post('/access/verify_address', { verification: { token } })
const isVerified = async (user: { id: number }, id: number) => (await app.api.get(path(user, `/${id}`))).body.identity.verified

/** The token of the link in the only mail to an address. */
async function tokenTo(address: string): Promise<string> {
  assert.equal((await mailsTo(address)).length, 1)
  const { body } = await getMailAsWritten(app, address, 'identity.verification')
  const [, base, token = ''] = /^.*: (http\S+)\/verify_address#(\S+)$/m.exec(body) ?? []
  assert.equal(base, app.base_url)
  return token
}

async function linkFor(user: { id: number }): Promise<{ id: number; value: string; token: string }> {
  const identity = await makeUnverifiedIdentity(user)
  assert.equal((await ask(user, identity.id)).status, 200)
  return { ...identity, token: await tokenTo(identity.value) }
}

// @source docs/reference/people.md §2
test('a link is mailed to the address, and following it verifies the address', async () => {
  const user = await make.user()
  const { id, value } = await makeUnverifiedIdentity(user)
  assert.deepEqual(await mailsTo(value), [])
  const asked = await ask(user, id)
  assert.deepEqual([asked.status, asked.body], [200, {}])
  const [mail] = await mailsTo(value)
  assert.equal(mail?.user_id, user.id)
  assert.ok(mail?.body.includes(user.name), mail?.body ?? 'no mail')
  const { status, body, headers } = await follow(await tokenTo(value))
  assert.deepEqual([status, body], [200, { verification: { email: value } }])
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(await isVerified(user, id), true)
})

test('a link works once, and not at all after the address was verified, changed or removed', async () => {
  const user = await make.user()
  const used = await linkFor(user)
  assert.equal((await follow(used.token)).status, 200)
  assert.equal((await follow(used.token)).status, 410)
  await app.api.put(path(user, `/${used.id}`), { identity: { verified: false } })
  assert.equal((await follow(used.token)).status, 410, 'no longer verified, and still used')
  const changed = await linkFor(user)
  await app.api.put(path(user, `/${changed.id}`), { identity: { value: 'other@verify.example' } })
  assert.equal((await follow(changed.token)).status, 410)
  assert.equal(await isVerified(user, changed.id), false)
  const removed = await linkFor(user)
  await app.api.delete(path(user, `/${removed.id}`))
  assert.equal((await follow(removed.token)).status, 410)
  const leaving = await make.user()
  const left = await linkFor(leaving)
  await app.api.delete(`/api/v2/users/${leaving.id}`)
  assert.equal((await follow(left.token)).status, 410)
})

test('of two concurrent requests with the same link one verifies the address', async () => {
  const { token } = await linkFor(await make.user())
  const statuses = (await Promise.all([1, 2, 3].map(() => follow(token)))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 410, 410])
})

test('an invented, truncated or altered link or one of another instance verifies nothing', async () => {
  const user = await make.user()
  const { id, token } = await linkFor(user)
  const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  for (const wrong of ['', 'x', token.slice(0, 40), changed, 'x'.repeat(5000)])
    assert.equal((await follow(wrong)).status, 410, wrong.slice(0, 60))
  const other = await putInstance(app)
  assert.equal((await follow(token, hostClient(app.base_url, other.host))).status, 410)
  assert.equal((await nobody.post('/access/verify_address', {})).status, 400)
  const form = await nobody.post('/access/verify_address', `token=${token}`, { 'content-type': 'application/x-www-form-urlencoded' })
  assert.equal(form.status, 415)
  assert.equal(await isVerified(user, id), false)
})

async function moveClock(offset_seconds: number): Promise<void> {
  const clock = offset_seconds === 0 ? { mode: 'real' } : { mode: 'shifted', offset_seconds }
  assert.equal((await app.inPerson.put('/api/v2/deskhand/settings', { settings: { clock } })).status, 200)
}

test('a link expires after a day', async () => {
  const user = await make.user()
  const late = await linkFor(user)
  const early = await linkFor(user)
  await moveClock(86_300)
  assert.equal((await follow(early.token)).status, 200)
  await moveClock(86_401)
  assert.equal((await follow(late.token)).status, 410)
  await moveClock(0)
})

test('a link is requested by users themselves or those who may verify their address; not for phones or verified addresses', async () => {
  const user = await make.user()
  const other = await make.user()
  const agent = await make.agent()
  const { id, value } = await makeUnverifiedIdentity(user)
  assert.equal((await makeTokenClient(other).put(path(user, `/${id}/request_verification`))).status, 403)
  const { id: ofAgent } = await makeUnverifiedIdentity(agent)
  assert.equal((await makeTokenClient(user).put(path(agent, `/${ofAgent}/request_verification`))).status, 403)
  assert.equal((await nobody.put(path(user, `/${id}/request_verification`))).status, 401)
  assert.equal((await ask(user, 999_999_999)).status, 404)
  assert.deepEqual(await mailsTo(value), [])
  assert.equal((await makeTokenClient(user).put(`/api/v2/end_users/${user.id}/identities/${id}/request_verification`)).status, 200)
  assert.equal((await mailsTo(value)).length, 1)
  const number = (await app.api.post(path(user), { identity: { type: 'phone_number', value: '+15551230001' } })).body.identity
  assert.equal((await ask(user, number.id)).status, 422)
  await app.api.put(path(user, `/${id}/verify`))
  assert.equal((await ask(user, id)).status, 200)
  assert.equal((await mailsTo(value)).length, 1)
})

// `verified: true` and `skip_verify_email` are honoured. @source docs/reference/people.md §2
test('an address added by staff gets a verification mail, unless it is verified or the call says not to', async () => {
  const user = await make.user()
  const add = (api: typeof app.api, identity: object) => api.post(path(user), { identity: { type: 'email', ...identity } })
  for (const [api, given, mails] of [
    [app.api, { value: 'plain@verify.example' }, 1],
    [app.api, { value: 'known@verify.example', verified: true }, 0],
    [app.api, { value: 'quiet@verify.example', skip_verify_email: true }, 0],
    [makeTokenClient(user), { value: 'own@verify.example' }, 0],
  ] as const) {
    assert.equal((await add(api, given)).status, 201)
    assert.equal((await mailsTo(given.value)).length, mails, given.value)
  }
})

test('an agent can sign in by a verified address immediately, and the audit log records the verification', async () => {
  const agent = await make.agent({ password: 'a long enough one' })
  const { value, token } = await linkFor(agent)
  const door = app.as({ email: value, password: 'a long enough one' })
  assert.equal((await door.get('/api/v2/users')).status, 401)
  assert.equal((await follow(token)).status, 200)
  assert.equal((await door.get('/api/v2/users')).status, 200)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${agent.id}`)).body
  const entry = audit_logs.find((each: { change_description: string }) => each.change_description.includes('was followed'))
  assert.deepEqual([entry.actor_id, entry.change_description.startsWith(value)], [0, true])
  assert.ok(!JSON.stringify(audit_logs).includes(token))
})

test('the number of mails to an unverified address that a user added is limited', async () => {
  const instance = await putInstance(app, { settings: { rate_limit: { plan: 'unlimited', endpoints: true } } })
  const api = hostClient(app.base_url, instance.host, basicToken(instance.email, instance.token))
  const own = path({ id: instance.owner_id })
  const { id } = (await api.post(own, { identity: { type: 'email', value: 'victim@verify.example', skip_verify_email: true } })).body
    .identity
  const statuses: number[] = []
  for (let time = 0; time < 21; time += 1) statuses.push((await api.put(`${own}/${id}/request_verification`)).status)
  assert.deepEqual([statuses.indexOf(429), statuses[0]], [20, 200])
})
