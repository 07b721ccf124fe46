import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const path = '/api/v2/custom_objects'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const object = (key: string, given: Record<string, unknown> = {}) => ({
  custom_object: { key, title: 'Car', title_pluralized: 'Cars', ...given },
})

test('an object is created, shown, changed and removed; its key stays', async () => {
  const made = await api.post(`${path}.json`, object('car', { description: 'What one drives', allows_attachments: true }))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.headers.get('location'), `${app.base_url}/api/v2/custom_objects/car.json`)
  const { created_at, updated_at, ...shown } = made.body.custom_object
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual(shown, {
    url: `${app.base_url}/api/v2/custom_objects/car.json`,
    key: 'car',
    created_by_user_id: String(app.admin.id),
    updated_by_user_id: String(app.admin.id),
    title: 'Car',
    raw_title: 'Car',
    title_pluralized: 'Cars',
    raw_title_pluralized: 'Cars',
    description: 'What one drives',
    raw_description: 'What one drives',
    include_in_list_view: true,
    allows_attachments: true,
    allows_photos: false,
  })
  const changed = await api.patch(`${path}/car`, { custom_object: { title: 'Vehicle', key: 'other', include_in_list_view: 'false' } })
  assert.deepEqual(
    [changed.status, changed.body.custom_object.title, changed.body.custom_object.key, changed.body.custom_object.include_in_list_view],
    [200, 'Vehicle', 'car', false],
  )
  assert.equal((await api.get(`${path}/car.json`)).body.custom_object.raw_title, 'Vehicle')
  const back = { ...changed.body.custom_object, title: 'Sent back' }
  assert.equal((await api.patch(`${path}/car`, { custom_object: back })).body.custom_object.title, 'Sent back')
  assert.equal((await api.delete(`${path}/car`)).status, 204)
  assert.equal((await api.get(`${path}/car`)).status, 404)
  assert.equal((await api.post(path, object('car'))).status, 201)
})

test('objects are listed in both paging styles, and counted against the limit', async () => {
  await api.post(path, object('boat'))
  const all = await api.get(path)
  assert.deepEqual(Object.keys(all.body), ['custom_objects', 'next_page', 'previous_page', 'count'])
  const keys = all.body.custom_objects.map((one: { key: string }) => one.key)
  assert.ok(keys.includes('boat'))
  const first = await api.get(`${path}?page[size]=1`)
  assert.deepEqual([first.body.custom_objects.length, first.body.meta.has_more], [1, true])
  assert.deepEqual((await api.get(`${path}/limits/object_limit`)).body, { count: keys.length, limit: 50 })
})

test('errors are returned as a list', async () => {
  const blank = await api.post(path, { custom_object: { key: 'has space', title: ' ', title_pluralized: 'x'.repeat(256) } })
  assert.equal(blank.status, 422)
  assert.deepEqual(
    blank.body.errors.map(({ code, title, status, source }: Record<string, unknown>) => [code, title, status, source]),
    [
      ['InvalidValue', 'Key: is invalid', '422', { pointer: 'key' }],
      ['BlankValue', 'Title: cannot be blank', '422', { pointer: 'title' }],
      ['TooLong', 'Title pluralized: is too long (maximum is 255 characters)', '422', { pointer: 'title_pluralized' }],
    ],
  )
  assert.equal((await api.post(path, object('twice'))).status, 201)
  assert.equal((await api.post(path, object('twice'))).body.errors[0].code, 'DuplicateValue')
  assert.equal((await api.post(path, object('limits'))).status, 422)
  assert.equal((await api.post(path, {})).status, 400)
  const missing = await api.get(`${path}/nowhere`)
  assert.deepEqual(
    [missing.status, missing.body],
    [404, { errors: [{ code: 'RecordNotFound', title: 'Not found', status: '404', detail: 'Not found' }] }],
  )
})

test('agents see objects, only administrators change them, others are refused', async () => {
  await api.post(path, object('seen'))
  assert.equal((await agent.api.get(`${path}/seen`)).status, 200)
  const refused = await agent.api.post(path, object('theirs'))
  assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 'Forbidden'])
  assert.equal((await agent.api.patch(`${path}/seen`, object('seen'))).status, 403)
  assert.equal((await agent.api.delete(`${path}/seen`)).status, 403)
  assert.equal((await agent.api.get(`${path}/limits/object_limit`)).status, 403)
  assert.equal((await customer.api.get(path)).status, 403)
  for (const answer of [await app.as({}).get(path), await app.as({}).post(path, object('x')), await app.as({}).delete(`${path}/seen`)])
    assert.deepEqual([answer.status, answer.body], [401, { error: "Couldn't authenticate you" }])
})

test('removing an object removes all its data, by a job', async () => {
  await api.post(path, object('held', { allows_attachments: true }))
  await api.post(`${path}/held/fields`, {
    custom_object_field: { key: 'code', title: 'Code', type: 'text', properties: { is_unique: true } },
  })
  for (const code of ['a', 'b'])
    await api.post(`${path}/held/records`, { custom_object_record: { name: code, custom_object_fields: { code } } })
  assert.equal((await api.delete(`${path}/held`)).status, 204)
  const count = async () => {
    const [row] = await app.database.database.driver<{ left: string }[]>`select (select count(*) from custom_objects where key = 'held')
      + (select count(*) from custom_object_fields where key = 'code') + (select count(*) from custom_object_records)
      + (select count(*) from custom_object_unique_values) as left`
    return Number(row?.left)
  }
  await waitFor(count, 0)
})

test('the number of objects is limited', async () => {
  const { count, limit } = (await api.get(`${path}/limits/object_limit`)).body
  for (let index = count; index < limit; index += 1) assert.equal((await api.post(path, object(`filler_${index}`))).status, 201)
  const over = await api.post(path, object('over'))
  assert.deepEqual([over.status, over.body.errors[0].code], [422, 'LimitExceeded'])
})
