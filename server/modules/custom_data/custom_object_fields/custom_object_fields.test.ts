import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const path = `${objects}/car/fields`
const agent = await putPerson(app, { role: 'agent' })
const make = (given: Record<string, unknown>, at = path) =>
  api.post(at, { custom_object_field: { title: 'A field', type: 'text', ...given } })

before(async () => {
  const answer = await api.post(objects, { custom_object: { key: 'car', title: 'Car', title_pluralized: 'Cars' } })
  assert.equal(answer.status, 201)
})

test('a field is created, shown by key and by id, changed and removed', async () => {
  const made = await make({ key: 'make', title: 'Make', required: true })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, created_at: _created, updated_at: _updated, ...shown } = made.body.custom_object_field
  assert.deepEqual(shown, {
    url: `${app.base_url}${path}/${id}.json`,
    type: 'text',
    key: 'make',
    title: 'Make',
    description: '',
    raw_title: 'Make',
    raw_description: '',
    position: 9999,
    active: true,
    system: false,
    readonly: false,
    required: true,
    regexp_for_validation: null,
    properties: { is_unique: false },
  })
  assert.equal((await api.get(`${path}/${id}`)).body.custom_object_field.key, 'make')
  const changed = await api.patch(`${path}/make`, { custom_object_field: { title: 'Maker', type: 'date', active: false } })
  assert.deepEqual(
    [changed.body.custom_object_field.title, changed.body.custom_object_field.type, changed.body.custom_object_field.active],
    ['Maker', 'text', false],
  )
  const back = { ...changed.body.custom_object_field, title: 'Sent back' }
  assert.equal((await api.patch(`${path}/make`, { custom_object_field: back })).body.custom_object_field.title, 'Sent back')
  assert.equal((await api.delete(`${path}/make`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
})

test('every object has a name and an external id field; lists show them on request, and they cannot be removed', async () => {
  const plain = (await api.get(path)).body.custom_object_fields.map((field: { key: string }) => field.key)
  const whole = (await api.get(`${path}?include_standard_fields=true`)).body.custom_object_fields
  const standing = whole.filter((field: { system: boolean }) => field.system).map((field: { key: string }) => field.key)
  assert.deepEqual(standing, ['standard::name', 'standard::external_id'])
  assert.ok(!plain.includes('standard::name'))
  const changed = await api.patch(`${path}/standard::name`, {
    custom_object_field: {
      title: 'Plate',
      active: false,
      properties: { autoincrement_enabled: true, autoincrement_prefix: 'P-', autoincrement_padding: 4 },
    },
  })
  const { title, active, readonly, properties } = changed.body.custom_object_field
  assert.deepEqual([title, active, readonly], ['Plate', true, true])
  assert.deepEqual(properties, {
    is_unique: false,
    autoincrement_enabled: true,
    autoincrement_prefix: 'P-',
    autoincrement_padding: 4,
    autoincrement_next_sequence: 1,
  })
  assert.equal((await api.delete(`${path}/standard::name`)).status, 422)
})

test('fields are reordered, and paged by cursor', async () => {
  const ids: number[] = []
  for (const key of ['one', 'two', 'three']) ids.push((await make({ key })).body.custom_object_field.id)
  const [one, two, three] = ids
  assert.equal((await api.put(`${path}/reorder`, { custom_object_field_ids: [three, one, two] })).status, 200)
  const keys = (await api.get(path)).body.custom_object_fields.map((field: { key: string }) => field.key)
  assert.deepEqual(keys.slice(0, 3), ['three', 'one', 'two'])
  assert.equal((await api.put(`${path}/reorder`, { custom_object_field_ids: [999_999] })).status, 404)
  const page = (await api.get(`${path}?page[size]=2`)).body
  assert.deepEqual([page.custom_object_fields.length, page.meta.has_more], [2, true])
  const { count, limit } = (await api.get(`${objects}/car/limits/field_limit`)).body
  assert.deepEqual([count, limit], [keys.length, 100])
})

test('options of a choice field that are renamed or removed are rewritten in every record', async () => {
  const options = (...values: string[]) => values.map((value) => ({ name: value.toUpperCase(), value }))
  const { custom_object_field: field } = (await make({ key: 'color', type: 'dropdown', custom_field_options: options('red', 'blue') })).body
  assert.deepEqual(
    field.custom_field_options.map((one: { raw_name: string; value: string }) => [one.raw_name, one.value]),
    [
      ['RED', 'red'],
      ['BLUE', 'blue'],
    ],
  )
  const record = async (color: string) =>
    (await api.post(`${objects}/car/records`, { custom_object_record: { custom_object_fields: { color } } })).body.custom_object_record
  const red = await record('red')
  const blue = await record('blue')
  const colorOf = async (id: string) => (await api.get(`${objects}/car/records/${id}`)).body.custom_object_record.custom_object_fields.color
  assert.equal(await colorOf(red.id), 'red')
  const [kept] = field.custom_field_options
  await api.patch(`${path}/color`, { custom_object_field: { custom_field_options: [{ id: kept.id, name: 'Crimson', value: 'crimson' }] } })
  await waitFor(() => colorOf(red.id), 'crimson')
  await waitFor(() => colorOf(blue.id), null)
  assert.equal((await api.get(`${objects}/car/records/search?query=crimson`)).body.count, 1)
  await api.delete(`${path}/color`)
  await waitFor(async () => (await api.get(`${objects}/car/records/search?query=crimson`)).body.count, 0)
})

test('a lookup field targets users, tickets, organizations or an existing custom object', async () => {
  const lookup = (relationship_target_type?: string) =>
    make({ key: `lookup_${relationship_target_type ?? ''}`.replace(/\W/g, '_'), type: 'lookup', relationship_target_type })
  for (const type of ['zen:user', 'zen:organization', 'zen:ticket', 'zen:custom_object:car']) {
    const { status, body } = await lookup(type)
    assert.deepEqual([status, body.custom_object_field?.relationship_target_type], [201, type])
  }
  for (const type of [undefined, 'zen:car', 'zen:custom_object:nowhere']) assert.equal((await lookup(type)).status, 422, String(type))
})

test('invalid fields are refused', async () => {
  const codes = async (given: Record<string, unknown>) => {
    const { status, body } = await make(given)
    return [status, body.errors?.[0].source.pointer]
  }
  assert.deepEqual(await codes({ key: 'a b' }), [422, 'key'])
  assert.deepEqual(await codes({ key: '' }), [422, 'key'])
  assert.deepEqual(await codes({ key: 'bad_type', type: 'sound' }), [422, 'type'])
  assert.deepEqual(await codes({ key: 'no_title', title: '' }), [422, 'title'])
  assert.deepEqual(await codes({ key: 'slow', type: 'regexp', regexp_for_validation: '(' }), [422, 'regexp_for_validation'])
  assert.deepEqual(await codes({ key: 'flag', type: 'checkbox', properties: { is_unique: true } }), [422, 'properties'])
  assert.deepEqual(await codes({ key: 'numbered', properties: { autoincrement_enabled: true } }), [422, 'properties'])
  assert.equal((await make({ key: 'twice' })).status, 201)
  assert.deepEqual(await codes({ key: 'twice' }), [422, 'key'])
  assert.equal((await make({ key: 'x' }, `${objects}/nowhere/fields`)).status, 404)
})

test('an object has at most ten lookup fields', async () => {
  await api.post(objects, { custom_object: { key: 'hub', title: 'Hub', title_pluralized: 'Hubs' } })
  const makeLookup = (index: number) =>
    make({ key: `to_${index}`, type: 'lookup', relationship_target_type: 'zen:user' }, `${objects}/hub/fields`)
  for (let index = 0; index < 10; index += 1) assert.equal((await makeLookup(index)).status, 201)
  assert.deepEqual((await makeLookup(10)).body.errors[0].code, 'LimitExceeded')
})

test('a field becomes unique unless two records already have the same value', async () => {
  await api.post(objects, { custom_object: { key: 'unique', title: 'Unique', title_pluralized: 'Uniques' } })
  const fields = `${objects}/unique/fields`
  await make({ key: 'code' }, fields)
  const put = (name: string, code: string) =>
    api.post(`${objects}/unique/records`, { custom_object_record: { name, custom_object_fields: { code } } })
  await put('one', 'same')
  const { id } = (await put('two', 'same')).body.custom_object_record
  const turn = (is_unique: boolean) => api.patch(`${fields}/code`, { custom_object_field: { properties: { is_unique } } })
  assert.deepEqual([(await turn(true)).status, (await put('three', 'same')).status], [422, 201])
  const { custom_object_records } = (await api.get(`${objects}/unique/records`)).body
  await api.patch(`${objects}/unique/records/${id}`, { custom_object_record: { custom_object_fields: { code: 'other' } } })
  await api.delete(`${objects}/unique/records/${custom_object_records[2].id}`)
  assert.equal((await turn(true)).status, 200)
  assert.equal((await put('four', 'same')).status, 422)
  await turn(false)
  assert.equal((await put('four', 'same')).status, 201)
})

test('agents see fields, only administrators change them, anonymous callers get 401', async () => {
  assert.equal((await agent.api.get(path)).status, 200)
  assert.equal((await agent.api.post(path, { custom_object_field: { key: 'x', title: 'X' } })).status, 403)
  assert.equal((await agent.api.put(`${path}/reorder`, { custom_object_field_ids: [] })).status, 403)
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await api.get(`${objects}/nowhere/fields`)).status, 404)
})
