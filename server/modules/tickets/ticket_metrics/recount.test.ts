/** Business time over HTTP, by the clock of the instance; and the recount of tickets that were measured before it was stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'
import { migrationText } from '#db/setup/migrate.ts'

const app = await useApp()
const { api } = app
const { database } = app.database
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user' })
const agent = await putPerson(app, { role: 'agent' })
const accountId = app.account_id

const clockAt = (at: string) => setUp(app, { clock: { mode: 'frozen', at: `${at}:00.000Z` } })
const change = async (id: number, ticket: object) => {
  const answer = await agent.api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const answer = { body: 'An answer', public: true }
const MEMBERS = ['reply_time', 'first_resolution_time', 'full_resolution_time', 'agent_wait_time', 'requester_wait_time', 'on_hold_time']
const metricOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}/metrics`)).body.ticket_metric
const minutesOf = async (id: number) => {
  const metric = await metricOf(id)
  return Object.fromEntries(MEMBERS.map((name) => [name, [metric[`${name}_in_minutes`].calendar, metric[`${name}_in_minutes`].business]]))
}
const eventsOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}?include=metric_events`)).body.ticket.metric_events
const statusesOf = async (id: number, metric: string) =>
  (await eventsOf(id))[metric].flatMap(({ status }: any) => (status === undefined ? [] : [[status.calendar, status.business]]))

// from Monday to Friday, nine to five in Berlin; the second of March 2026 is a Monday
const { schedule } = (await api.post('/api/v2/business_hours/schedules', { schedule: { name: 'Office', time_zone: 'Berlin' } })).body
await api.post(`/api/v2/business_hours/schedules/${schedule.id}/holidays`, { holiday: { name: 'Off', start_date: '2026-03-04' } })

/** A ticket that is asked on Monday at 16:00 in Berlin and goes through all statuses until Thursday at 10:00. */
async function makeLivedTicket(): Promise<number> {
  await clockAt('2026-03-02T15:00')
  const { id } = await make.ticket({ requester_id: customer.id, comment: { body: 'Help', author_id: customer.id } })
  await clockAt('2026-03-02T17:00')
  await change(id, { status: 'open' })
  await clockAt('2026-03-03T09:00')
  await change(id, { status: 'pending', comment: answer })
  await clockAt('2026-03-04T12:00')
  await change(id, { status: 'hold' })
  await clockAt('2026-03-05T09:00')
  await change(id, { status: 'solved', assignee_id: agent.id })
  return id
}
const HOUR = 60
const EXPECTED = {
  // one hour on Monday and one on Tuesday
  reply_time: [18 * HOUR, 2 * HOUR],
  // and seven more on Tuesday, none on the holiday, one on Thursday
  first_resolution_time: [66 * HOUR, 10 * HOUR],
  full_resolution_time: [66 * HOUR, 10 * HOUR],
  agent_wait_time: [27 * HOUR, 7 * HOUR],
  requester_wait_time: [39 * HOUR, 3 * HOUR],
  on_hold_time: [21 * HOUR, 1 * HOUR],
}

test('metrics and their events tell calendar time and time in business hours', async () => {
  const id = await makeLivedTicket()
  assert.deepEqual(await minutesOf(id), EXPECTED)
  assert.deepEqual((await metricOf(id)).reply_time_in_seconds, { calendar: 18 * 3600, business: 2 * 3600 })
  assert.deepEqual(await statusesOf(id, 'reply_time'), [[18 * HOUR, 2 * HOUR]])
  assert.deepEqual(await statusesOf(id, 'requester_wait_time'), [
    [18 * HOUR, 2 * HOUR],
    [39 * HOUR, 3 * HOUR],
  ])
  assert.deepEqual(await statusesOf(id, 'resolution_time'), [[66 * HOUR, 10 * HOUR]])
  const listed = (await api.get('/api/v2/ticket_metrics')).body.ticket_metrics.find((one: any) => one.ticket_id === id)
  assert.deepEqual(listed, await metricOf(id))
})

const forget = defineStatement<unknown>(`with clocks as (
    select t.id, jsonb_object_agg(c.key, c.value - 4) as old from tickets t, jsonb_each(t.metric_clocks) c where t.account_id = $1 group by t.id),
  counters as (update ticket_counters set recounted_id = 0 where account_id = $1),
  events as (update ticket_metric_events w set events = (
    select jsonb_agg(e.event - 'business_seconds' order by e.place) from jsonb_array_elements(w.events) with ordinality as e (event, place))
    where w.account_id = $1)
  update tickets t set business_seconds = null, metric_clocks = c.old from clocks c where t.account_id = $1 and t.id = c.id`)
const selectStoredMetrics = defineStatement<{ business_seconds: unknown; metric_clocks: unknown; generated_at: string }>(
  'select business_seconds, metric_clocks, generated_at from tickets where account_id = $1 and id = $2',
)
const position = defineStatement<{ recounted_id: number | null }>('select recounted_id from ticket_counters where account_id = $1')

test('tickets that were measured before are counted again by scheduled work, in parts, and exports have them as changed', async () => {
  const id = await makeLivedTicket()
  const waits = (await make.ticket({ requester_id: customer.id })).id
  const many = Array.from({ length: 250 }, (_none, index) => ({ subject: `Old ${index}`, comment: { body: 'Once' } }))
  for (let from = 0; from < many.length; from += 100)
    await api.post('/api/v2/imports/tickets/create_many', { tickets: many.slice(from, from + 100) })
  await runScheduledWork(app)
  const before = await database.one(selectStoredMetrics(accountId, id))
  const events = await eventsOf(id)
  await database.run(forget(accountId))
  const calendar = await minutesOf(id)
  for (const [both, business] of Object.values(calendar)) assert.equal(both, business, 'what is not counted is shown as calendar time')
  await clockAt('2026-03-05T10:00')
  // a write in the meantime neither counts what is not counted nor is lost
  await change(waits, { status: 'open' })
  await clockAt('2026-03-05T12:00')
  await runScheduledWork(app)
  assert.equal((await database.one(position(accountId))).recounted_id, null)
  const after = await database.one(selectStoredMetrics(accountId, id))
  assert.deepEqual([after.business_seconds, after.metric_clocks], [before.business_seconds, before.metric_clocks])
  assert.equal(after.generated_at, '2026-03-05T12:00:00.000Z')
  assert.deepEqual(await eventsOf(id), events)
  assert.deepEqual(await minutesOf(id), EXPECTED)
  assert.deepEqual((await minutesOf(waits)).requester_wait_time, [HOUR, HOUR])
  const countOpen = defineStatement<{ count: number }>(
    'select count(*)::integer as count from tickets where account_id = $1 and business_seconds is null',
  )
  assert.equal((await database.one(countOpen(accountId))).count, 0)
})

test('the migration leaves every account something to count, and nothing is counted twice', async () => {
  const id = await makeLivedTicket()
  const [begins = ''] = /update ticket_counters[^;]*/.exec(await migrationText('0058_business_time.sql')) ?? []
  await database.driver.unsafe(begins)
  assert.equal((await database.one(position(accountId))).recounted_id, 0)
  const before = await database.one(selectStoredMetrics(accountId, id))
  await clockAt('2026-03-09T12:00')
  await runScheduledWork(app)
  const after = await database.one(selectStoredMetrics(accountId, id))
  // the time it was stored as well: counting again would give the same seconds
  assert.deepEqual(after, before)
  assert.equal((await database.one(position(accountId))).recounted_id, null)
})

test('a recorded breach is a change that exports return', async () => {
  await clockAt('2026-03-16T10:00')
  const filter = { all: [{ field: 'current_tags', operator: 'includes', value: 'breaches' }], any: [] }
  const policy_metrics = [{ priority: 'high', metric: 'first_reply_time', target: 30, business_hours: false }]
  await api.post('/api/v2/slas/policies', { sla_policy: { title: 'Soon', filter, policy_metrics } })
  const asked = { requester_id: customer.id, comment: { body: 'Help', author_id: customer.id }, priority: 'high', tags: ['breaches'] }
  const { id } = await make.ticket(asked)
  await clockAt('2026-03-16T11:00')
  await runScheduledWork(app)
  await clockAt('2026-03-16T12:00')
  const start = Date.parse('2026-03-16T10:59:00Z') / 1000
  const { tickets } = (await api.get(`/api/v2/incremental/tickets/cursor?start_time=${start}`)).body
  assert.deepEqual(
    tickets.filter((one: any) => one.id === id).map((one: any) => [one.generated_timestamp, one.updated_at]),
    [[Date.parse('2026-03-16T11:00:00Z') / 1000, '2026-03-16T10:00:00Z']],
  )
})
