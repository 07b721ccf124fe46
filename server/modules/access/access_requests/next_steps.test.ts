/** The people who can take the next steps of an access request. Without any, the request says why and the administrators are mailed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp, suspend } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import {
  createAcceptedRequest,
  createFiledRequest,
  getGovernedPeople,
  putDuties,
  putPersonInPerson as putPerson,
  stepAs,
} from '#test/governance.ts'
import { sessionFor } from '#test/system.ts'

const app = await useApp()
const path = '/api/v2/access_requests'
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
const SCOPES = { kind: 'integration', integration_kind: 'oauth', scopes: ['tickets:read'] }

type Next = { step: string; people: { id: number; name: string }[]; count: number; problem: string | null }
const read = async (id: number, api = requester.api) => (await api.get(`${path}/${id}`)).body.access_request
/** Each remaining step with the people who could take it. */
const namesOf = (next: readonly Next[]) => next.map(({ step, people }) => `${step}: ${people.map(({ name }) => name).join(', ')}`)
const listNextSteps = async (id: number, api = requester.api) => namesOf((await read(id, api)).next_steps)
const listProblems = (next: readonly Next[]) => next.flatMap(({ problem }) => (problem === null ? [] : [problem]))
const stuckMails = async (title: string): Promise<{ to: string; body: string }[]> =>
  (await app.api.get('/api/v2/deskhand/mails?page[size]=100')).body.mails.filter(
    (mail: { topic: string; body: string }) => mail.topic === 'access_request.stuck' && mail.body.includes(title),
  )

// @source docs/reference/specification.md §5.6
test('a request lists the people who can take each remaining step, from filing to the first call', async () => {
  const { request } = await createFiledRequest(app, { title: 'All are named' })
  assert.deepEqual(namesOf(request.next_steps), [
    'approve: Max Manager',
    'review: Paula Provisioner',
    'accept: Paula Provisioner',
    'issue: Emil Engineer',
  ])
  assert.deepEqual(request.next_steps[0], { step: 'approve', people: [{ id: manager.id, name: manager.name }], count: 1, problem: null })
  await stepAs(manager, request.id, 'approve')
  assert.deepEqual(await listNextSteps(request.id, manager.api), [
    'review: Paula Provisioner',
    'accept: Paula Provisioner',
    'issue: Emil Engineer',
  ])
  await stepAs(provisioner, request.id, 'review', 'Sound')
  const accepted = await stepAs(provisioner, request.id, 'accept', 'Needed')
  assert.deepEqual(namesOf(accepted.next_steps), ['issue: Emil Engineer'])
  const { body } = await engineer.api.post(`${path}/${request.id}/issue`, {})
  assert.deepEqual(namesOf(body.access_request.next_steps), ['open: Rita Requester'])
  assert.deepEqual(body.access_request.allowed_acts, ['rotate'], 'what waits to be opened is handed over already')
  assert.equal((await engineer.api.delete(`/api/v2/shared_secrets/${body.shared_secret.id}`)).status, 204)
  const withdrawn = await read(request.id, engineer.api)
  assert.deepEqual([namesOf(withdrawn.next_steps), withdrawn.allowed_acts], [['rotate: Emil Engineer'], ['hand_over', 'rotate']])
  const rotated = (await engineer.api.post(`${path}/${request.id}/rotate`, {})).body
  assert.deepEqual(namesOf(rotated.access_request.next_steps), ['open: Rita Requester'])
  const session = await sessionFor(app, requester.id)
  assert.equal((await session.post('/api/v2/shared_secrets/open', { open: { id: rotated.shared_secret.id } })).status, 200)
  assert.deepEqual(await listNextSteps(request.id), ['use: Rita Requester'])
  await stepAs(requester, request.id, 'revoke', 'Not needed')
  assert.deepEqual(await listNextSteps(request.id), [])
  assert.deepEqual(await stuckMails(request.title), [])
  const listed = (await requester.api.get(`${path}?role=mine&per_page=100`)).body.access_requests
  assert.deepEqual(listed.find((row: { id: number }) => row.id === request.id).next_steps, [])
})

test('a value in mode show is handed over by the administrator who was shown it', async () => {
  const admin = await putPerson(app, { role: 'admin', name: 'Ada Admin' })
  await putDuties(app, admin.id, ['engineer'])
  const { request } = await createAcceptedRequest(app)
  assert.deepEqual(await listNextSteps(request.id), ['issue: Ada Admin, Emil Engineer'])
  assert.equal((await admin.api.post(`${path}/${request.id}/issue`, { issue: { mode: 'show' } })).status, 201)
  assert.deepEqual(await listNextSteps(request.id), ['hand_over: Ada Admin'])
  await suspend(app, admin.id)
  assert.deepEqual(await listNextSteps(request.id), ['rotate: Emil Engineer'])
})

// @source docs/reference/access_governance.md §3
test('a step that no one can take is reported in the request and mailed to administrators, at filing and when it becomes the next step', async () => {
  await putDuties(app, engineer.id, [])
  try {
    const { request } = await createFiledRequest(app, { title: 'Nobody issues' })
    assert.deepEqual(listProblems(request.next_steps), ['Nobody can issue it: there is no engineer without another part in it.'])
    assert.deepEqual(listProblems((await read(request.id, app.api)).next_steps), [
      'Nobody can issue it: there is no engineer without another part in it. Assign the engineer duty to another person at People, Access duties.',
    ])
    const [mail, ...more] = await stuckMails(request.title)
    assert.deepEqual([mail?.to, more], [app.admin.email, []])
    assert.match(mail?.body ?? '', /Nobody can issue it[^]*Assign the engineer duty to another person/)
    await stepAs(manager, request.id, 'approve')
    await stepAs(provisioner, request.id, 'review', 'Sound')
    assert.equal((await stuckMails(request.title)).length, 1, 'the next step has somebody')
    await stepAs(provisioner, request.id, 'accept', 'Needed')
    assert.equal((await stuckMails(request.title)).length, 2)
  } finally {
    await putDuties(app, engineer.id, ['engineer'])
  }
})

// @source docs/reference/access_governance.md §3
test('the only possible reviewer is not listed as issuer, unless the settings let one person do both', async () => {
  await putDuties(app, engineer.id, [])
  await putDuties(app, provisioner.id, ['provisioner', 'engineer'])
  try {
    assert.equal(listProblems((await createFiledRequest(app)).request.next_steps).length, 1)
    await setUp(app, { access: { engineer_may_review: true } })
    assert.equal(listProblems((await createFiledRequest(app)).request.next_steps).length, 0)
    await setUp(app, { access: { engineer_may_review: false } })
    await putDuties(app, manager.id, ['provisioner'])
    const { request } = await createFiledRequest(app)
    assert.deepEqual(namesOf(request.next_steps).slice(1, 3), ['review: Paula Provisioner', 'accept: Paula Provisioner'])
  } finally {
    await setUp(app, { access: { engineer_may_review: false } })
    await putDuties(app, manager.id, [])
    await putDuties(app, provisioner.id, ['provisioner'])
    await putDuties(app, engineer.id, ['engineer'])
  }
})

// @source docs/reference/specification.md §5.5.3
test('an integration waits for the integration-bot agent; without one, no one can issue it', async () => {
  const { request } = await createFiledRequest(app, SCOPES)
  assert.deepEqual(listProblems(request.next_steps), ['Nobody can make the integration: this instance names no integration-bot agent.'])
  const bot = await putPerson(app, { role: 'agent', name: 'Integration bot' })
  await setUp(app, { access: { integration_bot_id: bot.id } })
  assert.deepEqual((await listNextSteps(request.id)).at(-1), 'issue: Integration bot')
  const accepted = (await createAcceptedRequest(app, SCOPES)).request
  const config = { service: 'Ledger', owner_contact: 'ledger@example.com' }
  const draft = { access_request_id: accepted.id, kind: 'oauth', name: 'Ledger', config }
  const made = (await bot.api.post('/api/v2/integrations', { integration: draft })).body
  assert.deepEqual(await listNextSteps(accepted.id), ['open: Rita Requester'])
  const session = await sessionFor(app, requester.id)
  assert.equal((await session.post('/api/v2/shared_secrets/open', { open: { id: made.shared_secret.id } })).status, 200)
  assert.deepEqual(await listNextSteps(accepted.id), ['set_up: Emil Engineer, Integration bot'])
  const chat = (await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'chat' })).request
  const plain = {
    access_request_id: chat.id,
    kind: 'chat',
    name: 'Chat',
    config: { workspace: 'A', channel: '#b', owner_contact: 'c@example.com' },
  }
  assert.equal((await bot.api.post('/api/v2/integrations', { integration: plain })).status, 201)
  assert.deepEqual(await listNextSteps(chat.id), ['set_up: Emil Engineer, Integration bot'])
})

test('the preview of a new request shows who approves, who could take the steps, and what cannot be filed', async () => {
  const preview = async (api: typeof app.api) => (await api.get(`${path}/new`)).body.new_access_request
  const asked = await preview(requester.api)
  assert.deepEqual([asked.manager_id, asked.problem], [manager.id, null])
  const [token, integration] = asked.kinds
  assert.deepEqual([token.kind, token.problem, integration.kind, integration.problem], ['api_token', null, 'integration', null])
  assert.deepEqual(namesOf(token.next_steps)[0], 'approve: Max Manager')
  const alone = await preview((await putPerson(app, { role: 'agent' })).api)
  assert.deepEqual(alone.problem, 'Manager: you have none who could approve the request; an administrator must name one')
  assert.match(listProblems(alone.kinds[0].next_steps)[0] ?? '', /^Nobody can approve it/)
  assert.equal((await (await putPerson(app, { role: 'end-user' })).api.get(`${path}/new`)).status, 403)
  assert.equal((await app.as({}).get(`${path}/new`)).status, 401)
})

test('at most ten people are listed for a step, together with their full number', async () => {
  for (let number = 0; number < 11; number += 1) {
    const { id } = await putPerson(app, { role: 'agent', name: `Reviewer ${number}` })
    await putDuties(app, id, ['provisioner'])
  }
  const { request } = await createFiledRequest(app)
  const review = request.next_steps[1] as Next
  assert.deepEqual([review.step, review.people.length, review.count], ['review', 10, 12])
})
