// The clock of an instance, advanced: what falls due is done in the order of its time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({ ...MAY_CALL_RECEIVER, DESKHAND_LOG_LEVEL: 'error' }, { shippedAutomations: true })
const { api } = app
await trackIssues(app)
const make = makeWith(api)
const PATH = '/api/v2/deskhand/clock/advance'
const SETTINGS = '/api/v2/deskhand/settings'
const stopAt = (at: string) => api.put(SETTINGS, { settings: { clock: { mode: 'frozen', at } } })
const clockOf = async (client = api) => (await client.get(SETTINGS)).body.settings.clock

/** Advances the clock, in as many calls as a slow machine needs; returns what they report together. */
async function advance(clock: { to: string } | { seconds: number }): Promise<{ events: any[]; runs: number; changed: number }> {
  const whole = { events: [] as any[], runs: 0, changed: 0 }
  for (let next: object = clock; ;) {
    const { status, body } = await api.post(PATH, { clock: next })
    assert.equal(status, 200, JSON.stringify(body))
    const { to, is_complete, works, events } = body.clock_advance
    whole.events.push(...events)
    const { runs = 0, changed = 0 } = works.find(({ work }: any) => work === 'automations') ?? {}
    whole.runs += runs
    whole.changed += changed
    if (is_complete) return whole
    next = { to }
  }
}
async function add(kind: string, key: string, record: object): Promise<any> {
  const { status, body } = await api.post(`/api/v2/${kind}`, { [key]: record })
  assert.equal(status, 201, JSON.stringify(body))
  return body[key]
}
const is = (field: string, value: string) => ({ field, operator: 'is', value })
const automation = (title: string, all: readonly object[], actions: readonly object[]) =>
  add('automations', 'automation', { title, conditions: { all, any: [] }, actions })

/** The audits of a ticket after its creation: when, by which rule, and each event. */
async function history(id: number): Promise<string[]> {
  const { audits } = (await api.get(`/api/v2/tickets/${id}/audits`)).body
  const describeEvent = ({ type, field_name, value, via, body, resource }: any) =>
    type === 'Change' ? `${field_name}: ${[value].flat().join(' ')}` : `${type} ${via?.source?.rel ?? ''} ${resource ?? body ?? ''}`.trim()
  return audits
    .slice(1)
    .map(
      ({ created_at, via, events }: any) =>
        `${created_at} ${via.source.from.title ?? via.channel} | ${events.map(describeEvent).join(', ')}`,
    )
}
const mailsTo = async (to: string) => {
  const { mails } = (await api.get('/api/v2/deskhand/mails')).body
  return mails
    .filter((mail: any) => mail.to === to)
    .map((mail: any) => `${mail.created_at} ${mail.subject}`)
    .toReversed()
}

test('thirty days: automations, reminders, a breach in business hours, the end of a token and a call that is tried again', async () => {
  await stopAt('2027-03-01T08:00:00Z') // a Monday
  const receiver = await useReceiver()
  receiver.answer((_call, response) =>
    receiver.calls.length === 1 ? response.writeHead(503, { 'retry-after': '45' }).end() : response.writeHead(200).end(),
  )
  const customer = await putPerson(app, { role: 'end-user' })
  const agent = await putPerson(app, { role: 'agent' })
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ start_time: day * 1440 + 540, end_time: day * 1440 + 1020 }))
  const { id: schedule } = await add('business_hours/schedules', 'schedule', { name: 'Office', time_zone: 'UTC' })
  assert.equal((await api.put(`/api/v2/business_hours/schedules/${schedule}/workweek`, { workweek: { intervals } })).status, 200)
  const filter = { all: [{ field: 'current_tags', operator: 'includes', value: 'promised' }], any: [] }
  const policy_metrics = [{ priority: 'high', metric: 'first_reply_time', target: 120, business_hours: true }]
  await add('slas/policies', 'sla_policy', { title: 'Promise', filter, policy_metrics })
  const webhook = { name: 'Pager', status: 'active', http_method: 'POST', request_format: 'json', endpoint: receiver.url }
  const { id: pager } = await add('webhooks', 'webhook', webhook)
  await add('triggers', 'trigger', {
    title: 'Page',
    conditions: { all: [{ field: 'current_tags', operator: 'includes', value: 'escalated' }], any: [] },
    actions: [{ field: 'notification_webhook', value: [pager, '{"ticket":"{{ticket.id}}"}'] }],
  })
  const reminder = ['requester_id', 'Are you still there?', 'We wait for you']
  await automation('Remind', [is('status', 'pending'), is('PENDING', '72')], [{ field: 'notification_user', value: reminder }])
  await automation('Give up', [is('status', 'pending'), is('PENDING', '168')], [{ field: 'status', value: 'solved' }])
  const once = { field: 'current_tags', operator: 'not_includes', value: 'escalated' }
  const makeTagCondition = (value: string) => ({ field: 'current_tags', operator: 'includes', value })
  const urgent = [
    { field: 'priority', value: 'urgent' },
    { field: 'current_tags', value: 'escalated' },
  ]
  await automation(
    'Escalate',
    [is('status', 'open'), { field: 'OPEN', operator: 'greater_than', value: '24' }, makeTagCondition('watched'), once],
    urgent,
  )
  const hours = [
    is('status', 'hold'),
    makeTagCondition('hourly'),
    { field: 'HOLD', operator: 'less_than', value: '25' },
    { field: 'updated_at', operator: 'greater_than', value: '0' },
  ]
  await automation('Up', [...hours, is('priority', 'low')], [{ field: 'priority', value: 'high' }])
  await automation('Down', [...hours, is('priority', 'high')], [{ field: 'priority', value: 'low' }])
  const expires_at = '2027-03-20T12:30:00Z'
  const issued = await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl(), expires_at } })
  assert.equal(issued.status, 201, JSON.stringify(issued.body))

  const own = { requester_id: customer.id, assignee_id: agent.id }
  const waiting = await make.ticket({ ...own, status: 'pending' })
  const watched = await make.ticket({ ...own, status: 'open', tags: ['watched'] })
  const hourly = await make.ticket({ ...own, status: 'hold', priority: 'low', tags: ['hourly'] })
  const elsewhere = await putInstance(app, { settings: { clock: { mode: 'frozen', at: '2027-03-01T08:00:00.000Z' } } })
  const first = await advance({ to: '2027-03-05T16:00:00Z' })
  const late = await make.ticket({
    requester_id: customer.id,
    priority: 'high',
    tags: ['promised'],
    comment: { body: 'Help', author_id: customer.id },
  })
  const second = await advance({ seconds: 26 * 86_400 - 8 * 3600 })

  assert.deepEqual(await clockOf(), { mode: 'frozen', at: '2027-03-31T08:00:00Z' })
  assert.deepEqual(await clockOf(elsewhere.api), { mode: 'frozen', at: '2027-03-01T08:00:00Z' })
  assert.deepEqual(await history(waiting.id), [
    '2027-03-04T08:00:00Z Remind | Notification automation We wait for you',
    '2027-03-08T08:00:00Z Give up | status: solved, custom_status_id: 5',
    '2027-03-12T09:00:00Z Close ticket 4 days after status is set to solved | status: closed',
  ])
  assert.deepEqual(await history(watched.id), [
    `2027-03-02T09:00:00Z Escalate | priority: urgent, tags: escalated watched, External trigger ${pager}`,
  ])
  const everyHour = Array.from({ length: 24 }, (_none, index) => {
    const at = new Date(Date.parse('2027-03-01T09:00:00Z') + index * 3_600_000).toISOString()
    return `${at.slice(0, 19)}Z ${index % 2 === 0 ? 'Up | priority: high' : 'Down | priority: low'}`
  })
  assert.deepEqual(await history(hourly.id), everyHour)
  assert.deepEqual(await history(late.id), [])
  const { ticket } = (await api.get(`/api/v2/tickets/${late.id}?include=metric_events`)).body
  const breaches = ticket.metric_events.reply_time.filter(({ type }: any) => type === 'breach').map(({ time }: any) => time)
  assert.deepEqual(breaches, ['2027-03-08T10:00:00Z'])
  assert.deepEqual(await mailsTo(customer.email), ['2027-03-04T08:00:00Z Are you still there?'])
  assert.deepEqual(
    (await mailsTo(app.admin.email)).map((mail: string) => mail.slice(0, 20)),
    ['2027-03-13T12:30:00Z', '2027-03-19T12:30:00Z', '2027-03-20T12:30:00Z'],
  )
  assert.equal((await app.inPerson.get(`/api/v2/api_tokens/${issued.body.api_token.id}`)).body.api_token.active, false)
  assert.equal(receiver.calls.length, 2)

  const told = [...first.events, ...second.events].filter(({ work }: any) => !['automations', 'rule_firings', 'rule_usage'].includes(work))
  assert.deepEqual(
    told.map(({ at, work, changed, failed }: any) => [at, work, changed, failed]),
    [
      ['2027-03-02T09:00:45Z', 'delayed_jobs', 1, false],
      ['2027-03-08T10:00:00Z', 'sla_breaches', 1, false],
      ['2027-03-09T09:00:01Z', 'webhook_log', 1, false],
      ['2027-03-13T12:30:00Z', 'api_tokens', 1, false],
      ['2027-03-19T12:30:00Z', 'api_tokens', 1, false],
      ['2027-03-20T12:30:00Z', 'api_tokens', 1, false],
      ['2027-03-31T08:00:00Z', 'rule_runs', 3, false],
    ],
  )
  assert.deepEqual([first.runs, first.changed], [26, 26])
  const { audit_logs } = (await api.get('/api/v2/audit_logs?filter[source_type]=account_setting')).body
  assert.ok(audit_logs.some((entry: any) => /^Advanced from .* to 31 March 2027, 08:00 \(UTC\)$/.test(entry.change_description)))
})

test('a clock that runs goes on running from where it was moved to', async () => {
  const { api: own } = await putInstance(app)
  const answer = await own.post(PATH, { clock: { seconds: 86_400 } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { mode, offset_seconds } = await clockOf(own)
  assert.equal(mode, 'shifted')
  assert.ok(offset_seconds <= 86_400 && offset_seconds > 0)
})

test('a clock is advanced by one call at a time, and not while it is set', async () => {
  const { api: own } = await putInstance(app)
  await own.put(SETTINGS, { settings: { clock: { mode: 'frozen', at: '2027-01-01T00:00:00Z' } } })
  const both = await Promise.all([own.post(PATH, { clock: { seconds: 3600 } }), own.post(PATH, { clock: { seconds: 3600 } })])
  const moved = both.filter(({ status }) => status === 200).length
  for (const { status, body } of both) if (status !== 200) assert.deepEqual([status, body.error], [409, 'ClockIsAdvancing'])
  assert.deepEqual(await clockOf(own), { mode: 'frozen', at: `2027-01-01T0${moved}:00:00Z` })
})

test('an advance that has died leaves the clock where it was, and it can be advanced again', async () => {
  const held = {
    mode: 'advancing',
    at: '2027-01-01T00:00:00.000Z',
    by: 'one that has died',
    until: '2026-01-01T00:00:00.000Z',
    runs: false,
  }
  const { api: own } = await putInstance(app, { settings: { clock: held } })
  assert.deepEqual(await clockOf(own), { mode: 'frozen', at: '2027-01-01T00:00:00Z' })
  assert.equal((await own.post(PATH, { clock: { seconds: 60 } })).status, 200)
  assert.deepEqual(await clockOf(own), { mode: 'frozen', at: '2027-01-01T00:01:00Z' })
  const alive = { ...held, until: '2126-01-01T00:00:00.000Z' }
  const other = await putInstance(app, { settings: { clock: alive } })
  const refused = await other.api.post(PATH, { clock: { seconds: 60 } })
  assert.deepEqual([refused.status, refused.body.error], [409, 'ClockIsAdvancing'])
})

test('a clock ends with the year 8999', async () => {
  const { api: own } = await putInstance(app)
  await own.put(SETTINGS, { settings: { clock: { mode: 'frozen', at: '8999-12-31T23:00:00Z' } } })
  const beyond = await own.post(PATH, { clock: { seconds: 7200 } })
  assert.deepEqual([beyond.status, Object.keys(beyond.body.details ?? {})], [422, ['clock.to']])
  assert.equal((await own.post(PATH, { clock: { seconds: 1800 } })).status, 200)
  assert.deepEqual(await clockOf(own), { mode: 'frozen', at: '8999-12-31T23:30:00Z' })
})

test('only administrators advance a clock, never that of a production instance, and only within a year', async () => {
  await stopAt('2027-06-01T00:00:00Z')
  const agent = await putPerson(app, { role: 'agent' })
  assert.equal((await agent.api.post(PATH, { clock: { seconds: 60 } })).status, 403)
  assert.equal((await app.as({}).post(PATH, { clock: { seconds: 60 } })).status, 401)
  const production = await putInstance(app, { kind: 'production' })
  const refused = await production.api.post(PATH, { clock: { seconds: 60 } })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['clock']])
  for (const [clock, member] of [
    [{ seconds: null }, 'clock'],
    [{ seconds: 60, to: '2027-06-02T00:00:00Z' }, 'clock'],
    [{ seconds: 0 }, 'clock.seconds'],
    [{ seconds: 400 * 86_400 }, 'clock.seconds'],
    [{ to: '2027-05-31T00:00:00Z' }, 'clock.to'],
    [{ to: '2029-01-01T00:00:00Z' }, 'clock.to'],
  ] as const) {
    const { status, body } = await api.post(PATH, { clock })
    assert.deepEqual([status, Object.keys(body.details ?? {})], [422, [member]], JSON.stringify(clock))
  }
  assert.equal((await api.post(PATH, { clock: { to: 'soon' } })).status, 400)
  for (const body of [{}, { clock: {} }]) assert.equal((await api.post(PATH, body)).status, 400)
  assert.deepEqual(await clockOf(), { mode: 'frozen', at: '2027-06-01T00:00:00Z' })
})
