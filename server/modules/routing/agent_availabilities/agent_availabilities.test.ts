import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const PATH = '/api/v2/agent_availabilities'
const OURS = '/api/v2/deskhand/agent_availabilities'
const set = (id: number | 'me', status: unknown, as = api) => as.put(`${OURS}/${id}`, { agent_availability: { status } })
const readAvailability = async (id: number | 'me', as = api) => (await as.get(`${PATH}/${id}`)).body
const listAgentIds = async (query: string): Promise<number[]> =>
  (await api.get(`${PATH}?${query}`)).body.data.map(({ attributes }: any) => attributes.agent_id)

test('an agent is offline at first, and shown as JSON:API with their groups, skills and open tickets', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const group = await make.group()
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
  const { attribute } = (await api.post('/api/v2/routing/attributes', { attribute: { name: 'Language' } })).body
  const value = { attribute_value: { name: 'Danish' } }
  const { attribute_value } = (await api.post(`/api/v2/routing/attributes/${attribute.id}/values`, value)).body
  await api.post(`/api/v2/routing/agents/${agent.id}/instance_values`, { attribute_value_ids: [attribute_value.id] })
  await make.ticket({ assignee_id: agent.id, group_id: group.id })
  const answer = await api.get(`${PATH}/${agent.id}`, { [EXAMPLE]: 'yes' })
  assert.equal(answer.status, 200)
  const channel = { id: `agent_availabilities|${agent.id}|channels|support`, type: 'channels' }
  assert.deepEqual(answer.body, {
    data: {
      id: `agent_availabilities|${agent.id}`,
      type: 'agent_availabilities',
      attributes: {
        agent_id: agent.id,
        agent_status: { id: 2, name: 'offline', reason: 'UNKNOWN', updated_at: null },
        group_ids: [group.id],
        skills: [{ id: attribute_value.id }],
        version: 0,
      },
      links: { self: `${app.base_url}${PATH}/${agent.id}` },
      relationships: { channels: { data: [channel] } },
    },
    included: [{ ...channel, attributes: { name: 'support', status: 'offline', updated_at: null, max_capacity: 20, work_item_count: 1 } }],
  })
  assert.deepEqual(await listAgentIds(`filter[group_ids]=${group.id}`), [agent.id])
  assert.deepEqual(await listAgentIds(`filter[skill_ids]=${attribute_value.id}`), [agent.id])
})

test('agents set their own status, administrators that of others; the same status again changes nothing', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const other = await putPerson(app, { role: 'agent' })
  const own = await set('me', 'online', agent.api)
  assert.equal(own.status, 200)
  const { agent_status, version } = own.body.data.attributes
  assert.deepEqual([agent_status.id, agent_status.name, agent_status.reason, version], [3, 'online', 'PUBLIC_API', 1])
  assert.match(agent_status.updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.deepEqual((await set(agent.id, 'online', agent.api)).body, own.body)
  assert.deepEqual(await readAvailability('me', agent.api), own.body)
  assert.deepEqual(await readAvailability(agent.id, other.api), own.body)
  const away = (await set(agent.id, 'away')).body
  assert.deepEqual([away.data.attributes.agent_status.id, away.data.attributes.version, away.included[0].attributes.status], [4, 2, 'away'])
  assert.equal((await set(agent.id, 'transfers_only')).body.data.attributes.agent_status.id, 5)
})

test('the list has cursors, and can be filtered by status', async () => {
  const agents = [await putPerson(app, { role: 'agent' }), await putPerson(app, { role: 'agent' })]
  const ids = agents.map(({ id }) => id)
  for (const id of ids) await set(id, 'away')
  const all = await api.get(`${PATH}?page[size]=1&filter[agent_status_id]=4`, { [EXAMPLE]: 'yes' })
  const { data, included, meta, links } = all.body
  assert.deepEqual([data.length, included.length, meta.has_more, data[0].attributes.agent_id], [1, 1, true, ids[0]])
  const next = await api.get(links.next.slice(app.base_url.length))
  assert.deepEqual([next.body.data[0].attributes.agent_id, next.body.meta.has_more], [ids[1], false])
  assert.deepEqual(await listAgentIds('filter[channel_status]=support:away'), ids)
  assert.deepEqual(await listAgentIds('filter[channel_status]=messaging:away'), [])
  assert.deepEqual(await listAgentIds('filter[channel_status]=support:away&filter[agent_status_id]=3'), [])
  const offline = await putPerson(app, { role: 'agent' })
  assert.ok((await listAgentIds('filter[agent_status_id]=2')).includes(offline.id))
  const customer = await putPerson(app, { role: 'end-user' })
  assert.ok(!(await listAgentIds('')).includes(customer.id))
  assert.equal((await api.get(`${PATH}?filter[group_ids]=x`)).status, 400)
})

test('401 without credentials, end users nothing, agents not the status of others; 404 for who is no agent; 422 for an unknown status', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  const calls = async (as: typeof api) => [
    (await as.get(PATH)).status,
    (await as.get(`${PATH}/me`)).status,
    (await as.get(`${PATH}/${app.admin.id}`)).status,
    (await set('me', 'online', as)).status,
    (await set(app.admin.id, 'online', as)).status,
  ]
  assert.deepEqual(await calls(app.as({})), Array(5).fill(401))
  assert.deepEqual(await calls(customer.api), Array(5).fill(403))
  assert.deepEqual(await calls(agent.api), [200, 200, 200, 200, 403])
  for (const id of [customer.id, 999_999]) {
    assert.equal((await api.get(`${PATH}/${id}`)).status, 404)
    assert.equal((await set(id, 'online')).status, 404)
  }
  for (const wrong of ['asleep', '', null, 'toString']) {
    const answer = await set('me', wrong)
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [422, ['status']], String(wrong))
  }
  assert.equal((await api.put(`${OURS}/me`, {})).status, 400)
})

test('only agents who are online are given tickets if the account wants that', async () => {
  const group = await make.group()
  const agent = await make.agent()
  const colleague = await make.agent()
  for (const { id } of [agent, colleague])
    await api.post('/api/v2/group_memberships', { group_membership: { user_id: id, group_id: group.id } })
  const { id } = await make.ticket({ group_id: group.id })
  const assignee = async () => {
    await runScheduledWork(app)
    return (await api.get(`/api/v2/tickets/${id}`)).body.ticket.assignee_id
  }
  await setUp(app, { assignment: { method: 'round_robin', only_available: true } })
  for (const status of ['away', 'transfers_only', 'offline']) {
    await set(agent.id, status)
    assert.equal(await assignee(), null, status)
  }
  await set(agent.id, 'online')
  assert.equal(await assignee(), agent.id)
})
