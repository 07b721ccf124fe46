import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const read = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket
/** Reads a ticket and sends it back completely, with these members changed, as many clients do. */
const sendBack = async (id: number, changes: object) =>
  (await app.api.put(`/api/v2/tickets/${id}`, { ticket: { ...(await read(id)), ...changes } })).body.ticket

test('a ticket that is sent back as it was read changes only where the client changed it', async () => {
  const ticket = await make.ticket()
  const renamed = await sendBack(ticket.id, { subject: 'Another subject' })
  assert.deepEqual([renamed.subject, renamed.raw_subject], ['Another subject', 'Another subject'])
  assert.equal((await sendBack(ticket.id, { raw_subject: 'Raw', subject: 'Shown' })).subject, 'Raw')
  assert.deepEqual((await sendBack(ticket.id, { priority: 'high', tags: ['sent_back'] })).tags, ['sent_back'])
})

test('a changed status or custom status takes effect; an unchanged one gives way to it', async () => {
  const ticket = await make.ticket({ assignee_id: app.admin.id })
  const custom = { status_category: 'pending', agent_label: 'Sent back' }
  const { custom_status } = (await app.api.post('/api/v2/custom_statuses', { custom_status: custom })).body
  for (const status of ['pending', 'open', 'solved']) assert.equal((await sendBack(ticket.id, { status })).status, status)
  const own = await sendBack(ticket.id, { custom_status_id: custom_status.id })
  assert.deepEqual([own.status, own.custom_status_id], ['pending', custom_status.id])
  assert.equal((await sendBack(ticket.id, { priority: 'low' })).custom_status_id, custom_status.id)
  const both = await sendBack(ticket.id, { status: 'open', custom_status_id: own.custom_status_id })
  assert.equal(both.status, 'open')
  assert.notEqual(both.custom_status_id, custom_status.id)
  const ended = { status_category: 'solved', agent_label: 'Sent back for good' }
  const { custom_status: solved } = (await app.api.post('/api/v2/custom_statuses', { custom_status: ended })).body
  assert.equal((await sendBack(ticket.id, { custom_status_id: solved.id })).status, 'solved')
  const closed = await sendBack(ticket.id, { status: 'closed' })
  assert.deepEqual([closed.status, closed.custom_status_id], ['closed', solved.id])
})

test('a ticket can be sent back with its group, brand and form after these were removed', async () => {
  const group = await make.group()
  const post = async (path: string, key: string, record: object) => (await app.api.post(`/api/v2/${path}`, { [key]: record })).body[key]
  const brand = await post('brands', 'brand', { name: 'Passing', subdomain: 'passing' })
  const form = await post('ticket_forms', 'ticket_form', { name: 'Passing' })
  const { id } = await make.ticket({ group_id: group.id, brand_id: brand.id, ticket_form_id: form.id })
  const given = { group_id: group.id, brand_id: brand.id, ticket_form_id: form.id }
  assert.equal((await app.api.delete(`/api/v2/groups/${group.id}`)).status, 204)
  assert.equal((await app.api.put(`/api/v2/brands/${brand.id}`, { brand: { active: false } })).status, 200)
  assert.equal((await app.api.put(`/api/v2/ticket_forms/${form.id}`, { ticket_form: { active: false } })).status, 200)
  const sent = await sendBack(id, { subject: 'Still there' })
  assert.deepEqual([sent?.subject, sent?.brand_id, sent?.ticket_form_id], ['Still there', brand.id, form.id])
  const other = await make.ticket()
  for (const [member, value] of Object.entries(given))
    assert.equal((await app.api.put(`/api/v2/tickets/${other.id}`, { ticket: { [member]: value } })).status, 422, member)
})

test('copies and followers stay as they are when a ticket is sent back completely', async () => {
  const agent = await make.agent()
  const copies = Array.from({ length: 47 }, (_none, index) => ({ user_email: `copied${index}@example.org` }))
  const { id } = await make.ticket({ email_ccs: [...copies, { user_id: agent.id }] })
  const before = (await app.api.put(`/api/v2/tickets/${id}`, { ticket: { followers: [{ user_id: app.admin.id }] } })).body.ticket
  assert.deepEqual([before.email_cc_ids.length, before.email_cc_ids.includes(agent.id), before.collaborator_ids.length], [48, true, 49])
  const sent = await sendBack(id, { subject: 'Still copied' })
  assert.deepEqual([sent?.email_cc_ids, sent?.follower_ids], [before.email_cc_ids, before.follower_ids])
  const fewer = await sendBack(id, { collaborator_ids: before.collaborator_ids.slice(0, 2) })
  assert.deepEqual(fewer.email_cc_ids, before.email_cc_ids.slice(0, 2))
})

test('a ticket can be sent back with its problem, priority and requester after these were removed', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const requester = await make.user()
  const { id } = await make.ticket({ type: 'incident', problem_id: problem.id, priority: 'urgent', requester_id: requester.id })
  const { ticket_fields } = (await app.api.get('/api/v2/ticket_fields')).body
  const field = `/api/v2/ticket_fields/${ticket_fields.find((one: { type: string }) => one.type === 'priority').id}`
  assert.equal((await app.api.delete(`/api/v2/tickets/${problem.id}`)).status, 204)
  assert.equal((await app.api.put(`/api/v2/users/${requester.id}`, { user: { suspended: true } })).status, 200)
  assert.equal((await app.api.put(field, { ticket_field: { sub_type_id: 1 } })).status, 200)
  const sent = await sendBack(id, { subject: 'Still there' })
  assert.deepEqual(
    [sent?.subject, sent?.problem_id, sent?.priority, sent?.requester_id],
    ['Still there', problem.id, 'urgent', requester.id],
  )
  const other = await make.ticket({ type: 'incident' })
  for (const change of [{ problem_id: problem.id }, { priority: 'urgent' }, { requester_id: requester.id }])
    assert.equal((await app.api.put(`/api/v2/tickets/${other.id}`, { ticket: change })).status, 422, JSON.stringify(change))
  await app.api.put(field, { ticket_field: { sub_type_id: 0 } })
})

test('the problem of a former incident does not prevent another type', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const { id } = await make.ticket({ type: 'incident', problem_id: problem.id })
  const sent = await sendBack(id, { type: 'question' })
  assert.deepEqual([sent?.type, sent?.problem_id], ['question', null])
  assert.equal((await read(problem.id)).has_incidents, false)
})

test('a ticket on hold can be sent back, and taken off hold, after on-hold was switched off', async () => {
  const { id } = await make.ticket({ status: 'hold' })
  const setHold = (status_hold: boolean) => app.api.put('/api/v2/account/settings', { settings: { tickets: { status_hold } } })
  assert.equal((await setHold(false)).status, 200)
  const sent = await sendBack(id, { subject: 'Still on hold' })
  assert.deepEqual([sent?.subject, sent?.status], ['Still on hold', 'hold'])
  assert.equal((await sendBack(id, { status: 'open' }))?.status, 'open')
  assert.equal((await app.api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'hold' } })).status, 422)
  assert.equal((await setHold(true)).status, 200)
})

test('a due date that is sent back as it was returned is no change', async () => {
  const { id } = await make.ticket({ type: 'task', due_at: '2030-01-01T10:00:00.500Z' })
  const ticket = { due_at: (await read(id)).due_at, subject: 'Renamed' }
  const { body } = await app.api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.deepEqual(
    body.audit.events.map((event: { field_name: string }) => event.field_name),
    ['subject'],
  )
  const moved = await sendBack(id, { due_at: '2030-01-01T10:00:01Z' })
  assert.equal(moved.due_at, '2030-01-01T10:00:01Z')
})
