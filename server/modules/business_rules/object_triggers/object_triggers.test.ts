// Object triggers as records: what they hold, who may read and change them, what is refused.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const path = '/api/v2/custom_objects/car/triggers'

const toFieldName = (field: string) => `custom_object.car.custom_fields.${field}`
const ALL = [{ field: toFieldName('color'), operator: 'is', value: 'red' }]
const ACTIONS = [{ field: toFieldName('doors'), value: '5' }]
let made = 0
const makeTrigger = (members: object = {}) => ({
  title: `Trigger ${++made}`,
  conditions: { all: ALL, any: [] },
  actions: ACTIONS,
  ...members,
})
const post = (members: object, at = path) => api.post(at, { trigger: makeTrigger(members) })
const make = async (members: object = {}, at = path): Promise<any> => {
  const answer = await post(members, at)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.trigger
}
const sentences = (answer: { body: any }) => answer.body.details.base.map((one: { description: string }) => one.description)
const titles = (answer: { body: any }) => answer.body.triggers.map((one: { title: string }) => one.title)

before(async () => {
  for (const key of ['car', 'boat', 'full'])
    await api.post('/api/v2/custom_objects', { custom_object: { key, title: key, title_pluralized: `${key}s` } })
  const custom_field_options = ['red', 'blue'].map((value) => ({ name: value.toUpperCase(), value }))
  for (const field of [
    { key: 'doors', type: 'integer' },
    { key: 'color', type: 'dropdown', custom_field_options },
    { key: 'extras', type: 'multiselect', custom_field_options },
    { key: 'owner', type: 'lookup', relationship_target_type: 'zen:user' },
    { key: 'plate', type: 'text', properties: { is_unique: true } },
    { key: 'fading', type: 'text' },
  ]) {
    const custom_object_field = { title: field.key, ...field }
    assert.equal((await api.post('/api/v2/custom_objects/car/fields', { custom_object_field })).status, 201)
  }
})

test('a trigger is created last, shown, changed and deleted, and the audit log tells of it', async () => {
  const first = await make()
  const answer = await post({ title: 'Paint', description: 'Why' })
  const { trigger } = answer.body
  assert.equal(answer.headers.get('location'), `${app.base_url}${path}/${trigger.id}.json`)
  const { id, url, created_at, updated_at, ...rest } = trigger
  assert.deepEqual([url, created_at], [`${app.base_url}${path}/${id}.json`, updated_at])
  assert.deepEqual(rest, {
    title: 'Paint',
    active: true,
    default: false,
    actions: ACTIONS,
    conditions: { all: ALL, any: [] },
    description: 'Why',
    position: first.position + 1,
    raw_title: 'Paint',
  })
  assert.deepEqual((await agent.api.get(`${path}/${id}`)).body, { trigger })
  const renamed = await api.put(`${path}/${id}.json`, { trigger: { title: 'Repaint', active: false, position: 9 } })
  assert.deepEqual([renamed.status, renamed.body.trigger.raw_title, renamed.body.trigger.active], [200, 'Repaint', false])
  assert.deepEqual(renamed.body.trigger.conditions, { all: ALL, any: [] })
  assert.equal((await api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await api.get(`${path}/${id}`)).status, 404)
  assert.equal((await api.delete(`${path}/${id}`)).status, 404)
  const { audit_logs } = (await api.get('/api/v2/audit_logs?filter[source_type]=rule')).body
  const told = audit_logs.filter((one: any) => one.source_id === id).map((one: any) => [one.action, one.source_label])
  assert.deepEqual(told, [
    ['destroy', 'Object trigger: Repaint'],
    ['update', 'Object trigger: Repaint'],
    ['create', 'Object trigger: Paint'],
  ])
})

test('conditions and actions are sent together; one of them alone is refused', async () => {
  const { id } = await make()
  const alone = await api.put(`${path}/${id}`, { trigger: { actions: ACTIONS } })
  assert.deepEqual([alone.status, alone.body.error], [422, 'RecordInvalid'])
  const any = [{ field: 'update_type', operator: 'is', value: 'Create' }]
  const both = await api.put(`${path}/${id}`, { trigger: { conditions: { any }, actions: ACTIONS } })
  assert.deepEqual(both.body.trigger.conditions, { all: [], any })
})

test('triggers belong to one object, and are listed, sorted, searched and filtered there', async () => {
  const at = '/api/v2/custom_objects/boat/triggers'
  const any = [{ field: 'custom_object.boat.name', operator: 'changed' }]
  const actions = [{ field: 'notification_user', value: ['current_user', 'Moved', 'Yes'] }]
  for (const [title, active] of [
    ['B sails', true],
    ['A sinks', false],
    ['C sails', true],
  ] as const)
    await make({ title, active, description: active ? 'afloat' : null, conditions: { any }, actions }, at)
  const list = await agent.api.get(at)
  assert.deepEqual(Object.keys(list.body), ['triggers', 'next_page', 'previous_page', 'count'])
  assert.deepEqual([titles(list), list.body.count], [['B sails', 'A sinks', 'C sails'], 3])
  assert.deepEqual(titles(await api.get(`${at}?sort_by=alphabetical`)), ['A sinks', 'B sails', 'C sails'])
  assert.deepEqual(titles(await api.get(`${at}?active=false`)), ['A sinks'])
  assert.deepEqual(titles(await api.get(`${at}/active`)), ['B sails', 'C sails'])
  assert.deepEqual(titles(await api.get(`${at}/active?page[size]=1`)), ['B sails'])
  assert.deepEqual(titles(await agent.api.get(`${at}/search?query=SAIL`)), ['B sails', 'C sails'])
  const filter = encodeURIComponent(JSON.stringify({ json: { description: 'afloat', position: 3 } }))
  assert.deepEqual(titles(await api.get(`${at}/search?filter=${filter}`)), ['C sails'])
  const wrong = encodeURIComponent(JSON.stringify({ json: { category_id: 1 } }))
  assert.equal((await api.get(`${at}/search?filter=${wrong}`)).status, 400)
  const [boat] = list.body.triggers
  for (const answer of [
    await api.get(`${path}/${boat.id}`),
    await api.put(`${path}/${boat.id}`, { trigger: { title: 'Mine' } }),
    await api.get('/api/v2/custom_objects/none/triggers'),
  ])
    assert.equal(answer.status, 404)
  const moved = await api.put(`${at}/update_many`, { triggers: [{ id: boat.id, position: 7, active: false }] })
  assert.deepEqual([moved.status, titles(moved), moved.body.triggers[0].active], [200, ['B sails'], false])
  assert.deepEqual(titles(await api.get(at)), ['A sinks', 'C sails', 'B sails'])
  assert.equal((await api.put(`${at}/update_many`, { triggers: [{ position: 1 }] })).status, 400)
  assert.equal((await api.put(`${at}/update_many`, { triggers: [{ id: 999_999 }] })).status, 404)
  assert.equal((await api.delete(`${at}/destroy_many?ids=${boat.id},999999`)).status, 204)
  assert.equal((await api.delete(`${at}/destroy_many`)).status, 400)
  assert.equal((await api.get(at)).body.count, 2)
})

test('agents read; only those who may manage triggers change them; end users and callers without credentials do neither', async () => {
  const { id } = await make()
  const body = { trigger: makeTrigger() }
  const writes = [
    (as: typeof api) => as.post(path, body),
    (as: typeof api) => as.put(`${path}/${id}`, body),
    (as: typeof api) => as.delete(`${path}/${id}`),
    (as: typeof api) => as.put(`${path}/update_many`, { triggers: [{ id, active: false }] }),
    (as: typeof api) => as.delete(`${path}/destroy_many?ids=${id}`),
    (as: typeof api) => as.get(`${path}/active`),
  ]
  const reads = ['', `/${id}`, '/search?query=a', '/definitions'].map((end) => (as: typeof api) => as.get(`${path}${end}`))
  const statuses = async (as: typeof api, calls: readonly ((as: typeof api) => Promise<{ status: number }>)[]) => {
    const found = new Set<number>()
    for (const call of calls) found.add((await call(as)).status)
    return [...found]
  }
  assert.deepEqual(await statuses(agent.api, reads), [200])
  assert.deepEqual(await statuses(agent.api, writes), [403])
  assert.deepEqual(await statuses(customer.api, [...reads, ...writes]), [403])
  assert.deepEqual(await statuses(app.as({}), [...reads, ...writes]), [401])
})

test('what an object does not have, and values that do not fit, are refused, naming the entry', async () => {
  const { group } = (await api.post('/api/v2/groups', { group: { name: 'Short-lived' } })).body
  await api.delete(`/api/v2/groups/${group.id}`)
  const all = [
    { field: toFieldName('wheels'), operator: 'present' },
    { field: 'status', operator: 'is', value: 'open' },
    { field: 'custom_object.boat.name', operator: 'is', value: 'x' },
    { field: toFieldName('color'), operator: 'is', value: 'green' },
    { field: toFieldName('doors'), operator: 'includes', value: '1' },
    { field: toFieldName('extras'), operator: 'includes', value: Array.from({ length: 51 }, () => 'red') },
    { field: 'role', operator: 'is', value: '987654321' },
    { field: toFieldName('owner'), operator: 'is', value: '987654321' },
  ]
  const actions = [
    { field: toFieldName('plate'), value: 'Always the same' },
    { field: 'custom_object.car.name', value: 'Always the same' },
    { field: toFieldName('doors'), value: 'many' },
    { field: 'priority', value: 'high' },
    { field: 'notification_user', value: ['requester_id', 'a', 'b'] },
    { field: 'notification_group', value: [String(group.id), 'a', 'b'] },
    { field: 'notification_webhook', value: ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '{}'] },
  ]
  const answer = await post({ title: ' ', conditions: { all }, actions })
  assert.deepEqual([answer.status, answer.body.error], [422, 'RecordInvalid'])
  assert.equal(answer.body.details.title[0].error, 'BlankValue')
  for (const pattern of [
    /no field "custom_object.car.custom_fields.wheels"/,
    /no field "status"/,
    /no field "custom_object.boat.name"/,
    /custom_fields.color: value must be one of/,
    /custom_fields.doors: operator "includes"/,
    /custom_fields.extras: at most 50 values/,
    /condition on role: there is no user 987654321/,
    /condition on custom_object.car.custom_fields.owner: there is no record 987654321/,
    /no action "custom_object.car.custom_fields.plate"/,
    /no action "custom_object.car.name"/,
    /action custom_object.car.custom_fields.doors: value/,
    /no action "priority"/,
    /action notification_user: value must be \[recipient/,
    new RegExp(`action notification_group: there is no group ${group.id}`),
    /action notification_webhook: there is no webhook/,
  ])
    assert.ok(
      sentences(answer).some((one: string) => pattern.test(one)),
      `${pattern} in ${sentences(answer).join('\n')}`,
    )
  const repeatItem = (count: number, one: object) => Array.from({ length: count }, () => one)
  assert.match(sentences(await post({ conditions: { all: repeatItem(51, ALL[0]!) } }))[0], /at most 50 conditions/)
  assert.match(sentences(await post({ actions: repeatItem(26, ACTIONS[0]!) }))[0], /at most 25 actions/)
  assert.equal((await api.post(path, {})).status, 400)
})

test('an object has at most 100 active triggers, and 500 in all', async () => {
  const at = '/api/v2/custom_objects/full/triggers'
  const members = { conditions: { all: [{ field: 'update_type', operator: 'is', value: 'Create' }] }, actions: [] as object[] }
  members.actions.push({ field: 'notification_user', value: ['all_agents', 'a', 'b'] })
  const first = await make({ ...members, active: false }, at)
  const copy = (count: number, active: boolean) =>
    app.database.database.driver
      .unsafe(`insert into object_triggers (account_id, custom_object_id, title, active, position, conditions, actions, created_at, updated_at)
      select account_id, custom_object_id, title, ${active}, position + n, conditions, actions, created_at, updated_at
      from object_triggers, generate_series(1, ${count}) n where id = ${first.id}`)
  await copy(100, true)
  for (const answer of [await post(members, at), await api.put(`${at}/${first.id}`, { trigger: { active: true } })])
    assert.match(sentences(answer)[0], /at most 100 active triggers/)
  await copy(398, false)
  await make({ ...members, active: false }, at)
  assert.match(sentences(await post({ ...members, active: false }, at))[0], /at most 500 triggers/)
})

test('the definitions name the fields of the object, and each of them is accepted', async () => {
  const { definitions } = (await agent.api.get(`${path}/definitions`)).body
  const subjects = definitions.conditions_all.map((one: any) => one.subject)
  const own = ['doors', 'color', 'extras', 'owner', 'plate', 'fading'].map(toFieldName)
  assert.deepEqual(subjects, ['update_type', 'role', 'custom_object.car.name', 'custom_object.car.external_id', ...own])
  assert.deepEqual(definitions.conditions_any, definitions.conditions_all)
  const color = definitions.conditions_all.find((one: any) => one.subject === toFieldName('color'))
  assert.deepEqual([color.type, color.group, color.values.map((one: any) => one.title)], ['list', 'custom_object', ['-', 'RED', 'BLUE']])
  const operators = color.operators.map((one: any) => one.value)
  assert.deepEqual(operators.slice(0, 6), ['is', 'is_not', 'present', 'not_present', 'changed', 'value'])
  const actions = definitions.actions.map((one: any) => one.subject)
  assert.deepEqual(actions, [
    ...['doors', 'color', 'extras', 'owner', 'fading'].map(toFieldName),
    'notification_user',
    'notification_group',
    'notification_webhook',
  ])
  const people = definitions.actions.find((one: any) => one.subject === 'notification_user').values.map((one: any) => one.value)
  assert.deepEqual(people.slice(0, 3), ['current_user', 'all_agents', `lookup:${toFieldName('owner')}`])
  for (const value of people.slice(0, 3)) await make({ actions: [{ field: 'notification_user', value: [value, 'a', 'b'] }] })
  const all = [{ field: toFieldName('color'), operator: 'value', value: color.values[1].value }]
  assert.deepEqual((await make({ conditions: { all } })).conditions.all, all)
})

test('a webhook that an active trigger of an object calls cannot be deleted, and a deleted object takes its triggers along', async () => {
  const webhook = { name: 'Used', status: 'active', http_method: 'POST', request_format: 'json', endpoint: 'https://example.org/used' }
  const { id } = (await api.post('/api/v2/webhooks', { webhook })).body.webhook
  await make({ actions: [{ field: 'notification_webhook', value: [id, '{}'] }] })
  assert.equal((await api.delete(`/api/v2/webhooks/${id}`)).status, 400)
  const { driver } = app.database.database
  const countRemaining = async () =>
    Number((await driver`select count(*) as count from object_triggers where title in ('A sinks', 'C sails')`)[0]?.count)
  assert.equal(await countRemaining(), 2)
  assert.equal((await api.delete('/api/v2/custom_objects/boat')).status, 204)
  await waitFor(countRemaining, 0)
})
