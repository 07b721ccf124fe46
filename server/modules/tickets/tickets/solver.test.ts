import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const makeTokenClient = (user: { email: string }) => app.as({ email: user.email, token: app.admin.token })
const show = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket

test('an unassigned ticket is assigned to the agent who solves or closes it, and the audit records that', async () => {
  assert.equal((await app.api.get('/api/v2/account/settings')).body.settings.tickets.assign_tickets_upon_solve, true)
  const agent = await make.agent()
  for (const status of ['solved', 'closed']) {
    const { id } = await make.ticket()
    const { body } = await makeTokenClient(agent).put(`/api/v2/tickets/${id}`, { ticket: { status } })
    assert.deepEqual([body.ticket.status, body.ticket.assignee_id], [status, agent.id])
    const changes = body.audit.events.filter((event: { type: string }) => event.type === 'Change')
    assert.ok(
      changes.some(
        (event: { field_name: string; value: string }) => event.field_name === 'assignee_id' && event.value === String(agent.id),
      ),
    )
    const made = (await makeTokenClient(agent).post('/api/v2/tickets', { ticket: { comment: { body: 'Done on the phone' }, status } })).body
      .ticket
    assert.deepEqual([made.status, made.assignee_id], [status, agent.id])
  }
  const statuses = (await app.api.get('/api/v2/custom_statuses')).body.custom_statuses
  const solved = statuses.find((one: { status_category: string }) => one.status_category === 'solved')
  const { id } = await make.ticket()
  assert.equal(
    (await makeTokenClient(agent).put(`/api/v2/tickets/${id}`, { ticket: { custom_status_id: solved.id } })).body.ticket.assignee_id,
    agent.id,
  )
})

test('the group follows the solver, unless they belong to it or the write sets the group', async () => {
  const home = await make.group()
  const other = await make.group()
  const agent = await make.agent({ default_group_id: home.id })
  const solve = async (given: Record<string, unknown>, change: Record<string, unknown> = {}) => {
    const { id } = await make.ticket({ group_id: other.id, ...given })
    const { ticket } = (await makeTokenClient(agent).put(`/api/v2/tickets/${id}`, { ticket: { status: 'solved', ...change } })).body
    return [ticket.assignee_id, ticket.group_id]
  }
  assert.deepEqual(await solve({}), [agent.id, home.id])
  assert.deepEqual(await solve({ group_id: home.id, assignee_id: null }), [agent.id, home.id])
  assert.deepEqual(await solve({}, { group_id: other.id }), [agent.id, other.id])
})

test('an agent who solves many tickets is assigned to the unassigned ones', async () => {
  const agent = await make.agent()
  const colleague = await make.agent()
  const free = await make.ticket()
  const taken = await make.ticket({ assignee_id: colleague.id })
  await waitForJob(
    app,
    await makeTokenClient(agent).put(`/api/v2/tickets/update_many?ids=${free.id},${taken.id}`, { ticket: { status: 'solved' } }),
  )
  assert.deepEqual(
    [await show(free.id), await show(taken.id)].map((ticket) => [ticket.status, ticket.assignee_id]),
    [
      ['solved', agent.id],
      ['solved', colleague.id],
    ],
  )
})

test('later writes, merges, imports, light agents and end users assign no one', async () => {
  const agent = await make.agent()
  const { id } = await make.ticket({ status: 'solved' })
  await app.api.put(`/api/v2/tickets/${id}`, { ticket: { assignee_id: null } })
  await makeTokenClient(agent).put(`/api/v2/tickets/${id}`, { ticket: { additional_tags: ['seen'] } })
  assert.deepEqual([(await show(id)).status, (await show(id)).assignee_id], ['solved', null])

  const source = await make.ticket()
  const target = await make.ticket()
  await waitForJob(app, await makeTokenClient(agent).post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id] }))
  assert.deepEqual([(await show(source.id)).status, (await show(source.id)).assignee_id], ['closed', null])

  const imported = { subject: 'Old', status: 'solved', comments: [{ body: 'Long ago' }] }
  assert.equal((await app.api.post('/api/v2/imports/tickets', { ticket: imported })).body.ticket.assignee_id, null)

  const light = await make.agent({ only_private_comments: true })
  const refused = await makeTokenClient(light).post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, status: 'solved' } })
  assert.equal(refused.status, 422, JSON.stringify(refused.body))

  const user = await make.user()
  const { request } = (await makeTokenClient(user).post('/api/v2/requests', { request: { subject: 'Help', comment: { body: 'Please' } } }))
    .body
  await makeTokenClient(user).put(`/api/v2/requests/${request.id}`, { request: { solved: true } })
  assert.equal((await show(request.id)).assignee_id, null)
})

test('if the instance does not assign the solver, solving needs an assignee, and the error names the field', async () => {
  await setUp(app, { tickets: { assign_on_solve: false } })
  const ticket = await make.ticket()
  const { status, body } = await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { status: 'solved' } })
  assert.equal(status, 422)
  const [problem] = body.details.base
  assert.equal(problem.description, 'Assignee: is required when solving a ticket')
  assert.equal(problem.ticket_field_type, 'FieldAssignee')
  assert.equal(typeof problem.ticket_field_id, 'number')
  const change = { status: 'solved', assignee_id: app.admin.id, comment: { body: 'Done', public: false } }
  assert.equal((await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: change })).body.ticket.status, 'solved')
})
