/** What breaks if a token is revoked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trackIssues, issueUrl } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({ DESKHAND_TRUSTED_PROXIES: '127.0.0.1' })
await trackIssues(app)
const WEEK_SECONDS = 604_800
const agent = await putPerson(app, { role: 'agent' })
const create = async () => (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })).body.api_token
const impactOf = async (id: number, query = '') => (await app.api.get(`/api/v2/api_tokens/${id}/impact${query}`)).body.impact

test('the impact of an unused token is empty', async () => {
  const { id } = await create()
  assert.deepEqual(await impactOf(id), {
    days: 30,
    calls: 0,
    errors: 0,
    writes: 0,
    first_at: null,
    last_at: null,
    quiet_days: null,
    caller_count: 0,
    endpoint_count: 0,
    callers: [],
    endpoints: [],
  })
})

// @source docs/reference/access_governance.md §10
test('the impact counts calls, errors, writes, callers and endpoints of this token only, the busiest first', async () => {
  const { id, token } = await create()
  const other = await create()
  const nightly = { 'user-agent': 'nightly/2.1', 'x-forwarded-for': '192.0.2.7' }
  const api = app.as({ email: app.admin.email, token })
  for (let times = 0; times < 3; times += 1) await api.get('/api/v2/groups', nightly)
  await api.get('/api/v2/groups/999999999', nightly)
  await api.post('/api/v2/groups', { group: { name: 'Made by a script' } }, { 'user-agent': 'setup/1' })
  for (let times = 0; times < 2; times += 1) await app.as({ email: agent.email, token }).get('/api/v2/groups', nightly)
  await app.as({ email: app.admin.email, token: other.token }).get('/api/v2/groups', nightly)
  await app.running.server.requestLog.flush()
  const impact = await impactOf(id)
  const { calls, errors, writes, quiet_days, caller_count, endpoint_count } = impact
  assert.deepEqual(
    { calls, errors, writes, quiet_days, caller_count, endpoint_count },
    {
      calls: 7,
      errors: 1,
      writes: 1,
      quiet_days: 0,
      caller_count: 3,
      endpoint_count: 3,
    },
  )
  assert.deepEqual(
    impact.callers.map((caller: any) => [caller.user_agent, caller.ip_address, caller.email, caller.calls]),
    [
      ['nightly/2.1', '192.0.2.7', app.admin.email, 4],
      ['nightly/2.1', '192.0.2.7', agent.email, 2],
      ['setup/1', '127.0.0.1', app.admin.email, 1],
    ],
  )
  assert.deepEqual(impact.endpoints.map((endpoint: any) => [endpoint.method, endpoint.route, endpoint.calls, endpoint.writes])[0], [
    'GET',
    '/api/v2/groups',
    5,
    0,
  ])
  for (const moment of [impact.first_at, impact.last_at, impact.callers[0].last_at]) assert.match(moment, /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
})

/** Creates the weekly partition of the request log for a moment, as the log does when a call comes in. */
async function makePartition(epochSeconds: number): Promise<void> {
  const from = Math.floor(epochSeconds / WEEK_SECONDS) * WEEK_SECONDS
  const [start, end] = [from, from + WEEK_SECONDS].map((moment) => new Date(moment * 1000).toISOString())
  await app.database.database.driver.unsafe(
    `create table if not exists request_log_from_${from} partition of request_log for values from ('${start}') to ('${end}')`,
  )
}

test('only the requested days are counted, and the days since the last call are returned', async () => {
  const { id, token } = await create()
  await app.as({ email: app.admin.email, token }).get('/api/v2/groups')
  await app.running.server.requestLog.flush()
  const age = defineStatement<unknown>('update request_log set created_at = $3 where account_id = $1 and credential_id = $2')
  const moment = Date.now() - 9 * 86_400_000
  await makePartition(moment / 1000)
  await app.database.database.run(age(app.account_id, id, new Date(moment)))
  assert.deepEqual([(await impactOf(id)).calls, (await impactOf(id)).quiet_days], [1, 9])
  assert.deepEqual([(await impactOf(id, '?days=7')).calls, (await impactOf(id, '?days=7')).quiet_days], [0, null])
})

test('administrators only: 401, 403, 404, and 422 or 400 for an invalid number of days', async () => {
  const { id } = await create()
  assert.equal((await app.as({}).get(`/api/v2/api_tokens/${id}/impact`)).status, 401)
  assert.equal((await agent.api.get(`/api/v2/api_tokens/${id}/impact`)).status, 403)
  assert.equal((await app.api.get('/api/v2/api_tokens/999999999/impact')).status, 404)
  for (const days of [0, 366]) assert.equal((await app.api.get(`/api/v2/api_tokens/${id}/impact?days=${days}`)).status, 422)
  assert.equal((await app.api.get(`/api/v2/api_tokens/${id}/impact?days=many`)).status, 400)
})
