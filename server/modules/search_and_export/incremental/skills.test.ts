import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const EXPORT = '/api/v2/incremental/routing'
const PATH = '/api/v2/routing'
let clock = Date.UTC(2030, 0, 1) / 1000

/** Moves the instance's clock forward. */
async function moveClock(seconds: number): Promise<number> {
  clock += seconds
  await setUp(app, { clock: { mode: 'frozen', at: new Date(clock * 1000).toISOString() } })
  return clock
}

const timeOf = (second: number) => new Date(second * 1000).toISOString().replace('.000', '')
/** The records of an export from a link on, and the link to those that follow. */
async function read(key: string, link = `${app.base_url}${EXPORT}/${key}`): Promise<{ rows: any[]; next: string; end_time: number }> {
  const { status, body } = await api.get(link.slice(app.base_url.length))
  assert.deepEqual([status, Object.keys(body)], [200, [key, 'count', 'end_time', 'next_page']])
  assert.equal(body.count, body[key].length)
  return { rows: body[key], next: body.next_page, end_time: body.end_time }
}

test('changes of attributes and of their values are exported in their order, and the link finds later ones', async () => {
  const start = await moveClock(120)
  const { attribute } = (await api.post(`${PATH}/attributes`, { attribute: { name: 'Language' } })).body
  const { attribute_value } = (await api.post(`${PATH}/attributes/${attribute.id}/values`, { attribute_value: { name: 'German' } })).body
  assert.deepEqual((await read('attributes')).rows, [], 'the last minute is withheld')
  const renamed = await moveClock(10)
  await api.put(`${PATH}/attributes/${attribute.id}`, { attribute: { name: 'Tongue' } })
  await api.patch(`${PATH}/attributes/${attribute.id}/values/${attribute_value.id}`, { attribute_value: { name: 'Danish' } })
  await moveClock(61)
  const first = await read('attributes')
  assert.deepEqual(first.rows, [
    { id: attribute.id, time: timeOf(start), type: 'create', name: 'Language' },
    { id: attribute.id, time: timeOf(renamed), type: 'update', name: 'Tongue' },
  ])
  assert.equal(first.end_time, renamed)
  const values = await read('attribute_values', `${app.base_url}${EXPORT}/attribute_values.json?start_time=${renamed}`)
  const shared = { id: attribute_value.id, attribute_id: attribute.id }
  assert.deepEqual(values.rows, [{ ...shared, time: timeOf(renamed), type: 'update', name: 'Danish' }])
  const end = await read('attributes', first.next)
  assert.deepEqual([end.rows, end.next], [[], first.next])
  const gone = await moveClock(10)
  await api.delete(`${PATH}/attributes/${attribute.id}`)
  await moveClock(61)
  assert.deepEqual((await read('attributes', end.next)).rows, [{ id: attribute.id, time: timeOf(gone), type: 'delete', name: 'Tongue' }])
  const lost = await read('attribute_values', values.next)
  assert.deepEqual(lost.rows, [{ ...shared, time: timeOf(gone), type: 'delete', name: 'Danish' }])
})

test('what agents and tickets get and lose is exported; the two ends of one have the same id', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const { attribute } = (await api.post(`${PATH}/attributes`, { attribute: { name: 'Product' } })).body
  const conditions = { all: [{ subject: 'priority', operator: 'is', value: 'urgent' }] }
  const { attribute_value } = (
    await api.post(`${PATH}/attributes/${attribute.id}/values`, { attribute_value: { name: 'Printers', conditions } })
  ).body
  const ofAgent = `${PATH}/agents/${agent.id}/instance_values`
  const other = (await api.post(`${PATH}/attributes/${attribute.id}/values`, { attribute_value: { name: 'Screens' } })).body.attribute_value
  await moveClock(61)
  await api.post(ofAgent, { attribute_value_ids: [attribute_value.id] })
  await api.post(ofAgent, { attribute_value_ids: [attribute_value.id] })
  await api.post(ofAgent, { attribute_value_ids: [] })
  const ticket = await make.ticket({ priority: 'urgent' })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { subject: 'Another' } })
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { attribute_value_ids: [other.id] } })
  await api.post(ofAgent, { attribute_value_ids: [other.id] })
  await api.delete(`${PATH}/attributes/${attribute.id}/values/${other.id}`)
  await moveClock(61)
  const { rows } = await read('instance_values')
  const printers = attribute_value.id
  const screens = other.id
  const person = String(agent.id)
  const number = String(ticket.id)
  assert.deepEqual(
    rows.map((row) => [row.type, row.attribute_value_id, row.instance_id]),
    [
      ['associate_agent', printers, person],
      ['unassociate_agent', printers, person],
      ['associate_ticket', printers, number],
      ['unassociate_ticket', printers, number],
      ['associate_ticket', screens, number],
      ['associate_agent', screens, person],
      ['unassociate_agent', screens, person],
    ],
  )
  assert.equal(rows[0].id, rows[1].id)
  assert.equal(rows[2].id, rows[3].id)
  assert.equal(new Set(rows.map((row) => row.id)).size, 4)
})

test('for administrators only; a malformed cursor and a start that is too recent are refused', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  for (const key of ['attributes', 'attribute_values', 'instance_values']) {
    assert.equal((await app.as({}).get(`${EXPORT}/${key}`)).status, 401)
    assert.equal((await agent.api.get(`${EXPORT}/${key}`)).status, 403)
    assert.equal((await api.get(`${EXPORT}/${key}?cursor=x`)).status, 422)
    assert.equal((await api.get(`${EXPORT}/${key}?start_time=${clock}`)).status, 422)
  }
})
