import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

// no worker at first: jobs stay queued until all requests have been made
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { api } = app
const make = makeWith(api)
const OBJECTS = '/api/v2/custom_objects'
const countRewriteJobs = defineStatement<{ total: number }>(
  "select count(*) as total from graphile_worker.jobs where task_identifier like 'rewrite%'",
)
const countWaiting = async () => (await app.database.database.first(countRewriteJobs()))?.total

interface Holder {
  /** The path of its fields, the name of one in answers, the type of a field with a single choice, and the method that updates a field. */
  readonly fields: string
  readonly name: string
  readonly type: string
  readonly verb: 'put' | 'patch'
  /** The table of its records. */
  readonly table: 'users' | 'tickets' | 'custom_object_records'
  put(field: any, value: string): Promise<string>
  valueOf(field: any, id: string): Promise<unknown>
  found(word: string): Promise<number>
}

const user = async (id: string) => (await api.get(`/api/v2/users/${id}`)).body.user
const ticket = async (id: string) => (await api.get(`/api/v2/tickets/${id}`)).body.ticket
const record = async (id: string) => (await api.get(`${OBJECTS}/car/records/${id}`)).body.custom_object_record
const readCount = async (path: string) => (await api.get(path)).body.count as number

const HOLDERS: Readonly<Record<string, Holder>> = {
  users: {
    fields: '/api/v2/user_fields',
    name: 'user_field',
    type: 'dropdown',
    verb: 'put',
    table: 'users',
    put: async ({ key }, value) => String((await make.user({ user_fields: { [key]: value } })).id),
    valueOf: async ({ key }, id) => (await user(id)).user_fields[key],
    found: (word) => readCount(`/api/v2/search?query=type:user ${word}`),
  },
  tickets: {
    fields: '/api/v2/ticket_fields',
    name: 'ticket_field',
    type: 'tagger',
    verb: 'put',
    table: 'tickets',
    put: async ({ id }, value) => String((await make.ticket({ custom_fields: [{ id, value }] })).id),
    valueOf: async (field, id) => (await ticket(id)).custom_fields.find((one: { id: number }) => one.id === field.id).value,
    found: (word) => readCount(`/api/v2/search?query=type:ticket ${word}`),
  },
  records: {
    fields: `${OBJECTS}/car/fields`,
    name: 'custom_object_field',
    type: 'dropdown',
    verb: 'patch',
    table: 'custom_object_records',
    put: async ({ key }, value) => {
      const custom_object_record = { name: 'A car', custom_object_fields: { [key]: value } }
      return (await api.post(`${OBJECTS}/car/records`, { custom_object_record })).body.custom_object_record.id
    },
    valueOf: async ({ key }, id) => (await record(id)).custom_object_fields[key],
    found: (word) => readCount(`${OBJECTS}/car/records/search?query=${word}`),
  },
}

const made: Record<string, { field: any; ids: string[] }> = {}
const createAgain = (holder: string) => {
  const path = holder === 'custom_object' ? `${OBJECTS}/car/fields` : `/api/v2/${holder}_fields`
  return api.post(path, { [`${holder}_field`]: { key: 'gone', title: 'Gone', type: 'text' } })
}
const remove = async (holder: string, field: { id: number }) => {
  const path = holder === 'custom_object' ? `${OBJECTS}/car/fields` : `/api/v2/${holder}_fields`
  assert.equal((await api.delete(`${path}/${field.id}`)).status, 204)
}

/** A field of users or organizations that is created again with the same key and options while the old values still exist. */
interface Remade {
  readonly path: string
  /** The record with a value of the old and of the new field, and the one with a value of the old field only. */
  readonly both: number
  readonly old: number
}
const remade: Record<string, Remade> = {}

async function remake(holder: 'user' | 'organization'): Promise<void> {
  const path = `/api/v2/${holder}s`
  const fields = `/api/v2/${holder}_fields`
  const custom_field_options = ['gold', 'silver'].map((name) => ({ name, value: `${holder}_${name}` }))
  const write = { [`${holder}_field`]: { key: 'plan', title: 'Plan', type: 'dropdown', custom_field_options } }
  const given = { [`${holder}_fields`]: { plan: `${holder}_gold` } }
  const first = (await api.post(fields, write)).body[`${holder}_field`]
  const both = (await make[holder](given)).id
  const old = (await make[holder](given)).id
  await remove(holder, first)
  const second = await api.post(fields, write)
  assert.equal(second.status, 201, JSON.stringify(second.body))
  assert.deepEqual((await api.post(fields, write)).status, 422, 'while the second one lives')
  assert.equal((await api.get(`${path}/${both}`)).body[holder][`${holder}_fields`].plan, null)
  assert.equal((await api.put(`${path}/${both}`, { [holder]: given })).body[holder][`${holder}_fields`].plan, `${holder}_gold`)
  remade[holder] = { path, both, old }
}

/** Makes all changes that cause rewrites, for every holder, and then starts the worker. */
before(async () => {
  await api.post(OBJECTS, { custom_object: { key: 'car', title: 'Car', title_pluralized: 'Cars' } })
  for (const [where, { fields, name, type, verb, put }] of Object.entries(HOLDERS)) {
    const option = (value: string) => ({ name: value, value: `${where}_${value}` })
    const write = { key: 'color', title: 'Color', type, custom_field_options: ['red', 'blue', 'green'].map(option) }
    const field = (await api.post(fields, { [name]: write })).body[name]
    const ids: string[] = []
    for (const value of ['red', 'blue', 'green']) ids.push(await put(field, `${where}_${value}`))
    const [, blue] = field.custom_field_options
    const jobs = (await countWaiting()) as number
    const save = (...options: unknown[]) => api[verb](`${fields}/${field.id}`, { [name]: { custom_field_options: options } })
    assert.equal((await save({ ...blue, value: `${where}_navy` })).status, 200)
    assert.equal(await countWaiting(), jobs + 1, 'one job for all options of a save')
    assert.equal((await save({ ...blue, value: `${where}_marine` }, option('red'))).status, 200)
    ids.push(await put(field, `${where}_red`))
    made[where] = { field, ids }
  }
  await remove('custom_object', (await createAgain('custom_object')).body.custom_object_field)
  assert.equal((await createAgain('custom_object')).status, 422, 'before the job')
  await remake('user')
  await remake('organization')
  await app.another({ DESKHAND_ROLE: 'worker' })
  await waitFor(countWaiting, 0)
})

for (const [where, { valueOf, found }] of Object.entries(HOLDERS))
  test(`${where} are rewritten to the options' values at the time of the job, and values that are valid again are kept`, async () => {
    const { field, ids } = made[where] as { field: any; ids: string[] }
    assert.deepEqual(await Promise.all(ids.map((id) => valueOf(field, id))), [`${where}_red`, `${where}_marine`, null, `${where}_red`])
    // the word search splits words at underscores
    assert.deepEqual(await Promise.all(['red', 'marine', 'blue', 'navy', 'green'].map(found)), [2, 1, 0, 0, 0])
  })

test('a key of a custom object is used once: that of a removed field stays taken after its values are removed', async () => {
  const { status, body } = await createAgain('custom_object')
  assert.equal(status, 422)
  assert.match(JSON.stringify(body), /Key: has already been taken/)
})

for (const holder of ['user', 'organization'] as const)
  test(`a ${holder} field created again under its key has none of the old values, and keeps its own`, async () => {
    const { path, both, old } = remade[holder] as Remade
    const readPlanAndTags = async (id: number) => {
      const record = (await api.get(`${path}/${id}`)).body[holder]
      return [record[`${holder}_fields`].plan, record.tags]
    }
    assert.deepEqual(
      [await readPlanAndTags(both), await readPlanAndTags(old)],
      [
        [`${holder}_gold`, [`${holder}_gold`]],
        [null, []],
      ],
    )
    assert.equal(await readCount(`/api/v2/search?query=type:${holder} plan:${holder}_gold`), 1)
    assert.equal((await api.get(`/api/v2/${holder}_fields/plan`)).body[`${holder}_field`].active, true)
    const third = await createAgain(holder)
    await remove(holder, third.body[`${holder}_field`])
    const fourth = await createAgain(holder)
    assert.deepEqual([third.status, fourth.status], [201, 201])
    const given = { [`${holder}_fields`]: { gone: 'Here' } }
    assert.equal((await api.put(`${path}/${old}`, { [holder]: given })).body[holder][`${holder}_fields`].gone, 'Here')
  })

for (const [where, { fields, name, verb, table, valueOf }] of Object.entries(HOLDERS))
  test(`${where} are rewritten without waiting for transactions that refer to them in a new record`, async () => {
    const { field, ids } = made[where] as { field: any; ids: string[] }
    const options = [{ name: 'marine', value: `${where}_marine` }]
    /** Takes the same lock as a foreign key check of a referencing row. */
    const nameRecord = defineStatement<unknown>(`select id from ${table} where account_id = 1 and id::text = $1 for key share`)
    await app.database.database.transaction(async (tx) => {
      assert.ok(await tx.first(nameRecord(ids[0])))
      assert.equal((await api[verb](`${fields}/${field.id}`, { [name]: { custom_field_options: options } })).status, 200)
      await waitFor(() => valueOf(field, ids[0] as string), null)
    })
  })
