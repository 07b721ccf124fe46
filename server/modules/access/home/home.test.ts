/** The home page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { createAcceptedRequest, createFiledRequest, getGovernedPeople, putPersonInPerson, stepAs } from '#test/governance.ts'
import { putInstance } from '#test/instances.ts'
import { statementsDuring } from '#test/statements.ts'

const app = await useApp()
const path = '/api/v2/deskhand/home'

async function homeOf(api: Client): Promise<any> {
  const { status, body } = await api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.home
}
/** The waiting items of a user: the kinds with their counts and titles. */
async function waitingFor({ api }: { api: Client }): Promise<unknown[]> {
  const { waiting } = await homeOf(api)
  return waiting.map(({ kind, count, items }: any) => [kind, count, items.map(({ title }: { title: string }) => title)])
}
const doneOf = (home: any): string[] => home.checklist.items.filter(({ done }: any) => done).map(({ key }: any) => key)

test('an access request waits only for the people who can take its next step', async () => {
  const { request, requester, manager, provisioner, engineer } = await createFiledRequest(app, { title: 'Nightly export' })
  const readAllHomes = async () => [
    await waitingFor(requester),
    await waitingFor(manager),
    await waitingFor(provisioner),
    await waitingFor(engineer),
  ]
  const makeEntry = (kind: string) => [[kind, 1, ['Nightly export']]]
  assert.deepEqual(await readAllHomes(), [[], makeEntry('to_approve'), [], []])
  const [{ items }] = (await homeOf(manager.api)).waiting
  assert.deepEqual(items, [{ id: request.id, title: 'Nightly export', until: request.deadline_at }])
  await stepAs(manager, request.id, 'approve')
  assert.deepEqual(await readAllHomes(), [[], [], makeEntry('to_review'), []])
  await stepAs(provisioner, request.id, 'review', 'Sound')
  await stepAs(provisioner, request.id, 'accept', 'Needed')
  assert.deepEqual(await readAllHomes(), [[], [], [], makeEntry('to_issue')])
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${request.id}/issue`, { issue: {} })).status, 201)
  const handed = [['to_open', 1, ['API token for the access request Nightly export']]]
  assert.deepEqual(await readAllHomes(), [handed, [], [], []])
})

test('the first five are shown and all are counted', async () => {
  const { manager } = await getGovernedPeople(app)
  const before = (await homeOf(manager.api)).waiting[0]?.count ?? 0
  for (let count = 0; count < 6; count += 1) await createFiledRequest(app)
  const [{ count, items }] = (await homeOf(manager.api)).waiting
  assert.deepEqual([count, items.length], [before + 6, 5])
})

test('tokens that end within 21 days are listed for administrators', async () => {
  const { request, engineer } = await createAcceptedRequest(app, { lifetime_days: 20, title: 'A short one' })
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${request.id}/issue`, { issue: {} })).status, 201)
  const long = await createAcceptedRequest(app, { lifetime_days: 22 })
  assert.equal((await engineer.api.post(`/api/v2/access_requests/${long.request.id}/issue`, { issue: {} })).status, 201)
  const listEnding = async (api: Client) => (await homeOf(api)).waiting.filter(({ kind }: { kind: string }) => kind === 'ending')
  const [{ count, items }] = await listEnding(app.api)
  assert.deepEqual([count, items[0].title], [1, request.page_url])
  assert.deepEqual(await listEnding(engineer.api), [])
})

test('each set-up step is derived from the current state', async () => {
  const { api, inPerson, owner_id } = await putInstance(app)
  assert.deepEqual(doneOf(await homeOf(api)), [])
  assert.deepEqual(
    (await homeOf(api)).checklist.items.map(({ key }: any) => key),
    ['owner_password', 'second_factor', 'mail', 'manager', 'provisioner', 'engineer', 'integration_bot', 'trackers'],
  )
  const made = await inPerson.post('/api/v2/deskhand/team_members', {
    team_member: { name: 'Paula', email: 'paula@example.com', duties: ['provisioner'], manager_id: owner_id },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(doneOf(await homeOf(api)), ['manager', 'provisioner'])
  const { id } = made.body.team_member
  const settings = {
    access: { integration_bot_id: id, tracker_urls: ['https://tracker.example.com/'] },
    security: { second_factor: 'staff' },
  }
  assert.equal((await inPerson.put('/api/v2/deskhand/settings', { settings })).status, 200)
  assert.deepEqual(doneOf(await homeOf(api)), ['second_factor', 'manager', 'provisioner', 'integration_bot', 'trackers'])
  // a suspended user takes no step
  await inPerson.put(`/api/v2/users/${id}`, { user: { suspended: true } })
  assert.deepEqual(doneOf(await homeOf(api)), ['second_factor', 'integration_bot', 'trackers'])
})

test('the step for the owner’s password is done once they have changed it', async () => {
  const change = { password: 'another long password', previous_password: app.admin.password }
  assert.ok(!doneOf(await homeOf(app.api)).includes('owner_password'))
  assert.equal((await app.inPerson.put(`/api/v2/users/${app.admin.id}/password`, change)).status, 200)
  assert.ok(doneOf(await homeOf(app.api)).includes('owner_password'))
})

test('each administrator dismisses the checklist only for themselves, and it stays dismissed', async () => {
  const admin = await putPersonInPerson(app, { role: 'admin' })
  const preferences = { settings: { lotus: { keyboard_shortcuts_enabled: false } } }
  assert.equal((await admin.api.put('/api/v2/users/me/settings', preferences)).status, 200)
  const isDismissed = async (api: Client) => (await homeOf(api)).checklist.dismissed
  assert.equal(await isDismissed(admin.api), false)
  const { status, body } = await admin.api.put(path, { home: { checklist_dismissed: true } })
  assert.deepEqual([status, body.home.checklist.dismissed], [200, true])
  assert.deepEqual([await isDismissed(admin.api), await isDismissed(app.api)], [true, false])
  assert.equal((await admin.api.get('/api/v2/users/me/settings')).body.settings.lotus.keyboard_shortcuts_enabled, false)
  await admin.api.put('/api/v2/users/me/settings', { settings: { lotus: { keyboard_shortcuts_enabled: true } } })
  assert.equal(await isDismissed(admin.api), true)
  await admin.api.put(path, { home: { checklist_dismissed: false } })
  assert.equal(await isDismissed(admin.api), false)
})

test('callers who cannot set up the account have no checklist; anonymous callers have no home page', async () => {
  for (const role of ['agent', 'end-user'] as const) {
    const { api } = await putPersonInPerson(app, { role })
    assert.equal((await homeOf(api)).checklist, null)
    assert.equal((await api.put(path, { home: { checklist_dismissed: true } })).status, 403)
  }
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).put(path, { home: {} })).status, 401)
  assert.equal((await app.api.put(path, {})).status, 400)
})

test('the home page is one SQL statement', async () => {
  const { manager } = await getGovernedPeople(app)
  await manager.api.get(path)
  const { statements, result } = await statementsDuring(app, () => manager.api.get(path))
  assert.equal(result.status, 200)
  assert.equal(statements.filter((text) => /access_requests|shared_secrets|access_people/.test(text)).length, 1, statements.join('\n'))
})
