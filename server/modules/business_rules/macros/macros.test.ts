import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/macros'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const build = makeWith(app.api)

let made = 0
const actions = [{ field: 'status', value: 'solved' }]
const post = (members: Record<string, unknown> = {}) => app.api.post(path, { macro: { title: `Macro ${++made}`, actions, ...members } })
const make = async (members: Record<string, unknown> = {}) => (await post(members)).body.macro
const put = (id: number, macro: Record<string, unknown>) => app.api.put(`${path}/${id}`, { macro })
const sentences = (answer: { body: any }) => answer.body.details.base.map((problem: { description: string }) => problem.description)
const titles = (answer: { body: any }) => answer.body.macros.map((row: { title: string }) => row.title)
const MEMBERS = [
  'url',
  'id',
  'title',
  'active',
  'updated_at',
  'created_at',
  'default',
  'position',
  'description',
  'actions',
  'restriction',
  'raw_title',
]

test('a macro is created, shown, changed and deleted', async () => {
  const answer = await app.api.post(`${path}.json`, { macro: { title: ' Solve it ', actions, oops: 1 } })
  assert.equal(answer.status, 201)
  const { macro } = answer.body
  assert.deepEqual(Object.keys(macro), MEMBERS)
  assert.equal(answer.headers.get('location'), macro.url)
  assert.deepEqual(
    [macro.title, macro.raw_title, macro.active, macro.default, macro.position, macro.description, macro.restriction, macro.actions],
    ['Solve it', 'Solve it', true, false, 10_000, null, null, actions],
  )
  assert.deepEqual((await agent.api.get(`${path}/${macro.id}`)).body.macro, macro)
  assert.equal((await make()).position, macro.position + 1)
  const changed = await put(macro.id, { description: 'For what is done', active: false, position: 3 })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [changed.body.macro.description, changed.body.macro.active, changed.body.macro.position, changed.body.macro.actions],
    ['For what is done', false, 3, actions],
  )
  assert.equal((await app.api.delete(`${path}/${macro.id}.json`)).status, 204)
  for (const gone of [
    await app.api.get(`${path}/${macro.id}`),
    await put(macro.id, { active: true }),
    await app.api.delete(`${path}/${macro.id}`),
    await app.api.get(`${path}/9223372036854775807`),
  ])
    assert.equal(gone.status, 404)
})

test('a macro needs a title and known actions; each wrong one is named', async () => {
  const empty = await app.api.post(path, { macro: { title: ' ' } })
  assert.equal(empty.status, 422)
  assert.deepEqual(Object.keys(empty.body.details), ['title', 'base'])
  assert.deepEqual(sentences(empty), ['Invalid actions. You must select at least one action.'])
  const wrong = await post({
    actions: [
      { field: 'status', value: 'closed' },
      { field: 'paint_it', value: 'black' },
      { field: 'notification_user', value: ['requester_id', 'x', 'y'] },
      { field: 'comment_mode_is_public', value: 'maybe' },
      { field: 'comment_value', value: ['channel:fax', 'x'] },
      { field: 'custom_fields_999999', value: 'x' },
      { field: 'priority', value: 'low' },
    ],
  })
  assert.equal(wrong.status, 422)
  assert.deepEqual(
    sentences(wrong).map(
      (sentence: string) => /^Invalid action (?:(\w+)|: there is no action "(\w+)")/.exec(sentence)?.slice(1).find(Boolean) ?? sentence,
    ),
    [
      'status',
      'Invalid action: there is no action "paint_it".',
      'notification_user',
      'comment_mode_is_public',
      'comment_value',
      'Invalid action: there is no action "custom_fields_999999".',
    ],
  )
  for (const bad of [
    await post({ restriction: { type: 'Group', ids: [999_999] } }),
    await post({ restriction: { type: 'Group' } }),
    await post({ restriction: { type: 'Team', id: 1 } }),
    await post({ restriction: { type: 'User', id: customer.id } }),
    await post({
      actions: [
        { field: 'comment_value', value: 'x'.repeat(65_500) },
        { field: 'comment_value_html', value: 'x'.repeat(200) },
      ],
    }),
  ]) {
    assert.equal(bad.status, 422, JSON.stringify(bad.body))
    assert.equal(bad.body.error, 'RecordInvalid')
  }
  assert.equal((await app.api.post(path, {})).status, 400)
  assert.equal((await app.api.post(path, { macro: { title: 'x', actions: 'status' } })).status, 400)
})

test('every action of the catalogue can be saved and is shown as it was sent', async () => {
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })).body.ticket_field
  const sent = [
    { field: 'subject', value: 'About {{ticket.id}}' },
    { field: 'status', value: 'pending' },
    { field: 'priority', value: 'high' },
    { field: 'type', value: 'incident' },
    { field: 'group_id', value: 'current_groups' },
    { field: 'assignee_id', value: 'current_user' },
    { field: 'ticket_form_id', value: 'default_ticket_form' },
    { field: 'set_tags', value: 'a b' },
    { field: 'current_tags', value: 'c' },
    { field: 'remove_tags', value: 'a' },
    { field: 'follower', value: 'current_user' },
    { field: 'cc', value: 'current_user' },
    { field: `custom_fields_${field.id}`, value: 'S-1' },
    { field: 'comment_value', value: ['channel:all', 'Hello'] },
    { field: 'comment_value_html', value: '<p>Hello</p>' },
    { field: 'comment_mode_is_public', value: 'true' },
    { field: 'side_conversation', value: ['Subject', 'Body', 'SupportAssignable:support_assignable/group/1', 'text/html'] },
  ]
  assert.deepEqual((await make({ actions: sent })).actions, sent)
})

test('a macro whose field was deleted can still be renamed and switched off', async () => {
  const field = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Lot' } })).body.ticket_field
  const macro = await make({ actions: [{ field: `custom_fields_${field.id}`, value: 'x' }] })
  assert.equal((await app.api.delete(`/api/v2/ticket_fields/${field.id}`)).status, 204)
  assert.equal((await put(macro.id, { title: 'Renamed', active: false })).status, 200)
  assert.equal((await put(macro.id, { active: true })).status, 422)
})

test('several macros are changed and deleted at once, or none', async () => {
  const one = await make()
  const two = await make()
  const answer = await app.api.put(`${path}/update_many`, {
    macros: [
      { id: two.id, position: 2, active: false },
      { id: one.id, position: 1 },
    ],
  })
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body), ['macros', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    answer.body.macros.map((row: any) => [row.id, row.position, row.active]),
    [
      [one.id, 1, true],
      [two.id, 2, false],
    ],
  )
  const missing = [
    { id: one.id, position: 7 },
    { id: 999_999, position: 1 },
  ]
  assert.equal((await app.api.put(`${path}/update_many`, { macros: missing })).status, 404)
  assert.equal((await app.api.get(`${path}/${one.id}`)).body.macro.position, 1)
  assert.equal((await app.api.put(`${path}/update_many`, { macros: [{ position: 1 }] })).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids=${one.id},${two.id},999999`)).status, 204)
  assert.equal((await app.api.get(`${path}/${two.id}`)).status, 404)
  assert.equal((await app.api.delete(`${path}/destroy_many?ids=x`)).status, 400)
})

test('lists are alphabetical, and filtered, searched and sorted otherwise', async () => {
  const group = await build.group()
  await make({ title: 'Zoo::Feed', active: false })
  await make({ title: 'Zoo::Clean' })
  await make({ title: 'Zoo::Groups', restriction: { type: 'Group', id: group.id } })
  const all = titles(await app.api.get(path))
  assert.deepEqual(all, [...all].sort())
  assert.deepEqual(titles(await app.api.get(`${path}?category=Zoo`)), ['Zoo::Clean', 'Zoo::Feed', 'Zoo::Groups'])
  assert.deepEqual(titles(await app.api.get(`${path}/active?category=Zoo`)), ['Zoo::Clean', 'Zoo::Groups'])
  assert.deepEqual(titles(await app.api.get(`${path}?category=Zoo&active=false`)), ['Zoo::Feed'])
  assert.deepEqual(titles(await app.api.get(`${path}?group_id=${group.id}`)), ['Zoo::Groups'])
  assert.deepEqual(titles(await app.api.get(`${path}?category=Zoo&only_viewable=true`)), ['Zoo::Clean', 'Zoo::Feed'])
  assert.deepEqual(titles(await app.api.get(`${path}/search?query=oo::f`)), ['Zoo::Feed'])
  assert.deepEqual(titles(await app.api.get(`${path}/search?query=zoo&sort_by=created_at&sort_order=desc`))[0], 'Zoo::Groups')
  const pages = await app.api.get(`${path}?page[size]=2`)
  assert.deepEqual(titles(pages), all.slice(0, 2))
  assert.deepEqual(titles(await app.api.get(pages.body.links.next.replace(app.base_url, ''))), all.slice(2, 4))
  assert.equal((await app.api.get(`${path}/search`)).status, 400)
  assert.equal((await app.api.get(`${path}?access=nobody`)).status, 400)
  const { categories } = (await app.api.get(`${path}/categories`)).body
  assert.ok(categories.includes('Zoo'))
  const [shown] = (await app.api.get(`${path}/search?query=Zoo::Clean&include=permissions,categories,app_installation,usage_7d`)).body
    .macros
  assert.deepEqual(
    [shown.permissions, shown.categories, shown.app_installation, shown.usage_7d, 'usage_1h' in shown],
    [{ can_edit: true }, 'Zoo', null, 0, false],
  )
})

test('a title with dynamic content is resolved', async () => {
  const item = { name: 'Greeting', default_locale_id: 1, variants: [{ locale_id: 1, content: 'Good day', default: true }] }
  assert.equal((await app.api.post('/api/v2/dynamic_content/items', { item })).status, 201)
  const macro = await make({ title: '{{dc.greeting}}' })
  assert.deepEqual([macro.title, macro.raw_title], ['Good day', '{{dc.greeting}}'])
  assert.equal((await put(macro.id, { ...macro, description: 'Sent back as read' })).body.macro.raw_title, '{{dc.greeting}}')
  assert.equal((await put(macro.id, { raw_title: 'Hello' })).body.macro.title, 'Hello')
})

test('a macro is proposed from another one or from a ticket, and not saved', async () => {
  const macro = await make({ description: 'Copy me' })
  const copied = (await app.api.get(`${path}/new?macro_id=${macro.id}`)).body.macro
  assert.deepEqual([copied.id, copied.title, copied.description, copied.actions], [null, macro.title, 'Copy me', actions])
  const ticket = await build.ticket({ priority: 'high', tags: ['hot'], status: 'open', comment: { body: 'First words' } })
  const before = (await app.api.get(path)).body.count
  const proposed = (await app.api.get(`${path}/new?ticket_id=${ticket.id}`)).body.macro
  const byField = Object.fromEntries(proposed.actions.map((action: any) => [action.field, action.value]))
  assert.deepEqual(
    [byField.status, byField.priority, byField.current_tags, byField.comment_value, byField.comment_mode_is_public],
    ['open', 'high', 'hot', 'First words', 'true'],
  )
  assert.equal((await app.api.get(path)).body.count, before)
  assert.equal((await post({ ...proposed, id: undefined })).status, 201)
  assert.equal((await app.api.get(`${path}/new`)).status, 400)
  assert.equal((await app.api.get(`${path}/new?ticket_id=999999`)).status, 404)
})

test('every change is in the audit log', async () => {
  const macro = await make({ title: 'Audited' })
  await put(macro.id, { title: 'Audited twice', active: false, restriction: { type: 'User' } })
  await app.api.delete(`${path}/${macro.id}`)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=rule&filter[source_id]=${macro.id}`)).body
  assert.deepEqual(audit_logs.map((entry: any) => [entry.action, entry.source_label, entry.change_description]).toReversed(), [
    ['create', 'Macro: Audited', 'Created'],
    ['update', 'Macro: Audited twice', 'Title changed from "Audited" to "Audited twice"; Deactivated; Restriction changed'],
    ['destroy', 'Macro: Audited twice', 'Deleted'],
  ])
})

test('only staff who are signed in reach macros', async () => {
  const macro = await make()
  for (const address of [path, `${path}/active`, `${path}/${macro.id}`, `${path}/categories`, `${path}/${macro.id}/apply`]) {
    assert.equal((await app.as({}).get(address)).status, 401, address)
    assert.equal((await customer.api.get(address)).status, 403, address)
  }
  assert.equal((await customer.api.post(path, { macro: { title: 'x', actions } })).status, 403)
})
