import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import {
  createAcceptedRequest,
  createFiledRequest,
  getGovernedPeople,
  putDuties,
  putPersonInPerson as putPerson,
  stepAs,
} from '#test/governance.ts'

const app = await useApp()
const path = '/api/v2/access_requests'
const { requester, manager, provisioner, engineer } = await getGovernedPeople(app)
type Someone = { readonly api: typeof app.api }

const step = (who: Someone, id: number, name: string, reason?: string) =>
  who.api.post(`${path}/${id}/${name}`, reason === undefined ? {} : { step: { reason } })
const stateOf = async (id: number) => (await app.api.get(`${path}/${id}`)).body.access_request.state
const sentence = (answer: { body: any }) => answer.body.error.message as string

// @source docs/reference/specification.md §5.6.2
test('only the manager of the requester can approve a request', async () => {
  const { request } = await createFiledRequest(app)
  for (const who of [requester, provisioner, engineer, app]) {
    const refused = await step(who, request.id, 'approve')
    assert.equal(refused.status, 403)
    assert.match(sentence(refused), /only the manager of the requester may approve it/)
  }
  assert.equal((await step({ api: app.as({}) }, request.id, 'approve')).status, 401)
  const approved = await stepAs(manager, request.id, 'approve', 'We need it')
  assert.deepEqual([approved.state, approved.approved_by_id], ['manager_approved', manager.id])
  assert.match(approved.approved_at, /^\d{4}-/)
})

// @source docs/reference/specification.md §5.6.3
test('a provisioner reviews a request and must give the findings', async () => {
  const { request } = await createFiledRequest(app)
  const early = await step(provisioner, request.id, 'review', 'Sound')
  assert.equal(early.status, 422)
  assert.match(early.body.details.base[0].description, /cannot be reviewed: it waits for the approval of its manager/)
  await stepAs(manager, request.id, 'approve')
  for (const who of [requester, manager, engineer, app]) assert.equal((await step(who, request.id, 'review', 'Sound')).status, 403)
  const silent = await step(provisioner, request.id, 'review', '  ')
  assert.deepEqual(silent.body.details, { reason: [{ description: 'Reason: cannot be blank', error: 'BlankValue' }] })
  const reviewed = await stepAs(provisioner, request.id, 'review', 'Reads tickets only')
  assert.deepEqual(
    [reviewed.state, reviewed.reviewed_by_id, reviewed.allowed_steps],
    ['security_reviewed', provisioner.id, ['accept', 'reject']],
  )
})

// @source docs/reference/specification.md §5.6.4
test('a provisioner decides with a reason; an accepted request waits for an engineer', async () => {
  const { request } = await createFiledRequest(app)
  await stepAs(manager, request.id, 'approve')
  await stepAs(provisioner, request.id, 'review', 'Sound')
  assert.equal((await step(provisioner, request.id, 'accept')).status, 422)
  for (const who of [requester, manager, engineer, app]) assert.equal((await step(who, request.id, 'accept', 'Fine')).status, 403)
  const accepted = await stepAs(provisioner, request.id, 'accept', 'Needed daily')
  assert.deepEqual([accepted.state, accepted.decided_by_id, accepted.allowed_steps], ['accepted', provisioner.id, []])
  const seen = (await engineer.api.get(`${path}/${request.id}`)).body.access_request
  assert.deepEqual(seen.allowed_steps, ['issue'])
  const { events } = (await requester.api.get(`${path}/${request.id}/events`)).body
  assert.deepEqual(
    events.map((event: Record<string, string>) => [event.type, event.actor_name, event.from_state, event.to_state, event.body]),
    [
      ['submit', 'Rita Requester', null, 'submitted', ''],
      ['approve', 'Max Manager', 'submitted', 'manager_approved', ''],
      ['review', 'Paula Provisioner', 'manager_approved', 'security_reviewed', 'Sound'],
      ['accept', 'Paula Provisioner', 'security_reviewed', 'accepted', 'Needed daily'],
    ],
  )
})

test('a request is rejected by its manager, or after approval by a provisioner, always with a reason', async () => {
  const first = (await createFiledRequest(app)).request
  assert.equal((await step(provisioner, first.id, 'reject', 'No')).status, 403)
  assert.equal((await step(manager, first.id, 'reject')).status, 422)
  const rejected = await stepAs(manager, first.id, 'reject', 'Use the report instead')
  assert.deepEqual([rejected.state, rejected.decided_by_id, rejected.deadline_at], ['rejected', manager.id, null])
  assert.match(rejected.closed_at, /^\d{4}-/)
  const second = (await createFiledRequest(app)).request
  await stepAs(manager, second.id, 'approve')
  assert.equal((await step(manager, second.id, 'reject', 'Changed my mind')).status, 403)
  assert.equal((await stepAs(provisioner, second.id, 'reject', 'Too broad')).state, 'rejected')
})

test('only the requester can withdraw a request, at any time before it is issued', async () => {
  const { request } = await createAcceptedRequest(app)
  for (const who of [manager, provisioner, engineer, app]) assert.equal((await step(who, request.id, 'withdraw')).status, 403)
  assert.equal((await stepAs(requester, request.id, 'withdraw')).state, 'withdrawn')
})

test('no step leaves a final state', async () => {
  const withdrawn = (await createFiledRequest(app)).request
  await stepAs(requester, withdrawn.id, 'withdraw')
  const rejected = (await createFiledRequest(app)).request
  await stepAs(manager, rejected.id, 'reject', 'No')
  for (const { id } of [withdrawn, rejected]) {
    const before = (await app.api.get(`${path}/${id}`)).body
    for (const name of ['approve', 'review', 'accept', 'reject', 'withdraw'])
      for (const who of [requester, manager, provisioner]) assert.equal((await step(who, id, name, 'Again')).status, 422)
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, before)
  }
})

// Requester ≠ approving manager ≠ security reviewer. @source docs/reference/access_governance.md §3
test('one person never takes two separated parts, whatever duties they have', async () => {
  const mighty = await putPerson(app, { role: 'admin', name: 'Mia Mighty' })
  const second = await putPerson(app, { role: 'agent' })
  await putDuties(app, second.id, ['provisioner', 'engineer'])
  await putDuties(app, mighty.id, ['requester', 'provisioner', 'engineer', 'support_operations'], second.id)
  const access_request = { kind: 'api_token', title: 'Mine', business_reason: 'Mine', use_case: 'Mine' }
  const own = (await mighty.api.post(path, { access_request })).body.access_request
  assert.deepEqual(own.allowed_steps, ['withdraw'])
  for (const name of ['approve', 'reject']) assert.equal((await step(mighty, own.id, name, 'Mine')).status, 403)
  await stepAs(second, own.id, 'approve')
  for (const who of [mighty, second]) {
    const refused = await step(who, own.id, 'review', 'Sound')
    assert.equal(refused.status, 403)
    assert.match(sentence(refused), who === mighty ? /^The requester of/ : /^The manager who approved/)
  }
  await stepAs(provisioner, own.id, 'review', 'Sound')
  for (const who of [mighty, second]) assert.equal((await step(who, own.id, 'accept', 'Fine')).status, 403)
  await stepAs(provisioner, own.id, 'accept', 'Fine')
  await putDuties(app, provisioner.id, ['provisioner', 'engineer'])
  const issues = async (who: Someone) => (await who.api.get(`${path}/${own.id}`)).body.access_request.allowed_steps.includes('issue')
  const isListed = async (who: Someone) =>
    (await who.api.get(`${path}?role=to_issue`)).body.access_requests.some((row: { id: number }) => row.id === own.id)
  for (const who of [mighty, second, provisioner]) assert.deepEqual([await issues(who), await isListed(who)], [false, false])
  assert.deepEqual([await issues(engineer), await isListed(engineer)], [true, true])
  // the setting lets the reviewer issue, but allows no other combination
  await app.inPerson.put('/api/v2/deskhand/settings', { settings: { access: { engineer_may_review: true } } })
  assert.deepEqual([await issues(provisioner), await isListed(provisioner)], [true, true])
  for (const who of [mighty, second]) assert.deepEqual([await issues(who), await isListed(who)], [false, false])
  await app.inPerson.put('/api/v2/deskhand/settings', { settings: { access: { engineer_may_review: false } } })
  await putDuties(app, provisioner.id, ['provisioner'])
})

test('duties of a user who is no longer staff have no effect', async () => {
  const { request } = await createFiledRequest(app)
  const leaving = await putPerson(app, { role: 'agent' })
  await putDuties(app, leaving.id, ['provisioner'])
  await stepAs(manager, request.id, 'approve')
  assert.deepEqual((await leaving.api.get(`${path}/${request.id}`)).body.access_request.allowed_steps, ['review', 'reject'])
  const demoted = await app.api.put(`/api/v2/users/${leaving.id}`, { user: { role: 'end-user' } })
  assert.equal(demoted.status, 200)
  assert.equal((await step(leaving, request.id, 'review', 'Sound')).status, 403)
  assert.equal(await stateOf(request.id), 'manager_approved')
})

// @source docs/reference/specification.md §5.5.3
test('an integration is issued only by the integration-bot agent', async () => {
  const bot = await putPerson(app, { role: 'agent', name: 'Integration bot' })
  const { request } = await createAcceptedRequest(app, { kind: 'integration', integration_kind: 'webhook' })
  assert.equal((await bot.api.get(`${path}/${request.id}`)).status, 404)
  await app.inPerson.put('/api/v2/deskhand/settings', { settings: { access: { integration_bot_id: bot.id } } })
  assert.deepEqual((await bot.api.get(`${path}/${request.id}`)).body.access_request.allowed_steps, ['issue'])
  assert.deepEqual((await engineer.api.get(`${path}/${request.id}`)).body.access_request.allowed_steps, [])
  assert.deepEqual(
    (await bot.api.get(`${path}?role=to_issue`)).body.access_requests.map((row: { id: number }) => row.id),
    [request.id],
  )
})

test('concurrent attempts at the same step take it once', async () => {
  const { request } = await createFiledRequest(app)
  const answers = await Promise.all([1, 2, 3, 4].map(() => step(manager, request.id, 'approve')))
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 422, 422, 422])
  const { events } = (await app.api.get(`${path}/${request.id}/events`)).body
  assert.equal(events.filter((event: { type: string }) => event.type === 'approve').length, 1)
})

// @source docs/reference/conventions.md §9.1
test('a decision with an outdated text version is refused; a comment does not change the version', async () => {
  const { request } = await createFiledRequest(app)
  const one = `${path}/${request.id}`
  const setClock = (setting: object) => app.inPerson.put('/api/v2/deskhand/settings', { settings: { clock: setting } })
  const approve = (text_version: unknown) => manager.api.post(`${one}/approve`, { step: { text_version } })
  // with a frozen clock, `updated_at` cannot distinguish the two texts
  assert.equal((await setClock({ mode: 'frozen', at: request.created_at })).status, 200)
  const seen = (await manager.api.get(one)).body.access_request
  await requester.api.put(one, { access_request: { use_case: 'A script that deletes every ticket' } })
  const refused = await approve(seen.text_version)
  assert.deepEqual([refused.status, refused.body.error], [409, 'UpdateConflict'])
  assert.match(refused.body.description, /was edited after you opened it/)
  assert.equal(await stateOf(request.id), 'submitted')
  const again = (await manager.api.get(one)).body.access_request
  assert.notEqual(again.text_version, seen.text_version)
  await requester.api.post(`${one}/comments`, { comment: { body: 'Please have a look' } })
  await setClock({ mode: 'real' })
  assert.equal((await approve(again.text_version)).body.access_request?.state, 'manager_approved')
  const takeLateStep = (name: string) =>
    provisioner.api.post(`${one}/${name}`, { step: { reason: 'Sound', text_version: seen.text_version } })
  for (const name of ['review', 'reject']) assert.equal((await takeLateStep(name)).status, 409, name)
  const read = { reason: 'Sound', text_version: again.text_version }
  assert.equal((await provisioner.api.post(`${one}/review`, { step: read })).status, 200)
  assert.equal((await takeLateStep('accept')).status, 409)
  assert.equal((await provisioner.api.post(`${one}/accept`, { step: read })).status, 200)
})

test('a new manager, or a text restored to what it was, keeps the text version; a missing right is reported before a stale version', async () => {
  const { request } = await createFiledRequest(app)
  const { text_version, use_case, id } = request
  await requester.api.put(`${path}/${id}`, { access_request: { use_case: 'Another' } })
  const stranger = await provisioner.api.post(`${path}/${id}/approve`, { step: { text_version } })
  assert.equal(stranger.status, 403)
  await requester.api.put(`${path}/${id}`, { access_request: { use_case } })
  const other = await putPerson(app, { role: 'agent' })
  assert.equal((await app.inPerson.put(`${path}/${id}`, { access_request: { manager_id: other.id } })).status, 200)
  assert.equal((await other.api.post(`${path}/${id}/approve`, { step: { text_version } })).status, 200)
})

// The holder of an API token could act as requester, manager and reviewer in turn. @source docs/reference/access_governance.md §3
test('decisions must be made in person: neither with an API token of the right user nor by a program', async () => {
  const { request, manager, provisioner, requester, engineer } = await createFiledRequest(app)
  const makeTokenClient = (person: { email: string }) => app.as({ email: person.email, token: app.admin.token })
  const filing = { kind: 'api_token', title: 'By token', business_reason: 'x', use_case: 'x' }
  assert.equal((await makeTokenClient(requester).post(path, { access_request: filing })).status, 403)
  const refused = await makeTokenClient(manager).post(`${path}/${request.id}/approve`, {})
  assert.equal(refused.status, 403)
  assert.match(refused.body.error.message, /^This must be done in person/)
  const duties = await makeTokenClient(app.admin).put(`/api/v2/access_people/${manager.id}`, { access_person: { duties: ['provisioner'] } })
  assert.equal(duties.status, 403)
  await stepAs(manager, request.id, 'approve')
  assert.equal((await makeTokenClient(provisioner).post(`${path}/${request.id}/review`, { step: { reason: 'x' } })).status, 403)
  await stepAs(provisioner, request.id, 'review', 'Sound')
  await stepAs(provisioner, request.id, 'accept', 'Needed')
  assert.equal((await makeTokenClient(engineer).post(`${path}/${request.id}/issue`, { issue: {} })).status, 403)
  assert.equal(await stateOf(request.id), 'accepted')
})

test('an access token created with an API token, or granted to a program, does not act in person', async () => {
  const { request } = await createFiledRequest(app)
  const made = await app.inPerson.post('/api/v2/oauth/clients', {
    client: { name: 'Program', identifier: 'program', kind: 'confidential', may_act_in_person: true },
  })
  const { id: client_id, identifier, secret } = made.body.client
  await putDuties(app, request.requester_id, [], app.admin.id)
  const mine = (await createFiledRequest(app)).request
  const mintToken = async (by: typeof app.api, ...more: string[]) =>
    (await by.post('/api/v2/oauth/tokens', { token: { client_id, scopes: ['read', 'write', ...more] } })).body.token.full_token as string
  const grant = { grant_type: 'client_credentials', client_id: identifier, client_secret: secret, scope: 'read write' }
  const granted = (await app.as({}).post('/oauth/tokens', grant)).body.access_token as string
  const approve = (bearer: string) => app.as({ bearer }).post(`${path}/${mine.id}/approve`, {})
  for (const bearer of [await mintToken(app.api), granted, await mintToken(app.as({ bearer: await mintToken(app.api) }))])
    assert.equal((await approve(bearer)).status, 403)
  assert.equal((await approve(await mintToken(app.inPerson))).status, 403, 'without the scope in_person')
  assert.equal((await approve(await mintToken(app.inPerson, 'in_person'))).status, 200)
})
