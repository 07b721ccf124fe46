import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { allAccounts } from '#accounts/directory.ts'
import { systemContext } from '#core/context.ts'
import { ensureDefined } from '#lib/defined.ts'
import { scheduledAssignments } from './scheduled.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agentOf = async (...groupIds: number[]): Promise<number> => {
  const { id } = await make.agent()
  for (const group_id of groupIds) await api.post('/api/v2/group_memberships', { group_membership: { user_id: id, group_id } })
  return id
}
let made = 0
const makeTagConditions = (tag: string) => ({ all: [{ field: 'current_tags', operator: 'includes', value: tag }] })
const queue = async (given: object): Promise<any> => {
  const answer = await api.post('/api/v2/queues', { queue: { name: `Queue ${++made}`, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.queue
}
const noQueues = async () => {
  for (const { id } of (await api.get('/api/v2/queues')).body.queues) await api.delete(`/api/v2/queues/${id}`)
}
const tickets = async (count: number, given: Record<string, unknown>): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push((await make.ticket(given)).id)
  return ids
}
const whereIs = async (id: number): Promise<[number | null, number | null]> => {
  const { ticket } = (await api.get(`/api/v2/tickets/${id}`)).body
  return [ticket.group_id, ticket.assignee_id]
}
async function whereAre(ids: readonly number[]): Promise<[number | null, number | null][]> {
  await runScheduledWork(app)
  const found: [number | null, number | null][] = []
  for (const id of ids) found.push(await whereIs(id))
  return found
}
const assign = (capacity: number, given: object = {}) =>
  setUp(app, { assignment: { method: 'round_robin', capacity, only_available: false, ...given } })

test('a ticket of a queue goes to the primary groups, and to the secondary ones when nobody there has room', async () => {
  const first = await make.group()
  const second = await make.group()
  const own = await make.group()
  // a group with one agent would give them its new tickets at once
  const one = await agentOf(first.id)
  const two = await agentOf(second.id)
  const three = await agentOf(own.id)
  const away = await agentOf(own.id)
  await make.ticket({ assignee_id: away, group_id: own.id, status: 'open' })
  await queue({ definition: makeTagConditions('printer'), primary_groups_id: [first.id], secondary_groups_id: [second.id] })
  const ids = await tickets(3, { tags: ['printer'], group_id: own.id })
  const [outside = 0] = await tickets(1, { group_id: own.id })
  await assign(1)
  assert.deepEqual(await whereAre([...ids, outside]), [
    [first.id, one],
    [second.id, two],
    [own.id, null],
    [own.id, three],
  ])
  const { audits } = (await api.get(`/api/v2/tickets/${ids[0]}/audits`)).body
  assert.deepEqual([audits.at(-1).author_id, audits.at(-1).via.channel], [-1, 'system'])
  assert.deepEqual(
    audits
      .at(-1)
      .events.map((event: any) => event.field_name)
      .sort(),
    ['assignee_id', 'custom_status_id', 'group_id', 'status'],
  )
  await noQueues()
})

test('the first queue that matches takes a ticket; queues with a lower priority number are served first, the oldest ticket first', async () => {
  const group = await make.group()
  const agent = await agentOf(group.id)
  const [low = 0, next = 0] = await tickets(2, { tags: ['low', 'both'] })
  const [high = 0] = await tickets(1, { tags: ['high', 'both'] })
  await queue({ definition: makeTagConditions('high'), priority: 1, primary_groups_id: [group.id] })
  await queue({ definition: makeTagConditions('both'), priority: 5, primary_groups_id: [group.id] })
  await assign(1)
  assert.deepEqual(await whereAre([low, next, high]), [
    [null, null],
    [null, null],
    [group.id, agent],
  ])
  await assign(2)
  assert.deepEqual(await whereAre([low, next]), [
    [group.id, agent],
    [null, null],
  ])
  await noQueues()
})

test('an open ticket whose agent was taken away waits again; without a queue only new tickets do', async () => {
  const group = await make.group()
  const agent = await agentOf(group.id)
  const colleague = await agentOf(group.id)
  const open = { tags: ['again'], status: 'open', group_id: group.id }
  const [id = 0] = await tickets(1, open)
  await assign(10)
  assert.deepEqual(await whereAre([id]), [[group.id, null]])
  await queue({ definition: makeTagConditions('again'), primary_groups_id: [group.id] })
  const [solved = 0] = await tickets(1, { ...open, status: 'solved', assignee_id: agent })
  assert.deepEqual(await whereAre([id, solved]), [
    [group.id, colleague],
    [group.id, agent],
  ])
  await api.put(`/api/v2/tickets/${id}`, { ticket: { assignee_id: null } })
  assert.deepEqual(await whereAre([id]), [[group.id, colleague]])
  await noQueues()
})

test('conditions read the requester, the organization, custom fields and the first comment', async () => {
  const group = await make.group()
  const organization = await make.organization({ organization_fields: {} })
  const agent = await agentOf(group.id)
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'checkbox', title: 'Urgent?' } })).body
  const all = [
    { field: 'requester_role', operator: 'is', value: '0' },
    { field: 'organization_id', operator: 'is', value: String(organization.id) },
    { field: `custom_fields_${ticket_field.id}`, operator: 'is', value: 'true' },
    { field: 'comment_includes_word', operator: 'includes', value: 'smoke' },
    { field: 'update_type', operator: 'is', value: 'Create' },
  ]
  await queue({ definition: { all }, primary_groups_id: [group.id] })
  const requester = await make.user({ organization_id: organization.id })
  const given = {
    requester_id: requester.id,
    organization_id: organization.id,
    custom_fields: [{ id: ticket_field.id, value: true }],
    comment: { body: 'I see smoke' },
  }
  const [id = 0] = await tickets(1, given)
  const [other = 0] = await tickets(1, { ...given, comment: { body: 'I see nothing' } })
  await assign(10)
  assert.deepEqual(await whereAre([id, other]), [
    [group.id, agent],
    [null, null],
  ])
  await noQueues()
})

test('a queue whose groups or field were deleted is shown as broken, and the next one takes its tickets', async () => {
  const gone = await make.group()
  const group = await make.group()
  const agent = await agentOf(group.id)
  const { ticket_field } = (await api.post('/api/v2/ticket_fields', { ticket_field: { type: 'checkbox', title: 'Gone' } })).body
  const named = { all: [{ field: `custom_fields_${ticket_field.id}`, operator: 'is', value: 'true' }] }
  const groupless = await queue({ definition: makeTagConditions('broken'), primary_groups_id: [gone.id] })
  const fieldless = await queue({ definition: named, primary_groups_id: [group.id] })
  const partly = await queue({ definition: makeTagConditions('broken'), primary_groups_id: [gone.id], secondary_groups_id: [group.id] })
  assert.deepEqual([groupless.problem, fieldless.problem], [null, null])
  await api.delete(`/api/v2/groups/${gone.id}`)
  await api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  const problems = new Map<string, string | null>(
    (await api.get('/api/v2/queues')).body.queues.map((one: { id: string; problem: string | null }) => [one.id, one.problem]),
  )
  assert.match(problems.get(groupless.id) ?? '', /no groups/)
  assert.match(problems.get(fieldless.id) ?? '', new RegExp(`custom_fields_${ticket_field.id}`))
  assert.equal(problems.get(partly.id), null)
  const ids = await tickets(1, { tags: ['broken'] })
  await assign(10)
  assert.deepEqual(await whereAre(ids), [[group.id, agent]])
  await noQueues()
})

test('a ticket that cannot be given leaves its room to the next one', async () => {
  const group = await make.group()
  const agent = await agentOf(group.id)
  const field = async (type: string) =>
    (await api.post('/api/v2/ticket_fields', { ticket_field: { type, title: `A ${type}` } })).body.ticket_field.id as number
  const parent = await field('checkbox')
  const child = await field('text')
  const ticket_form = { name: 'Strict', ticket_field_ids: [parent, child] }
  const { id: form } = (await api.post('/api/v2/ticket_forms', { ticket_form })).body.ticket_form
  const [refused = 0] = await tickets(1, { tags: ['room'], ticket_form_id: form, custom_fields: [{ id: parent, value: true }] })
  const [fine = 0] = await tickets(1, { tags: ['room'] })
  // from now on every change of the first ticket is refused, since it lacks what its form requires
  const child_fields = [{ id: child, is_required: true, required_on_statuses: { type: 'ALL_STATUSES' } }]
  const agent_conditions = [{ parent_field_id: parent, value: true, child_fields }]
  assert.equal((await api.put(`/api/v2/ticket_forms/${form}`, { ticket_form: { agent_conditions } })).status, 200)
  await queue({ definition: makeTagConditions('room'), primary_groups_id: [group.id] })
  await assign(1)
  assert.deepEqual(await whereAre([refused, fine]), [
    [null, null],
    [group.id, agent],
  ])
  await noQueues()
})

test('two workers at once give no ticket twice and no agent more than they have room for', async () => {
  const group = await make.group()
  const agents = [await agentOf(group.id), await agentOf(group.id), await agentOf(group.id)]
  await queue({ definition: makeTagConditions('rush'), primary_groups_id: [group.id] })
  const ids = await tickets(12, { tags: ['rush'] })
  await assign(3)
  const { server } = app.running
  const account = ensureDefined((await allAccounts(server.database)).find(({ settings }) => settings.assignment.capacity === 3))
  const ctx = systemContext({ account, db: server.database, log: server.log, services: server.services, base_url: app.base_url })
  // not through the claim of a worker, which would let them in one after the other
  const given = await Promise.all([scheduledAssignments.act(ctx), scheduledAssignments.act(ctx), scheduledAssignments.act(ctx)])
  assert.ok(given.reduce((sum, count) => sum + count, 0) <= 9)
  const found = await whereAre(ids)
  const counts = agents.map((agent) => found.filter(([, assignee]) => assignee === agent).length)
  assert.deepEqual([counts, found.filter(([, assignee]) => assignee === null).length], [[3, 3, 3], 3])
  for (const id of ids) {
    const { audits } = (await api.get(`/api/v2/tickets/${id}/audits`)).body
    assert.ok(audits.filter(({ events }: any) => events.some((event: any) => event.field_name === 'assignee_id')).length <= 1)
  }
  await noQueues()
})
