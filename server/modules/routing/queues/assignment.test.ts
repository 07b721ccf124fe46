import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/routing'
const group = await make.group()
const agent = async (): Promise<number> => {
  const { id } = await make.agent()
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: id, group_id: group.id } })
  return id
}
const one = await agent()
const two = await agent()
const makeWaitingTicket = async (given: object = {}): Promise<number> => (await make.ticket({ group_id: group.id, ...given })).id
const assigneeOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}`)).body.ticket.assignee_id
async function assignAndList(ids: readonly number[]): Promise<unknown[]> {
  await runScheduledWork(app)
  const found = []
  for (const id of ids) found.push(await assigneeOf(id))
  return found
}

test('nothing is given to anybody unless the account is set to', async () => {
  assert.deepEqual(await assignAndList([await makeWaitingTicket()]), [null])
})

test('new tickets go to the agents of their group in turn; those without a group wait', async () => {
  const ids = [await makeWaitingTicket(), await makeWaitingTicket(), await makeWaitingTicket(), (await make.ticket()).id]
  await setUp(app, { assignment: { method: 'round_robin', capacity: 100 } })
  const [first, second, third, none] = await assignAndList(ids)
  assert.deepEqual([first, second].sort(), [one, two])
  assert.deepEqual([third, none], [first, null])
  const { ticket } = (await api.get(`/api/v2/tickets/${ids[0]}`)).body
  assert.equal(ticket.status, 'open')
  const { audits } = (await api.get(`/api/v2/tickets/${ids[0]}/audits`)).body
  const change = audits.at(-1)
  assert.deepEqual([change.author_id, change.via.channel], [-1, 'system'])
})

test('an agent gets no more open tickets than they have room for, and a ticket only with the skills it requires', async () => {
  const { attribute } = (await api.post(`${PATH}/attributes`, { attribute: { name: 'Language' } })).body
  const { attribute_value } = (await api.post(`${PATH}/attributes/${attribute.id}/values`, { attribute_value: { name: 'Danish' } })).body
  await api.post(`${PATH}/agents/${two}/instance_values`, { attribute_value_ids: [attribute_value.id] })
  await setUp(app, { assignment: { method: 'spare_capacity', capacity: 100 } })
  const skilled = [
    await makeWaitingTicket({ attribute_value_ids: [attribute_value.id] }),
    await makeWaitingTicket({ attribute_value_ids: [attribute_value.id] }),
  ]
  assert.deepEqual(await assignAndList(skilled), [two, two])
  await setUp(app, { assignment: { method: 'spare_capacity', capacity: 1 } })
  const late = await makeWaitingTicket()
  assert.deepEqual(await assignAndList([late]), [null])
  const { tickets } = (await api.get(`/api/v2/users/${one}/tickets/assigned`)).body
  for (const { id } of tickets) await api.put(`/api/v2/tickets/${id}`, { ticket: { status: 'pending' } })
  assert.deepEqual(await assignAndList([late]), [one])
})

test('the settings are written by administrators and must be valid', async () => {
  const put = (assignment: object, as = app.inPerson) => as.put('/api/v2/deskhand/settings', { settings: { assignment } })
  const answer = await put({ method: 'round_robin', capacity: 7 })
  assert.deepEqual([answer.status, answer.body.settings.assignment], [200, { method: 'round_robin', capacity: 7, only_available: false }])
  assert.equal((await put({ only_available: true })).body.settings.assignment.only_available, true)
  for (const wrong of [{ method: 'lottery' }, { method: null }, { capacity: 0 }, { capacity: 1001 }, { capacity: null }])
    assert.equal((await put(wrong)).status, 422, JSON.stringify(wrong))
})
