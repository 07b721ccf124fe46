import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
let template: { id: string }

const toPath = (ticketId: number) => `/api/v2/tickets/${ticketId}/task_lists`
const create = async (task_list_template: Record<string, unknown>) =>
  (await api.post('/api/v2/task_list_templates', { task_list_template })).body.task_list_template
const give = (ticketId: number, task_list_template_id: unknown = template.id) =>
  agent.api.post(toPath(ticketId), { task_list: { task_list_template_id } })

before(async () => {
  template = await create({ name: 'Onboarding', description: 'New', is_required: true, tasks: [{ name: 'A' }, { name: 'B' }] })
})

test('a ticket has no task list, then the copy of a template, which later changes leave as it is', async () => {
  const { id } = await make.ticket()
  assert.deepEqual((await agent.api.get(toPath(id))).body, { task_lists: [], next_page: null, previous_page: null, count: 0 })
  const own = await create({ name: 'Copied', description: 'New', is_required: true, tasks: [{ name: 'A' }, { name: 'B' }] })
  const made = await give(id, own.id)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [{ id: _id, created_at: _created, updated_at: _updated, ...list }] = made.body.task_lists
  assert.deepEqual(list, {
    name: 'Copied',
    description: 'New',
    is_required: true,
    task_count: 2,
    task_list_template_id: own.id,
    ticket_id: String(id),
  })
  assert.equal(made.body.count, 1)
  await api.put(`/api/v2/task_list_templates/${own.id}`, { task_list_template: { name: 'Renamed', tasks: [{ name: 'C' }] } })
  await api.delete(`/api/v2/task_list_templates/${own.id}`)
  assert.deepEqual((await agent.api.get(toPath(id))).body, made.body)
})

test('a second list, an unknown or inactive template and a closed ticket are refused', async () => {
  const { id } = await make.ticket()
  const inactive = await create({ name: 'Inactive', is_active: false })
  for (const wrong of [inactive.id, 'unknown', '']) assert.equal((await give(id, wrong)).status, 422, wrong)
  assert.equal((await agent.api.post(toPath(id), {})).status, 400)
  assert.equal((await give(id)).status, 201)
  assert.equal((await give(id)).status, 422)
  const closed = await make.ticket()
  await api.put(`/api/v2/tickets/${closed.id}`, { ticket: { status: 'closed' } })
  assert.equal((await give(closed.id)).status, 422)
})

test('a ticket that is scrubbed takes its list along', async () => {
  const { id } = await make.ticket()
  await give(id)
  const rows = () =>
    app.database.database.driver`select 1 from task_lists l, task_list_tasks k where l.ticket_id = ${id} and k.task_list_id = l.id`
  assert.equal((await rows()).length, 2)
  await api.delete(`/api/v2/tickets/${id}`)
  await api.delete(`/api/v2/deleted_tickets/${id}`)
  await waitFor(async () => (await rows()).length, 0)
})

test('without credentials 401, for end users 403, unknown tickets 404', async () => {
  const { id } = await make.ticket()
  const task_list = { task_list_template_id: template.id }
  assert.equal((await app.as({}).get(toPath(id))).status, 401)
  assert.equal((await app.as({}).post(toPath(id), { task_list })).status, 401)
  assert.equal((await endUser.api.get(toPath(id))).status, 403)
  assert.equal((await endUser.api.post(toPath(id), { task_list })).status, 403)
  assert.equal((await agent.api.get(toPath(999_999))).status, 404)
  assert.equal((await give(999_999)).status, 404)
})
