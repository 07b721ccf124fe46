// Triggers at work: through the API, on real tickets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })

interface Part {
  readonly field: string
  readonly operator?: string
  readonly value?: unknown
}
const is = (field: string, value: unknown): Part => ({ field, operator: 'is', value })
const makeTagCondition = (tag: string): Part => ({ field: 'current_tags', operator: 'includes', value: tag })
const set = (field: string, value: unknown): Part => ({ field, value })

async function addTrigger(title: string, all: readonly Part[], actions: readonly Part[]): Promise<any> {
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.trigger
}
const write = (id: number, members: object, as = api) => as.put(`/api/v2/tickets/${id}`, { ticket: members })
const eventsOf = (answer: { body: any }) => answer.body.audit.events
const listTriggerEvents = (answer: { body: any }) => eventsOf(answer).filter((event: any) => event.via?.source.rel === 'trigger')

test('a trigger changes a new ticket in the same audit, with its own origin', async () => {
  const trigger = await addTrigger('Hurry', [is('update_type', 'Create'), makeTagCondition('hurry')], [set('priority', 'urgent')])
  const answer = await api.post('/api/v2/tickets', { ticket: { subject: 'A', comment: { body: 'B' }, tags: ['hurry'] } })
  assert.equal(answer.body.ticket.priority, 'urgent')
  const [event, ...others] = listTriggerEvents(answer)
  assert.deepEqual(others, [])
  assert.deepEqual([event.type, event.field_name, event.value, event.previous_value], ['Change', 'priority', 'urgent', null])
  const { id, title, deleted, revision_id } = event.via.source.from
  assert.deepEqual([event.via.channel, id, title, deleted, typeof revision_id], ['rule', trigger.id, 'Hurry', false, 'number'])
  const requested = eventsOf(answer).find((one: any) => one.type === 'Create' && one.field_name === 'priority')
  assert.equal(requested.value, null)
})

test('a later trigger sees the change of an earlier one, and an earlier one that of a later', async () => {
  await addTrigger('Third', [makeTagCondition('second')], [set('current_tags', 'third')])
  await addTrigger('Second', [makeTagCondition('first')], [set('current_tags', 'second')])
  const { id } = await make.ticket()
  const answer = await write(id, { tags: ['first'] })
  assert.deepEqual(answer.body.ticket.tags, ['first', 'second', 'third'])
  assert.equal(listTriggerEvents(answer).length, 1, 'one event for the net change of the tags')
})

test('two triggers that undo each other fire once each', async () => {
  await addTrigger('To pending', [makeTagCondition('swing'), is('status', 'open')], [set('status', 'pending')])
  await addTrigger('To open', [makeTagCondition('swing'), is('status', 'pending')], [set('status', 'open')])
  const { id } = await make.ticket()
  const answer = await write(id, { tags: ['swing'], status: 'open' })
  assert.equal(answer.body.ticket.status, 'open')
})

test('an inactive trigger does nothing, from the next write on', async () => {
  const trigger = await addTrigger('Once', [makeTagCondition('once')], [set('priority', 'low')])
  const one = await make.ticket()
  const other = await make.ticket()
  assert.equal((await write(one.id, { tags: ['once'] })).body.ticket.priority, 'low')
  await api.put(`/api/v2/triggers/${trigger.id}`, { trigger: { active: false } })
  assert.equal((await write(other.id, { tags: ['once'] })).body.ticket.priority, null)
})

test('a write that changes nothing runs no trigger', async () => {
  await addTrigger('Count', [makeTagCondition('count'), is('update_type', 'Change')], [set('current_tags', 'counted')])
  const { id } = await make.ticket({ tags: ['count'] })
  assert.deepEqual((await write(id, { tags: ['count'] })).body.ticket.tags, ['count'])
  assert.deepEqual((await write(id, { subject: 'Another' })).body.ticket.tags, ['count', 'counted'])
})

test('changed, value and value_previous compare with the ticket before the update', async () => {
  const change = (operator: string, value: unknown) => ({ field: 'priority', operator, value })
  await addTrigger('Changed', [makeTagCondition('watch'), change('changed', null)], [set('current_tags', 'changed')])
  await addTrigger('To high', [makeTagCondition('watch'), change('value', 'high')], [set('current_tags', 'to_high')])
  await addTrigger('From high', [makeTagCondition('watch'), change('value_previous', 'high')], [set('current_tags', 'from_high')])
  const { id } = await make.ticket({ tags: ['watch'], priority: 'low' })
  await write(id, { tags: ['watch'] })
  assert.deepEqual((await write(id, { priority: 'high' })).body.ticket.tags, ['changed', 'to_high', 'watch'])
  await write(id, { tags: ['watch'] })
  assert.deepEqual((await write(id, { priority: 'low' })).body.ticket.tags, ['changed', 'from_high', 'watch'])
})

test('conditions on the comment and on who wrote it are about this update', async () => {
  await addTrigger(
    'Reply',
    [makeTagCondition('reply'), is('comment_is_public', 'true'), is('role', 'end_user')],
    [set('current_tags', 'replied')],
  )
  const { id } = await make.ticket({ tags: ['reply'], requester_id: customer.id })
  assert.deepEqual((await write(id, { comment: { body: 'Ours', public: true } })).body.ticket.tags, ['reply'])
  await customer.api.put(`/api/v2/requests/${id}`, { request: { comment: { body: 'Theirs' } } })
  assert.deepEqual((await api.get(`/api/v2/tickets/${id}`)).body.ticket.tags, ['replied', 'reply'])
})

test('what follows from a change of a trigger follows: status and custom status, group and assignee', async () => {
  const { body } = await api.post('/api/v2/groups', { group: { name: 'Night shift' } })
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: body.group.id } })
  await addTrigger('Night', [makeTagCondition('night')], [set('group_id', String(body.group.id)), set('assignee_id', String(agent.id))])
  await addTrigger('Done', [makeTagCondition('done')], [set('status', 'solved')])
  const { ticket } = (await api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, tags: ['night'] } })).body
  assert.deepEqual([ticket.group_id, ticket.assignee_id, ticket.status], [body.group.id, agent.id, 'open'])
  const solved = (await write(ticket.id, { additional_tags: ['done'] })).body.ticket
  const { custom_statuses } = (await api.get('/api/v2/custom_statuses')).body
  const chosen = custom_statuses.find((one: any) => one.id === solved.custom_status_id)
  assert.deepEqual([solved.status, chosen.status_category], ['solved', 'solved'])
})

test('a trigger can give a ticket the default form', async () => {
  const { ticket_form } = (await api.post('/api/v2/ticket_forms', { ticket_form: { name: 'Returns' } })).body
  await addTrigger('Form', [makeTagCondition('plain')], [set('ticket_form_id', 'default_ticket_form')])
  const { id } = await make.ticket({ ticket_form_id: ticket_form.id })
  const answer = await write(id, { tags: ['plain'] })
  const { ticket_forms } = (await api.get('/api/v2/ticket_forms')).body
  assert.equal(answer.body.ticket.ticket_form_id, ticket_forms.find((form: any) => form.default).id)
})

test('a trigger that sets what is gone fails no write', async () => {
  const { group } = (await api.post('/api/v2/groups', { group: { name: 'Short-lived' } })).body
  await addTrigger('To nowhere', [makeTagCondition('nowhere')], [set('group_id', String(group.id)), set('priority', 'high')])
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Fading' } })).body
  await addTrigger(
    'By a field',
    [makeTagCondition('nowhere'), { field: `custom_fields_${ticket_field.id}`, operator: 'present' }],
    [set('priority', 'low')],
  )
  assert.equal((await api.delete(`/api/v2/groups/${group.id}`)).status, 204)
  assert.equal((await api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)).status, 204)
  const { id, group_id } = await make.ticket()
  const answer = await write(id, { tags: ['nowhere'] })
  assert.equal(answer.status, 200)
  assert.deepEqual([answer.body.ticket.group_id, answer.body.ticket.priority], [group_id, 'high'])
})

test('a trigger may close a ticket and solve one whose required fields are empty', async () => {
  await addTrigger('Close', [makeTagCondition('close')], [set('status', 'closed')])
  const { id } = await make.ticket()
  assert.equal((await write(id, { tags: ['close'], assignee_id: app.admin.id })).body.ticket.status, 'closed')
})

test('an import runs no triggers', async () => {
  await addTrigger('Any', [makeTagCondition('import')], [set('priority', 'high')])
  const { ticket } = (
    await api.post('/api/v2/imports/tickets', { ticket: { requester_id: customer.id, comments: [{ value: 'x' }], tags: ['import'] } })
  ).body
  assert.equal(ticket.priority, null)
})
