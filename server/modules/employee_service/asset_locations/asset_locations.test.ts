import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const base = '/api/v2/it_asset_management'
const path = `${base}/locations`
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })

test('a location is created, shown, changed and removed; its assets have none then', async () => {
  const made = await api.post(path, { location: { name: ' Berlin ', external_id: 'b-1' } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, url, name, external_id } = made.body.location
  assert.deepEqual([url, name, external_id], [`${app.base_url}${path}/${id}.json`, 'Berlin', 'b-1'])
  assert.deepEqual((await agent.api.get(`${path}/${id}`)).body, made.body)
  const changed = await api.patch(`${path}/${id}`, { location: { name: 'Potsdam' } })
  assert.deepEqual([changed.body.location.name, changed.body.location.external_id], ['Potsdam', 'b-1'])
  const [type] = (await api.get(`${base}/asset_types`)).body.asset_types
  const [status] = (await api.get(`${base}/statuses`)).body.statuses
  const asset = { name: 'Rack', asset_type_id: type.id, status_id: status.id, location_id: id }
  const { asset: rack } = (await api.post(`${base}/assets`, { asset })).body
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
  assert.equal((await api.get(`${base}/assets/${rack.id}`)).body.asset.location_id, null)
})

test('locations are listed by cursor', async () => {
  for (const name of ['One', 'Two', 'Three']) await api.post(path, { location: { name } })
  const first = (await agent.api.get(`${path}?page[size]=2`)).body
  assert.deepEqual([first.locations.length, first.meta.has_more], [2, true])
  const second = (await agent.api.get(first.links.next.slice(app.base_url.length))).body
  assert.equal(new Set([...first.locations, ...second.locations].map((one: { id: string }) => one.id)).size, 3)
})

test('a name is needed', async () => {
  assert.equal((await api.post(path, { location: { name: ' ' } })).status, 422)
  assert.equal((await api.post(path, {})).status, 400)
  const { id } = (await api.post(path, { location: { name: 'Named' } })).body.location
  assert.equal((await api.patch(`${path}/${id}`, { location: { name: null } })).status, 422)
})

test('without credentials 401, for end users 403, writes of agents 403, unknown ids 404', async () => {
  const { id } = (await api.post(path, { location: { name: 'Here' } })).body.location
  for (const at of [path, `${path}/${id}`]) {
    assert.equal((await app.as({}).get(at)).status, 401)
    assert.equal((await endUser.api.get(at)).status, 403)
  }
  const location = { name: 'x' }
  assert.equal((await agent.api.post(path, { location })).status, 403)
  assert.equal((await agent.api.patch(`${path}/${id}`, { location })).status, 403)
  assert.equal((await agent.api.delete(`${path}/${id}`)).status, 403)
  assert.equal((await api.get(`${path}/unknown`)).status, 404)
  assert.equal((await api.patch(`${path}/unknown`, { location })).status, 404)
  assert.equal((await api.delete(`${path}/unknown`)).status, 404)
})
