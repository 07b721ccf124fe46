import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const objects = '/api/v2/custom_objects'
const path = '/api/v2/incremental/custom_objects/car/cursor'
const HOUR = 3600
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const ids: string[] = []

before(async () => {
  await api.post(objects, { custom_object: { key: 'car', title: 'Car', title_pluralized: 'Cars' } })
  await api.post(`${objects}/car/fields`, { custom_object_field: { key: 'note', title: 'Note', type: 'text' } })
  for (let index = 0; index < 7; index += 1) {
    const record = { name: `Car ${index}`, custom_object_fields: { note: `note ${index}` } }
    ids.push((await api.post(`${objects}/car/records`, { custom_object_record: record })).body.custom_object_record.id)
  }
  await api.delete(`${objects}/car/records/${ids[3]}`)
  // all with the same timestamp, and old enough to be exported
  await app.database.database.driver`update custom_object_records set updated_at = now() - interval '1 hour'`
})

test('an export returns every record once, page by page, deleted ones without their values', async () => {
  const seen: { id: string; name: string; external_id: string | null; custom_object_fields: { note: string } }[] = []
  let { body } = await api.get(`${path}.json?start_time=0&per_page=2`)
  assert.deepEqual(Object.keys(body), [
    'custom_object_records',
    'after_cursor',
    'after_url',
    'before_cursor',
    'before_url',
    'filter',
    'meta',
  ])
  for (;;) {
    seen.push(...body.custom_object_records)
    if (!body.meta.has_more) break
    body = (await api.get(body.after_url.replace(app.base_url, ''))).body
  }
  assert.deepEqual(seen.map((one) => one.id).sort(), [...ids].sort())
  const gone = seen.find((one) => one.id === ids[3])
  assert.deepEqual([gone?.name, gone?.external_id, gone?.custom_object_fields], ['[DELETED]', '[DELETED]', { note: '[DELETED]' }])
})

test('later changes are found after the last cursor; deleted records are left out on request', async () => {
  const last = (await api.get(`${path}?start_time=0&filter[exclude_deleted]=true`)).body
  assert.deepEqual([last.custom_object_records.length, last.filter, last.meta], [6, { exclude_deleted: true }, { has_more: false }])
  await api.patch(`${objects}/car/records/${ids[0]}`, { custom_object_record: { name: 'Changed' } })
  await app.database.database.driver`update custom_object_records set updated_at = now() - interval '30 minutes' where name = 'Changed'`
  const { body } = await api.get(`${path}?cursor=${encodeURIComponent(last.after_cursor)}`)
  assert.deepEqual(
    body.custom_object_records.map((one: { name: string }) => one.name),
    ['Changed'],
  )
})

test('an export must start at least a minute in the past, and only readers of the records may run it', async () => {
  const start = Math.floor((await app.database.database.driver<{ now: number }[]>`select extract(epoch from now())::bigint as now`)[0]!.now)
  assert.deepEqual((await api.get(`${path}?start_time=${start - HOUR / 2 + 60}`)).body.custom_object_records, [])
  const recent = await api.get(`${path}?start_time=${start}`)
  assert.deepEqual([recent.status, recent.body.errors[0].code], [422, 'InvalidValue'])
  assert.equal((await api.get(path)).status, 400)
  assert.equal((await api.get(`${path}?cursor=nonsense`)).status, 422)
  assert.equal((await api.get('/api/v2/incremental/custom_objects/nowhere/cursor?start_time=0')).status, 404)
  assert.equal((await agent.api.get(`${path}?start_time=0`)).status, 200)
  assert.equal((await customer.api.get(`${path}?start_time=0`)).status, 403)
  assert.equal((await app.as({}).get(`${path}?start_time=0`)).status, 401)
})
