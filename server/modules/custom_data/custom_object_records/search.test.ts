import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const path = `${objects}/car/records`
const agent = await putPerson(app, { role: 'agent' })
type Record_ = { name: string }
const names = (body: { custom_object_records: Record_[] }) => body.custom_object_records.map((one) => one.name).sort()

before(async () => {
  await api.post(objects, { custom_object: { key: 'car', title: 'Car', title_pluralized: 'Cars' } })
  const custom_field_options = ['red', 'blue'].map((value) => ({ name: value, value }))
  for (const field of [
    { key: 'note', type: 'textarea' },
    { key: 'doors', type: 'integer' },
    { key: 'sold', type: 'checkbox' },
    { key: 'built', type: 'date' },
    { key: 'color', type: 'dropdown', custom_field_options },
    { key: 'extras', type: 'multiselect', custom_field_options },
    { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' },
  ])
    await api.post(`${objects}/car/fields`, { custom_object_field: { title: field.key, ...field } })
  for (const [name, external_id, custom_object_fields] of [
    [
      'Honda Civic',
      'h-1',
      { note: 'Schnell und größer', doors: 4, sold: true, built: '2019-05-01', color: 'red', extras: ['red', 'blue'] },
    ],
    ['Honda Jazz', 'h-2', { note: '100% electric_car', doors: 5, built: '2021-05-01', color: 'blue', owner: agent.id }],
    ['Volvo', null, { doors: 10, sold: false, extras: ['red'] }],
  ] as const)
    await api.post(path, { custom_object_record: { name, external_id, custom_object_fields } })
})

test('a search matches words of the name and the text values; an asterisk makes it match prefixes', async () => {
  const searchNames = async (query: string) => names((await api.get(`${path}/search?${new URLSearchParams({ query }).toString()}`)).body)
  assert.deepEqual(await searchNames('honda'), ['Honda Civic', 'Honda Jazz'])
  assert.deepEqual(await searchNames('Honda civic'), ['Honda Civic'])
  assert.deepEqual(await searchNames('GROSSER'), [])
  assert.deepEqual(await searchNames('größer'), ['Honda Civic'])
  assert.deepEqual(await searchNames('h-2'), ['Honda Jazz'])
  assert.deepEqual(await searchNames('hon'), [])
  assert.deepEqual(await searchNames('hon*'), ['Honda Civic', 'Honda Jazz'])
  for (const everything of ['', '*']) assert.equal((await searchNames(everything)).length, 3)
  for (const odd of ["'", '!!', '& | !', ':*', "a'b:*", '\\', '<->']) assert.deepEqual(await searchNames(odd), [], odd)
})

test('search results are sorted as requested, and paged', async () => {
  const first = (await api.get(`${path}/search?query=*&sort=-name&page[size]=2`)).body
  assert.deepEqual(
    [first.custom_object_records.map((one: Record_) => one.name), first.count, first.meta.has_more],
    [['Volvo', 'Honda Jazz'], 2, true],
  )
  const second = (await api.get(first.links.next.replace(app.base_url, ''))).body
  assert.deepEqual([names(second), second.meta.has_more], [['Honda Civic'], false])
  assert.equal((await api.get(`${path}/search?sort=color`)).status, 400)
})

test('autocomplete finds names with a word that starts with the text', async () => {
  const completeNames = async (name: string) =>
    names((await api.get(`${path}/autocomplete?${new URLSearchParams({ name }).toString()}`)).body)
  assert.deepEqual(await completeNames('hon'), ['Honda Civic', 'Honda Jazz'])
  assert.deepEqual(await completeNames('honda ci'), ['Honda Civic'])
  assert.deepEqual(await completeNames('ja'), ['Honda Jazz'])
  assert.deepEqual(await completeNames('schnell'), [])
  assert.deepEqual(await completeNames('h-2'), [])
})

const CIVIC = 'Honda Civic'
const JAZZ = 'Honda Jazz'
const CASES: readonly [filter: Record<string, unknown>, found: string[]][] = [
  [{ 'custom_object_fields.color': { $eq: 'red' } }, [CIVIC]],
  [{ 'custom_object_fields.color': { $noteq: 'red' } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.color': { $in: ['red', 'blue'] } }, [CIVIC, JAZZ]],
  [{ 'custom_object_fields.color': { $eq: ['red', 'blue'] } }, [CIVIC, JAZZ]],
  [{ 'custom_object_fields.color': { $notin: ['red', 'blue'] } }, ['Volvo']],
  [{ 'custom_object_fields.color': { $exists: false } }, ['Volvo']],
  [{ 'custom_object_fields.color': { $eq: null } }, ['Volvo']],
  [{ 'custom_object_fields.color': { $noteq: null } }, [CIVIC, JAZZ]],
  [{ 'custom_object_fields.doors': { $gt: 4 } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.doors': { $gte: '4', $lt: 10 } }, [CIVIC, JAZZ]],
  [{ 'custom_object_fields.doors': { $eq: 10 } }, ['Volvo']],
  [{ 'custom_object_fields.built': { $lte: '2020-01-01' } }, [CIVIC]],
  [{ 'custom_object_fields.sold': { $eq: true } }, [CIVIC]],
  [{ 'custom_object_fields.sold': { $eq: 'false' } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.sold': { $noteq: true } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.extras': { $contains: 'red' } }, [CIVIC, 'Volvo']],
  [{ 'custom_object_fields.extras': { $notcontains: 'blue' } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.note': { $contains: '100%' } }, [JAZZ]],
  [{ 'custom_object_fields.note': { $contains: 'C_C' } }, [JAZZ]],
  [{ 'custom_object_fields.note': { $contains: 'Elect_ic' } }, []],
  [{ 'custom_object_fields.note': { $notcontains: 'schnell' } }, [JAZZ, 'Volvo']],
  [{ 'custom_object_fields.owner': { $eq: agent.id } }, [JAZZ]],
  [{ name: { $eq: 'Volvo' } }, ['Volvo']],
  [{ external_id: { $eq: 'h-1' } }, [CIVIC]],
  [{ external_id: { $exists: false } }, ['Volvo']],
  [{ created_at: { $gt: '2000-01-01T00:00:00Z' } }, [CIVIC, JAZZ, 'Volvo']],
  [{ updated_at: { $lt: '2000-01-01' } }, []],
  [{ created_by_user_id: { $eq: agent.id } }, []],
  [{ $or: [{ name: { $eq: 'Volvo' } }, { 'custom_object_fields.color': { $eq: 'blue' } }] }, [JAZZ, 'Volvo']],
  [
    { $and: [{ name: { $contains: 'honda' } }, { $or: [{ 'custom_object_fields.doors': { $eq: 5 } }, { name: { $eq: 'Volvo' } }] }] },
    [JAZZ],
  ],
  [{ $and: [] }, [CIVIC, JAZZ, 'Volvo']],
  [{ name: { $in: [] } }, []],
  [{ 'custom_object_fields.color': { $notin: [] } }, [CIVIC, JAZZ, 'Volvo']],
  [{ name: { $in: Array.from({ length: 1000 }, (_none, index) => (index === 999 ? 'Volvo' : String(index))) } }, ['Volvo']],
  [{ created_at: { $gt: '2020-02-29T23:59:59.123456+14:00' } }, [CIVIC, JAZZ, 'Volvo']],
]

test('filters work for every operator and type of field', async () => {
  for (const [filter, expected] of CASES) {
    const { status, body } = await api.post(`${path}/search`, { filter })
    assert.equal(status, 200, JSON.stringify([filter, body]))
    assert.deepEqual(names(body), expected, JSON.stringify(filter))
  }
  const both = await api.post(`${path}/search?query=honda`, { filter: { 'custom_object_fields.doors': { $gt: 4 } } })
  assert.deepEqual(names(both.body), [JAZZ])
})

test('an invalid filter is refused', async () => {
  const deep = Array.from({ length: 12 }).reduce<Record<string, unknown>>((inner) => ({ $and: [inner] }), { name: 'x' })
  for (const filter of [
    { nowhere: { $eq: 1 } },
    { name: { $like: 'x' } },
    { 'custom_object_fields.doors': { $contains: 4 } },
    { 'custom_object_fields.doors': { $gt: 'many' } },
    { 'custom_object_fields.built': { $gt: 'yesterday' } },
    { created_at: { $gt: '2020-13-01' } },
    { created_at: { $gt: '2026-02-30' } },
    { created_at: { $lt: '0001-01-01T00:00:00+14:00' } },
    { created_at: { $lt: '9999-12-31T23:00:00-14:00' } },
    { 'custom_object_fields.doors': { $in: Array.from({ length: 5000 }, (_none, index) => index) } },
    { $or: 'x' },
    { $and: ['x'] },
    { __proto__x: 1 },
    { constructor: { $eq: 'x' } },
    deep,
    { $and: Array.from({ length: 201 }, () => ({ name: 'x' })) },
  ]) {
    const { status, body } = await api.post(`${path}/search`, { filter })
    assert.deepEqual([status, body.errors?.[0].code], [400, 'InvalidFilter'], JSON.stringify(filter).slice(0, 200))
  }
  assert.equal((await api.post(`${path}/search`, { filter: 'x' })).status, 400)
  assert.equal((await app.as({}).post(`${path}/search`, {})).status, 401)
})
