/** Expiry, idleness and the notices before an end, by the clock of the account. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setUp, trackIssues, issueUrl } from '#test/access.ts'
import { type TestApp, useApp } from '#test/app.ts'
import { createAcceptedRequest, putDuties, putPersonInPerson } from '#test/governance.ts'
import { runScheduledWork } from '#test/jobs.ts'

const app: TestApp = await useApp()
await trackIssues(app)
// signs in with a password, because the administrator's own token also becomes idle when the clock moves
const api = app.as({ email: app.admin.email, password: app.admin.password })
const START = '2026-08-01T12:00:00.000Z'
const settings = '/api/v2/deskhand/settings'

const setClock = (day: string) => setUp(app, { clock: { mode: 'frozen', at: `${day}T12:00:00.000Z` } })
const advanceTo = async (day: string) => {
  await setClock(day)
  await runScheduledWork(app)
}
const create = async (given: object = {}, who = api) => {
  const { status, body } = await who.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), ...given } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.api_token
}
/** Creates an administrator who may make tokens for tracker issues. */
const putMaker = async () => {
  const maker = await putPersonInPerson(app, { role: 'admin' })
  await putDuties(app, maker.id, ['engineer'])
  return maker
}
const show = async (id: number) => (await api.get(`/api/v2/api_tokens/${id}`)).body.api_token
const mailsTo = async (email: string, topic: string): Promise<any[]> =>
  (await api.get(`/api/v2/deskhand/mails?filter[topic]=${topic}&page[size]=100`)).body.mails.filter((mail: any) => mail.to === email)
const use = async (token: string) => {
  await app.as({ email: app.admin.email, token }).get('/api/v2/groups/count')
  await app.running.server.requestLog.flush()
}

const NEVER = { token_idle_days: null, token_idle_from: null, token_idle_delete_days: 60, token_sunset: null, token_after_sunset: 'header' }
beforeEach(() => setUp(app, { clock: { mode: 'frozen', at: START }, api: NEVER }))

test('an expired token is deactivated, audited as an act of the system, and its creator is mailed', async () => {
  const who = await putMaker()
  const { id, visible_token } = await create({ expires_at: '2026-08-03T00:00:00Z' }, who.api)
  await advanceTo('2026-08-02')
  assert.equal((await show(id)).active, true)
  await advanceTo('2026-08-03')
  const { active, deactivation_reason, deactivated_at } = await show(id)
  assert.deepEqual([active, deactivation_reason, deactivated_at], [false, 'It has expired', '2026-08-03T12:00:00Z'])
  const log = await api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${id}&sort=-created_at`)
  const [entry] = log.body.audit_logs
  assert.deepEqual([entry.actor_id, entry.change_description], [-1, 'Deactivated: It has expired'])
  await runScheduledWork(app)
  const mails = await mailsTo(who.email, 'api_token.deactivated')
  assert.equal(mails.length, 1)
  assert.ok(mails[0].body.includes(visible_token) && mails[0].body.includes('It has expired'))
  const back = await api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: true } })
  assert.deepEqual([back.status, Object.keys(back.body.details)], [422, ['expires_at']])
})

// @source docs/reference/access_governance.md §7
test('creator and requester are mailed 21, 7 and 1 days before the end, once each', async () => {
  const engineer = await putPersonInPerson(app, { role: 'admin' })
  await putDuties(app, engineer.id, ['engineer'])
  const { request, requester } = await createAcceptedRequest(app, { lifetime_days: 30 })
  await create({ description: request.page_url }, engineer.api) // ends on 2026-08-31
  const counts: [string, number][] = []
  for (const day of ['2026-08-09', '2026-08-10', '2026-08-23', '2026-08-24', '2026-08-29', '2026-08-30']) {
    await advanceTo(day)
    await runScheduledWork(app)
    const [one, two] = await Promise.all([mailsTo(engineer.email, 'api_token.ends'), mailsTo(requester.email, 'api_token.ends')])
    assert.equal(one.length, two.length)
    counts.push([day.slice(5), one.length])
  }
  assert.deepEqual(counts, [
    ['08-09', 0],
    ['08-10', 1],
    ['08-23', 1],
    ['08-24', 2],
    ['08-29', 2],
    ['08-30', 3],
  ])
  const subjects = (await mailsTo(requester.email, 'api_token.ends')).map((mail) => mail.subject)
  assert.deepEqual(subjects.toSorted(), [
    'An API token ends in 21 days or less',
    'An API token ends in 7 days or less',
    'An API token ends in a day or less',
  ])
  await advanceTo('2026-08-31')
  assert.equal((await requester.api.get(`/api/v2/access_requests/${request.id}`)).body.access_request.state, 'revoked')
})

test('a new end sends new notices, and a short-lived token sends only the notices after its creation', async () => {
  const who = await putMaker()
  const { id } = await create({ expires_at: '2026-08-06T12:00:00Z' }, who.api)
  await advanceTo('2026-08-02')
  assert.equal((await mailsTo(who.email, 'api_token.ends')).length, 0)
  await advanceTo('2026-08-05')
  assert.equal((await mailsTo(who.email, 'api_token.ends')).length, 1)
  await api.put(`/api/v2/api_tokens/${id}`, { api_token: { expires_at: '2026-09-01T12:00:00Z' } })
  await advanceTo('2026-08-26')
  assert.equal((await mailsTo(who.email, 'api_token.ends')).length, 2)
})

// @source docs/reference/specification.md §5.4.2; docs/reference/authentication.md §2.4
test('before the day from which API tokens are refused, creators are mailed once for all their tokens', async () => {
  const who = await putMaker()
  const tokens = [await create({}, who.api), await create({}, who.api)]
  await setUp(app, { api: { token_sunset: '2027-04-30T00:00:00.000Z' } })
  await advanceTo('2027-04-20')
  assert.equal((await mailsTo(who.email, 'api_token.ends')).length, 0)
  await setUp(app, { api: { token_after_sunset: 'refuse' } })
  await advanceTo('2027-04-25')
  const [mail, ...more] = await mailsTo(who.email, 'api_token.ends')
  assert.deepEqual([mail.subject, more.length], ['2 API tokens end in 7 days or less', 0])
  for (const { visible_token } of tokens) assert.ok(mail.body.includes(visible_token))
})

test('moving the clock applies the phases at once, and the settings show them', async () => {
  const who = await putMaker()
  const { id } = await create({ expires_at: '2026-08-02T00:00:00Z' }, who.api)
  const phases = { token_creation_ends: '2031-01-01', token_idle_days: 400, token_idle_from: '2031-02-01', token_idle_delete_days: null }
  const changed = await api.put(settings, { settings: { api: phases } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const shown = (await api.get(settings)).body.settings.api
  assert.deepEqual(
    [shown.token_creation_ends, shown.token_idle_days, shown.token_idle_from, shown.token_idle_delete_days],
    ['2031-01-01T00:00:00Z', 400, '2031-02-01T00:00:00Z', null],
  )
  assert.deepEqual(Object.keys((await api.put(settings, { settings: { api: { token_idle_delete_days: 0 } } })).body.details), [
    'api.token_idle_delete_days',
  ])
  await api.put(settings, { settings: { clock: { mode: 'frozen', at: '2026-08-03T00:00:00Z' } } })
  await runScheduledWork(app)
  assert.equal((await show(id)).active, false)
  await setUp(app, { api: { token_creation_ends: null } })
})

// @source docs/reference/authentication.md §2.4; docs/reference/access_governance.md §7
test('an unused token is deactivated after the idle days and deleted later; a token in use or changed is kept', async () => {
  const idle = await create()
  const used = await create()
  const changed = await create()
  await setUp(app, { api: { token_idle_days: 30, token_idle_from: '2026-09-05T00:00:00.000Z' } })
  await setClock('2026-08-25')
  await use(used.token)
  await api.put(`/api/v2/api_tokens/${changed.id}`, { api_token: { per_minute: 100 } })
  await advanceTo('2026-09-04') // 34 days unused, but the phase has not begun
  assert.equal((await show(idle.id)).active, true)
  await advanceTo('2026-09-06')
  assert.deepEqual([(await show(idle.id)).active, (await show(idle.id)).deactivation_reason], [false, 'Nobody has used it for 30 days'])
  assert.deepEqual([(await show(used.id)).active, (await show(changed.id)).active], [true, true])
  await advanceTo('2026-11-04')
  assert.equal((await show(idle.id)).id, idle.id)
  await advanceTo('2026-11-06')
  assert.equal((await api.get(`/api/v2/api_tokens/${idle.id}`)).status, 404)
  const log = await api.get(`/api/v2/audit_logs?filter[source_type]=apitoken&filter[source_id]=${idle.id}&sort=-created_at`)
  assert.deepEqual([log.body.audit_logs[0].action, log.body.audit_logs[0].actor_id], ['destroy', -1])
})

test('a reactivated token is idle only after the full number of days again, and tokens deactivated for other reasons are kept', async () => {
  const idle = await create()
  const revoked = await create()
  await api.put(`/api/v2/api_tokens/${revoked.id}`, { api_token: { active: false } })
  await setUp(app, { api: { token_idle_days: 30 } })
  await advanceTo('2026-09-01')
  assert.equal((await show(idle.id)).active, false)
  await api.put(`/api/v2/api_tokens/${idle.id}`, { api_token: { active: true } })
  assert.deepEqual([(await show(idle.id)).deactivated_at, (await show(idle.id)).deactivation_reason], [null, null])
  await advanceTo('2026-09-20')
  assert.equal((await show(idle.id)).active, true)
  await setUp(app, { api: { token_idle_delete_days: null } })
  await advanceTo('2026-12-01')
  assert.equal((await show(idle.id)).active, false)
  await advanceTo('2027-12-01')
  assert.equal((await show(idle.id)).id, idle.id)
  await setUp(app, { api: { token_idle_delete_days: 60 } })
  await advanceTo('2027-12-02')
  assert.equal((await api.get(`/api/v2/api_tokens/${idle.id}`)).status, 404)
  assert.equal((await show(revoked.id)).active, false)
})
