import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/routing'
const SHOWN = { [EXAMPLE]: 'yes' }
const NOBODY = '00000000-0000-4000-8000-000000000000'
const { attribute } = (await api.post(`${PATH}/attributes`, { attribute: { name: 'Language' } })).body
const skill = async (name: string): Promise<any> =>
  (await api.post(`${PATH}/attributes/${attribute.id}/values`, { attribute_value: { name } })).body.attribute_value
const danish = await skill('Danish')
const english = await skill('English')
const french = await skill('French')
const agent = await putPerson(app, { role: 'agent' })
const other = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })

const ofAgent = (id: number) => `${PATH}/agents/${id}/instance_values`
const ofTicket = (id: number) => `${PATH}/tickets/${id}/instance_values`
const give = (id: number, ...values: { id: string }[]) =>
  api.post(ofAgent(id), { attribute_value_ids: values.map((row) => row.id) }, values.length === 2 ? SHOWN : {})
const names = (answer: { body: any }): string[] => answer.body.attribute_values.map((row: { name: string }) => row.name)
const job = (given: object) => api.post(`${PATH}/agents/instance_values/jobs`, { job: given })

test('the skills of an agent are set, replaced and taken away', async () => {
  const given = await give(agent.id, french, danish)
  assert.equal(given.status, 200)
  assert.deepEqual(names(given), ['Danish', 'French'])
  const { conditions: _none, ...shown } = danish
  assert.deepEqual(given.body.attribute_values[0], { ...shown, agent_skill_priority: 'NORMAL' })
  assert.deepEqual((await agent.api.get(ofAgent(agent.id))).body, given.body)
  assert.deepEqual(names(await give(agent.id, english, danish, danish)), ['Danish', 'English'])
  assert.deepEqual(names(await give(agent.id)), [])
})

test('the skills of many agents are changed by a job and listed with their agents', async () => {
  await give(agent.id, danish)
  await give(other.id)
  const high = { id: english.id, agent_skill_priority: 'HIGH' }
  const started = await job({ action: 'upsert', attributes: { attribute_values: [high, { id: danish.id }] }, items: [agent.id, other.id] })
  assert.deepEqual(
    [started.body.job_status.job_type, started.body.job_status.total, started.body.job_status.status],
    ['Bulk upsert agent instance values', 2, 'queued'],
  )
  const done = await waitForJob(app, started)
  assert.deepEqual(
    done.results,
    [agent, other].map(({ id }) => ({ id, action: 'upsert', success: true, status: 'Updated' })),
  )
  const list = `${PATH}/agents/instance_values?filter[agent_ids]=${other.id},${agent.id},${customer.id},999999`
  const { body } = await api.get(list)
  assert.deepEqual(Object.keys(body), ['instance_values', 'next_page', 'previous_page', 'count'])
  const rows = body.instance_values.map((row: any) => [row.agent_id, row.name, row.agent_skill_priority])
  assert.deepEqual(
    rows.sort(),
    [agent, other].flatMap(({ id }) => [
      [id, 'Danish', 'NORMAL'],
      [id, 'English', 'HIGH'],
    ]),
  )
  const [first] = body.instance_values
  assert.deepEqual([first.attribute_id, first.url.includes(first.attribute_value_id)], [attribute.id, true])
  // a skill keeps its priority, and its id, when it is named without one
  await waitForJob(app, await job({ action: 'update', attributes: { attribute_values: [{ id: english.id }] }, items: [agent.id] }))
  const kept = (await api.get(list)).body.instance_values.filter((row: any) => row.agent_id === agent.id)
  assert.deepEqual(kept, [body.instance_values.find((row: any) => row.agent_id === agent.id && row.name === 'English')])
  const page = (await api.get(`${list}&page[size]=2`)).body
  assert.deepEqual([page.instance_values.length, page.meta.has_more], [2, true])
  const rest = (await api.get(`${list}&page[size]=2&page[after]=${page.meta.after_cursor}`)).body
  assert.deepEqual([rest.instance_values.length, rest.meta.has_more], [1, false])
  await waitForJob(
    app,
    await job({ action: 'delete', attributes: { attribute_values: [{ id: english.id }] }, items: [agent.id, other.id] }),
  )
  assert.deepEqual(names(await api.get(ofAgent(agent.id))), [])
  assert.deepEqual(names(await api.get(ofAgent(other.id))), ['Danish'])
})

test('one agent of a job that cannot be changed does not stop the others', async () => {
  await give(agent.id)
  const attributes = { attribute_values: [{ id: danish.id }] }
  const done = await waitForJob(app, await job({ action: 'upsert', attributes, items: [customer.id, agent.id] }))
  assert.deepEqual(
    done.results.map((row: any) => row.success),
    [false, true],
  )
  assert.deepEqual(names(await api.get(ofAgent(agent.id))), ['Danish'])
})

test('the skills of a ticket are set; unknown ids are ignored, and deleted ones are no longer shown', async () => {
  const ticket = await make.ticket()
  const gone = await skill('Gone')
  const set = await api.post(ofTicket(ticket.id), { attribute_value_ids: [french.id, gone.id, NOBODY] })
  assert.equal(set.status, 200)
  assert.deepEqual(names(set), ['French', 'Gone'])
  assert.deepEqual(Object.keys(set.body.attribute_values[0]), ['url', 'id', 'name', 'attribute_id', 'created_at', 'updated_at'])
  await api.delete(`${PATH}/attributes/${attribute.id}/values/${gone.id}`)
  assert.deepEqual(names(await agent.api.get(ofTicket(ticket.id))), ['French'])
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { attribute_value_ids: [danish.id], priority: 'high' } })
  assert.deepEqual(names(await api.get(ofTicket(ticket.id))), ['Danish'])
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'low' } })
  assert.deepEqual(names(await api.get(ofTicket(ticket.id))), ['Danish'])
  assert.deepEqual(names(await api.post(ofTicket(ticket.id), { attribute_value_ids: [] })), [])
})

test('a ticket is fulfilled by an agent who has all skills that it requires', async () => {
  await give(agent.id, danish, english)
  await give(other.id, danish)
  const gone = await skill('Gone for good')
  const both = await make.ticket()
  const one = await make.ticket()
  const none = await make.ticket()
  const lost = await make.ticket()
  await api.post(ofTicket(both.id), { attribute_value_ids: [english.id, danish.id] }, SHOWN)
  await api.post(ofTicket(one.id), { attribute_value_ids: [danish.id, gone.id] })
  await api.post(ofTicket(lost.id), { attribute_value_ids: [french.id] })
  await api.delete(`${PATH}/attributes/${attribute.id}/values/${gone.id}`)
  const asked = [both, one, none, lost].map(({ id }) => `ticket_ids[]=${id}`).join('&')
  const listFulfilled = async (as: typeof api) => (await as.get(`${PATH}/requirements/fulfilled?${asked}`)).body.fulfilled_ticket_ids
  assert.deepEqual(await listFulfilled(agent.api), [both.id, one.id, none.id])
  assert.deepEqual(await listFulfilled(other.api), [one.id, none.id])
  const listed = await agent.api.get(`${PATH}/requirements/fulfilled?ticket_ids=${lost.id},${both.id},999999`)
  assert.deepEqual(listed.body, { fulfilled_ticket_ids: [both.id] })
  const bound = await make.agent({ ticket_restriction: 'assigned' })
  assert.deepEqual(await listFulfilled(app.as({ email: bound.email, token: app.admin.token })), [])
})

test('what is missing or malformed is refused', async () => {
  const missing = await api.get(`${PATH}/agents/instance_values`)
  assert.deepEqual(missing.body.error, {
    title: 'Invalid attribute',
    message:
      'You passed an invalid value for the filter attribute. Invalid parameter: filter must be present from api/v2/routing/instance_values/show_many_agent_instance_values',
  })
  const attributes = { attribute_values: [{ id: danish.id }] }
  const items = await job({ action: 'upsert', attributes, items: ['x'] })
  assert.match(items.body.error.message, /job\.items must be an integer from .*update_many_agent_instance_values$/)
  for (const given of [
    { action: 'eat', attributes, items: [agent.id] },
    { action: 'upsert', items: [agent.id] },
    { action: 'upsert', attributes, items: [] },
    { action: 'upsert', attributes: { attribute_values: [{ id: danish.id, agent_skill_priority: 'LOW' }] }, items: [agent.id] },
  ])
    assert.equal((await job(given)).status, 400, JSON.stringify(given))
  assert.equal((await api.get(`${PATH}/agents/instance_values?filter[agent_ids]=x`)).status, 400)
  assert.equal((await api.get(`${PATH}/requirements/fulfilled`)).status, 400)
  assert.equal((await api.post(ofAgent(agent.id), {})).status, 400)
  assert.equal((await api.post(ofTicket((await make.ticket()).id), {})).status, 400)
  assert.equal((await give(agent.id, { id: NOBODY })).status, 422)
  assert.equal((await give(customer.id, danish)).status, 404)
  assert.equal((await api.get(ofAgent(customer.id))).status, 404)
  assert.equal((await api.get(ofAgent(999_999))).status, 404)
  assert.equal((await api.post(ofTicket(999_999), { attribute_value_ids: [danish.id] })).status, 404)
  const closed = await make.ticket({ status: 'closed' })
  assert.equal((await api.post(ofTicket(closed.id), { attribute_value_ids: [danish.id] })).status, 422)
})

test('401 without credentials; agents read, and change nothing; end users nothing', async () => {
  const ticket = await make.ticket()
  const calls = (as: typeof api) => [
    () => as.get(ofAgent(agent.id)),
    () => as.get(ofTicket(ticket.id)),
    () => as.get(`${PATH}/requirements/fulfilled?ticket_ids=${ticket.id}`),
    () => as.get(`${PATH}/agents/instance_values?filter[agent_ids]=${agent.id}`),
    () => as.post(`${PATH}/agents/instance_values/jobs`, { job: { action: 'delete', attributes: { attribute_values: [] }, items: [1] } }),
    () => as.post(ofAgent(agent.id), { attribute_value_ids: [] }),
    () => as.post(ofTicket(ticket.id), { attribute_value_ids: [] }),
  ]
  const statuses = async (as: typeof api) => {
    const found: number[] = []
    for (const call of calls(as)) found.push((await call()).status)
    return found
  }
  assert.deepEqual(await statuses(app.as({})), Array(7).fill(401))
  assert.deepEqual(await statuses(customer.api), Array(7).fill(403))
  assert.deepEqual(await statuses(agent.api), [200, 200, 200, 403, 403, 403, 403])
})
