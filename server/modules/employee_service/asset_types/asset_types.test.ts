import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const path = '/api/v2/it_asset_management/asset_types'
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
const create = (asset_type: Record<string, unknown>) => api.post(path, { asset_type })
const findType = async (name: string) =>
  (await api.get(path)).body.asset_types.find((type: { name: string }) => type.name === name) as { id: string }
const codes = (answer: { body: any }) => answer.body.errors.map((one: any) => [one.code, one.source?.pointer])

test('a new instance has hardware with three types below it, which agents see', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  const shown = body.asset_types.map((type: any) => [type.name, type.hierarchy_depth, type.is_standard, type.parent_id])
  const { id } = body.asset_types[0]
  assert.deepEqual(shown, [
    ['Hardware', 1, true, null],
    ['Desktop', 2, true, id],
    ['Laptop', 2, true, id],
    ['Mobile', 2, true, id],
  ])
})

test('a type is created below another, shown, changed and removed', async () => {
  const laptop = await findType('Laptop')
  const made = await create({ name: 'Rugged laptop', parent_id: laptop.id, external_id: 'rl' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, created_at: _created, updated_at: _updated, ...rest } = made.body.asset_type
  assert.equal(made.headers.get('location'), made.body.asset_type.url)
  assert.deepEqual(rest, {
    url: `${app.base_url}${path}/${id}.json`,
    name: 'Rugged laptop',
    description: null,
    external_id: 'rl',
    parent_id: laptop.id,
    hierarchy_depth: 3,
    is_standard: false,
    field_keys: [],
    created_by_user_id: app.admin.id,
    updated_by_user_id: app.admin.id,
  })
  assert.deepEqual((await agent.api.get(`${path}/${id}`)).body, made.body)
  const changed = await api.patch(`${path}/${id}`, { asset_type: { name: 'Field laptop', description: 'For outside', parent_id: null } })
  assert.deepEqual([changed.body.asset_type.name, changed.body.asset_type.parent_id], ['Field laptop', laptop.id])
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
})

test('a name is needed and is unique, a parent exists, and the tree has three levels', async () => {
  assert.deepEqual(codes(await create({ name: ' ' })), [['BlankValue', 'name']])
  assert.deepEqual(codes(await create({ name: 'LAPTOP' })), [['DuplicateValue', 'name']])
  assert.deepEqual(codes(await create({ name: 'Lost', parent_id: 'nowhere' })), [['InvalidValue', 'parent_id']])
  const third = (await create({ name: 'Third', parent_id: (await findType('Laptop')).id })).body.asset_type
  assert.deepEqual(codes(await create({ name: 'Fourth', parent_id: third.id })), [['InvalidValue', 'parent_id']])
  assert.equal((await api.patch(`${path}/${third.id}`, { asset_type: { name: 'laptop' } })).status, 422)
  assert.equal((await create({ name: 'Software' })).body.asset_type.hierarchy_depth, 1)
  assert.equal((await api.post(path, {})).status, 400)
})

test('a type that comes with the account, has types below it or has assets is not removed', async () => {
  const top = (await create({ name: 'Furniture' })).body.asset_type
  const below = (await create({ name: 'Desk', parent_id: top.id })).body.asset_type
  const [status] = (await api.get('/api/v2/it_asset_management/statuses')).body.statuses
  const asset = { name: 'A desk', asset_type_id: below.id, status_id: status.id }
  assert.equal((await api.post('/api/v2/it_asset_management/assets', { asset })).status, 201)
  for (const id of [(await findType('Mobile')).id, top.id, below.id]) assert.equal((await api.delete(`${path}/${id}`)).status, 422)
})

test('without credentials 401, for end users 403, writes of agents 403, unknown ids 404', async () => {
  const { id } = await findType('Hardware')
  for (const at of [path, `${path}/${id}`]) {
    assert.equal((await app.as({}).get(at)).status, 401)
    assert.equal((await endUser.api.get(at)).status, 403)
  }
  assert.equal((await agent.api.post(path, { asset_type: { name: 'x' } })).status, 403)
  assert.equal((await agent.api.patch(`${path}/${id}`, { asset_type: { name: 'x' } })).status, 403)
  assert.equal((await agent.api.delete(`${path}/${id}`)).status, 403)
  assert.equal((await api.get(`${path}/01KB4RY0000000000000000000`)).status, 404)
  assert.equal((await api.patch(`${path}/unknown`, { asset_type: { name: 'x' } })).status, 404)
  assert.equal((await api.delete(`${path}/unknown`)).status, 404)
})

test('at most fifty types, and their changes are in the audit log', async () => {
  const { asset_types } = (await api.get(path)).body
  for (let count = asset_types.length; count < 50; count += 1) assert.equal((await create({ name: `Type ${count}` })).status, 201)
  assert.deepEqual(codes(await create({ name: 'One more' })), [['LimitExceeded', 'base']])
  const { audit_logs } = (await api.get('/api/v2/audit_logs?filter[source_type]=asset_type')).body
  assert.equal(audit_logs[0].source_label, 'Type 49')
})
