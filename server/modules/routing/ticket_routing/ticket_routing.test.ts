import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson, putTicket } from '#test/records.ts'
import type { Candidate } from '../queues/choose.ts'
import { BLANK_TICKET } from '#rules/facts.ts'
import { explainRouting, MAX_AGENTS } from './explain.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/deskhand/tickets'
const routing = async (id: number): Promise<any> => (await api.get(`${PATH}/${id}/routing`)).body.ticket_routing
const agentOf = async (...groupIds: number[]): Promise<{ id: number; name: string }> => {
  const agent = await make.agent()
  for (const group_id of groupIds) await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id } })
  return agent
}
const queue = async (name: string, given: object): Promise<any> => {
  const answer = await api.post('/api/v2/queues', { queue: { name, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.queue
}
const first = await make.group()
const second = await make.group()
const busy = await agentOf(first.id)
const skilled = await agentOf(second.id)
const offline = await agentOf(first.id)
const outside = await agentOf((await make.group()).id)
const { attribute } = (await api.post('/api/v2/routing/attributes', { attribute: { name: 'Language' } })).body
const danish = { attribute_value: { name: 'Danish' } }
const { attribute_value } = (await api.post(`/api/v2/routing/attributes/${attribute.id}/values`, danish)).body
await api.post(`/api/v2/routing/agents/${skilled.id}/instance_values`, { attribute_value_ids: [attribute_value.id] })
for (const { id } of [busy, skilled, outside])
  await api.put(`/api/v2/deskhand/agent_availabilities/${id}`, { agent_availability: { status: 'online' } })
const urgent = { all: [{ field: 'priority', operator: 'is', value: 'urgent' }] }
const printers = { all: [{ field: 'current_tags', operator: 'includes', value: 'printer' }] }
const missed = await queue('Urgent', { definition: urgent, primary_groups_id: [first.id] })
const broken = await queue('Nobody', { definition: printers })
const taking = await queue('Printers', {
  definition: printers,
  priority: 3,
  primary_groups_id: [first.id],
  secondary_groups_id: [second.id],
})
await queue('Later', { definition: printers, primary_groups_id: [first.id] })

test('a waiting ticket tells its queue, those it was compared with, and why each agent cannot take it', async () => {
  await make.ticket({ assignee_id: busy.id, group_id: first.id })
  const ticket = await make.ticket({ tags: ['printer'], priority: 'low', attribute_value_ids: [attribute_value.id] })
  await setUp(app, { assignment: { method: 'off', capacity: 1, only_available: true } })
  const answer = await api.get(`${PATH}/${ticket.id}/routing`, { [EXAMPLE]: 'yes' })
  assert.equal(answer.status, 200)
  const { ticket_routing: found } = answer.body
  assert.deepEqual([found.ticket_id, found.state, found.next_agent_id], [ticket.id, 'waits', null])
  assert.match(found.message, /waits for a person/)
  assert.deepEqual(found.queue, { id: taking.id, name: 'Printers', order: 3, priority: 3 })
  assert.deepEqual(
    found.queues.map((one: any) => [one.id, one.state]),
    [
      [missed.id, 'not_met'],
      [broken.id, 'broken'],
      [taking.id, 'takes'],
    ],
  )
  assert.deepEqual(found.queues[0].conditions.all, [{ ...urgent.all[0], seen: 'low', holds: false, hidden: false }])
  assert.equal(found.queues[1].conditions, null)
  assert.match(found.queues[1].problem, /no groups/)
  assert.deepEqual(found.offers, [
    { offer: 'primary', group_ids: [first.id] },
    { offer: 'secondary', group_ids: [second.id] },
  ])
  assert.deepEqual(found.skills, [{ id: attribute_value.id, name: 'Danish' }])
  assert.deepEqual(found.assignment, { method: 'off', capacity: 1, only_available: true })
  const told = new Map<number, any>(found.agents.map((one: any) => [one.agent_id, one]))
  const codes = (id: number) => told.get(id).reasons.map(({ code }: { code: string }) => code)
  assert.deepEqual(codes(busy.id), ['capacity_full', 'lacks_skill'])
  assert.deepEqual(
    told.get(busy.id).reasons.map(({ message }: { message: string }) => message),
    ['They have 1 open tickets; the most that one agent is given are 1.', 'They lack the skill Danish.'],
  )
  assert.deepEqual(codes(offline.id), ['not_available', 'lacks_skill'])
  assert.deepEqual(codes(outside.id), ['not_in_group', 'lacks_skill'])
  assert.deepEqual(codes(skilled.id), [])
  assert.deepEqual(told.get(skilled.id), {
    agent_id: skilled.id,
    name: skilled.name,
    offer: 'secondary',
    status: 'online',
    open_tickets: 0,
    can_take: true,
    reasons: [],
  })
  assert.equal(found.agents_count, found.agents.length)
  const offers = found.agents.map((one: any) => one.offer)
  assert.deepEqual(offers.slice(0, 3), ['primary', 'primary', 'secondary'])
  assert.ok(offers.slice(3).every((offer: unknown) => offer === null))
})

test('the agent of the next run is named; a ticket that is solved, has an agent or is in no queue says so', async () => {
  const ticket = await make.ticket({ tags: ['printer'] })
  const states = async (given: Record<string, unknown>) => {
    const found = await routing((await make.ticket(given)).id)
    return [found.state, found.queue, found.agents.length]
  }
  await setUp(app, { assignment: { method: 'round_robin', capacity: 1000, only_available: true } })
  const waits = await routing(ticket.id)
  assert.deepEqual([waits.state, waits.next_agent_id], ['waits', busy.id])
  assert.match(waits.message, /next run/)
  await setUp(app, { assignment: { method: 'off', capacity: 20, only_available: false } })
  assert.deepEqual(await states({}), ['not_routed', null, 0])
  assert.deepEqual(await states({ assignee_id: busy.id, group_id: first.id }), ['assigned', null, 0])
  assert.deepEqual(await states({ assignee_id: busy.id, group_id: first.id, status: 'solved' }), ['solved', null, 0])
  const own = await routing((await make.ticket({ group_id: first.id })).id)
  assert.deepEqual([own.state, own.queue, own.offers], ['waits', null, [{ offer: 'own', group_ids: [first.id] }]])
})

test('401 without credentials, 403 for end users, 404 for a ticket that the caller cannot see', async () => {
  const { id } = await make.ticket()
  const agent = await putPerson(app, { role: 'agent' })
  const statusOf = async (as: typeof api, ticketId: number) => (await as.get(`${PATH}/${ticketId}/routing`)).status
  assert.equal(await statusOf(app.as({}), id), 401)
  assert.equal(await statusOf((await putPerson(app, { role: 'end-user' })).api, id), 403)
  assert.equal(await statusOf(agent.api, id), 200)
  assert.equal(await statusOf(api, 999_999), 404)
  await api.put(`/api/v2/users/${agent.id}`, { user: { ticket_restriction: 'groups' } })
  const hidden = await putTicket(app, { id: 500_000, group_id: second.id })
  assert.equal(await statusOf(agent.api, hidden), 404)
})

test('no more than 100 agents are shown, those of the groups first', () => {
  const candidates = Array.from({ length: 150 }, (_none, index): Candidate => ({
    id: index + 1,
    open: 0,
    newest: 0,
    skills: [],
    status: 'online',
    excluded_brand_ids: [],
    group_ids: [index < 120 ? 1 : 2],
  }))
  const ticket = { ...BLANK_TICKET, id: 7, group_id: 2, skills: [], submitter_role: null, has_attachments: false }
  const assignment = { method: 'round_robin', capacity: 1, only_available: false } as const
  const context = { now: new Date(0), time_zone: 'Etc/UTC', current_user_id: null }
  const found = explainRouting({ ticket, context, rules: [], candidates, assignment })
  assert.deepEqual([found.agents.length, found.agents_count, found.next], [MAX_AGENTS, 150, { agent_id: 121, group_id: 2 }])
  assert.ok(found.agents.slice(0, 30).every(({ offer }) => offer === 'own'))
  assert.ok(found.agents.slice(30).every(({ offer }) => offer === null))
})
