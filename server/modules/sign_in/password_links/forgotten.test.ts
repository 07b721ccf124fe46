/** Requesting a link to choose a new password on the sign-in page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putSettings } from '#test/instances.ts'
import { invite, tokenTo } from '#test/invitations.ts'
import { waitFor, waitUntilNoneOf } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { getMailAsWritten } from '#test/records.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const PASSWORD = 'the password until now'

const ask = (email: string) => nobody.post('/access/forgotten_password', { forgotten_password: { email } })
const mailsOf = async (userId: number) =>
  (await app.api.get('/api/v2/deskhand/mails?page[size]=100')).body.mails.filter(
    (mail: { user_id: number; topic: string }) => mail.user_id === userId && mail.topic.startsWith('password.'),
  ).length
test('a user who has forgotten their password is mailed a link, and the audit log records it', async () => {
  const { id, email } = await make.agent({ password: PASSWORD })
  const { status, body, headers } = await ask(` ${email.toUpperCase()} `)
  assert.deepEqual([status, body, headers.get('cache-control')], [200, {}, 'no-store'])
  await waitFor(() => mailsOf(id), 1)
  const token = await tokenTo(app, email, 'password.link')
  const [entry] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body.audit_logs
  assert.match(entry.change_description, /requested on the sign-in page/)
  assert.equal((await nobody.post('/access/sign_in', { email, password: PASSWORD })).status, 201)
  const password_link = { token, password: 'another one, just as long' }
  assert.equal((await nobody.put('/access/password_link', { password_link })).status, 200)
  assert.equal((await nobody.post('/access/sign_in', { email, password: password_link.password })).status, 201)
})

test('the answer is the same for unknown addresses and for users who get no mail', async () => {
  const suspended = await make.agent({ password: PASSWORD, suspended: true })
  const unverified = await make.agent({ password: PASSWORD, verified: false })
  for (const email of [suspended.email, unverified.email, 'nobody.at.all@example.org']) {
    const { status, body } = await ask(email)
    assert.deepEqual([status, body], [200, {}])
  }
  await waitUntilNoneOf(app, 'mail_password_link')
  for (const { id } of [suspended, unverified]) assert.equal(await mailsOf(id), 0)
})

test('an invited user without a password can request the link again', async () => {
  const { email, answer } = await invite(app)
  const { id } = answer.body.team_member
  assert.equal(await mailsOf(id), 1)
  await ask(email)
  await waitFor(() => mailsOf(id), 2)
  assert.match((await getMailAsWritten(app, email, 'password.invitation')).body, /Somebody asked/)
})

test('staff of an instance with single sign-on only get a mail that says so, without a link', async () => {
  const { id, email } = await make.agent({ password: PASSWORD })
  await putSettings(app, app.account_id, { security: { sso_only: true } })
  await ask(email)
  await waitFor(
    async () => (await app.database.database.driver`select 1 from mails where user_id = ${id} and topic = 'password.link'`).length,
    1,
  )
  await putSettings(app, app.account_id, { security: { sso_only: false } })
  const { body } = await getMailAsWritten(app, email, 'password.link')
  assert.ok(!body.includes('#'), body)
})

test('an invalid address answers 422, a missing one 400, a form 415', async () => {
  for (const email of ['', 'nobody', 'a b@example.org', 'a@b@c']) assert.equal((await ask(email)).status, 422, email)
  assert.equal((await nobody.post('/access/forgotten_password', {})).status, 400)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await nobody.post('/access/forgotten_password', 'email=a@example.org', form)).status, 415)
})

test('the number of mails to an address is limited', async () => {
  const { email } = await make.agent({ password: PASSWORD })
  const statuses = []
  // five per hour, and the next hour may begin meanwhile
  for (let asked = 0; asked < 12; asked++) statuses.push((await ask(email)).status)
  assert.equal(statuses[0], 200)
  assert.ok(statuses.includes(429), statuses.join())
})
