// Automations at work: hourly, by the instance's clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' }, { shippedAutomations: true })
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/automations'
const clock = async (at: string) => {
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
  await runScheduledWork(app)
}
const ticketOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}`)).body.ticket
const is = (field: string, value: string) => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })
const makeGreaterCondition = (field: string, value: string) => ({ field, operator: 'greater_than', value })

async function add(title: string, all: readonly object[], actions: readonly object[]): Promise<number> {
  const { status, body } = await api.post(PATH, { automation: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.automation.id
}

test('an active automation changes the tickets that meet its conditions, an inactive one none', async () => {
  await clock('2027-01-01T00:00:00Z')
  const urgent = [{ field: 'priority', value: 'urgent' }]
  const id = await add('Old ones are urgent', [is('status', 'open'), makeGreaterCondition('OPEN', '5'), is('priority', '')], urgent)
  const { id: ticket } = await make.ticket({ status: 'open', assignee_id: app.admin.id })
  await api.put(`${PATH}/${id}`, { automation: { active: false } })
  await clock('2027-01-01T08:00:00Z')
  assert.equal((await ticketOf(ticket)).priority, null, 'an inactive automation does nothing')
  await api.put(`${PATH}/${id}`, { automation: { active: true } })
  await clock('2027-01-01T09:00:00Z')
  assert.equal((await ticketOf(ticket)).priority, 'urgent')
  const { audits } = (await api.get(`/api/v2/tickets/${ticket}/audits`)).body
  const { author_id, via, events } = audits.at(-1)
  assert.deepEqual([author_id, via.channel, via.source.rel, via.source.from.title], [-1, 'rule', 'automation', 'Old ones are urgent'])
  assert.deepEqual(
    events.map(({ type, field_name, value }: any) => [type, field_name, value]),
    [['Change', 'priority', 'urgent']],
  )
})

test('the automation of a fresh account closes tickets four days after they were solved', async () => {
  await clock('2027-02-01T00:00:00Z')
  const { id } = await make.ticket({ status: 'solved', assignee_id: app.admin.id })
  await clock('2027-02-04T23:00:00Z')
  assert.equal((await ticketOf(id)).status, 'solved')
  await clock('2027-02-05T02:00:00Z')
  assert.equal((await ticketOf(id)).status, 'closed')
})

test('an exact number of hours is true in one run, also when runs were missed', async () => {
  await clock('2027-03-01T00:00:00Z')
  await add('Once', [is('status', 'open'), is('OPEN', '3'), makeTagCondition('once')], [{ field: 'current_tags', value: 'three_hours' }])
  const { id } = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['once'] })
  await clock('2027-03-01T02:30:00Z')
  assert.deepEqual((await ticketOf(id)).tags, ['once'])
  await clock('2027-03-01T09:00:00Z')
  assert.deepEqual((await ticketOf(id)).tags, ['once', 'three_hours'])
})

test('the triggers run on the change of an automation', async () => {
  await clock('2027-04-01T00:00:00Z')
  const all = [{ field: 'current_tags', operator: 'includes', value: 'aged' }]
  const trigger = { title: 'Aged', conditions: { all, any: [] }, actions: [{ field: 'priority', value: 'high' }] }
  assert.equal((await api.post('/api/v2/triggers', { trigger })).status, 201)
  await add('Age', [is('status', 'open'), is('OPEN', '2'), makeTagCondition('ages')], [{ field: 'current_tags', value: 'aged' }])
  const { id } = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['ages'] })
  await clock('2027-04-01T04:00:00Z')
  const { tags, priority } = await ticketOf(id)
  assert.deepEqual([tags, priority], [['aged', 'ages'], 'high'])
})

test('an automation that names what is gone is skipped, and stops no other', async () => {
  await clock('2027-05-01T00:00:00Z')
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Fading' } })).body
  const gone = { field: `custom_fields_${ticket_field.id}`, operator: 'present', value: null }
  await add('Broken', [is('status', 'open'), is('OPEN', '1'), gone], [{ field: 'current_tags', value: 'never' }])
  await add('Whole', [is('status', 'open'), is('OPEN', '1'), makeTagCondition('whole')], [{ field: 'current_tags', value: 'still' }])
  const { id } = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['whole'] })
  await api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  await clock('2027-05-01T03:00:00Z')
  assert.deepEqual((await ticketOf(id)).tags, ['still', 'whole'])
})

test('a condition on the requester, and one on business hours, are known to the run', async () => {
  // a schedule from 9 to 17 on working days; 1 June 2027 is a Tuesday
  const { schedule } = (await api.post('/api/v2/business_hours/schedules', { schedule: { name: 'Office', time_zone: 'UTC' } })).body
  const intervals = [1, 2, 3, 4, 5].map((day) => ({ start_time: day * 1440 + 540, end_time: day * 1440 + 1020 }))
  const week = await api.put(`/api/v2/business_hours/schedules/${schedule.id}/workweek`, { workweek: { intervals } })
  assert.equal(week.status, 200, JSON.stringify(week.body))
  await clock('2027-06-01T16:00:00Z')
  const since = { field: 'OPEN', operator: 'greater_than_business_hours', value: '2' }
  await add(
    'German',
    [is('status', 'open'), makeTagCondition('hours'), since, is('locale_id', '8')],
    [{ field: 'current_tags', value: 'late' }],
  )
  const german = await putPerson(app, { role: 'end-user', locale: 'de' })
  const english = await putPerson(app, { role: 'end-user' })
  const open = { status: 'open', assignee_id: app.admin.id, tags: ['hours'] }
  const theirs = await make.ticket({ ...open, requester_id: german.id })
  const others = await make.ticket({ ...open, requester_id: english.id })
  // eighteen hours later, one of them within business hours
  await clock('2027-06-02T09:00:00Z')
  const isLate = async (id: number) => (await ticketOf(id)).tags.includes('late')
  assert.equal(await isLate(theirs.id), false)
  await clock('2027-06-02T14:00:00Z')
  assert.deepEqual([await isLate(theirs.id), await isLate(others.id)], [true, false])
})
