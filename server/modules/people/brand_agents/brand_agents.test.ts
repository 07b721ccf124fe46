import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { setUp } from '#test/access.ts'
import { runScheduledWork } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { EXAMPLE } from '#test/recording.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

test('every agent serves every brand; end users serve none, and deleted brands have no agents', async () => {
  const agent = await make.agent()
  const person = await make.user()
  const { brand } = (await api.post('/api/v2/brands', { brand: { name: 'Second', subdomain: 'second' } })).body
  const pairs = async (path: string) => (await api.get(path)).body.brand_agents.map((one: any) => [one.user_id, one.brand_id])
  assert.equal((await pairs(`/api/v2/users/${agent.id}/brand_agents`)).length, 2)
  assert.deepEqual(await pairs(`/api/v2/users/${person.id}/brand_agents`), [])
  assert.deepEqual(await pairs(`/api/v2/brands/${brand.id}/agents.json`), [
    [app.admin.id, brand.id],
    [agent.id, brand.id],
  ])
  const [one] = (await api.get(`/api/v2/brands/${brand.id}/agents`)).body.brand_agents
  assert.deepEqual((await api.get(`/api/v2/brand_agents/${one.id}.json`)).body.brand_agent, one)
  assert.deepEqual((await api.get(`/api/v2/users/${one.user_id}/brand_agents/${one.id}`)).body.brand_agent, one)
  assert.equal((await api.get(`/api/v2/users/${agent.id}/brand_agents/${one.id}`)).status, 404)
  const cursor = (await api.get('/api/v2/brand_agents?page[size]=3')).body
  assert.deepEqual([cursor.brand_agents.length, cursor.meta.has_more], [3, true])
  await api.delete(`/api/v2/brands/${brand.id}`)
  assert.equal((await api.get(`/api/v2/brand_agents/${one.id}`)).status, 404)
})

test('without credentials 401, agents 403, unknown users, brands and ids 404', async () => {
  const agent = await make.agent()
  assert.equal((await app.as({}).get('/api/v2/brand_agents')).status, 401)
  assert.equal((await app.as({ email: agent.email, token: app.admin.token }).get('/api/v2/brand_agents')).status, 403)
  for (const path of ['users/999999/brand_agents', 'brands/999999/agents', 'brand_agents/no-pair', 'brand_agents/1-999999'])
    assert.equal((await api.get(`/api/v2/${path}`)).status, 404, path)
})

const brandIds = async () =>
  (await api.get('/api/v2/brands')).body.brands.map(({ id }: { id: number }) => id).toSorted((one: number, other: number) => one - other)
const servedBy = async (id: number) => (await api.get(`/api/v2/users/${id}`)).body.user.agent_brand_ids
const putBrands = (id: number, agent_brand_ids: unknown, as = api) => as.put(`/api/v2/users/${id}`, { user: { agent_brand_ids } })

test('an agent is removed from a brand, which is audited, and serves it again when the user says so', async () => {
  const agent = await make.agent()
  const { brand } = (await api.post('/api/v2/brands', { brand: { name: 'Removed', subdomain: 'removed' } })).body
  const all = await brandIds()
  assert.deepEqual(await servedBy(agent.id), all)
  const path = `/api/v2/brand_agents/${agent.id}-${brand.id}`
  assert.equal((await api.delete(path, { [EXAMPLE]: 'yes' })).status, 204)
  const others = all.filter((id: number) => id !== brand.id)
  assert.deepEqual(await servedBy(agent.id), others)
  assert.equal((await api.get(path)).status, 404)
  assert.equal((await api.delete(path)).status, 404)
  const serving = (await api.get(`/api/v2/brands/${brand.id}/agents`)).body.brand_agents
  assert.ok(!serving.some(({ user_id }: { user_id: number }) => user_id === agent.id))
  const [entry] = (await api.get(`/api/v2/audit_logs?filter[source_type]=user&filter[source_id]=${agent.id}&sort=-created_at`)).body
    .audit_logs
  assert.equal(entry.change_description, `Brands not served changed from [] to [${brand.id}]`)
  // one that is made later is served
  const later = (await api.post('/api/v2/brands', { brand: { name: 'Later', subdomain: 'later' } })).body.brand.id
  assert.deepEqual(await servedBy(agent.id), [...others, later])
  assert.equal((await putBrands(agent.id, [...all, later])).status, 200)
  assert.equal((await api.get(path)).status, 200)
})

test('two removals at once are both done', async () => {
  const agent = await make.agent()
  const brands: number[] = []
  for (const name of ['one', 'other']) {
    const { brand } = (await api.post('/api/v2/brands', { brand: { name, subdomain: `at-once-${name}` } })).body
    brands.push(brand.id)
  }
  const answers = await Promise.all(brands.map((id) => api.delete(`/api/v2/brand_agents/${agent.id}-${id}`)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204],
  )
  assert.ok(!(await servedBy(agent.id)).some((id: number) => brands.includes(id)))
})

test('automatic assignment gives no ticket of a brand to an agent who was removed from it', async () => {
  const group = await make.group()
  const agent = await make.agent()
  const other = await make.agent()
  for (const { id } of [agent, other])
    await api.post('/api/v2/group_memberships', { group_membership: { user_id: id, group_id: group.id } })
  const [brand_id] = await brandIds()
  assert.equal((await api.delete(`/api/v2/brand_agents/${agent.id}-${brand_id}`)).status, 204)
  await setUp(app, { assignment: { method: 'round_robin' } })
  const ids = [(await make.ticket({ group_id: group.id, brand_id })).id, (await make.ticket({ group_id: group.id, brand_id })).id]
  await runScheduledWork(app)
  for (const id of ids) assert.equal((await api.get(`/api/v2/tickets/${id}`)).body.ticket.assignee_id, other.id)
})

test('who removes: nobody without credentials, no agent; what is unknown or of another account is not found, and a wrong list is refused', async () => {
  const agent = await putPerson(app, { role: 'agent' })
  const customer = await putPerson(app, { role: 'end-user' })
  const [brand_id] = await brandIds()
  const path = `/api/v2/brand_agents/${agent.id}-${brand_id}`
  assert.equal((await app.as({}).delete(path)).status, 401)
  assert.equal((await agent.api.delete(path)).status, 403)
  for (const id of [`${customer.id}-${brand_id}`, `${agent.id}-999999`, 'no-pair', '1'])
    assert.equal((await api.delete(`/api/v2/brand_agents/${id}`)).status, 404, id)
  assert.equal((await putBrands(agent.id, [], agent.api)).status, 403)
  assert.equal((await putBrands(agent.id, await brandIds(), agent.api)).status, 200)
  const unknown = await putBrands(agent.id, [999_999])
  assert.deepEqual([unknown.status, Object.keys(unknown.body.details)], [422, ['agent_brand_ids']])
  assert.equal((await putBrands(agent.id, 'all')).status, 400)
  assert.equal((await putBrands(agent.id, null)).status, 200)
  assert.deepEqual(await servedBy(agent.id), await brandIds())
  assert.equal(await servedBy(customer.id), undefined)
})
