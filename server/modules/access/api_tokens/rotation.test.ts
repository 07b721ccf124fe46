/** Rotation: a new token next to the old one, and the end of the old one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp, trackIssues, TRACKER } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { createAcceptedRequest, putDuties, putPersonInPerson as putPerson } from '#test/governance.ts'
import { runScheduledWork } from '#test/jobs.ts'

const app = await useApp()
await trackIssues(app)
const agent = await putPerson(app, { role: 'agent' })
const admin = await putPerson(app, { role: 'admin' })
const adminEngineer = await putPerson(app, { role: 'admin' })
await putDuties(app, adminEngineer.id, ['engineer'])

let made = 0
const create = async (given: object = {}, who = app.inPerson) =>
  (await who.post('/api/v2/api_tokens', { api_token: { description: `${TRACKER}${++made}`, ...given } })).body.api_token
const rotate = (id: number, rotation: object = { silent_days: 7 }, who = app.inPerson) =>
  who.post(`/api/v2/api_tokens/${id}/rotate`, { rotation })
const show = async (id: number) => (await app.api.get(`/api/v2/api_tokens/${id}`)).body.api_token
const call = (token: string, headers = {}, email = app.admin.email) => app.as({ email, token }).get('/api/v2/groups/count', headers)
const days = (count: number) => setUp(app, { clock: { mode: 'shifted', offset_seconds: count * 86_400 } })
const flushLog = () => app.running.server.requestLog.flush()

test('after a rotation both values work, and the new token has the basis, bounds and end of the old one', async () => {
  const bounds = { allowed_ips: ['127.0.0.0/8'], per_minute: 600, expires_at: '2090-01-01T00:00:00Z' }
  const old = await create(bounds)
  const answer = await rotate(old.id, { silent_days: 3 })
  assert.equal(answer.status, 201)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const next = answer.body.api_token
  assert.equal(answer.headers.get('location'), next.url)
  for (const [member, value] of Object.entries({ description: old.description, ...bounds })) assert.deepEqual(next[member], value, member)
  assert.notEqual(next.token, old.token)
  assert.deepEqual([(await call(old.token)).status, (await call(next.token)).status], [200, 200])
  const { active, replaced_by_id, silent_days, replaced_at } = await show(old.id)
  assert.deepEqual([active, replaced_by_id, silent_days], [true, next.id, 3])
  assert.match(replaced_at, /^\d{4}-/)
})

test('the old token is deactivated after the set number of days without calls, and not before', async () => {
  const old = await create()
  const next = (await rotate(old.id)).body.api_token
  await days(6)
  await call(old.token) // a late call restarts the count
  await flushLog()
  await days(8)
  await runScheduledWork(app)
  assert.equal((await show(old.id)).active, true)
  await days(14)
  await runScheduledWork(app)
  const dead = await show(old.id)
  assert.deepEqual([dead.active, dead.deactivation_reason], [false, 'It was rotated, and unused for 7 days'])
  assert.deepEqual([(await call(old.token)).status, (await call(next.token)).status], [401, 200])
  await days(0)
})

test('late callers since the rotation are listed with program, address, user and endpoint', async () => {
  const old = await create()
  await call(old.token, { 'user-agent': 'early/1.0' })
  await flushLog()
  assert.deepEqual((await app.api.get(`/api/v2/api_tokens/${old.id}/late_callers`)).body, { late_callers: [] })
  await days(400) // the log uses the machine's clock
  const next = (await rotate(old.id)).body.api_token
  for (const agent_name of ['nightly/2.1', 'nightly/2.1', 'export/1.0']) await call(old.token, { 'user-agent': agent_name })
  await call(next.token, { 'user-agent': 'moved/3.0' })
  await flushLog()
  const { late_callers } = (await app.api.get(`/api/v2/api_tokens/${old.id}/late_callers`)).body
  assert.deepEqual(
    late_callers.map((late: any) => [late.user_agent, late.ip_address, late.email, late.method, late.route, late.calls]),
    [
      ['export/1.0', '127.0.0.1', app.admin.email, 'GET', '/api/v2/groups/count', 1],
      ['nightly/2.1', '127.0.0.1', app.admin.email, 'GET', '/api/v2/groups/count', 2],
    ],
  )
  await days(0)
})

test('the request of a rotated token stays open until its last token ends', async () => {
  const { request, requester } = await createAcceptedRequest(app)
  const old = await create({ description: request.page_url }, adminEngineer.api)
  const stateOf = async () => (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request
  const next = (await rotate(old.id, { silent_days: 1 }, adminEngineer.api)).body.api_token
  assert.equal((await stateOf()).api_token_id, next.id)
  await days(2)
  await runScheduledWork(app)
  assert.equal((await show(old.id)).active, false)
  assert.equal((await stateOf()).state, 'issued')
  await app.api.put(`/api/v2/api_tokens/${next.id}`, { api_token: { active: false } })
  assert.equal((await stateOf()).state, 'revoked')
  await days(0)
})

test('a user who may not make such a token cannot rotate it', async () => {
  const { request } = await createAcceptedRequest(app)
  const requested = await create({ description: request.page_url }, adminEngineer.api)
  assert.equal((await rotate(requested.id, {}, admin.api)).status, 400)
  assert.equal((await rotate(requested.id, { silent_days: 7 }, admin.api)).status, 403)
  assert.equal((await rotate(requested.id, { silent_days: 7 }, adminEngineer.api)).status, 201)
  const exceptional = await create({ description: 'Triage', exception: 'team_automation', reason: 'Sorts' })
  assert.equal((await rotate(exceptional.id, { silent_days: 7 }, admin.api)).status, 403)
  assert.equal((await rotate(exceptional.id)).status, 201)
  const tracked = await create()
  assert.equal((await rotate(tracked.id, { silent_days: 7 }, admin.api)).status, 403, 'being an administrator makes nobody an engineer')
  assert.equal((await rotate(tracked.id, { silent_days: 7 }, adminEngineer.api)).status, 201)
})

test('where tokens are bound to their creator, the new token works for the creator of the old one, no matter who rotated it', async () => {
  const old = await create({}, adminEngineer.api)
  await setUp(app, { api: { token_binding: 'user' } })
  const byPassword = app.as({ email: app.admin.email, password: app.admin.password })
  const next = (await rotate(old.id, { silent_days: 7 }, byPassword)).body.api_token
  await setUp(app, { api: { token_binding: 'user' } })
  assert.equal((await call(next.token, {}, adminEngineer.email)).status, 200)
  assert.equal((await call(next.token)).status, 401)
  await setUp(app, { api: { token_binding: 'any' } })
})

test('a rotation is refused for an inactive token, an already rotated one, and an invalid number of days', async () => {
  const { id } = await create()
  for (const silent_days of [0, 91, -1]) {
    const { status, body } = await rotate(id, { silent_days })
    assert.deepEqual([status, Object.keys(body.details)], [422, ['silent_days']])
  }
  assert.equal((await rotate(id, { silent_days: 'soon' })).status, 400)
  assert.equal((await rotate(id, { silent_days: null, anything: 1 })).body.api_token.silent_days, null)
  assert.equal((await show(id)).silent_days, 7)
  assert.match((await rotate(id)).body.details.base[0].description, /rotated already/)
  await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })
  assert.match((await rotate(id)).body.details.base[0].description, /inactive/)
})

test('of concurrent rotations one succeeds; concurrent with a deactivation, request and newest token end together or not at all', async () => {
  const { id } = await create()
  const answers = await Promise.all([rotate(id), rotate(id), rotate(id)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422, 422])
  const { request, requester } = await createAcceptedRequest(app)
  const old = await create({ description: request.page_url }, adminEngineer.api)
  await Promise.all([
    rotate(old.id, { silent_days: 7 }, adminEngineer.api),
    app.api.put(`/api/v2/api_tokens/${old.id}`, { api_token: { active: false } }),
  ])
  const { state, api_token_id } = (await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request
  assert.equal(state === 'revoked', !(await show(api_token_id)).active, state)
  assert.equal((await show(old.id)).active, false)
})

test('administrators only: 401, 403, 404', async () => {
  const { id } = await create()
  const engineer = await putPerson(app, { role: 'agent' })
  await putDuties(app, engineer.id, ['engineer'])
  for (const [who, status] of [
    [app.as({}), 401],
    [agent.api, 403],
    [engineer.api, 403],
  ] as const) {
    assert.equal((await rotate(id, { silent_days: 7 }, who)).status, status)
    assert.equal((await who.get(`/api/v2/api_tokens/${id}/late_callers`)).status, status)
  }
  assert.equal((await rotate(999_999_999)).status, 404)
  assert.equal((await app.api.get('/api/v2/api_tokens/999999999/late_callers')).status, 404)
})
