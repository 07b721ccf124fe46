/** Choosing a password by a mailed link. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { invite, tokenTo } from '#test/invitations.ts'
import { hostClient, putInstance, putSettings } from '#test/instances.ts'
import { makeWith } from '#test/make.ts'
import { putPersonInPerson } from '#test/governance.ts'
import { getMailAsWritten, putPerson } from '#test/records.ts'
import { enrol, signInUser } from '#test/session.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const PASSWORD = 'a password for tests of links'
const LINK = '/access/password_link'

const read = (token: string, api = nobody) => api.post(LINK, { password_link: { token } })
const choose = (token: string, password = PASSWORD, api = nobody) => api.put(LINK, { password_link: { token, password } })
const mailLink = (id: number, api = app.inPerson) => api.post(`/api/v2/users/${id}/password/link`)
const signsIn = async (email: string, password = PASSWORD) => (await nobody.post('/access/sign_in', { email, password })).status

test('only administrators mail links, and only in person', async () => {
  const colleague = await make.agent()
  const agent = await putPersonInPerson(app, { role: 'agent' })
  const endUser = await putPersonInPerson(app, { role: 'end-user' })
  for (const [api, status] of [
    [nobody, 401],
    [agent.api, 403],
    [endUser.api, 403],
    [app.api, 403],
  ] as const) {
    assert.equal((await mailLink(colleague.id, api)).status, status)
  }
  assert.match(JSON.stringify((await mailLink(colleague.id, app.api)).body), /in person/)
  assert.equal((await mailLink(999_999_999)).status, 404)
  const { id: own } = (await app.inPerson.get('/api/v2/users/me')).body.user
  assert.equal((await mailLink(own)).status, 403)
  const other = await putPersonInPerson(app, { role: 'admin' })
  assert.equal((await mailLink(own, other.api)).status, 403, 'the owner')
})

test('an agent chooses a new password by the link; until then the old one works, afterwards all their sessions end', async () => {
  const colleague = await make.agent({ password: 'the password until now' })
  const session = await signInUser(app, { email: colleague.email, password: 'the password until now' })
  await enrol(app, session, 'the password until now')
  const { status, body } = await mailLink(colleague.id)
  assert.deepEqual([status, body.password_link.email, body.password_link.is_first], [200, colleague.email, false])
  assert.equal(await signsIn(colleague.email, 'the password until now'), 202)
  const token = await tokenTo(app, colleague.email, 'password.link')
  assert.equal((await choose(token)).status, 200)
  assert.equal(await signsIn(colleague.email, 'the password until now'), 401)
  assert.equal(await signsIn(colleague.email), 202, 'the second factor stays')
  assert.equal((await session.get('/api/v2/users/me')).body.user.id, null)
})

test('a link works once, and not after the password, the address or the user was changed', async () => {
  const { email, answer } = await invite(app)
  const { id } = answer.body.team_member
  const first = await tokenTo(app, email)
  await mailLink(id)
  const second = await tokenTo(app, email)
  assert.notEqual(first, second)
  assert.equal((await choose(first)).status, 200)
  for (const token of [first, second]) assert.deepEqual([(await read(token)).status, (await choose(token)).status], [410, 410])

  const suspended = await invite(app)
  await app.api.put(`/api/v2/users/${suspended.answer.body.team_member.id}`, { user: { suspended: true } })
  assert.equal((await choose(await tokenTo(app, suspended.email))).status, 410)
  assert.equal((await mailLink(suspended.answer.body.team_member.id)).status, 422)
  const deleted = await invite(app)
  await app.api.delete(`/api/v2/users/${deleted.answer.body.team_member.id}`)
  assert.equal((await choose(await tokenTo(app, deleted.email))).status, 410)
  const moved = await invite(app)
  const identities = `/api/v2/users/${moved.answer.body.team_member.id}/identities`
  const [identity] = (await app.inPerson.get(identities)).body.identities
  await app.inPerson.put(`${identities}/${identity.id}`, { identity: { value: 'moved@team.example' } })
  assert.equal((await choose(await tokenTo(app, moved.email))).status, 410)
})

test('of two concurrent requests with the same link one sets the password', async () => {
  const { email } = await invite(app)
  const token = await tokenTo(app, email)
  const statuses = (await Promise.all([1, 2, 3].map((each) => choose(token, `${PASSWORD} ${each}`)))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 410, 410])
})

test('an invented, truncated or altered link or one of another instance sets nothing', async () => {
  const { email } = await invite(app)
  const token = await tokenTo(app, email)
  const changed = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  for (const wrong of ['', 'x', token.slice(0, 40), changed, 'x'.repeat(5000)])
    assert.deepEqual([(await read(wrong)).status, (await choose(wrong)).status], [410, 410], wrong.slice(0, 60))
  const other = hostClient(app.base_url, (await putInstance(app)).host)
  assert.equal((await choose(token, PASSWORD, other)).status, 410)
  assert.equal((await nobody.put(LINK, {})).status, 400)
  const form = await nobody.put(LINK, `token=${token}`, { 'content-type': 'application/x-www-form-urlencoded' })
  assert.equal(form.status, 415)
  assert.equal((await choose(token)).status, 200)
})

test('an invitation expires after seven days, a link for a new password after one', async () => {
  const setClock = async (clock: object) =>
    assert.equal((await app.inPerson.put('/api/v2/deskhand/settings', { settings: { clock } })).status, 200)
  const { email } = await invite(app)
  const colleague = await make.agent({ password: 'the password until now' })
  await mailLink(colleague.id)
  const invitation = await tokenTo(app, email)
  const link = await tokenTo(app, colleague.email, 'password.link')
  await setClock({ mode: 'shifted', offset_seconds: 86_300 })
  assert.equal((await read(link)).status, 200)
  await setClock({ mode: 'shifted', offset_seconds: 86_500 })
  assert.deepEqual([(await read(link)).status, (await read(invitation)).status], [410, 200])
  await setClock({ mode: 'shifted', offset_seconds: 7 * 86_400 + 100 })
  assert.equal((await read(invitation)).status, 410)
  await setClock({ mode: 'real' })
})

test('where staff can only sign in through a provider, the invitation says so and contains no link', async () => {
  const { email, answer } = await invite(app)
  const early = await tokenTo(app, email)
  // passwords no longer authenticate API calls
  const admin = (await putPersonInPerson(app, { role: 'admin' })).api
  await putSettings(app, app.account_id, { security: { sso_only: true } })
  const later = await invite(app, {}, admin)
  assert.equal(later.answer.status, 201)
  const { body } = await getMailAsWritten(app, later.email, 'password.invitation')
  assert.ok(!body.includes('#'), body)
  assert.match(body, /company account: http\S+\/sign-in/)
  assert.equal((await choose(early)).status, 422)
  assert.equal((await mailLink(answer.body.team_member.id, admin)).status, 422)
  await putSettings(app, app.account_id, { security: { sso_only: false } })
  const person = await putPerson(app, { role: 'end-user' })
  assert.equal((await mailLink(person.id)).status, 200)
})
