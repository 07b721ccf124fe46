import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)
const BASE = '/api/v2/user_fields'
const KEYS = [
  'url',
  'id',
  'type',
  'key',
  'title',
  'description',
  'raw_title',
  'raw_description',
  'position',
  'active',
  'system',
  'regexp_for_validation',
  'created_at',
  'updated_at',
]

async function field(key: string, given: Record<string, unknown> = {}): Promise<any> {
  const answer = await app.api.post(BASE, { user_field: { key, type: 'text', title: `The ${key}`, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.user_field
}

const put = (user: { id: number }, user_fields: unknown) => app.api.put(`/api/v2/users/${user.id}`, { user: { user_fields } })
const valuesOf = async (user: { id: number }) => (await app.api.get(`/api/v2/users/${user.id}`)).body.user

test('a field is created with the recorded keys, found by id and key, changed, and stays findable when removed', async () => {
  const made = await app.api.post(`${BASE}.json`, { user_field: { key: 'age', title: 'Age' } })
  const { user_field } = made.body
  assert.deepEqual(Object.keys(user_field), KEYS)
  assert.equal(made.headers.get('location'), user_field.url)
  assert.deepEqual([user_field.type, user_field.position, user_field.system, user_field.description], ['text', 9999, false, ''])
  const changed = await app.api.put(`${BASE}/age`, { user_field: { title: 'Years', key: 'other', type: 'date' } })
  assert.deepEqual([changed.body.user_field.title, changed.body.user_field.key, changed.body.user_field.type], ['Years', 'age', 'text'])
  assert.equal((await app.api.get(`${BASE}/age`)).body.user_field.id, user_field.id)
  assert.equal((await app.api.delete(`${BASE}/${user_field.id}`)).status, 204)
  assert.equal((await app.api.get(`${BASE}/${user_field.id}`)).body.user_field.active, false)
  assert.equal((await app.api.get(`${BASE}/age`)).status, 404)
  assert.equal((await app.api.delete(`${BASE}/${user_field.id}`)).status, 404)
})

test('sending a field back unchanged except for its title changes the title', async () => {
  const read = (await app.api.post('/api/v2/user_fields', { user_field: { type: 'text', title: 'Read', key: 'sent_back' } })).body
    .user_field
  const sent = { ...read, title: 'Written', description: 'Why' }
  const { user_field } = (await app.api.put(`/api/v2/user_fields/${read.id}`, { user_field: sent })).body
  assert.deepEqual([user_field.title, user_field.raw_title, user_field.description], ['Written', 'Written', 'Why'])
})

test('validation errors of a field are reported by member', async () => {
  const listRefusedMembers = async (user_field: unknown) => Object.keys((await app.api.post(BASE, { user_field })).body.details)
  await field('taken')
  assert.deepEqual(await listRefusedMembers({ type: 'text' }), ['key', 'title'])
  assert.deepEqual(await listRefusedMembers({ key: '123', title: 'x' }), ['key'])
  assert.deepEqual(await listRefusedMembers({ key: 'with space', title: 'x' }), ['key'])
  assert.deepEqual(await listRefusedMembers({ key: 'taken', title: 'x' }), ['key'])
  assert.deepEqual(await listRefusedMembers({ key: 'fresh', title: 'x', type: 'tagger' }), ['type'])
  assert.deepEqual(await listRefusedMembers({ key: 'fresh', title: 'x', type: 'dropdown' }), ['field_options'])
  assert.deepEqual(await listRefusedMembers({ key: 'fresh', title: 'x', type: 'regexp' }), ['regexp_for_validation'])
  assert.deepEqual(await listRefusedMembers({ key: 'fresh', title: 'x', type: 'lookup' }), ['relationship_target_type'])
})

test('a user shows every active field: null where unset, values merged by key, each in the form of its type', async () => {
  await field('plan_text')
  await field('seats', { type: 'integer' })
  await field('since', { type: 'date' })
  await field('vip', { type: 'checkbox', tag: 'is_vip' })
  const off = await field('off')
  await app.api.put(`${BASE}/${off.id}`, { user_field: { active: false } })
  const user = await make.user({ user_fields: { seats: '3', since: '2026-01-31', vip: true, off: 'x', unknown: 'x' } })
  const { plan_text, seats, since, vip } = user.user_fields
  assert.deepEqual([plan_text, seats, since, vip], [null, 3, '2026-01-31T00:00:00+00:00', true])
  assert.ok(!('off' in user.user_fields) && !('unknown' in user.user_fields))
  assert.deepEqual(user.tags, ['is_vip'])
  const changed = (await put(user, { ...user.user_fields, plan_text: 'gold', vip: false })).body.user
  assert.deepEqual([changed.user_fields.plan_text, changed.user_fields.seats, changed.tags], ['gold', 3, []])
  const refused = await put(user, { seats: 'many' })
  assert.deepEqual(refused.body.details, { seats: [{ description: 'The seats: is invalid', error: 'InvalidValue' }] })
})

test("removed options remove users' values and tags, renamed ones rename them, a removed field removes all", async () => {
  const custom_field_options = ['one', 'two', 'three'].map((value) => ({ name: value, value: `u_${value}` }))
  const made = await field('choice', { type: 'dropdown', custom_field_options })
  assert.deepEqual(Object.keys(made.custom_field_options[0]), ['id', 'name', 'raw_name', 'value'])
  const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((value) => make.user({ user_fields: { choice: `u_${value}` } })))
  assert.deepEqual(one.tags, ['u_one'])
  const [, second, third] = made.custom_field_options
  await app.api.put(`${BASE}/${made.id}`, { user_field: { custom_field_options: [{ ...second, value: 'u_zwei' }, third] } })
  await waitFor(async () => (await valuesOf(one)).tags.join(), '')
  await waitFor(async () => (await valuesOf(two)).tags.join(), 'u_zwei')
  assert.equal((await valuesOf(one)).user_fields.choice, null)
  assert.equal((await valuesOf(two)).user_fields.choice, 'u_zwei')
  await app.api.delete(`${BASE}/choice`)
  await waitFor(async () => (await valuesOf(three)).tags.join(), '')
  assert.ok(!('choice' in (await valuesOf(three)).user_fields))
})

test('a multiple choice loses the removed option and keeps the others', async () => {
  const custom_field_options = ['a', 'b'].map((value) => ({ name: value, value: `many_${value}` }))
  const { id } = await field('several', { type: 'multiselect', custom_field_options })
  const user = await make.user({ user_fields: { several: ['many_a', 'many_b'] } })
  await app.api.put(`${BASE}/${id}`, { user_field: { custom_field_options: [custom_field_options[1]] } })
  await waitFor(async () => (await valuesOf(user)).tags.join(), 'many_b')
  assert.deepEqual((await valuesOf(user)).user_fields.several, ['many_b'])
})

test('fields are listed by position, paged in both styles, shown by key, and reordered', async () => {
  const one = await field('order_one')
  const two = await field('order_two')
  assert.equal((await app.api.put(`${BASE}/reorder`, { user_field_ids: [two.id, one.id] })).status, 200)
  const list = (await app.api.get(BASE)).body
  assert.deepEqual(
    list.user_fields.slice(0, 2).map((each: any) => each.key),
    ['order_two', 'order_one'],
  )
  assert.equal(list.count, list.user_fields.length)
  assert.deepEqual(Object.keys((await app.api.get(`${BASE}?page[size]=1`)).body), ['user_fields', 'meta', 'links'])
  const many = (await app.api.get(`${BASE}/show_many?keys=order_one,nothing`)).body
  assert.deepEqual(
    many.user_fields.map((each: any) => each.key),
    ['order_one'],
  )
})

test('options are listed, added, changed, shown and removed one by one', async () => {
  const { id } = await field('by_itself', { type: 'dropdown', custom_field_options: [{ name: 'A', value: 'own_a' }] })
  const path = `${BASE}/${id}/options`
  const added = await app.api.post(path, { custom_field_option: { name: 'B', value: 'own_b' } })
  assert.equal(added.status, 201)
  const { custom_field_option } = added.body
  for (const incomplete of [{ value: 'own_c' }, { name: 'C' }, {}]) {
    const refused = await app.api.post(path, { custom_field_option: incomplete })
    assert.deepEqual([refused.status, refused.body.error], [400, 'ParameterMissing'])
  }
  assert.equal((await app.api.post(path, { custom_field_option: { id: custom_field_option.id, name: 'Bee', value: 'own_b' } })).status, 200)
  assert.equal((await app.api.get(`${path}/${custom_field_option.id}`)).body.custom_field_option.name, 'Bee')
  assert.deepEqual(
    (await app.api.get(`${BASE}/by_itself/options`)).body.custom_field_options.map((one: any) => one.value),
    ['own_a', 'own_b'],
  )
  assert.equal((await app.api.delete(`${path}/${custom_field_option.id}`)).status, 204)
  assert.equal((await app.api.get(`${path}/${custom_field_option.id}`)).status, 404)
})

test('agents read fields, administrators write them, end users and anonymous callers do neither', async () => {
  const agent = await make.agent()
  const user = await make.user()
  const [asAgent, asUser] = [agent, user].map(({ email }) => app.as({ email, token: app.admin.token }))
  assert.equal((await asAgent?.get(BASE))?.status, 200)
  assert.equal((await asAgent?.post(BASE, { user_field: { key: 'x', title: 'x' } }))?.status, 403)
  assert.equal((await asUser?.get(BASE))?.status, 403)
  assert.equal((await app.as({}).get(BASE)).status, 401)
  assert.equal((await app.api.put(`${BASE}/9223372036854775807`, { user_field: { title: 'x' } })).status, 404)
})

test('options removed together are removed from more users than one batch holds; other options stay', async () => {
  const options = ['gone_a', 'gone_b', 'stays', 'renamed'].map((value) => ({ name: value, value }))
  const { id, custom_field_options: made } = await field('tier', { type: 'multiselect', custom_field_options: options })
  const insert =
    defineStatement<unknown>(`insert into users (account_id, name, role, time_zone, locale, tags, user_fields, created_at, updated_at)
    select ${app.account_id}, 'Of many', 'end-user', 'UTC', 'en-US', array['gone_a', 'other', 'stays'], '{"tier": ["gone_a", "stays", "renamed"]}', now(), now() from generate_series(1, 2100)`)
  await app.database.database.run(insert())
  const both = await make.user({ user_fields: { tier: ['gone_a', 'gone_b'] }, tags: ['kept'] })
  const jobs = defineStatement<{ total: number }>(
    "select count(*) as total from graphile_worker.jobs where task_identifier = 'rewrite_profiles'",
  )
  const left = made.filter((option: { value: string }) => !option.value.startsWith('gone'))
  const after = left.map((option: { id: number; name: string; value: string }) =>
    option.value === 'renamed' ? { ...option, value: 'new_name' } : option,
  )
  const answer = await app.api.put(`${BASE}/${id}`, { user_field: { custom_field_options: after } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await waitFor(async () => (await app.database.database.first(jobs()))?.total, 0)
  const kinds = defineStatement<{
    tier: unknown
    tags: string[]
    total: number
  }>(`select user_fields -> 'tier' as tier, tags, count(*) as total
    from users where account_id = ${app.account_id} and name = 'Of many' group by 1, 2`)
  const rows = [...(await app.database.database.all(kinds()))]
  assert.deepEqual(rows, [{ tier: ['stays', 'new_name'], tags: ['other', 'stays'], total: 2100 }])
  const { user_fields, tags } = await valuesOf(both)
  assert.deepEqual([user_fields.tier, tags], [[], ['kept']])
})

test('an order that names an unknown field changes nothing: 404', async () => {
  const one = await field('not_reordered')
  const keys = async () => (await app.api.get(BASE)).body.user_fields.map((each: any) => each.key)
  const before = await keys()
  assert.equal((await app.api.put(`${BASE}/reorder`, { user_field_ids: [one.id, 987_654_321] })).status, 404)
  assert.deepEqual(await keys(), before)
})
