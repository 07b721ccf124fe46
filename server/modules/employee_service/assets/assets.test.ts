import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const base = '/api/v2/it_asset_management'
const path = `${base}/assets`
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
const types: Record<string, string> = {}
const statuses: Record<string, string> = {}

before(async () => {
  for (const type of (await api.get(`${base}/asset_types`)).body.asset_types) types[type.name] = type.id
  for (const status of (await api.get(`${base}/statuses`)).body.statuses) statuses[status.name] = status.id
})

const create = (asset: Record<string, unknown>) => {
  const needed = { name: 'Thing', asset_type_id: types.Laptop, status_id: statuses.Available }
  return api.post(path, { asset: { ...needed, ...asset } })
}
const listProblems = (answer: { body: any }) => answer.body.errors.map((one: any) => [one.source.pointer, one.code])
const names = (answer: { body: any }) => answer.body.assets.map((asset: { name: string }) => asset.name) as string[]

test('an asset is created with every member, shown to agents, changed in parts and removed', async () => {
  const organization = await make.organization()
  const person = await make.user()
  const { location } = (await api.post(`${base}/locations`, { location: { name: 'Cellar' } })).body
  const given = {
    name: 'Laptop 7',
    asset_type_id: types.Laptop,
    status_id: statuses['In use'],
    location_id: location.id,
    user_id: person.id,
    organization_id: organization.id,
    external_id: 'ext-7',
    asset_tag: 'T-7',
    serial_number: 'SN7',
    manufacturer: 'Acme',
    model: 'X1',
    vendor: 'Shop',
    notes: 'Scratched',
    purchase_cost: 1299.5,
    purchase_date: '2026-01-31',
    warranty_expiration: '2029-01-31',
  }
  const made = await create(given)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, url, created_at: _created, updated_at: _updated, ...rest } = made.body.asset
  assert.deepEqual(rest, { ...given, custom_field_values: {} })
  assert.equal(url, `${app.base_url}${path}/${id}.json`)
  assert.equal(made.headers.get('location'), url)
  assert.deepEqual((await agent.api.get(`${path}/${id}`)).body, made.body)
  const changed = (await api.patch(`${path}/${id}`, { asset: { purchase_cost: '10.25', notes: null, location_id: null } })).body.asset
  assert.deepEqual([changed.purchase_cost, changed.notes, changed.location_id, changed.model], [10.25, null, null, 'X1'])
  assert.equal((await api.patch(`${path}/${id}`, { asset: changed })).status, 200)
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
})

test('what is missing, unknown or malformed is refused under its member, and nothing is written', async () => {
  const count = async () => (await api.get(path)).body.assets.length as number
  const before = await count()
  assert.deepEqual(listProblems(await create({ name: ' ' })), [['name', 'BlankValue']])
  assert.deepEqual(listProblems(await api.post(path, { asset: { name: 'x' } })), [
    ['asset_type_id', 'BlankValue'],
    ['status_id', 'BlankValue'],
  ])
  const wrong = { asset_type_id: 'x', status_id: 'x', location_id: 'x', user_id: 999_999, organization_id: 999_999 }
  assert.deepEqual(
    listProblems(await create(wrong)),
    Object.keys(wrong).map((name) => [name, 'InvalidValue']),
  )
  for (const [member, value] of [
    ['purchase_cost', 'much'],
    ['purchase_cost', -1],
    ['purchase_date', '2026-02-30'],
    ['warranty_expiration', 'soon'],
  ] as const)
    assert.deepEqual(listProblems(await create({ [member]: value })), [[member, 'InvalidValue']], `${member} ${value}`)
  assert.equal((await create({ user_id: 'x' })).status, 400)
  assert.equal((await api.post(path, {})).status, 400)
  assert.equal(await count(), before)
})

test('an external id is unique, and the type of an asset stays', async () => {
  const { asset } = (await create({ external_id: 'one' })).body
  assert.deepEqual(listProblems(await create({ external_id: ' one ' })), [['external_id', 'DuplicateValue']])
  const other = (await create({ external_id: 'two' })).body.asset
  assert.equal((await api.patch(`${path}/${other.id}`, { asset: { external_id: 'one' } })).status, 422)
  assert.deepEqual(listProblems(await api.patch(`${path}/${asset.id}`, { asset: { asset_type_id: types.Mobile } })), [
    ['asset_type_id', 'InvalidValue'],
  ])
})

test('a required field must have a value in a new asset', async () => {
  const field = { key: 'room', title: 'Room', type: 'text', required: true }
  await api.post(`${base}/asset_types/${types.Mobile}/fields`, { field })
  const without = await create({ asset_type_id: types.Mobile })
  assert.deepEqual(listProblems(without), [['custom_field_values.room', 'BlankValue']])
  const { asset } = (await create({ asset_type_id: types.Mobile, custom_field_values: { room: 'B2', unknown: 1 } })).body
  assert.deepEqual(asset.custom_field_values, { room: 'B2' })
  assert.equal((await api.patch(`${path}/${asset.id}`, { asset: { custom_field_values: { room: '' } } })).status, 422)
})

test('lists are paged by cursor, and filtered by ids and external ids', async () => {
  const ids = []
  for (const name of ['P1', 'P2', 'P3']) ids.push((await create({ name, external_id: name })).body.asset.id)
  assert.deepEqual(names(await agent.api.get(`${path}?filter[ids]=${ids[2]},${ids[0]}`)), ['P1', 'P3'])
  assert.deepEqual(names(await agent.api.get(`${path}?filter[external_ids]=P2,none`)), ['P2'])
  const first = await api.get(`${path}?page[size]=2&sort=-name`)
  assert.equal(first.body.meta.has_more, true)
  const second = await api.get(first.body.links.next.slice(app.base_url.length))
  assert.deepEqual([...names(first), ...names(second)], [...names(first), ...names(second)].sort().reverse())
  assert.equal((await api.get(`${path}?sort=colour`)).status, 400)
})

test('searches find words of every text, and filters compare members and custom fields', async () => {
  await api.post(`${base}/asset_types/${types.Hardware}/fields`, { field: { key: 'ip', title: 'IP', type: 'text' } })
  const person = await make.user()
  await create({ name: 'Searched one', model: 'ThinkPad', purchase_date: '2026-03-01', custom_field_values: { ip: '10.0.0.1' } })
  await create({ name: 'Searched two', model: 'MacBook', purchase_date: '2026-05-01', purchase_cost: 90, user_id: person.id })
  const find = async (query: string) => names(await agent.api.get(`${path}/search?${query}`))
  assert.deepEqual(await find('query=searched'), ['Searched one', 'Searched two'])
  assert.deepEqual(await find('query=think*'), ['Searched one'])
  assert.deepEqual(await find('query=searched&sort=-name'), ['Searched two', 'Searched one'])
  const searchByFilter = async (filter: unknown) => names(await agent.api.post(`${path}/search`, { filter }))
  assert.deepEqual(await searchByFilter({ model: { $eq: 'MacBook' } }), ['Searched two'])
  assert.deepEqual(await searchByFilter({ $or: [{ model: { $eq: 'MacBook' } }, { 'custom_object_fields.ip': { $eq: '10.0.0.1' } }] }), [
    'Searched one',
    'Searched two',
  ])
  assert.deepEqual(await searchByFilter({ $and: [{ purchase_date: { $gt: '2026-04-01' } }, { purchase_cost: { $lte: 90 } }] }), [
    'Searched two',
  ])
  assert.deepEqual(await searchByFilter({ user: { $eq: person.id }, status: { $in: [statuses.Available] } }), ['Searched two'])
  assert.deepEqual(await searchByFilter({ asset_type_id: { $eq: types.Laptop }, model: { $contains: 'pad' } }), ['Searched one'])
  assert.equal((await agent.api.post(`${path}/search`, { filter: { colour: { $eq: 'x' } } })).status, 400)
  assert.equal((await agent.api.post(`${path}/search?query=macbook`, {})).body.assets.length, 1)
})

test('a job creates assets by names, changes and removes them; each item has its result', async () => {
  const run = async (action: string, items: unknown[]) => {
    const { status, body } = await api.post(`${path}/jobs`, { job: { action, items } })
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.job_status.total, items.length)
    const job = async () => (await api.get(`/api/v2/job_statuses/${body.job_status.id}`)).body.job_status
    await waitFor(async () => (await job()).status, 'completed')
    return (await job()).results
  }
  const items = [
    { name: 'J1', asset_type: 'laptop', status: 'In use', external_id: 'j1' },
    { name: 'J2', asset_type_id: 'Desktop', status_id: statuses.Lost, external_id: 'j2' },
    { name: 'J3', asset_type: 'Spaceship', status: 'In use' },
  ]
  const [one, two, three] = await run('create', items)
  assert.deepEqual([one.success, one.asset_type_id, two.asset_type_id], [true, types.Laptop, types.Desktop])
  assert.match(JSON.stringify(three), /There is no asset type of this name/)
  const [changed, missing] = await run('update', [{ id: one.id, location: null, model: 'M' }, { name: 'without id' }])
  assert.deepEqual([changed.model, changed.status], ['M', 'Updated'])
  assert.notEqual(missing.success, true)
  assert.equal((await run('delete', [one.id]))[0].status, 'Deleted')
  assert.equal((await run('delete_by_external_id', ['j2']))[0].id, two.id)
  assert.equal((await api.get(`${path}/${two.id}`)).status, 404)
  for (const job of [
    { action: 'paint', items: ['x'] },
    { action: 'delete', items: [] },
    { action: 'delete', items: Array(101).fill('x') },
  ])
    assert.equal((await api.post(`${path}/jobs`, { job })).status, 400)
})

test('assets follow a merged user and a merged organization, and lose an organization that is deleted', async () => {
  const loser = await make.user()
  const winner = await make.user()
  const sold = await make.organization()
  const buyer = await make.organization()
  const { id } = (await create({ user_id: loser.id, organization_id: sold.id })).body.asset
  const readAsset = async () => (await api.get(`${path}/${id}`)).body.asset
  assert.equal((await api.put(`/api/v2/users/${loser.id}/merge`, { user: { id: winner.id } })).status, 200)
  assert.equal((await readAsset()).user_id, winner.id)
  await api.post(`/api/v2/organizations/${sold.id}/merge`, { organization_merge: { winner_id: buyer.id } })
  await waitFor(async () => (await readAsset()).organization_id, buyer.id)
  assert.equal((await api.delete(`/api/v2/organizations/${buyer.id}`)).status, 204)
  assert.equal((await readAsset()).organization_id, null)
  assert.equal((await api.patch(`${path}/${id}`, { asset: { name: 'Still there' } })).status, 200)
})

test('without credentials 401, for end users 403, writes of agents 403, unknown ids 404', async () => {
  const { id } = (await create({})).body.asset
  for (const at of [path, `${path}/${id}`, `${path}/search?query=x`]) {
    assert.equal((await app.as({}).get(at)).status, 401)
    assert.equal((await endUser.api.get(at)).status, 403)
  }
  const asset = { name: 'x' }
  assert.equal((await endUser.api.post(`${path}/search`, { filter: {} })).status, 403)
  assert.equal((await agent.api.post(path, { asset })).status, 403)
  assert.equal((await agent.api.patch(`${path}/${id}`, { asset })).status, 403)
  assert.equal((await agent.api.delete(`${path}/${id}`)).status, 403)
  assert.equal((await agent.api.post(`${path}/jobs`, { job: { action: 'delete', items: [id] } })).status, 403)
  assert.equal((await api.get(`${path}/unknown`)).status, 404)
  assert.equal((await api.patch(`${path}/unknown`, { asset })).status, 404)
  assert.equal((await api.delete(`${path}/unknown`)).status, 404)
})
