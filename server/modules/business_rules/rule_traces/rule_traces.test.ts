// Traces of real writes, through the API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { waitForJob, runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'silent' })
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const path = (ticket: number, audit: number, query = '') => `/api/v2/deskhand/tickets/${ticket}/audits/${audit}/trace${query}`

interface Part {
  readonly field: string
  readonly operator?: string
  readonly value?: unknown
}
const is = (field: string, value: unknown): Part => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string): Part => ({ field: 'current_tags', operator: 'includes', value: tag })
const set = (field: string, value: unknown): Part => ({ field, value })

async function add(kind: 'trigger' | 'automation', title: string, all: readonly Part[], actions: readonly Part[]): Promise<number> {
  const { status, body } = await api.post(`/api/v2/${kind}s`, { [kind]: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body[kind].id
}
const trigger = (title: string, all: readonly Part[], actions: readonly Part[]) => add('trigger', title, all, actions)

async function write(id: number, members: object): Promise<number> {
  const { status, body } = await api.put(`/api/v2/tickets/${id}`, { ticket: members })
  assert.equal(status, 200, JSON.stringify(body))
  return body.audit.id
}

async function traceOf(ticket: number, audit: number, query = '', as = api): Promise<any> {
  const { status, body } = await as.get(path(ticket, audit, query))
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.audit.id, audit)
  return body.trace
}
const findTriggerTrace = (trace: any, title: string) => trace.triggers.find((one: any) => one.title === title)
const seenBy = ({ conditions }: any) => conditions.all.map(({ field, seen, holds }: any) => [field, seen, holds])

test('a trace says of each trigger in order whether it fired, what its conditions saw, and in which round', async () => {
  await trigger('Late', [makeTagCondition('traced'), is('priority', 'high')], [set('current_tags', 'late')])
  await trigger(
    'Raise',
    [makeTagCondition('traced'), is('comment_is_public', 'true'), is('update_type', 'Change')],
    [set('priority', 'high'), set('type', 'task')],
  )
  await trigger('Solved', [is('status', 'solved')], [set('current_tags', 'done')])
  await trigger('Mail', [makeTagCondition('traced')], [set('notification_user', ['requester_id', 'Subject', 'Body'])])
  const { id } = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['traced'], type: 'task' })
  const trace = await traceOf(id, await write(id, { comment: { body: 'Soon' }, tags: ['traced'] }), '', agent.api)
  assert.deepEqual([trace.record, trace.is_exact, trace.differences, trace.ended.code], ['kept', true, [], 'nothing_woken'])
  const positions = trace.triggers.map((one: any) => one.position)
  assert.deepEqual(
    positions,
    positions.map((_one: number, index: number) => index + 1),
  )
  const [late, raise, solved, mail] = ['Late', 'Raise', 'Solved', 'Mail'].map((title) => findTriggerTrace(trace, title))
  assert.deepEqual(
    [raise, late, mail, solved].map(({ state }) => state),
    ['fired', 'fired', 'fired', 'not_indexed'],
  )
  const order = [raise, late, mail].map(({ fired }) => fired - raise.fired)
  assert.deepEqual(order, [0, 1, 2], 'the pass begins again after each change')
  assert.deepEqual([raise.rounds, late.rounds], [[1], [1, 2]])
  assert.deepEqual(seenBy(raise), [
    ['current_tags', ['traced'], true],
    ['comment_is_public', 'public', true],
    ['update_type', 'Change', true],
  ])
  assert.deepEqual(raise.changes, [{ field: 'priority', before: null, after: 'high' }])
  assert.deepEqual(
    raise.actions.map(({ field, result }: any) => [field, result]),
    [
      ['priority', 'changed'],
      ['type', 'no_change'],
    ],
  )
  const plain = mail.actions.map(({ sent, ...action }: any) => [action, sent.texts === 'sent' || sent.texts === 'rule'])
  assert.deepEqual(plain, [
    [{ field: 'notification_user', value: ['requester_id', 'Subject', 'Body'], result: 'effect', effect: 'mail_user' }, true],
  ])
  assert.deepEqual(seenBy(solved), [['status', 'open', false]])
  assert.match(solved.reason, /not looked at/)
  assert.ok(late.holds_again && /at most once/.test(late.reason), 'the trace says what would loop')
  assert.deepEqual((await traceOf(id, trace.audit_id, `?trigger_id=${raise.id}`)).triggers, [raise])
})

test('a trigger that was looked at and did not fire shows the values it saw, before and after the update', async () => {
  await trigger(
    'From low',
    [makeTagCondition('seen'), { field: 'priority', operator: 'value_previous', value: 'low' }],
    [set('status', 'pending')],
  )
  await trigger('No title', [{ field: 'subject_includes_word', operator: 'is', value: 'nowhere' }], [set('status', 'hold')])
  const { id } = await make.ticket({ tags: ['seen'], priority: 'normal', subject: 'Here' })
  const trace = await traceOf(id, await write(id, { priority: 'high' }))
  const from = findTriggerTrace(trace, 'From low')
  const title = findTriggerTrace(trace, 'No title')
  assert.deepEqual([from.state, from.fired, title.state], ['not_met', null, 'not_met'])
  assert.deepEqual(seenBy(from)[1], ['priority', { previous: 'normal', current: 'high' }, false])
  assert.deepEqual(seenBy(title)[0], ['subject_includes_word', 'Here', false])
  const one = await traceOf(id, trace.audit_id, `?trigger_id=${from.id}`)
  assert.deepEqual(one.triggers, [from])
  const fired = await traceOf(id, trace.audit_id, '?states=fired,skipped')
  assert.ok(fired.triggers.every(({ state }: any) => state === 'fired'))
  assert.equal((await api.get(path(id, trace.audit_id, '?trigger_id=x'))).status, 400)
})

test('a trace is of the triggers as they were: later edits, moves and deletions do not falsify it', async () => {
  const edited = await trigger('Edited', [makeTagCondition('past')], [set('priority', 'low')])
  const deleted = await trigger('Deleted', [makeTagCondition('past')], [set('type', 'question')])
  const { id } = await make.ticket({ tags: ['past'] })
  const audit = await write(id, { subject: 'Another', type: 'task', priority: 'urgent' })
  const before = await traceOf(id, audit)
  const conditions = { all: [makeTagCondition('future')], any: [] }
  await api.put(`/api/v2/triggers/${edited}`, {
    trigger: { title: 'Changed', position: 1, conditions, actions: [set('priority', 'high')] },
  })
  await trigger('Newer', [makeTagCondition('past')], [set('current_tags', 'newer')])
  assert.deepEqual(await traceOf(id, audit), before)
  await api.delete(`/api/v2/triggers/${deleted}`)
  const after = await traceOf(id, audit)
  assert.deepEqual(findTriggerTrace(after, 'Edited').changes, [{ field: 'priority', before: 'urgent', after: 'low' }])
  const gone = findTriggerTrace(after, 'Deleted')
  assert.deepEqual([gone.id, gone.state, gone.conditions], [deleted, 'fired', null], 'it fired, and its revision is gone')
  assert.deepEqual([after.is_exact, after.differences.length], [false, 1])
  assert.match(after.differences[0], /deleted since/)
})

test('a trigger that names what is gone is skipped, and the trace says what is gone', async () => {
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Fading' } })).body
  await trigger('Broken', [{ field: `custom_fields_${ticket_field.id}`, operator: 'present' }], [set('priority', 'low')])
  const { id } = await make.ticket()
  const early = await write(id, { subject: 'Early' })
  await api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  const trace = await traceOf(id, await write(id, { subject: 'Another' }))
  const broken = findTriggerTrace(trace, 'Broken')
  assert.deepEqual([broken.state, broken.conditions, trace.is_exact], ['skipped', null, true])
  assert.match(broken.reason, new RegExp(`custom_fields_${ticket_field.id}`))
  assert.equal(findTriggerTrace(await traceOf(id, early), 'Broken').state, 'unknown')
  assert.equal(trace.counts.find(({ state }: any) => state === 'skipped').count, 1)
})

test('schedules and requesters are evaluated as they were at the time', async () => {
  const intervals = [{ start_time: 0, end_time: 10080 }]
  const { schedule } = (await api.post('/api/v2/business_hours/schedules', { schedule: { name: 'Always', time_zone: 'UTC' } })).body
  await api.put(`/api/v2/business_hours/schedules/${schedule.id}/workweek`, { workweek: { intervals } })
  await trigger(
    'Open',
    [makeTagCondition('hours'), is('within_schedule', String(schedule.id)), is('locale_id', '1')],
    [set('priority', 'high')],
  )
  const { id } = await make.ticket({ tags: ['hours'], requester_id: customer.id })
  const open = findTriggerTrace(await traceOf(id, await write(id, { subject: 'Now' })), 'Open')
  assert.deepEqual(seenBy(open).slice(1), [
    ['within_schedule', [schedule.id], true],
    ['locale_id', 1, true],
  ])
})

test('the trace of an automation has its conditions and changes, then the triggers', async () => {
  const clock = async (at: string) => {
    await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
    await runScheduledWork(app)
  }
  await clock('2027-01-01T00:00:00Z')
  await trigger('After aging', [makeTagCondition('aged')], [set('priority', 'high')])
  const hours = { field: 'OPEN', operator: 'greater_than', value: '2' }
  const automation = await add(
    'automation',
    'Age',
    [is('status', 'open'), hours, makeTagCondition('ages')],
    [set('current_tags', 'aged'), set('remove_tags', 'ages')],
  )
  const { id } = await make.ticket({ status: 'open', assignee_id: app.admin.id, tags: ['ages'] })
  await clock('2027-01-01T04:00:00Z')
  const { audits } = (await api.get(`/api/v2/tickets/${id}/audits`)).body
  const audit = audits.at(-1)
  assert.equal(audit.via.source.rel, 'automation')
  const trace = await traceOf(id, audit.id)
  assert.deepEqual(
    [trace.automation.id, trace.automation.title, trace.automation.conditions.all.map((one: any) => one.holds)],
    [automation, 'Age', [true, true, true]],
  )
  assert.deepEqual(trace.automation.changes, [{ field: 'tags', before: ['ages'], after: ['aged'] }])
  assert.equal(findTriggerTrace(trace, 'After aging').state, 'fired')
  const { automations } = (await api.get('/api/v2/automations')).body
  // without automations the hours between are not made up for
  await api.delete(`/api/v2/automations/destroy_many?ids=${automations.map((one: any) => one.id).join(',')}`)
  await clock('2027-02-05T00:00:00Z')
  assert.deepEqual(await traceOf(id, audit.id).then(({ record, triggers, automation: gone }) => [record, triggers, gone]), [
    'removed',
    [],
    null,
  ])
  const { body } = await api.post('/api/v2/imports/tickets', { ticket: { subject: 'Imported', comments: [{ value: 'Old' }] } })
  const imported = (await api.get(`/api/v2/tickets/${body.ticket.id}/audits`)).body.audits[0]
  assert.equal((await traceOf(body.ticket.id, imported.id)).record, 'none')
})

test('texts that were redacted are not in a trace, and a scrubbed ticket leaves none', async () => {
  await trigger('Finds', [{ field: 'comment_includes_word', operator: 'includes', value: 'hunter2' }], [set('priority', 'low')])
  const { id } = await make.ticket()
  const audit = await write(id, { comment: { body: 'It is hunter2 now', public: false } })
  assert.match(JSON.stringify(findTriggerTrace(await traceOf(id, audit), 'Finds')), /It is hunter2 now/)
  const { comments } = (await api.get(`/api/v2/tickets/${id}/comments`)).body
  await api.put(`/api/v2/tickets/${id}/comments/${comments.at(-1).id}/redact`, { text: 'hunter2' })
  const { state, conditions } = findTriggerTrace(await traceOf(id, audit), 'Finds')
  assert.deepEqual([state, conditions], ['fired', null])
  const runs = async () =>
    Number((await app.database.database.driver.unsafe(`select count(*) as count from ticket_rule_runs where ticket_id = ${id}`))[0]?.count)
  assert.ok((await runs()) > 0)
  await api.delete(`/api/v2/tickets/${id}`)
  assert.equal((await api.get(path(id, audit))).status, 404)
  await waitForJob(app, await api.delete(`/api/v2/deleted_tickets/${id}`))
  assert.equal(await runs(), 0)
})

test('a trace is for agents who see the ticket, and hides of people what the agent may not see', async () => {
  const { id } = await make.ticket({ requester_id: customer.id })
  const audit = await write(id, { comment: { body: 'For us only', public: false } })
  const other = await make.ticket()
  assert.equal((await app.as({}).get(path(id, audit))).status, 401)
  assert.equal((await customer.api.get(path(id, audit))).status, 403)
  const other_account = await putInstance(app)
  assert.equal((await other_account.api.get(path(id, audit))).status, 404)
  const restricted = await make.agent({ ticket_restriction: 'assigned' })
  const asRestricted = app.as({ email: restricted.email, token: app.admin.token })
  assert.equal((await asRestricted.get(path(id, audit))).status, 404)
  assert.equal((await api.get(path(other.id, audit))).status, 404)
  assert.equal((await api.get(path(id, 999_999))).status, 404)
  assert.equal((await api.get(`/api/v2/deskhand/tickets/${id}/audits/x/trace`)).status, 400)
  const own = await make.organization()
  const limited = await make.agent({ ticket_restriction: 'organization', organization_id: own.id })
  await trigger('By language', [is('locale_id', '1'), makeTagCondition('limited')], [set('priority', 'low')])
  const last = await write(id, { assignee_id: limited.id, tags: ['limited'] })
  const shown = findTriggerTrace(await traceOf(id, last, '', app.as({ email: limited.email, token: app.admin.token })), 'By language')
  assert.deepEqual(
    shown.conditions.all.map(({ field, seen, hidden }: any) => [field, seen, hidden]),
    [
      ['locale_id', null, true],
      ['current_tags', ['limited'], false],
    ],
  )
  assert.deepEqual(seenBy(findTriggerTrace(await traceOf(id, last), 'By language'))[0], ['locale_id', 1, true])
})
