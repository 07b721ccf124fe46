import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const base = '/api/v2/it_asset_management'
const agent = await putPerson(app, { role: 'agent' })
const endUser = await putPerson(app, { role: 'end-user' })
const types: Record<string, string> = {}
let status_id = ''

before(async () => {
  for (const type of (await api.get(`${base}/asset_types`)).body.asset_types) types[type.name] = type.id
  status_id = (await api.get(`${base}/statuses`)).body.statuses[0].id
})

const toPath = (type: string) => `${base}/asset_types/${types[type]}/fields`
const make = (type: string, field: Record<string, unknown>) =>
  api.post(toPath(type), { field: { title: 'A field', type: 'text', ...field } })
const keysOf = async (type: string) => (await api.get(toPath(type))).body.fields.map((field: { key: string }) => field.key) as string[]
const asset = (type: string, rest: Record<string, unknown> = {}) =>
  api.post(`${base}/assets`, { asset: { name: 'Thing', asset_type_id: types[type], status_id, ...rest } })

test('every type has the standard fields, which are shown by id and by key and cannot be changed', async () => {
  const { fields } = (await agent.api.get(toPath('Hardware'))).body
  assert.equal(fields.length, 16)
  assert.deepEqual([fields[0].key, fields[0].system, fields[0].required], ['standard::name', true, true])
  for (const name of ['9', 'standard::manufacturer'])
    assert.equal((await agent.api.get(`${toPath('Laptop')}/${name}`)).body.field.title, 'Manufacturer')
  assert.equal((await api.patch(`${toPath('Laptop')}/9`, { field: { title: 'x' } })).status, 422)
  assert.equal((await api.delete(`${toPath('Laptop')}/standard::name`)).status, 422)
})

test('a field is created, inherited by the types below, shown, changed and removed', async () => {
  const made = await make('Hardware', { key: 'cores', title: 'Cores', type: 'integer' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, url } = made.body.field
  assert.equal(url, `${app.base_url}${toPath('Hardware')}/${id}.json`)
  assert.ok((await keysOf('Laptop')).includes('cores'))
  assert.equal((await agent.api.get(`${toPath('Laptop')}/cores`)).body.field.id, id)
  assert.deepEqual((await api.get(`${base}/asset_types/${types.Hardware}`)).body.asset_type.field_keys, ['cores'])
  assert.equal((await asset('Laptop', { custom_field_values: { cores: 8 } })).body.asset.custom_field_values.cores, 8)
  const changed = await api.patch(`${toPath('Hardware')}/${id}`, { field: { title: 'CPU cores', type: 'text', key: 'other' } })
  assert.deepEqual([changed.body.field.title, changed.body.field.type, changed.body.field.key], ['CPU cores', 'integer', 'cores'])
  // changed where it was made, not where it is inherited
  assert.equal((await api.patch(`${toPath('Laptop')}/${id}`, { field: { title: 'x' } })).status, 404)
  assert.equal((await api.delete(`${toPath('Hardware')}/cores`)).status, 204)
  assert.equal((await api.get(`${toPath('Hardware')}/${id}`)).status, 404)
})

test('a removed field takes its values along: a later one of the same key has none, and searches no longer find them', async () => {
  await make('Mobile', { key: 'imei', title: 'IMEI' })
  const { id } = (await asset('Mobile', { custom_field_values: { imei: 'qxz35' } })).body.asset
  const countMatches = async () => (await api.get(`${base}/assets/search?query=qxz35`)).body.assets.length as number
  assert.equal(await countMatches(), 1)
  await api.delete(`${toPath('Mobile')}/imei`)
  await make('Mobile', { key: 'imei', title: 'IMEI again' })
  assert.equal((await api.get(`${base}/assets/${id}`)).body.asset.custom_field_values.imei, null)
  assert.equal(await countMatches(), 0)
})

test('removing an option removes its value, renaming one renames it', async () => {
  const custom_field_options = [
    { name: 'Red', value: 'red' },
    { name: 'Blue', value: 'blue' },
    { name: 'Green', value: 'green' },
  ]
  const { field } = (await make('Desktop', { key: 'colour', title: 'Colour', type: 'dropdown', custom_field_options })).body
  const ids = await Promise.all(
    ['red', 'blue', 'green'].map(async (colour) => (await asset('Desktop', { custom_field_values: { colour } })).body.asset.id as string),
  )
  const [, blue, green] = field.custom_field_options
  const left = [{ id: blue.id, name: 'Navy', value: 'navy' }, green]
  assert.equal((await api.patch(`${toPath('Desktop')}/colour`, { field: { custom_field_options: left } })).status, 200)
  const shown = []
  for (const id of ids) shown.push((await api.get(`${base}/assets/${id}`)).body.asset.custom_field_values.colour)
  assert.deepEqual(shown, [null, 'navy', 'green'])
})

test('a key is needed, well formed, and used once among the types above and below', async () => {
  assert.equal((await make('Hardware', { key: '' })).status, 422)
  assert.equal((await make('Hardware', { key: '12' })).status, 422)
  assert.equal((await make('Hardware', { key: 'ok', type: 'nonsense' })).status, 422)
  assert.equal((await make('Hardware', { key: 'ok', title: ' ' })).status, 422)
  assert.equal((await make('Laptop', { key: 'shared' })).status, 201)
  assert.equal((await make('Hardware', { key: 'shared' })).status, 422)
  assert.equal((await make('Mobile', { key: 'shared' })).status, 201)
  assert.equal((await api.post(toPath('Hardware'), {})).status, 400)
})

test('without credentials 401, for end users 403, writes of agents 403, unknown types and fields 404', async () => {
  for (const path of [toPath('Hardware'), `${toPath('Hardware')}/1`]) {
    assert.equal((await app.as({}).get(path)).status, 401)
    assert.equal((await endUser.api.get(path)).status, 403)
  }
  const field = { key: 'k', title: 't' }
  assert.equal((await agent.api.post(toPath('Hardware'), { field })).status, 403)
  assert.equal((await agent.api.patch(`${toPath('Hardware')}/1`, { field })).status, 403)
  assert.equal((await agent.api.delete(`${toPath('Hardware')}/1`)).status, 403)
  assert.equal((await api.get(`${base}/asset_types/unknown/fields`)).status, 404)
  assert.equal((await api.post(`${base}/asset_types/unknown/fields`, { field })).status, 404)
  assert.equal((await api.get(`${toPath('Hardware')}/999`)).status, 404)
  assert.equal((await api.patch(`${toPath('Hardware')}/nothing`, { field })).status, 404)
  assert.equal((await api.delete(`${toPath('Hardware')}/nothing`)).status, 404)
})
