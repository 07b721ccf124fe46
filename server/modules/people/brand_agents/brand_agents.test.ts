import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../../../test/app.ts'
import { makeWith } from '../../../../test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

test('every agent serves every brand; end users serve none, and deleted brands have no agents', async () => {
  const [agent, person] = [await make.agent(), await make.user()]
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
