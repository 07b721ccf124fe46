import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../../test/app.ts'
import { makeWith } from '../../../test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const read = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket
/** Reads a ticket and sends it back whole, with these members changed, as many clients do. */
const sendBack = async (id: number, changes: object) =>
  (await app.api.put(`/api/v2/tickets/${id}`, { ticket: { ...(await read(id)), ...changes } })).body.ticket

test('a ticket that is sent back as it was read changes where it was changed', async () => {
  const ticket = await make.ticket()
  const renamed = await sendBack(ticket.id, { subject: 'Another subject' })
  assert.deepEqual([renamed.subject, renamed.raw_subject], ['Another subject', 'Another subject'])
  assert.equal((await sendBack(ticket.id, { raw_subject: 'Raw', subject: 'Shown' })).subject, 'Raw')
  assert.deepEqual((await sendBack(ticket.id, { priority: 'high', tags: ['sent_back'] })).tags, ['sent_back'])
})

test('a status that was changed counts, and so does a custom status that was changed; one that was not gives way', async () => {
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
})

test('a ticket is sent back with the group, brand and form it has, though these have gone since', async () => {
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
