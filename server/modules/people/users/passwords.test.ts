import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { formatMoment } from '#lib/dates.ts'

const app = await useApp()
const make = makeWith(app.api)
const owner = app.as({ email: app.admin.email, password: app.admin.password })
const path = (user: { id: number }) => `/api/v2/users/${user.id}/password`

test('an admin sets a password, which works from then on', async () => {
  const agent = await make.agent()
  const given = await owner.post(`${path(agent)}.json`, { password: 'first password' })
  assert.deepEqual([given.status, given.body], [200, {}])
  assert.equal((await app.as({ email: agent.email, password: 'first password' }).get('/api/v2/users/me')).body.user.id, agent.id)
  const own = app.as({ email: agent.email, password: 'first password' })
  assert.equal((await own.put(path(agent), { previous_password: 'wrong', password: 'second password' })).status, 422)
  assert.equal((await own.put(path(agent), { previous_password: 'first password', password: 'second password' })).status, 200)
  assert.equal((await own.get('/api/v2/users')).status, 401)
  assert.equal((await app.as({ email: agent.email, password: 'second password' }).get('/api/v2/users')).status, 200)
})

test('every password change is mailed to the user: by whom and when, and without any secret', async () => {
  const agent = await make.agent()
  const mails = async () =>
    (await app.api.get('/api/v2/deskhand/mails?filter[topic]=password.changed')).body.mails.filter(
      (mail: { user_id: number }) => mail.user_id === agent.id,
    )
  await owner.post(path(agent), { password: 'first password' })
  const own = app.as({ email: agent.email, password: 'first password' })
  await own.put(path(agent), { previous_password: 'wrong', password: 'second password' })
  assert.equal((await mails()).length, 1)
  await own.put(path(agent), { previous_password: 'first password', password: 'second password' })
  const [second, first] = await mails()
  const { name } = (await app.api.get('/api/v2/users/me')).body.user
  for (const [mail, by] of [
    [first, name],
    [second, agent.name],
  ] as const) {
    assert.equal(mail.to, agent.email)
    assert.ok(mail.body.includes(`was changed by ${by}, on ${formatMoment(mail.created_at, 'America/New_York')}.`), mail.body)
    assert.doesNotMatch(mail.body, /first password|second password/)
  }
})

test('API tokens set no passwords, agents none of others, and only the owner that of the owner', async () => {
  const agent = await make.agent({ password: 'agents password' })
  const other = await make.agent({ role: 'admin', password: 'admins password' })
  for (const answer of [
    await app.api.post(path(agent), { password: 'first password' }),
    await app.api.put(path({ id: app.admin.id }), { previous_password: app.admin.password, password: 'first password' }),
  ])
    assert.deepEqual([answer.status, answer.body.error.message], [403, 'Passwords cannot be set with an API token'])
  assert.equal(
    (await app.as({ email: agent.email, password: 'agents password' }).post(path(other), { password: 'first password' })).status,
    403,
  )
  assert.equal(
    (await app.as({ email: other.email, password: 'admins password' }).post(path({ id: app.admin.id }), { password: 'first password' }))
      .status,
    403,
  )
  assert.equal((await owner.put(path(agent), { previous_password: 'agents password', password: 'first password' })).status, 403)
  assert.equal((await owner.post(path({ id: 99999999 }), { password: 'first password' })).status, 404)
})

test('the password requirements are listed and enforced', async () => {
  const agent = await make.agent()
  assert.deepEqual((await owner.get(`${path(agent)}/requirements.json`)).body, {
    requirements: [
      'must be at least 8 characters',
      'must be at most 128 characters',
      'must be different from email address',
      'must not be one of the most common passwords',
    ],
  })
  const short = await owner.post(path(agent), { password: 'short' })
  assert.deepEqual(
    [short.status, short.body.details],
    [422, { password: [{ description: 'Password: must be at least 8 characters', error: 'InvalidValue' }] }],
  )
  assert.equal((await app.api.post('/api/v2/users', { user: { name: 'A', password: 'short' } })).status, 422)
})

test('an instance can forbid admins to set passwords', async () => {
  await setUp(app, { users: { admins_set_passwords: false } })
  const agent = await make.agent()
  assert.equal((await owner.post(path(agent), { password: 'first password' })).status, 403)
  assert.equal((await app.api.post('/api/v2/users', { user: { name: 'A', password: 'first password' } })).status, 403)
  await setUp(app, { users: { admins_set_passwords: true } })
})

test('stricter requirements of an instance are listed and enforced consistently', async () => {
  const policy = { min_length: 12, mixed_case: true, complexity: 2, max_sequence: 4, forbid_email_parts: true, history: 2 }
  await setUp(app, { security: { password: policy } })
  try {
    const agent = await make.agent()
    const { requirements } = (await owner.get(`${path(agent)}/requirements`)).body
    assert.deepEqual(requirements, [
      'must be at least 12 characters',
      'must be at most 128 characters',
      'must be different from email address',
      'must not be one of the most common passwords',
      'must have small letters and capitals',
      'must have letters, numbers and special characters',
      'must not have more than 4 letters or numbers in sequence',
      'must not include the first part of the email address',
      'must be different from the last 2 passwords',
    ])
    const said = (await owner.post(path(agent), { password: 'vwxyz-a' })).body.details.password.map(
      (one: { description: string }) => one.description,
    )
    assert.deepEqual(
      said,
      [0, 4, 5, 6].map((index) => `Password: ${requirements[index]}`),
    )
    assert.equal((await app.api.post('/api/v2/users', { user: { name: 'A', password: 'first password' } })).status, 422)
    const one = 'First-Word 1 then'
    const two = 'Second-Word 2 then'
    const three = 'Third-Word 3 then'
    for (const password of [one, two]) assert.equal((await owner.post(path(agent), { password })).status, 200)
    for (const password of [one, two])
      assert.deepEqual((await owner.post(path(agent), { password })).body.details.password[0].description, `Password: ${requirements[8]}`)
    assert.equal((await owner.post(path(agent), { password: three })).status, 200)
    assert.equal((await owner.post(path(agent), { password: one })).status, 200, 'two others were in between')
    const kept = await app.database.database.driver`select password_hash from previous_passwords where user_id = ${agent.id}`
    assert.equal(kept.length, 2)
    assert.ok(kept.every((row) => String(row.password_hash).startsWith('$argon2id$')))
  } finally {
    await setUp(app, {
      security: {
        password: { min_length: 8, mixed_case: false, complexity: 0, max_sequence: null, forbid_email_parts: false, history: 0 },
      },
    })
  }
})

test('a deleted user gets no password, and the requirements are shown to the user and to agents', async () => {
  const gone = await make.user()
  const customer = await make.user()
  const other = await make.user()
  assert.equal((await app.api.delete(`/api/v2/users/${gone.id}`)).status, 200)
  assert.equal((await owner.post(path(gone), { password: 'a good enough one' })).status, 403)
  const own = app.as({ email: customer.email, token: app.admin.token })
  assert.equal((await own.get(`${path(customer)}/requirements`)).status, 200)
  assert.equal((await own.get(`${path(other)}/requirements`)).status, 403)
})
