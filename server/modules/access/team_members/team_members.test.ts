/** Inviting agents and administrators. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPersonInPerson } from '#test/governance.ts'
import { invite, tokenTo } from '#test/invitations.ts'
import { makeWith } from '#test/make.ts'
import { getMailAsWritten } from '#test/records.ts'

const app = await useApp()
const make = makeWith(app.api)
const nobody = app.as({})
const PASSWORD = 'a password for tests of links'
const LINK = '/access/password_link'

const choose = (token: string, password = PASSWORD) => nobody.put(LINK, { password_link: { token, password } })
const signsIn = async (email: string) => (await nobody.post('/access/sign_in', { email, password: PASSWORD })).status

test('an invited agent chooses a password by the mail and signs in; role, duties and manager are set at once', async () => {
  const roles = (await app.api.get('/api/v2/custom_roles')).body.custom_roles
  const lead = roles.find(({ name }: { name: string }) => name === 'Team lead')
  const chief = await make.agent()
  const { email, answer } = await invite(app, { role: 'agent', custom_role_id: lead.id, duties: ['provisioner'], manager_id: chief.id })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { id, invitation_expires_at, invitation_mail, url, ...member } = answer.body.team_member
  assert.deepEqual(member, {
    name: 'Nora New',
    email,
    role: 'agent',
    custom_role_id: lead.id,
    duties: ['provisioner'],
    manager_id: chief.id,
  })
  assert.equal(answer.headers.get('location'), url)
  assert.ok(invitation_mail.id > 0)
  assert.ok(Date.parse(invitation_expires_at) > Date.parse(answer.headers.get('date') ?? ''))
  assert.equal(await signsIn(email), 401)

  const token = await tokenTo(app, email)
  const shown = await nobody.post(LINK, { password_link: { token } })
  assert.equal(shown.status, 200)
  assert.equal(shown.headers.get('cache-control'), 'no-store')
  const { requirements, ...whose } = shown.body.password_link
  assert.deepEqual(whose, { name: 'Nora New', email, is_first: true })
  assert.ok(requirements.includes('must be at least 8 characters'))
  const weak = await choose(token, 'short')
  assert.deepEqual([weak.status, weak.body.details.password[0].description], [422, 'Password: must be at least 8 characters'])
  const chosen = await choose(token)
  assert.deepEqual([chosen.status, chosen.body], [200, { password_link: { email } }])
  assert.equal(await signsIn(email), 201)
  assert.equal((await app.api.get(`/api/v2/users/${id}`)).body.user.verified, true)

  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body
  const said = audit_logs.map(({ change_description }: { change_description: string }) => change_description)
  assert.ok(said.includes(`Password set by the link that was mailed to ${email}`), said.join())
  assert.ok(!JSON.stringify(audit_logs).includes(token))
  assert.match((await getMailAsWritten(app, email, 'password.changed')).body, /was changed by the link that was mailed to you/)
})

test('without a mail server an invitation says that its mail is kept in the outbox, and so does the audit log of the next one', async () => {
  const { email, answer } = await invite(app)
  const { id, invitation_mail } = answer.body.team_member
  assert.equal(invitation_mail.state, 'kept')
  const { mail } = (await app.api.get(`/api/v2/deskhand/mails/${invitation_mail.id}`)).body
  assert.deepEqual([mail.to, mail.topic, mail.state], [email, 'password.invitation', 'kept'])
  const again = (await app.inPerson.post(`/api/v2/users/${id}/password/link`)).body.password_link
  assert.equal(again.mail.state, 'kept')
  assert.notEqual(again.mail.id, invitation_mail.id)
  const [entry] = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${id}`)).body.audit_logs
  assert.equal(entry.change_description, `Invitation to ${email} kept in the outbox: there is no mail server`)
  assert.equal((await nobody.get('/access/methods')).body.methods.sends_mail, false)
})

test('an invalid invitation is refused with the member named, and nothing is stored', async () => {
  const taken = (await invite(app)).email
  for (const [given, member] of [
    [{ email: 'no address' }, 'email'],
    [{ email: taken }, 'email'],
    [{ name: '' }, 'name'],
    [{ role: 'end-user' }, 'role'],
    [{ role: 'owner' }, 'role'],
    [{ custom_role_id: 9_999_999 }, 'custom_role_id'],
    [{ duties: ['king'] }, 'duties'],
    [{ manager_id: 9_999_999 }, 'manager_id'],
  ] as const) {
    const { email, answer } = await invite(app, given)
    assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [422, [member]], JSON.stringify(given))
    const { users } = (await app.api.get(`/api/v2/users/search?query=email:${email}`)).body
    assert.deepEqual(users, [], JSON.stringify(given))
  }
  assert.equal((await app.inPerson.post('/api/v2/deskhand/team_members', {})).status, 400)
})

test('only administrators acting in person can invite', async () => {
  const agent = await putPersonInPerson(app, { role: 'agent' })
  const endUser = await putPersonInPerson(app, { role: 'end-user' })
  for (const [api, status] of [
    [nobody, 401],
    [agent.api, 403],
    [endUser.api, 403],
    [app.api, 403],
  ] as const)
    assert.equal((await invite(app, {}, api)).answer.status, status)
  const admin = await putPersonInPerson(app, { role: 'admin' })
  assert.equal((await invite(app, { role: 'admin' }, admin.api)).answer.body.team_member.role, 'admin')
})
