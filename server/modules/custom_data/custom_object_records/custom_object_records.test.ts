import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Answer } from '#test/client.ts'
import { waitForJob } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const path = `${objects}/car/records`
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const make = (record: Record<string, unknown>, at = path): Promise<Answer> => api.post(at, { custom_object_record: record })
const createRecord = async (record: Record<string, unknown>, at = path): Promise<any> => {
  const answer = await make(record, at)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.custom_object_record
}
const newObject = async (key: string) =>
  assert.equal((await api.post(objects, { custom_object: { key, title: key, title_pluralized: key } })).status, 201)
const newField = async (object: string, field: Record<string, unknown>) => {
  const answer = await api.post(`${objects}/${object}/fields`, { custom_object_field: { title: field.key, ...field } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}
const nameRule = (object: string, properties: Record<string, unknown>) =>
  api.patch(`${objects}/${object}/fields/standard::name`, { custom_object_field: { properties } })

before(async () => {
  await newObject('car')
  const custom_field_options = ['red', 'blue'].map((value) => ({ name: value, value }))
  for (const field of [
    { key: 'note', type: 'textarea' },
    { key: 'doors', type: 'integer' },
    { key: 'price', type: 'decimal' },
    { key: 'sold', type: 'checkbox' },
    { key: 'built', type: 'date' },
    { key: 'color', type: 'dropdown', custom_field_options },
    { key: 'extras', type: 'multiselect', custom_field_options },
    { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' },
    { key: 'tows', type: 'lookup', relationship_target_type: 'zen:custom_object:car' },
  ])
    await newField('car', field)
})

test('a record is created with values of every type, shown, changed by key, and removed', async () => {
  const values = { note: 'Fast', doors: '4', price: 9.5, sold: 'true', built: '2020-02-29', color: 'red', extras: ['blue'] }
  const answer = await make({ name: ' Civic ', external_id: 'c-1', custom_object_fields: { ...values, owner: agent.id, unknown: 1 } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { id, created_at, updated_at, ...shown } = answer.body.custom_object_record
  assert.match(id, /^01[0-9A-HJKMNP-TV-Z]{24}$/)
  assert.equal(answer.headers.get('location'), shown.url)
  assert.equal(created_at, updated_at)
  assert.deepEqual(shown, {
    url: `${app.base_url}${path}/${id}.json`,
    name: 'Civic',
    custom_object_key: 'car',
    custom_object_fields: {
      ...values,
      doors: 4,
      sold: true,
      built: '2020-02-29T00:00:00+00:00',
      owner: String(agent.id),
      tows: null,
    },
    created_by_user_id: shown.created_by_user_id,
    updated_by_user_id: shown.created_by_user_id,
    external_id: 'c-1',
    photo: null,
  })
  const changed = await api.patch(`${path}/${id}`, { custom_object_record: { custom_object_fields: { doors: null, tows: id } } })
  assert.deepEqual(changed.body.custom_object_record.custom_object_fields, { ...shown.custom_object_fields, doors: null, tows: id })
  assert.equal(changed.body.custom_object_record.name, 'Civic')
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
  assert.equal((await api.patch(`${path}/${id}`, { custom_object_record: { name: 'x' } })).status, 404)
  await createRecord({ name: 'Another', external_id: 'c-1' })
})

test('validation errors are reported field by field', async () => {
  const { status, body } = await make({
    name: '',
    custom_object_fields: { doors: 'many', built: '2021-02-29', owner: 999_999_999, tows: 'nobody' },
  })
  assert.equal(status, 422)
  assert.deepEqual(body.errors.map((one: { source: { pointer: string } }) => one.source.pointer).sort(), [
    'custom_object_fields.built',
    'custom_object_fields.doors',
    'custom_object_fields.owner',
    'custom_object_fields.tows',
    'name',
  ])
  assert.equal((await make({ name: 'x'.repeat(256) })).body.errors[0].code, 'TooLong')
  assert.equal((await make({ name: 'Big', custom_object_fields: { note: 'x'.repeat(33_000) } })).body.errors[0].source.pointer, 'base')
  assert.equal((await api.post(path, {})).status, 400)
  assert.equal((await make({ name: 'x' }, `${objects}/nowhere/records`)).status, 404)
  assert.equal((await app.as({}).get(path)).status, 401)
})

test('a required field must be set in new records and cannot be emptied', async () => {
  await newObject('strict')
  await newField('strict', { key: 'code', type: 'text', required: true })
  const at = `${objects}/strict/records`
  assert.deepEqual((await make({ name: 'x' }, at)).body.errors[0].source, { pointer: 'custom_object_fields.code' })
  const { id } = await createRecord({ name: 'x', custom_object_fields: { code: 'a' } }, at)
  assert.equal((await api.patch(`${at}/${id}`, { custom_object_record: { custom_object_fields: { code: '' } } })).status, 422)
  assert.equal((await api.patch(`${at}/${id}`, { custom_object_record: { name: 'y' } })).status, 200)
})

test('external ids are unique, also under concurrent writes', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => make({ name: `Try ${index}`, external_id: 'one-of-many' })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array<number>(7).fill(422)])
  const other = await createRecord({ name: 'Other' })
  const taken = await api.patch(`${path}/${other.id}`, { custom_object_record: { external_id: 'one-of-many' } })
  assert.deepEqual([taken.status, taken.body.errors[0].code], [422, 'DuplicateValue'])
})

test('unique values are unique, also under concurrent writes, and can be reused once given up', async () => {
  await newObject('badge')
  await newField('badge', { key: 'serial', type: 'integer', properties: { is_unique: true } })
  await nameRule('badge', { is_unique: true })
  const at = `${objects}/badge/records`
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => make({ name: `Badge ${index}`, custom_object_fields: { serial: 7 } }, at)),
  )
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, ...Array<number>(7).fill(422)])
  assert.equal((await api.get(`${at}/count`)).body.count.value, 1)
  const [kept] = answers.filter((answer) => answer.status === 201)
  const { id, name } = kept?.body.custom_object_record ?? {}
  const twin = await make({ name, custom_object_fields: { serial: 8 } }, at)
  assert.deepEqual([twin.status, twin.body.errors[0].source.pointer], [422, 'name'])
  await api.patch(`${at}/${id}`, { custom_object_record: { name: 'Renamed', custom_object_fields: { serial: null } } })
  await createRecord({ name, custom_object_fields: { serial: 7 } }, at)
})

test('autoincremented names are assigned in order, without duplicates, also under concurrent writes', async () => {
  await newObject('order')
  await nameRule('order', {
    autoincrement_enabled: true,
    autoincrement_prefix: 'O-',
    autoincrement_padding: 3,
    autoincrement_next_sequence: 8,
    is_unique: true,
  })
  const at = `${objects}/order/records`
  assert.equal((await make({ name: 'Mine' }, at)).status, 422)
  const names = (
    await Promise.all(Array.from({ length: 6 }, () => createRecord({ custom_object_fields: null, external_id: null }, at)))
  ).map((record) => record.name)
  assert.deepEqual(names.sort(), ['O-008', 'O-009', 'O-010', 'O-011', 'O-012', 'O-013'])
  await nameRule('order', { autoincrement_next_sequence: 9 })
  assert.equal((await createRecord({ external_id: 'last' }, at)).name, 'O-014')
})

test('an upsert first creates a record and then changes it, by external id or by unique name', async () => {
  const put = (query: string, record: Record<string, unknown>, at = path) => api.patch(`${at}?${query}`, { custom_object_record: record })
  const first = await put('external_id=up-1', { name: 'Up', custom_object_fields: { doors: 2 } })
  assert.deepEqual([first.status, first.body.custom_object_record.external_id], [201, 'up-1'])
  const second = await put('external_id=up-1', { custom_object_fields: { price: 1 } })
  const { id, name, custom_object_fields } = second.body.custom_object_record
  assert.deepEqual([second.status, id, name], [200, first.body.custom_object_record.id, 'Up'])
  assert.deepEqual([custom_object_fields.doors, custom_object_fields.price], [2, 1])
  const many = await Promise.all(Array.from({ length: 6 }, () => put('external_id=up-2', { name: 'Up two' })))
  assert.deepEqual(many.map((answer) => answer.status).sort(), [200, 200, 200, 200, 200, 201])
  for (const query of ['', 'external_id=a&name=b']) assert.equal((await put(query, { name: 'x' })).status, 400)
  assert.equal((await put('name=Up', { name: 'Up' })).status, 422)
  await newObject('boat')
  await nameRule('boat', { is_unique: true })
  const boats = `${objects}/boat/records`
  assert.equal((await put('name=Titanic', { external_id: null }, boats)).status, 201)
  assert.equal((await put('name=Titanic', { external_id: 't' }, boats)).status, 200)
  assert.equal((await api.delete(`${boats}?name=Titanic`)).status, 204)
  assert.equal((await api.delete(`${boats}?external_id=t`)).status, 404)
  assert.equal((await api.delete(`${path}?external_id=up-1`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
})

test('records are listed by cursor without duplicates, in both directions, and found by ids', async () => {
  await newObject('page')
  const at = `${objects}/page/records`
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) ids.push((await createRecord({ name: `Page ${index}`, external_id: `p${index}` }, at)).id)
  const seen: string[] = []
  let next: string | null = `${at}?page[size]=2&sort=id`
  while (next !== null) {
    const { body }: Answer = await api.get(next.replace(app.base_url, ''))
    assert.deepEqual(Object.keys(body), ['custom_object_records', 'count', 'meta', 'links'])
    seen.push(...body.custom_object_records.map((record: { id: string }) => record.id))
    next = body.links.next
  }
  assert.deepEqual(seen, [...ids].sort())
  const backwards = await api.get(`${at}?sort=-updated_at&page[size]=1`)
  assert.equal(backwards.body.custom_object_records[0].name, 'Page 4')
  const listNames = async (query: string) =>
    (await api.get(`${at}?${query}`)).body.custom_object_records.map((one: { name: string }) => one.name)
  assert.deepEqual((await listNames(`filter[ids]=${ids[1]},${ids[3]},none`)).sort(), ['Page 1', 'Page 3'])
  assert.deepEqual(await listNames('filter[external_ids]=p2'), ['Page 2'])
  assert.equal((await api.get(`${at}?sort=name`)).status, 400)
  assert.equal((await api.get(`${at}/count`)).body.count.value, 5)
  const { count, limit } = (await api.get(`${objects}/limits/record_limit`)).body
  assert.ok(count >= 5 && limit === 50_000_000)
})

test('a job processes at most a hundred records, and reports a result for each', async () => {
  const at = `${objects}/car/jobs`
  const job = async (action: string, items: unknown[]) => {
    const asked = await api.post(at, { job: { action, items } })
    assert.equal(asked.status, 201, JSON.stringify(asked.body))
    return (await waitForJob(app, { ...asked, status: 200 })).results
  }
  const [one, bad] = await job('create', [{ name: 'Job 1', external_id: 'job-1', custom_object_fields: { doors: 3 } }, { name: '' }])
  assert.deepEqual([one.index, one.name, one.custom_object_fields.doors, one.status], [0, 'Job 1', 3, 'Created'])
  assert.deepEqual(bad, { index: 1, action: 'create', success: false, error: 'RecordInvalid', details: 'Name: cannot be blank' })
  const [updated] = await job('update', [{ id: one.id, custom_object_fields: { doors: 5 } }])
  assert.deepEqual([updated.id, updated.custom_object_fields.doors, updated.status], [one.id, 5, 'Updated'])
  const put = await job('create_or_update_by_external_id', [
    { external_id: 'job-1', name: 'Renamed' },
    { external_id: 'job-2', name: 'New' },
  ])
  assert.deepEqual(
    put.map((row: { name: string; status: string }) => [row.name, row.status]),
    [
      ['Renamed', 'Updated'],
      ['New', 'Created'],
    ],
  )
  assert.equal((await job('create_or_update_by_name', [{ name: 'New' }]))[0].success, false)
  assert.equal((await job('delete_by_external_id', ['job-2']))[0].status, 'Deleted')
  assert.deepEqual(await job('delete', [one.id, 'nobody']), [
    { index: 0, id: one.id, action: 'delete', success: true, status: 'Deleted' },
    { index: 1, action: 'delete', success: false, error: 'RecordNotFound', details: 'Not found' },
  ])
  assert.equal((await api.post(at, { job: { action: 'shout', items: [{}] } })).status, 400)
  assert.equal((await api.post(at, { job: { action: 'create', items: [] } })).status, 400)
  const many = await api.post(at, { job: { action: 'create', items: Array.from({ length: 101 }, () => ({ name: 'x' })) } })
  assert.deepEqual([many.status, many.body.errors[0].code], [400, 'TooManyValues'])
  assert.equal((await customer.api.post(at, { job: { action: 'create', items: [{}] } })).status, 403)
})

test('by default an agent may do all this, an end user nothing', async () => {
  const { status, body } = await agent.api.post(path, { custom_object_record: { name: 'Theirs' } })
  assert.deepEqual([status, body.custom_object_record.created_by_user_id], [201, String(agent.id)])
  assert.equal((await agent.api.delete(`${path}/${body.custom_object_record.id}`)).status, 204)
  assert.equal((await customer.api.get(path)).status, 403)
  assert.equal((await customer.api.post(path, { custom_object_record: { name: 'x' } })).status, 403)
  assert.equal((await agent.api.get(`${objects}/nowhere/records`)).status, 404)
})

test('lookup fields of tickets and users refer to records, too', async () => {
  const car = await createRecord({ name: 'Named', external_id: 'named' })
  const type = { type: 'lookup', relationship_target_type: 'zen:custom_object:car' }
  await api.post('/api/v2/user_fields', { user_field: { key: 'drives', title: 'Drives', ...type } })
  const put = (drives: unknown) => api.put(`/api/v2/users/${customer.id}`, { user: { user_fields: { drives } } })
  assert.equal((await put('external_id:named')).body.user.user_fields.drives, car.id)
  assert.equal((await put('01ARYZ6S410000000000000000')).status, 422)
  assert.equal((await put(car.id)).body.user.user_fields.drives, car.id)
})

test('relationships are found from both ends of a lookup field', async () => {
  const { ticket_field } = (
    await api.post('/api/v2/ticket_fields', {
      ticket_field: { title: 'Car', type: 'lookup', relationship_target_type: 'zen:custom_object:car' },
    })
  ).body
  const car = await createRecord({ name: 'Pulled', custom_object_fields: { owner: customer.id } })
  const trailer = await createRecord({ name: 'Trailer' })
  await api.patch(`${path}/${trailer.id}`, { custom_object_record: { custom_object_fields: { tows: car.id } } })
  const ticket = { subject: 'About a car', comment: { body: 'Hello' }, custom_fields: [{ id: ticket_field.id, value: car.id }] }
  assert.equal((await api.post('/api/v2/tickets', { ticket })).status, 201)
  const fieldId = async (key: string) => (await api.get(`${objects}/car/fields/${key}`)).body.custom_object_field.id
  const sources = (target: string, field: number, source: string, by = api) =>
    by.get(`/api/v2/${target}/relationship_fields/${field}/${source}`)
  const tickets = await sources(`zen:custom_object:car/${car.id}`, ticket_field.id, 'zen:ticket')
  assert.deepEqual(
    tickets.body.tickets?.map((one: { subject: string }) => one.subject),
    ['About a car'],
  )
  const owned = await sources(`zen:user/${customer.id}`, await fieldId('owner'), 'zen:custom_object:car')
  assert.deepEqual(
    owned.body.custom_object_records?.map((one: { name: string }) => one.name),
    ['Pulled'],
  )
  const towing = await sources(`zen:custom_object:car/${car.id}`, await fieldId('tows'), 'zen:custom_object:car')
  assert.deepEqual(
    towing.body.custom_object_records?.map((one: { name: string }) => one.name),
    ['Trailer'],
  )
  assert.equal((await sources('zen:custom_object:car/nobody', await fieldId('tows'), 'zen:custom_object:car')).status, 404)
  assert.equal((await sources(`zen:user/${customer.id}`, await fieldId('tows'), 'zen:custom_object:car')).status, 404)
  assert.equal((await sources('zen:user/x', await fieldId('owner'), 'zen:custom_object:car')).status, 400)
  assert.equal((await sources(`zen:user/${customer.id}`, await fieldId('owner'), 'zen:custom_object:car', customer.api)).status, 403)
  const { definitions } = (await api.get('/api/v2/relationships/definitions/zen:custom_object:car')).body
  assert.ok(definitions.conditions_all.some((one: { subject: string }) => one.subject === 'custom_object_fields.color'))
  assert.equal((await api.get('/api/v2/relationships/definitions/zen:custom_object:nowhere')).status, 404)
})
