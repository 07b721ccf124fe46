import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp({}, { shippedTriggers: true })
const path = '/api/v2/triggers'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const db = app.database.database
const accountId = app.account_id

const ALL = [{ field: 'status', operator: 'is', value: 'open' }]
const ACTIONS = [{ field: 'priority', value: 'high' }]
let made = 0
const makeMembers = (members: Record<string, unknown> = {}) => ({
  title: `Trigger ${++made}`,
  conditions: { all: ALL, any: [] },
  actions: ACTIONS,
  ...members,
})
const post = (members: Record<string, unknown>) => app.api.post(path, { trigger: members })
const make = async (members: Record<string, unknown> = {}) => (await post(makeMembers(members))).body.trigger
const put = (id: number, members: Record<string, unknown>) => app.api.put(`${path}/${id}`, { trigger: members })
const sentences = (answer: { body: any }) => answer.body.details.base.map((problem: { description: string }) => problem.description)
const titles = (answer: { body: any }) => answer.body.triggers.map((row: { title: string }) => row.title)
const MEMBERS = [
  'url',
  'id',
  'title',
  'active',
  'updated_at',
  'created_at',
  'default',
  'actions',
  'conditions',
  'description',
  'position',
  'raw_title',
  'category_id',
]

test('a fresh instance has one category with the nine triggers that are documented, in their order', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['triggers', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.triggers.map((row: { position: number; title: string; active: boolean }) => [row.position, row.title, row.active]),
    [
      [2, 'Auto-assign to first email responding agent', false],
      [2, 'Notify all agents of received request', true],
      [3, 'Notify requester and CCs of received request', true],
      [4, 'Notify requester of new proactive ticket', true],
      [5, 'Notify requester and CCs of comment update', true],
      [6, 'Notify assignee of comment update', true],
      [7, 'Notify assignee of assignment', true],
      [8, 'Notify assignee of reopened ticket', true],
      [9, 'Notify group of assignment', true],
    ],
  )
  const last = body.triggers.at(-1)
  assert.deepEqual(Object.keys(last), MEMBERS)
  assert.equal(last.url, `${app.base_url}${path}/${last.id}.json`)
  assert.deepEqual(last.conditions, {
    all: [
      { field: 'group_id', operator: 'is_not', value: '' },
      { field: 'assignee_id', operator: 'is', value: '' },
    ],
    any: [
      { field: 'group_id', operator: 'changed', value: null },
      { field: 'assignee_id', operator: 'changed', value: null },
    ],
  })
  assert.deepEqual([last.default, typeof last.category_id, last.actions[0].value[0]], [false, 'string', 'group_id'])
  const { trigger_categories } = (await agent.api.get('/api/v2/trigger_categories')).body
  assert.deepEqual(new Set(body.triggers.map((row: { category_id: string }) => row.category_id)), new Set([trigger_categories[0].id]))
  assert.equal(trigger_categories.length, 1)
  const active = await agent.api.get(`${path}/active`)
  assert.equal(active.body.count, 8)
})

test('a trigger is created behind all others, shown, disabled, enabled and deleted', async () => {
  const made = await app.api.post(`${path}.json`, { trigger: makeMembers({ title: ' Raise ', description: 'Why', oops: 1 }) })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, url, title, raw_title, position, active, description } = made.body.trigger
  assert.equal(made.headers.get('location'), url)
  assert.match(made.headers.get('x-zendesk-api-warn') ?? '', /:controller=>"rules\/triggers", :action=>"create".*"trigger\.oops"/)
  assert.deepEqual([title, raw_title, description, position, active], ['Raise', 'Raise', 'Why', 10, true])
  assert.deepEqual((await app.api.get(`${path}/${id}`)).body, made.body)
  const disabled = await put(id, { active: false })
  assert.equal(disabled.status, 200)
  assert.deepEqual({ ...disabled.body.trigger, updated_at: '' }, { ...made.body.trigger, active: false, updated_at: '' })
  assert.equal((await put(id, { active: 'true' })).body.trigger.active, true)
  const deleted = await app.api.delete(`${path}/${id}`)
  assert.equal(deleted.status, 204)
  assert.equal(deleted.body, undefined)
  assert.equal((await app.api.get(`${path}/${id}.json`)).status, 404)
})

test('conditions and actions are sent together: one without the other empties that, and is refused', async () => {
  const { id } = await make()
  const any = [{ field: 'priority', operator: 'is', value: 'low' }]
  const both = await put(id, { any, actions: [{ field: 'type', value: 'task' }] })
  assert.equal(both.status, 200, JSON.stringify(both.body))
  assert.deepEqual(both.body.trigger.conditions, { all: [], any })
  assert.deepEqual(both.body.trigger.actions, [{ field: 'type', value: 'task' }])
  const lonely = await put(id, { conditions: { all: ALL } })
  assert.equal(lonely.status, 422)
  assert.deepEqual(sentences(lonely), ['Invalid actions. You must select at least one action.'])
  assert.deepEqual(sentences(await put(id, { actions: ACTIONS })), ['Invalid conditions. You must select at least one condition.'])
  const same = await put(id, { title: 'Other', conditions: null, actions: null })
  assert.deepEqual([same.status, same.body.trigger.conditions], [200, { all: [], any }])
})

test('booleans and the ids of targets come back as they were sent, other numbers as text', async () => {
  const target = { type: 'email_target', title: 'Desk', email: 'desk@example.com', subject: 'Ticket' }
  const { id: target_id } = (await app.api.post('/api/v2/targets', { target })).body.target
  const all = [
    { field: 'comment_is_public', operator: 'is', value: true },
    { field: 'comment_is_public', operator: 'is', value: 'true' },
    { field: 'reopens', operator: 'greater_than', value: 3 },
  ]
  const actions = [{ field: 'notification_target', value: [target_id, 'Look'] }]
  const trigger = await make({ conditions: { all }, actions })
  assert.deepEqual(trigger.conditions.all, [...all.slice(0, 2), { field: 'reopens', operator: 'greater_than', value: '3' }])
  assert.deepEqual(trigger.actions, actions)
  const shipped = (await app.api.get(`${path}/search?query=Notify requester and CCs of comment update`)).body.triggers[0]
  assert.deepEqual(shipped.conditions.all[1], { field: 'comment_is_public', operator: 'is', value: true })
})

test('a title, a condition and an action are needed, all of a known kind', async () => {
  const blank = await post(makeMembers({ title: '  ' }))
  assert.equal(blank.status, 422)
  assert.deepEqual(blank.body, {
    error: 'RecordInvalid',
    description: 'Record validation errors',
    details: { title: [{ description: 'Title: cannot be blank', error: 'BlankValue' }] },
  })
  assert.deepEqual(sentences(await post({ title: 'Empty' })), [
    'Invalid conditions. You must select at least one condition.',
    'Invalid actions. You must select at least one action.',
  ])
  const { id } = await make()
  assert.equal((await put(id, { title: null })).status, 422)
  assert.deepEqual(sentences(await post(makeMembers({ conditions: { all: [{ field: 'colour', operator: 'is', value: 'red' }] } }))), [
    'Invalid condition: there is no field "colour".',
  ])
  const bad = await post(
    makeMembers({ conditions: { all: [{ field: 'status', operator: 'is', value: 'lost' }] }, actions: [{ field: 'paint', value: 'red' }] }),
  )
  assert.equal(bad.body.error, 'RecordInvalid')
  assert.equal(sentences(bad).length, 2)
  assert.match(sentences(bad)[0], /^Invalid condition on status: value must be one of/)
  assert.equal(sentences(bad)[1], 'Invalid action: there is no action "paint".')
  const hours = await post(makeMembers({ conditions: { all: [{ field: 'NEW', operator: 'is', value: '5' }] } }))
  assert.match(sentences(hours)[0], /cannot be used in this kind of rule/)
})

test('conditions and actions have at most 64 KB together, and wrong types are refused with 400', async () => {
  const actions = [1, 2].map(() => ({ field: 'reply_internal', value: 'x'.repeat(40_000) }))
  assert.deepEqual(sentences(await post(makeMembers({ actions }))), ['Invalid trigger. Its conditions and actions are longer than 64 KB.'])
  const text = await post(makeMembers({ conditions: '{"all":[]}' }))
  assert.equal(text.status, 400)
  assert.match(text.body.error.message, /trigger\.conditions must be a hash from api\/v2\/rules\/triggers\/create$/)
  for (const wrong of [
    { actions: {} },
    { all: 'x' },
    { position: 'first' },
    { active: 'perhaps' },
    { category_id: 'x' },
    { category: 'x' },
  ])
    assert.equal((await post(makeMembers(wrong))).status, 400, JSON.stringify(wrong))
  assert.equal((await app.api.post(path, { title: 'Unwrapped' })).status, 400)
})

test('every trigger of a fresh instance passes the checks of a write', async () => {
  const { triggers } = (await app.api.get(`${path}?sort_by=created_at&sort_order=asc&per_page=9`)).body
  for (const { id, conditions, actions, title } of triggers) {
    const written = await put(id, { conditions: { ...conditions, any: [...conditions.any, ALL[0]] }, actions })
    assert.equal(written.status, 200, `${title}: ${JSON.stringify(written.body)}`)
    assert.equal((await put(id, { conditions, actions })).status, 200)
  }
})

test('the definitions name what conditions and actions of triggers can be made of', async () => {
  const { status, body } = await agent.api.get(`${path}/definitions.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.definitions), ['actions', 'conditions_all', 'conditions_any'])
  const subjects = (list: { subject: string }[]) => list.map(({ subject }) => subject)
  assert.ok(subjects(body.definitions.conditions_all).includes('update_type'))
  assert.ok(subjects(body.definitions.actions).includes('notification_user'))
  const ofStatus = body.definitions.conditions_all.find(({ subject }: { subject: string }) => subject === 'status')
  assert.ok(ofStatus.operators.some(({ value, terminal }: { value: string; terminal: boolean }) => value === 'changed' && terminal))
  assert.ok(!subjects(body.definitions.conditions_all).includes('NEW'))
})

test('at most 7,000 triggers are active', async () => {
  const [{ category_id }] = (await app.api.get(path)).body.triggers
  const fill =
    defineStatement<unknown>(`insert into triggers (account_id, key, title, category_id, category_position, active, position, conditions, actions, revision_id, created_at, updated_at)
    select $1, 'many_' || n, 'Many', $3::bigint, 0, true, 20000, '{"all":[],"any":[]}', '[]', 0, $2, $2 from generate_series(1, 7000) n`)
  await db.run(fill(accountId, new Date(), category_id))
  assert.deepEqual(sentences(await post(makeMembers())), ['Invalid trigger. At most 7000 triggers can be active.'])
  const off = await post(makeMembers({ active: false }))
  assert.equal(off.status, 201)
  assert.equal((await put(off.body.trigger.id, { active: true })).status, 422)
  assert.equal((await app.api.put(`${path}/update_many`, { triggers: [{ id: off.body.trigger.id, active: true }] })).status, 422)
  await db.run(defineStatement("delete from triggers where account_id = $1 and title = 'Many'")(accountId))
  assert.equal((await put(off.body.trigger.id, { active: true })).status, 200)
})

test('requested includes are embedded, and unknown ones ignored', async () => {
  const { id } = await make()
  const names = 'app_installation,permissions,usage_1h,usage_24h,usage_7d,usage_30d'
  const { trigger } = (await agent.api.get(`${path}/${id}?include=${names},None`)).body
  assert.deepEqual(Object.keys(trigger), [...MEMBERS, ...names.split(',')])
  assert.deepEqual([trigger.app_installation, trigger.permissions, trigger.usage_24h], [null, { can_edit: false }, 0])
  assert.deepEqual((await app.api.get(`${path}?include=permissions`)).body.triggers[0].permissions, { can_edit: true })
})

test('placeholders of dynamic content in a title are shown as their text', async () => {
  const variants = [{ locale_id: 1, default: true, content: 'Welcome' }]
  const item = await app.api.post('/api/v2/dynamic_content/items', { item: { name: 'Greeting', default_locale_id: 1, variants } })
  const { placeholder } = item.body.item
  const { id, title, raw_title } = await make({ title: placeholder })
  assert.deepEqual([title, raw_title], ['Welcome', placeholder])
  const sent = await put(id, { title: 'Welcome', raw_title: placeholder, description: 'Sent back as read' })
  assert.deepEqual([sent.body.trigger.title, sent.body.trigger.raw_title], ['Welcome', placeholder])
  assert.deepEqual(titles(await agent.api.get(`${path}/search?query=dc.greeting`)), ['Welcome'])
})

test('agents read triggers, admins write them, end users do neither', async () => {
  const { id } = await make()
  const reads = ['', '/active', '/definitions', '/search?query=a', `/${id}`, `/${id}/revisions`]
  const writes: readonly ['post' | 'put' | 'delete', string, unknown?][] = [
    ['post', '', { trigger: makeMembers() }],
    ['put', `/${id}`, { trigger: { active: false } }],
    ['put', '/update_many', { triggers: [{ id, active: false }] }],
    ['put', '/reorder', { trigger_ids: [id] }],
    ['delete', `/${id}`],
    ['delete', `/destroy_many?ids=${id}`],
  ]
  const nobody = app.as({})
  for (const read of reads) {
    assert.equal((await nobody.get(path + read)).status, 401, read)
    assert.equal((await customer.api.get(path + read)).status, 403, read)
    assert.equal((await agent.api.get(path + read)).status, 200, read)
  }
  for (const [method, where, body] of writes) {
    assert.equal((await nobody[method](path + where, body)).status, 401, `${method} ${where}`)
    assert.equal((await customer.api[method](path + where, body)).status, 403, `${method} ${where}`)
    assert.equal((await agent.api[method](path + where, body)).status, 403, `${method} ${where}`)
  }
  assert.equal((await app.api.get(`${path}/${id}`)).body.trigger.active, true)
})

test('an unknown id answers 404, also one larger than any real id, and an id that is no number 400', async () => {
  for (const id of ['99999', '9223372036854775807']) {
    assert.deepEqual((await app.api.get(`${path}/${id}`)).body, { error: 'RecordNotFound', description: 'Not found' })
    assert.equal((await app.api.put(`${path}/${id}`, { trigger: { active: false } })).status, 404)
    assert.equal((await app.api.delete(`${path}/${id}`)).status, 404)
  }
  assert.equal((await app.api.get(`${path}/abc`)).status, 400)
})

test('each write is recorded in the audit log, and a change that changes nothing is not', async () => {
  const { id, title, position } = await make()
  await put(id, { title: 'Renamed', active: false })
  await put(id, { active: false })
  await app.api.put(`${path}/update_many`, { triggers: [{ id, position: position + 5 }] })
  await app.api.delete(`${path}/${id}`)
  const entries = defineStatement<{ source_label: string; change_description: string }>(
    "select source_label, change_description from audit_logs where account_id = $1 and source_type = 'rule' and source_id = $2 and source_label like 'Trigger: %' order by id",
  )
  assert.deepEqual(
    (await db.all(entries(accountId, id))).map((row) => [row.source_label, row.change_description]),
    [
      [`Trigger: ${title}`, 'Created'],
      ['Trigger: Renamed', `Title changed from "${title}" to "Renamed"; Deactivated`],
      ['Trigger: Renamed', `Position changed from ${position} to ${position + 5}`],
      ['Trigger: Renamed', 'Deleted'],
    ],
  )
})

test('each trigger has a unique key that outlives its title, also when several are created at once', async () => {
  const rows = await Promise.all(Array.from({ length: 4 }, () => make({ title: 'Same name' })))
  await put(rows[0].id, { title: 'Another name' })
  const keys = defineStatement<{ key: string }>("select key from triggers where account_id = $1 and key like 'same\\_name%' order by key")
  assert.deepEqual(
    (await db.all(keys(accountId))).map((row) => row.key),
    ['same_name', 'same_name_2', 'same_name_3', 'same_name_4'],
  )
  assert.equal(new Set(rows.map((row) => row.position)).size, 4)
})
