/** Targets of SLA policies on tickets, by the clock of the instance. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user' })
const agent = await putPerson(app, { role: 'agent' })
const accountId = app.account_id

const clockAt = (at: string) => setUp(app, { clock: { mode: 'frozen', at: `${at}:00.000Z` } })
/** Sets the clock, and has the scheduled work done. */
const dueAt = async (at: string) => {
  await clockAt(at)
  await runScheduledWork(app)
}

let made = 0
const rowsFor = (priority: string, targets: Record<string, number>, business_hours = false) =>
  Object.entries(targets).map(([metric, target]) => ({ priority, metric, target, business_hours }))
/** A policy for tickets with a tag of its own, and the tag. */
async function policyWith(targets: Record<string, number>, members: { business?: boolean; tag?: string } = {}) {
  const tag = members.tag ?? `sla_${++made}`
  const filter = { all: [{ field: 'current_tags', operator: 'includes', value: tag }], any: [] }
  const policy_metrics = rowsFor('high', targets, members.business)
  const answer = await api.post('/api/v2/slas/policies', { sla_policy: { title: tag, description: 'Soon', filter, policy_metrics } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { tag, id: answer.body.sla_policy.id as number }
}
const ask = (tag: string, members: object = {}) =>
  make.ticket({ requester_id: customer.id, comment: { body: 'Help', author_id: customer.id }, priority: 'high', tags: [tag], ...members })
const change = async (id: number, ticket: object) => {
  const answer = await agent.api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const reply = (id: number, members: object = {}) => change(id, { comment: { body: 'An answer', public: true }, ...members })
const asksAgain = async (id: number) => {
  const answer = await customer.api.put(`/api/v2/requests/${id}`, { request: { comment: { body: 'And?' } } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
const readPolicyMetrics = async (id: number): Promise<any[]> =>
  (await api.get(`/api/v2/tickets/${id}?include=slas`)).body.ticket.slas.policy_metrics
const events = async (id: number, metric: string, types = /./) => {
  const { ticket } = (await api.get(`/api/v2/tickets/${id}?include=metric_events`)).body
  return (ticket.metric_events[metric] ?? []).filter((event: any) => types.test(event.type))
}
const story = (list: any[]) => list.map(({ type, instance_id, time }) => `${type} ${instance_id} ${time}`)
const columns = defineStatement<{ sla_next_breach_at: string | null; sla_breach_due_at: string | null }>(
  'select sla_next_breach_at, sla_breach_due_at from tickets where account_id = $1 and id = $2',
)
const nextBreach = async (id: number) => (await app.database.database.first(columns(accountId, id)))?.sla_next_breach_at ?? null

test('a first reply in time achieves its target; the next question begins another one', async () => {
  const { tag, id: policyId } = await policyWith({ first_reply_time: 30, next_reply_time: 60 })
  await clockAt('2026-01-05T09:00')
  const { id } = await ask(tag)
  assert.deepEqual(await readPolicyMetrics(id), [
    { breach_at: '2026-01-05T09:30:00Z', stage: 'active', metric: 'first_reply_time', minutes: 30 },
  ])
  const [applied] = await events(id, 'reply_time', /apply_sla/)
  assert.deepEqual(
    [applied.instance_id, applied.time, applied.sla],
    [
      1,
      '2026-01-05T09:00:00Z',
      { target: 30, target_in_seconds: 1800, business_hours: false, policy: { id: policyId, title: tag, description: 'Soon' } },
    ],
  )
  await clockAt('2026-01-05T09:10')
  assert.equal((await readPolicyMetrics(id))[0].minutes, 20)
  await reply(id)
  assert.deepEqual(await readPolicyMetrics(id), [{ breach_at: null, stage: 'achieved', metric: 'first_reply_time' }])
  await clockAt('2026-01-05T10:00')
  await asksAgain(id)
  assert.deepEqual(
    (await readPolicyMetrics(id)).map(({ metric, stage, breach_at, hours }) => [metric, stage, breach_at, hours]),
    [
      ['first_reply_time', 'achieved', null, undefined],
      ['next_reply_time', 'active', '2026-01-05T11:00:00Z', 1],
    ],
  )
  await dueAt('2026-01-05T12:30')
  assert.deepEqual(story(await events(id, 'reply_time', /apply|breach/)), [
    'apply_sla 1 2026-01-05T09:00:00Z',
    'apply_sla 2 2026-01-05T10:00:00Z',
    'breach 2 2026-01-05T11:00:00Z',
  ])
  assert.deepEqual((await readPolicyMetrics(id))[1], {
    breach_at: '2026-01-05T11:00:00Z',
    stage: 'active',
    metric: 'next_reply_time',
    hours: -1,
  })
})

test('a view shows when the next target of each ticket is passed, and is sorted by that', async () => {
  const { tag } = await policyWith({ first_reply_time: 30 })
  await clockAt('2026-02-02T09:00')
  const later = await ask(tag)
  const none = await ask(tag, { priority: null })
  await clockAt('2026-02-02T08:30')
  const sooner = await ask(tag)
  const tagged = { field: 'current_tags', operator: 'includes', value: tag }
  const table = async (sort_order: string) => {
    const output = { columns: ['sla_next_breach_at'], sort_by: 'sla_next_breach_at', sort_order }
    const all = [tagged, { field: 'status', operator: 'less_than', value: 'solved' }]
    const { status, body } = await api.post('/api/v2/views/preview', { view: { all, output } })
    assert.equal(status, 200, JSON.stringify(body))
    return body.rows.map((row: any) => [row.ticket.id, row.sla_next_breach_at])
  }
  const rows = [
    [sooner.id, '2026-02-02T09:00:00Z'],
    [later.id, '2026-02-02T09:30:00Z'],
    [none.id, null],
  ]
  assert.deepEqual(await table('asc'), rows)
  assert.deepEqual(await table('desc'), rows.toReversed())
})

test('a breach is recorded once: by scheduled work, or by the write that comes before it', async () => {
  const { tag } = await policyWith({ first_reply_time: 30 })
  await clockAt('2026-01-06T09:00')
  const waits = await ask(tag)
  const answered = await ask(tag)
  const punctual = await ask(tag)
  assert.equal(await nextBreach(waits.id), '2026-01-06T09:30:00.000Z')
  await reply(punctual.id)
  await clockAt('2026-01-06T09:40')
  await reply(answered.id)
  await runScheduledWork(app)
  await dueAt('2026-01-06T10:00')
  const breaches = async ({ id }: { id: number }) => story(await events(id, 'reply_time', /breach/))
  assert.deepEqual(await breaches(waits), ['breach 1 2026-01-06T09:30:00Z'])
  assert.deepEqual(await breaches(answered), ['breach 1 2026-01-06T09:30:00Z'])
  assert.deepEqual(await breaches(punctual), [])
  assert.equal(await nextBreach(waits.id), '2026-01-06T09:30:00.000Z')
  await reply(waits.id)
  await dueAt('2026-01-06T11:00')
  assert.deepEqual(await breaches(waits), ['breach 1 2026-01-06T09:30:00Z'])
  assert.equal(await nextBreach(waits.id), null)
})

test('waiting for the customer pauses what counts our work; solving ends all', async () => {
  const { tag } = await policyWith({ requester_wait_time: 60, agent_work_time: 30, total_resolution_time: 240 })
  await clockAt('2026-01-07T09:00')
  const { id } = await ask(tag)
  const stages = async () =>
    Object.fromEntries((await readPolicyMetrics(id)).map(({ metric, stage, breach_at }) => [metric, [stage, breach_at]]))
  await clockAt('2026-01-07T09:10')
  await change(id, { status: 'pending' })
  assert.deepEqual(await stages(), {
    requester_wait_time: ['paused', null],
    agent_work_time: ['paused', null],
    total_resolution_time: ['active', '2026-01-07T13:00:00Z'],
  })
  assert.equal((await readPolicyMetrics(id)).find((one) => one.metric === 'requester_wait_time').minutes, 50)
  await dueAt('2026-01-07T10:10')
  await change(id, { status: 'hold' })
  assert.deepEqual(await stages(), {
    requester_wait_time: ['active', '2026-01-07T11:00:00Z'],
    agent_work_time: ['paused', null],
    total_resolution_time: ['active', '2026-01-07T13:00:00Z'],
  })
  await dueAt('2026-01-07T10:20')
  await change(id, { status: 'open' })
  assert.deepEqual((await stages()).agent_work_time, ['active', '2026-01-07T10:40:00Z'])
  assert.equal(await nextBreach(id), '2026-01-07T10:40:00.000Z')
  await dueAt('2026-01-07T10:30')
  await change(id, { status: 'solved' })
  assert.deepEqual(
    (await readPolicyMetrics(id)).map(({ stage }) => stage),
    ['achieved', 'achieved', 'achieved'],
  )
  await dueAt('2026-01-08T10:30')
  for (const metric of ['requester_wait_time', 'agent_work_time', 'resolution_time'])
    assert.deepEqual(await events(id, metric, /breach/), [], metric)
})

test('updates are due from one public comment of staff to the next', async () => {
  const { tag } = await policyWith({ periodic_update_time: 60, pausable_update_time: 60 })
  await clockAt('2026-01-09T09:00')
  const { id } = await ask(tag)
  assert.deepEqual(await readPolicyMetrics(id), [])
  await reply(id, { status: 'pending' })
  assert.deepEqual(
    (await readPolicyMetrics(id)).map(({ metric, stage, breach_at }) => [metric, stage, breach_at]),
    [
      ['periodic_update_time', 'active', '2026-01-09T10:00:00Z'],
      ['pausable_update_time', 'paused', null],
    ],
  )
  await dueAt('2026-01-09T09:30')
  await reply(id, { status: 'open' })
  assert.deepEqual(
    (await readPolicyMetrics(id)).map(({ stage, breach_at }) => [stage, breach_at]),
    [
      ['active', '2026-01-09T10:30:00Z'],
      ['active', '2026-01-09T10:30:00Z'],
    ],
  )
  assert.deepEqual(story(await events(id, 'periodic_update_time', /apply/)), [
    'apply_sla 1 2026-01-09T09:00:00Z',
    'apply_sla 2 2026-01-09T09:30:00Z',
  ])
})

test('the first policy that matches applies, and each write compares anew', async () => {
  const strict = await policyWith({ total_resolution_time: 60 })
  const mild = await policyWith({ total_resolution_time: 600 })
  await clockAt('2026-02-02T09:00')
  const { id } = await ask(mild.tag)
  const breach = async () => (await readPolicyMetrics(id))[0]?.breach_at
  assert.equal(await breach(), '2026-02-02T19:00:00Z')
  await change(id, { tags: [mild.tag, strict.tag] })
  assert.equal(await breach(), '2026-02-02T10:00:00Z')
  await api.put('/api/v2/slas/policies/reorder', { sla_policy_ids: [mild.id, strict.id] })
  assert.equal(await breach(), '2026-02-02T10:00:00Z', 'only a write compares')
  await change(id, { subject: 'Compared again' })
  assert.equal(await breach(), '2026-02-02T19:00:00Z')
  await change(id, { priority: 'low' })
  assert.deepEqual(await readPolicyMetrics(id), [], 'the policy has no target for low')
  await change(id, { priority: 'high' })
  assert.equal(await breach(), '2026-02-02T19:00:00Z')
  await change(id, { tags: [] })
  assert.deepEqual([await readPolicyMetrics(id), await nextBreach(id)], [[], null])
  assert.deepEqual(
    (await events(id, 'resolution_time', /apply/)).map((event: any) => event.sla.target),
    [600, 60, 600, 600],
  )
})

test('a ticket without priority has no target until it gets one; time passed before counts', async () => {
  const { tag } = await policyWith({ first_reply_time: 30 })
  await clockAt('2026-02-03T09:00')
  const { id } = await ask(tag, { priority: null })
  assert.deepEqual(await readPolicyMetrics(id), [])
  await clockAt('2026-02-03T09:20')
  await change(id, { priority: 'high' })
  assert.equal((await readPolicyMetrics(id))[0].breach_at, '2026-02-03T09:30:00Z')
})

test('a priority without targets and back keeps what was achieved', async () => {
  const { tag } = await policyWith({ first_reply_time: 30, next_reply_time: 30, total_resolution_time: 600 })
  await clockAt('2026-02-04T09:00')
  const { id } = await ask(tag)
  await clockAt('2026-02-04T09:10')
  await reply(id)
  await asksAgain(id)
  await clockAt('2026-02-04T09:20')
  await reply(id)
  const stages = async () => (await readPolicyMetrics(id)).map(({ metric, stage }) => [metric, stage])
  const before = await stages()
  assert.deepEqual(before, [
    ['first_reply_time', 'achieved'],
    ['next_reply_time', 'achieved'],
    ['total_resolution_time', 'active'],
  ])
  for (const priority of ['low', 'normal', 'high']) await change(id, { priority })
  assert.deepEqual(await stages(), before)
  await change(id, { tags: [] })
  assert.deepEqual(await stages(), [], 'no policy')
  await change(id, { tags: [tag] })
  assert.deepEqual(await stages(), before)
  // an achieved target of another cycle is not one of this cycle
  await change(id, { priority: 'low' })
  await asksAgain(id)
  await change(id, { priority: 'high' })
  assert.deepEqual(await stages(), [
    ['first_reply_time', 'achieved'],
    ['next_reply_time', 'active'],
    ['total_resolution_time', 'active'],
  ])
})

test('filters know the role of the requester, the channel of the update and the time of creation', async () => {
  const policy_metrics = rowsFor('high', { total_resolution_time: 5 })
  const all = [
    { field: 'requester_role', operator: 'is', value: 0 },
    { field: 'current_via_id', operator: 'is', value: 5 },
    { field: 'exact_created_at', operator: 'less_than', value: '2026-02-04T12:00:00Z' },
    { field: 'ticket_type_id', operator: 'is', value: 2 },
    { field: 'group_id', operator: 'is_not', value: null },
  ]
  const { sla_policy } = (await api.post('/api/v2/slas/policies', { sla_policy: { title: 'Exact', filter: { all }, policy_metrics } })).body
  const group = await make.group()
  const matching = { type: 'incident', group_id: group.id }
  const isMeasured = async (members: object) => (await readPolicyMetrics((await ask('none', { ...matching, ...members })).id)).length === 1
  await clockAt('2026-02-04T09:00')
  assert.equal(await isMeasured({}), true)
  assert.equal(await isMeasured({ type: 'question' }), false)
  assert.equal(await isMeasured({ requester_id: agent.id, comment: { body: 'Mine' } }), false)
  await clockAt('2026-02-04T13:00')
  assert.equal(await isMeasured({}), false)
  assert.equal((await api.delete(`/api/v2/slas/policies/${sla_policy.id}`)).status, 204)
  await clockAt('2026-02-04T09:00')
  assert.equal(await isMeasured({}), false)
})

test('filters read custom fields of the ticket, its requester and its organization', async () => {
  const ticketField = { type: 'tagger', title: 'Plan', custom_field_options: [{ name: 'Gold', value: 'sla_gold' }] }
  const field = (await api.post('/api/v2/ticket_fields', { ticket_field: ticketField })).body.ticket_field
  await api.post('/api/v2/user_fields', { user_field: { type: 'checkbox', key: 'vip', title: 'VIP' } })
  await api.post('/api/v2/organization_fields', { organization_field: { type: 'integer', key: 'seats', title: 'Seats' } })
  const organization = await make.organization({ organization_fields: { seats: 50 } })
  const vip = await make.user({ organization_id: organization.id, user_fields: { vip: true } })
  const all = [
    { field: `ticket_fields_${field.id}`, operator: 'includes', value: [field.custom_field_options[0].id] },
    { field: 'requester.custom_fields.vip', operator: 'is', value: 'true' },
    { field: 'organization.custom_fields.seats', operator: 'greater_than', value: '20' },
  ]
  const policy_metrics = rowsFor('high', { total_resolution_time: 5 })
  const answer = await api.post('/api/v2/slas/policies', { sla_policy: { title: 'Very important', filter: { all }, policy_metrics } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const custom_fields = [{ id: field.id, value: 'sla_gold' }]
  const isMeasured = async (members: object) =>
    (await readPolicyMetrics((await make.ticket({ priority: 'high', ...members })).id)).length === 1
  assert.equal(await isMeasured({ requester_id: vip.id, custom_fields }), true)
  assert.equal(await isMeasured({ requester_id: vip.id }), false)
  assert.equal(await isMeasured({ requester_id: customer.id, custom_fields }), false)
  assert.equal((await api.delete(`/api/v2/user_fields/vip`)).status, 204)
  assert.equal(await isMeasured({ requester_id: vip.id, custom_fields }), false, 'a filter that reads a deleted field matches nothing')
})

test('business hours are those of the first schedule, with its holidays, also for time that passed before the policy', async () => {
  const early = 'sla_early'
  await clockAt('2026-03-06T15:00')
  const { id: paused } = await ask(early)
  const { schedule } = (await api.post('/api/v2/business_hours/schedules', { schedule: { name: 'Office', time_zone: 'Berlin' } })).body
  const path = `/api/v2/business_hours/schedules/${schedule.id}`
  await api.post(`${path}/holidays`, { holiday: { name: 'Monday off', start_date: '2026-03-09' } })
  const { tag } = await policyWith({ first_reply_time: 120, requester_wait_time: 180 }, { business: true })
  // Friday 16:00 in Berlin: an hour is left, Monday is closed
  const { id } = await ask(tag)
  assert.equal((await readPolicyMetrics(id))[0].breach_at, '2026-03-10T09:00:00Z')
  await clockAt('2026-03-07T12:00')
  await change(id, { status: 'pending' })
  await change(paused, { status: 'pending' })
  assert.deepEqual(
    (await readPolicyMetrics(id)).map(({ metric, stage, days, hours }) => [metric, stage, days, hours]),
    [
      ['first_reply_time', 'active', 2, undefined],
      ['requester_wait_time', 'paused', undefined, 2],
    ],
  )
  await clockAt('2026-03-10T10:00')
  await change(id, { status: 'open' })
  // Tuesday 11:00 in Berlin, one of three hours was used on Friday
  assert.equal((await readPolicyMetrics(id))[1].breach_at, '2026-03-10T12:00:00Z')
  await policyWith({ requester_wait_time: 180 }, { business: true, tag: early })
  await change(paused, { status: 'open' })
  assert.equal((await readPolicyMetrics(paused))[0].breach_at, '2026-03-10T12:00:00Z')
  assert.equal((await api.delete(path)).status, 204)
  const { id: plain } = await ask(tag)
  assert.equal((await readPolicyMetrics(plain))[0].breach_at, '2026-03-10T12:00:00Z', 'without a schedule all time counts')
})

test('a trigger gives a ticket a schedule of its own, by which its targets and conditions go', async () => {
  const scheduleWith = async (name: string) =>
    (await api.post('/api/v2/business_hours/schedules', { schedule: { name, time_zone: 'Berlin' } })).body.schedule.id as number
  const triggerWith = async (condition: object, action: object) => {
    const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'by_night' }, condition], any: [] }
    const answer = await api.post('/api/v2/triggers', { trigger: { title: `Trigger ${++made}`, conditions, actions: [action] } })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.trigger.id as number
  }
  const office = await scheduleWith('Office')
  const always = await scheduleWith('Always')
  const workweek = { intervals: [{ start_time: 0, end_time: 10_080 }] }
  assert.equal((await api.put(`/api/v2/business_hours/schedules/${always}/workweek`, { workweek })).status, 200)
  const triggers = [
    await triggerWith({ field: 'status', operator: 'less_than', value: 'solved' }, { field: 'set_schedule', value: String(always) }),
    await triggerWith({ field: 'schedule_id', operator: 'is', value: String(always) }, { field: 'current_tags', value: 'is_always' }),
  ]
  const { tag } = await policyWith({ first_reply_time: 120 }, { business: true })
  await clockAt('2026-04-08T14:30')
  const day = await ask(tag)
  const night = await ask(tag, { tags: [tag, 'by_night'] })
  const breachOf = async ({ id }: { id: number }) => (await readPolicyMetrics(id))[0].breach_at
  assert.deepEqual([await breachOf(day), await breachOf(night)], ['2026-04-09T08:30:00Z', '2026-04-08T16:30:00Z'])
  const { audits } = (await api.get(`/api/v2/tickets/${night.id}/audits`)).body
  const { id: _id, ...event } = audits[0].events.find((one: any) => one.type === 'ScheduleAssignment')
  assert.deepEqual([event.previous_schedule_id, event.new_schedule_id, event.via.source.rel], [null, always, 'trigger'])
  await clockAt('2026-04-08T15:30')
  await change(day.id, { tags: [tag, 'by_night'] })
  await change(night.id, { tags: [tag, 'by_night', 'more'] })
  assert.deepEqual([await breachOf(day), await breachOf(night)], ['2026-04-08T16:30:00Z', '2026-04-08T16:30:00Z'])
  assert.ok((await api.get(`/api/v2/tickets/${night.id}`)).body.ticket.tags.includes('is_always'))
  for (const id of triggers) assert.equal((await api.delete(`/api/v2/triggers/${id}`)).status, 204)
  for (const id of [always, office]) assert.equal((await api.delete(`/api/v2/business_hours/schedules/${id}`)).status, 204)
})

test('a group has its own target, which ends when the ticket is handed on or solved', async () => {
  const one = await make.group()
  const other = await make.group()
  const filter = { all: [{ field: 'group_id', operator: 'includes', value: [one.id, other.id] }] }
  const policy_metrics = [{ priority: 'high', metric: 'group_ownership_time', target: 5400, business_hours: false }]
  const answer = await api.post('/api/v2/group_slas/policies', { group_sla_policy: { title: 'Owners', filter, policy_metrics } })
  assert.equal(answer.status, 201)
  await clockAt('2026-04-01T09:00')
  const { id } = await ask('none', { group_id: one.id })
  assert.deepEqual(await readPolicyMetrics(id), [
    { breach_at: '2026-04-01T10:30:00Z', stage: 'active', metric: 'group_ownership_time', hours: 1 },
  ])
  await clockAt('2026-04-01T10:00')
  await change(id, { group_id: other.id })
  assert.equal((await readPolicyMetrics(id))[0].breach_at, '2026-04-01T11:30:00Z')
  await dueAt('2026-04-01T12:00')
  await change(id, { status: 'solved' })
  assert.deepEqual(await readPolicyMetrics(id), [{ breach_at: null, stage: 'achieved', metric: 'group_ownership_time' }])
  const list = await events(id, 'group_ownership_time')
  assert.deepEqual(story(list), [
    'activate 1 2026-04-01T09:00:00Z',
    'apply_group_sla 1 2026-04-01T09:00:00Z',
    'fulfill 1 2026-04-01T10:00:00Z',
    'update_status 1 2026-04-01T10:00:00Z',
    'activate 2 2026-04-01T10:00:00Z',
    'apply_group_sla 2 2026-04-01T10:00:00Z',
    'breach 2 2026-04-01T11:30:00Z',
    'fulfill 2 2026-04-01T12:00:00Z',
    'update_status 2 2026-04-01T12:00:00Z',
  ])
  assert.deepEqual(list[1].group_sla, {
    target: 5400,
    target_in_seconds: 5400,
    business_hours: false,
    policy: { id: answer.body.group_sla_policy.id, title: 'Owners', description: null },
  })
  assert.equal((await api.delete(`/api/v2/group_slas/policies/${answer.body.group_sla_policy.id}`)).status, 204)
})

test('lists and shows of tickets side-load targets, and imported tickets have none', async () => {
  const { tag } = await policyWith({ first_reply_time: 30 })
  await clockAt('2026-05-04T09:00')
  const { id } = await ask(tag)
  const many = (await api.get(`/api/v2/tickets/show_many?ids=${id}&include=slas`)).body.tickets
  const list = (await api.get(`/api/v2/tickets?include=slas&sort_by=id&sort_order=desc`)).body.tickets
  assert.deepEqual(many[0].slas, { policy_metrics: await readPolicyMetrics(id) })
  assert.deepEqual(list.find((ticket: any) => ticket.id === id).slas, many[0].slas)
  const imported = await api.post('/api/v2/imports/tickets', {
    ticket: { subject: 'Old', tags: [tag], priority: 'high', comments: [{ value: 'Hello', author_id: customer.id }] },
  })
  assert.equal(imported.status, 201, JSON.stringify(imported.body))
  assert.deepEqual(await readPolicyMetrics(imported.body.ticket.id), [])
})

test('a write that has read the ticket before its breach was recorded keeps the record', async () => {
  const { tag } = await policyWith({ first_reply_time: 30, total_resolution_time: 45 })
  await clockAt('2026-06-01T09:00')
  const { id } = await ask(tag)
  await clockAt('2026-06-01T10:00')
  // the work and the writes run at the same time; whichever comes first, each breach is recorded once
  await Promise.all([runScheduledWork(app), change(id, { subject: 'One' }), change(id, { tags: [tag, 'two'] })])
  await runScheduledWork(app)
  assert.deepEqual(story(await events(id, 'reply_time', /breach/)), ['breach 1 2026-06-01T09:30:00Z'])
  assert.deepEqual(story(await events(id, 'resolution_time', /breach/)), ['breach 1 2026-06-01T09:45:00Z'])
})
