import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { putUser, setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
const PATH = '/api/v2/groups/count'
const PASSWORD = 'a good long password'

const call = (email: string, password: string, address = '192.0.2.1') =>
  app.as({ email, password }).get(PATH, { 'x-forwarded-for': address })

beforeEach(() => setUp(app, { api: { password_access: true, password_access_end_users: false } }, 'development'))

/** Sends a wrong password until it is refused unchecked; a new window may begin in between, so twice the limit is allowed for. */
async function failUntilRefused(email: string, address: string): Promise<{ tries: number; retryAfter: number }> {
  for (let tries = 1; tries <= 80; tries += 1) {
    const answer = await call(email, 'a wrong password', address)
    if (answer.status === 429) return { tries, retryAfter: Number(answer.headers.get('retry-after')) }
    assert.equal(answer.status, 401)
  }
  throw new Error('80 wrong passwords were looked at')
}

// @source docs/reference/specification.md §5.1.1
test('an address and its password let a user in, a wrong one does not', async () => {
  assert.equal((await call(app.admin.email, app.admin.password)).status, 200)
  const wrong = await call(app.admin.email, 'a wrong password')
  assert.deepEqual([wrong.status, wrong.body], [401, { error: "Couldn't authenticate you" }])
})

// @source docs/reference/specification.md §5.1.3
test('on a production instance the right password is refused, and the answer says why', async () => {
  await setUp(app, {}, 'production')
  const { status, body } = await call(app.admin.email, app.admin.password)
  assert.equal(status, 401)
  assert.deepEqual(body, {
    error: "Couldn't authenticate you",
    description: 'Basic authentication with a password is not enabled on production instances. Use an OAuth access token.',
  })
  assert.deepEqual((await call(app.admin.email, 'a wrong password')).body, body)
})

test('an instance may switch passwords off for staff, and has them off for end users', async () => {
  const customer = await putUser(app, { role: 'end-user', password: PASSWORD })
  assert.match((await call(customer.email, PASSWORD)).body.description, /switched off/)
  await setUp(app, { api: { password_access: false, password_access_end_users: true } })
  assert.equal((await call(customer.email, PASSWORD)).status, 403)
  assert.match((await call(app.admin.email, app.admin.password)).body.description, /switched off/)
})

test('unverified, suspended and inactive users are refused with the correct password', async () => {
  for (const state of [{ verified: false }, { suspended: true }, { active: false }]) {
    const { email } = await putUser(app, { role: 'agent', password: PASSWORD, ...state })
    assert.equal((await call(email, PASSWORD)).status, 401, JSON.stringify(state))
  }
  const without = await putUser(app, { role: 'agent' })
  assert.equal((await call(without.email, '')).status, 401)
})

test('wrong passwords are answered 429 after a while; other names and other addresses are not affected', async () => {
  const victim = await putUser(app, { role: 'agent', password: PASSWORD })
  const bystander = await putUser(app, { role: 'agent', password: PASSWORD })
  const { tries, retryAfter } = await failUntilRefused(victim.email, '192.0.2.10')
  assert.ok(tries > 10 && retryAfter >= 1 && retryAfter <= 300)
  for (let more = 0; more < 15; more += 1) await call(victim.email, 'a wrong password', '192.0.2.10')
  assert.equal((await call(bystander.email, PASSWORD, '192.0.2.10')).status, 200)
  assert.equal((await call(victim.email, PASSWORD, '192.0.2.11')).status, 200)
})

test('an address that tries many names is throttled', async () => {
  let status = 401
  for (let tries = 0; tries < 80 && status === 401; tries += 1)
    status = (await call(`name-${tries}@example.com`, 'a wrong password', '192.0.2.20')).status
  assert.equal(status, 429)
})

test('correct passwords are not counted', async () => {
  const { email } = await putUser(app, { role: 'agent', password: PASSWORD })
  const statuses = await Promise.all(Array.from({ length: 40 }, () => call(email, PASSWORD, '192.0.2.30')))
  assert.ok(statuses.every((answer) => answer.status === 200))
})
