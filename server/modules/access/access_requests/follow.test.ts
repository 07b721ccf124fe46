/** What happens to pending requests when a user gains or loses a part in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { createFiledRequest, getGovernedPeople, putDuties, putPersonInPerson as putPerson, stepAs } from '#test/governance.ts'
import { waitFor } from '#test/jobs.ts'

const app = await useApp()
const path = '/api/v2/access_requests'
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)

const mailsTo = async (to: string, topic: string): Promise<{ subject: string; body: string }[]> =>
  (await app.api.get(`/api/v2/deskhand/mails?page[size]=100&filter[topic]=access_request.${topic}`)).body.mails.filter(
    (mail: { to: string }) => mail.to === to,
  )
const count = (to: string, topic: string) => async () => (await mailsTo(to, topic)).length
const read = async (id: number) => (await app.api.get(`${path}/${id}`)).body.access_request
const setRole = async (id: number, user: object) => assert.equal((await app.inPerson.put(`/api/v2/users/${id}`, { user })).status, 200)

test('a new provisioner or engineer is mailed the requests that wait for them, and nothing else', async () => {
  const review = (await createFiledRequest(app, { title: 'To be reviewed' })).request
  const issue = (await createFiledRequest(app, { title: 'To be issued' })).request
  for (const { id } of [review, issue]) await stepAs(manager, id, 'approve')
  await stepAs(provisioner, issue.id, 'review', 'Sound')
  await stepAs(provisioner, issue.id, 'accept', 'Needed')
  const later = await putPerson(app, { role: 'agent' })
  const other = await putPerson(app, { role: 'agent' })
  await putDuties(app, later.id, ['provisioner'])
  await waitFor(count(later.email, 'waiting'), 1)
  const [mail] = await mailsTo(later.email, 'waiting')
  assert.equal(mail?.subject, 'An access request waits for you')
  assert.ok(mail?.body.includes(`"To be reviewed"\n${review.page_url}`))
  assert.ok(!mail?.body.includes('To be issued'))
  // the manager approved both requests and may take no other part in them
  await putDuties(app, manager.id, ['engineer', 'provisioner'])
  await putDuties(app, later.id, ['provisioner'])
  await putDuties(app, other.id, ['engineer'])
  await waitFor(count(other.email, 'waiting'), 1)
  assert.match((await mailsTo(other.email, 'waiting'))[0]?.body ?? '', /To be issued/)
  assert.deepEqual([await count(manager.email, 'waiting')(), await count(later.email, 'waiting')()], [0, 1])
  await putDuties(app, manager.id, [])
  for (const { id } of [later, other]) await putDuties(app, id, [])
})

// @source docs/reference/specification.md §5.6.2
test('requests that wait for a former manager move to the new one, except those an administrator has assigned to someone else', async () => {
  const one = (await createFiledRequest(app)).request
  const named = (await createFiledRequest(app)).request
  const chief = await putPerson(app, { role: 'agent', name: 'Nora New' })
  const stand_in = await putPerson(app, { role: 'agent' })
  const access_request = { manager_id: stand_in.id }
  assert.equal((await app.inPerson.put(`${path}/${named.id}`, { access_request })).status, 200)
  await putDuties(app, requester.id, [], chief.id)
  await waitFor(async () => (await read(one.id)).manager_id, chief.id)
  assert.equal((await read(named.id)).manager_id, stand_in.id)
  assert.match((await mailsTo(chief.email, 'submitted'))[0]?.body ?? '', /Please approve or reject it/)
  const { events } = (await requester.api.get(`${path}/${one.id}/events`)).body
  assert.deepEqual([events.at(-1).actor_name, events.at(-1).body], ['System', 'Manager changed from Max Manager to Nora New'])
  assert.equal((await stepAs(chief, one.id, 'approve')).approved_by_id, chief.id)
  await putDuties(app, requester.id, [], manager.id)
})

test('a new integration-bot agent is mailed the requests for integrations that wait for it', async () => {
  const { request } = await createFiledRequest(app, { kind: 'integration', integration_kind: 'chat', title: 'A chat' })
  await stepAs(manager, request.id, 'approve')
  for (const step of ['review', 'accept']) await stepAs(provisioner, request.id, step, 'Sound')
  const bot = await putPerson(app, { role: 'agent' })
  const settings = { access: { integration_bot_id: bot.id } }
  assert.equal((await app.inPerson.put('/api/v2/deskhand/settings', { settings })).status, 200)
  await waitFor(count(bot.email, 'waiting'), 1)
  assert.match((await mailsTo(bot.email, 'waiting'))[0]?.body ?? '', /A chat/)
})

test('administrators are notified when the last person who can take a step leaves; a person who returns is mailed what waits for them', async () => {
  const { request } = await createFiledRequest(app, { title: 'Left alone' })
  await stepAs(manager, request.id, 'approve')
  for (const step of ['review', 'accept']) await stepAs(provisioner, request.id, step, 'Sound')
  const seen = await count(app.admin.email, 'stuck')()
  await setRole(engineer.id, { suspended: true })
  await waitFor(count(app.admin.email, 'stuck'), seen + 1)
  const [mail] = await mailsTo(app.admin.email, 'stuck')
  assert.match(mail?.body ?? '', /Left alone[^]*there is no engineer[^]*Assign the engineer duty/)
  const before = await count(engineer.email, 'waiting')()
  await setRole(engineer.id, { suspended: false })
  await waitFor(count(engineer.email, 'waiting'), before + 1)
  await putDuties(app, engineer.id, [])
  await waitFor(count(app.admin.email, 'stuck'), seen + 2)
  await putDuties(app, engineer.id, ['engineer'])
  const leaving = await putPerson(app, { role: 'agent' })
  await putDuties(app, requester.id, [], leaving.id)
  const waits = (await createFiledRequest(app, { title: 'Its manager goes' })).request
  assert.equal((await app.inPerson.delete(`/api/v2/users/${leaving.id}`)).status, 200)
  await waitFor(async () => (await mailsTo(app.admin.email, 'stuck'))[0]?.body.includes('Its manager goes'), true)
  assert.match((await read(waits.id)).next_steps[0].problem, /^Nobody can approve it: .* Name another manager on its page\.$/)
})
