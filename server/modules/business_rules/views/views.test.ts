import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/views'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })

const unsolved = { field: 'status', operator: 'less_than', value: 'solved' }
const post = (members: Record<string, unknown>, api = app.api) => api.post(path, { view: members })
const make = async (members: Record<string, unknown> = {}, api = app.api) => {
  const answer = await post({ title: 'Some view', all: [unsolved], ...members }, api)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.view
}
const put = (id: number, members: Record<string, unknown>, api = app.api) => api.put(`${path}/${id}`, { view: members })
const sentences = (answer: { body: any }) => answer.body.details.base.map((problem: { description: string }) => problem.description)
const ids = (answer: { body: any }): number[] => answer.body.views.map((view: { id: number }) => view.id)
const columnIds = (view: { execution: { columns: { id: unknown }[] } }) => view.execution.columns.map(({ id }) => id)
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
  'execution',
  'conditions',
  'restriction',
  'raw_title',
]
const EXECUTION = ['group_by', 'group_order', 'sort_by', 'sort_order', 'group', 'sort', 'columns', 'fields', 'custom_fields']

// @source docs/reference/business_rules.md §8
test('a fresh instance has ten views, two of them inactive, with names for titles', async () => {
  const { status, body } = await agent.api.get(`${path}.json`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['views', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.views.map((view: { position: number }) => view.position),
    [0, 1, 2, 3, 11, 12, 9999, 9999, 9999, 9999],
  )
  const [first, second] = body.views
  assert.deepEqual(Object.keys(first), MEMBERS)
  assert.deepEqual(Object.keys(first.execution), EXECUTION)
  assert.deepEqual([first.title, first.raw_title], ['Your unsolved tickets', '{{zd.your_unsolved_tickets}}'])
  assert.deepEqual([first.default, first.restriction, first.description], [false, null, null])
  assert.deepEqual(first.execution.group, { id: 'status', title: 'Status category', filterable: true, sortable: true, order: 'asc' })
  assert.deepEqual(columnIds(first), ['subject', 'requester', 'created', 'type', 'priority'])
  assert.deepEqual(first.execution.sort, { id: 'ticket_id', title: 'ID', filterable: true, sortable: true, order: 'desc' })
  assert.deepEqual(
    first.execution.columns.map((column: any) => [column.id, column.filterable, column.sortable]),
    [
      ['subject', false, false],
      ['requester', true, true],
      ['created', false, true],
      ['type', true, true],
      ['priority', true, true],
    ],
  )
  assert.deepEqual(second.execution.group, null)
  const [, , , , , tasks, unassigned] = body.views
  assert.deepEqual(columnIds(tasks).slice(3), ['assignee', 'due_date'])
  assert.deepEqual([unassigned.title, unassigned.raw_title], ['New tickets in your groups', '{{zd.new_tickets_in_group}}'])
  assert.deepEqual(
    [unassigned.execution.group.id, unassigned.execution.group.order, unassigned.execution.sort.id],
    ['group', 'desc', 'created'],
  )
  const { view: copy } = (await post({ all: [unsolved], title: '{{zd.unsolved_tickets_in_group}}' })).body
  assert.equal(copy.title, 'Unsolved tickets in your groups')
  assert.equal((await app.api.delete(`${path}/${copy.id}`)).status, 204)
  assert.equal((await agent.api.get(`${path}/active`)).body.count, 8)
  assert.deepEqual((await agent.api.get(`${path}/count.json`)).body.count.value, 10)
  const compact = await agent.api.get(`${path}/compact.json`)
  assert.deepEqual([compact.body.count, compact.body.next_page], [8, null])
})

test('a view is created after all others with the default output, shown, changed and deleted', async () => {
  const made = await post({ title: ' Mine ', all: [unsolved], oops: 1 })
  assert.equal(made.status, 201)
  const { view } = made.body
  assert.equal(made.headers.get('location'), view.url)
  assert.equal(view.url, `${app.base_url}${path}/${view.id}.json`)
  assert.ok(view.position >= 10_000)
  assert.deepEqual([view.title, view.raw_title, view.active, view.default], ['Mine', 'Mine', true, false])
  assert.deepEqual(columnIds(view), ['subject', 'requester', 'created', 'updated', 'group', 'assignee'])
  const { group_by, group_order, sort_by, sort_order, group, sort, custom_fields, fields, columns } = view.execution
  assert.deepEqual({ group_by, sort_by, group, sort }, { group_by: null, sort_by: null, group: null, sort: null })
  assert.deepEqual([group_order, sort_order, custom_fields], ['desc', 'desc', []])
  assert.deepEqual(fields, columns)
  assert.deepEqual((await app.api.get(`${path}/${view.id}`)).body, { view })
  const second = await make()
  assert.equal(second.position, view.position + 1)
  const renamed = await put(view.id, { title: 'Ours', description: 'For all', active: false, position: 4 })
  assert.equal(renamed.status, 200)
  const { title, description, active, position, conditions } = renamed.body.view
  assert.deepEqual({ title, description, active, position }, { title: 'Ours', description: 'For all', active: false, position: 4 })
  assert.deepEqual(conditions, { all: [unsolved], any: [] })
  assert.equal((await app.api.delete(`${path}/${view.id}.json`)).status, 204)
  assert.equal((await app.api.get(`${path}/${view.id}`)).status, 404)
  assert.equal((await app.api.delete(`${path}/${view.id}`)).status, 404)
})

test('conditions may be nested or at the top level, values are stored as text, and null counts as absent', async () => {
  const any = [{ field: 'group_id', operator: 'is', value: 7 }]
  const view = await make({ all: null, conditions: { all: [unsolved], any }, output: null })
  assert.deepEqual(view.conditions, { all: [unsolved], any: [{ field: 'group_id', operator: 'is', value: '7' }] })
  const { body } = await put(view.id, { all: [unsolved] })
  assert.deepEqual(body.view.conditions, { all: [unsolved], any: [] })
})

test('the output is written as it is read: columns, custom fields, order', async () => {
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'integer', title: 'Machines' } })).body
  const output = {
    columns: ['nice_id', 'status', ticket_field.id],
    group_by: 'assignee',
    group_order: 'ASC',
    sort_by: ticket_field.id,
    sort_order: 'asc',
  }
  const view = await make({ output })
  assert.deepEqual(columnIds(view), ['nice_id', 'status', ticket_field.id])
  const field = {
    id: ticket_field.id,
    title: 'Machines',
    filterable: true,
    sortable: true,
    type: 'integer',
    url: `${app.base_url}/api/v2/ticket_fields/${ticket_field.id}.json`,
  }
  assert.deepEqual(view.execution.custom_fields, [field])
  assert.deepEqual(view.execution.sort, { ...field, order: 'asc' })
  assert.deepEqual(
    [view.execution.group_by, view.execution.group_order, view.execution.sort_by],
    ['assignee', 'asc', String(ticket_field.id)],
  )
  const copy = await make({ output: { columns: view.execution.columns } })
  assert.deepEqual(columnIds(copy), columnIds(view))
  assert.equal((await post({ output: { columns: [['status']] } })).status, 400)
  const changed = (await put(view.id, { output: { sort_by: 'created' } })).body.view
  assert.deepEqual([changed.execution.sort.id, changed.execution.sort.order, changed.execution.group_by], ['created', 'asc', 'assignee'])
  assert.deepEqual(columnIds(changed), columnIds(view))
  // a field that is deleted goes out of its views, which can still be renamed
  await app.api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  const after = await put(view.id, { title: 'Without the field' })
  assert.equal(after.status, 200)
  assert.deepEqual(columnIds(after.body.view), ['nice_id', 'status'])
})

test('what a view cannot be is refused with the entry it is about', async () => {
  const refusals: [Record<string, unknown>, RegExp][] = [
    [{ all: [] }, /You must select at least one condition\.$/],
    [{ all: [{ field: 'priority', operator: 'is', value: 'high' }] }, /on status, type, group, assignee or requester under "all"/],
    [{ all: [], any: [unsolved] }, /on status, type, group, assignee or requester under "all"/],
    [{ all: [unsolved, { field: 'weather', operator: 'is', value: 'fine' }] }, /no field "weather"/],
    [{ all: [unsolved, { field: 'priority', operator: 'sounds', value: 'high' }] }, /priority: operator "sounds"/],
    [{ all: [unsolved, { field: 'priority', operator: 'is', value: 'most' }] }, /priority: value must be one of/],
    [{ all: [unsolved, { field: 'update_type', operator: 'is', value: 'Create' }] }, /update_type/],
    [{ all: [unsolved], any: [{ field: 'OPEN', operator: 'is', value: '1' }] }, /OPEN/],
    [{ output: { columns: ['status', 'weather'] } }, /there is no column "weather"/],
    [{ output: { columns: ['999999'] } }, /there is no column "999999"/],
    [{ output: { group_by: 'subject' } }, /group_by: tickets cannot be grouped by "subject"/],
    [{ output: { sort_by: 'description' } }, /sort_by: tickets cannot be sorted by "description"/],
    [{ output: { sort_order: 'up' } }, /sort_order: it must be asc or desc/],
    [{ restriction: { type: 'Group', id: 999_999 } }, /no group 999999/],
    [{ restriction: { type: 'Weather', id: 1 } }, /type must be Group or User/],
  ]
  const eleven = ['subject', 'requester', 'created', 'updated', 'group', 'assignee', 'status', 'type', 'priority', 'nice_id', 'solved']
  for (const [members, expected] of [...refusals, [{ output: { columns: eleven } }, /At most 10 columns/] as const]) {
    const answer = await post({ title: 'Wrong', all: [unsolved], ...members })
    assert.equal(answer.status, 422, JSON.stringify(members))
    assert.equal(answer.body.error, 'RecordInvalid')
    assert.match(sentences(answer).join('\n'), expected)
  }
  const untitled = await post({ all: [unsolved] })
  assert.equal(untitled.status, 422)
  assert.deepEqual(untitled.body.details.title, [{ description: 'Title: cannot be blank', error: 'BlankValue' }])
  const { id } = await make()
  assert.equal((await put(id, { title: '' })).status, 422)
  for (const wrong of [{ conditions: '{"all":[]}' }, { all: 'x' }, { position: 'first' }, { output: [] }])
    assert.equal((await post({ title: 'Wrong', ...wrong })).status, 400, JSON.stringify(wrong))
  assert.equal((await app.api.post(path, {})).status, 400)
})

test('lists are filtered, searched, sorted and paged', async () => {
  const group = (await app.api.post('/api/v2/groups', { group: { name: 'Of the views' } })).body.group
  const zebra = await make({ title: 'Zebra stripes', restriction: { type: 'Group', ids: [group.id] } })
  const personal = await make({ title: 'Aardvark stripes', active: false, restriction: { type: 'User', id: app.admin.id } })
  assert.deepEqual(zebra.restriction, { type: 'Group', id: group.id, ids: [group.id] })
  assert.deepEqual(personal.restriction, { type: 'User', id: app.admin.id })
  assert.deepEqual(ids(await app.api.get(`${path}/search?query=STRIPES`)), [zebra.id, personal.id])
  assert.deepEqual(ids(await app.api.get(`${path}/search.json?query=stripes&sort_by=alphabetical&sort_order=asc`)), [personal.id, zebra.id])
  assert.deepEqual(ids(await app.api.get(`${path}/search?query=stripes&active=true`)), [zebra.id])
  const [shipped] = (await app.api.get(`${path}/search?query=pending%20Tick`)).body.views
  assert.equal(shipped.title, 'Pending tickets')
  assert.equal((await app.api.get(`${path}/search`)).status, 400)
  assert.deepEqual(ids(await app.api.get(`${path}?access=personal`)), [personal.id])
  assert.deepEqual(ids(await app.api.get(`${path}?group_id=${group.id}`)), [zebra.id])
  const account = ids(await app.api.get(`${path}?access=account`))
  assert.ok(!account.includes(zebra.id) && !account.includes(personal.id) && account.length >= 10)
  assert.ok(ids(await app.api.get(`${path}?access=shared`)).includes(zebra.id))
  assert.deepEqual(ids(await app.api.get(`${path}/show_many?ids=${personal.id},${zebra.id},999999`)), [zebra.id, personal.id])
  assert.deepEqual(ids(await app.api.get(`${path}/show_many?ids=${personal.id},${zebra.id}&active=false`)), [personal.id])
  const page = await app.api.get(`${path}?page[size]=2`)
  assert.deepEqual(Object.keys(page.body), ['views', 'meta', 'links'])
  const following = await app.api.get(page.body.links.next.slice(app.base_url.length))
  assert.equal(new Set([...ids(page), ...ids(following)]).size, 4)
})

test('includes are embedded in each view', async () => {
  const { id } = await make()
  const { view } = (await app.api.get(`${path}/${id}?include=permissions,app_installation`)).body
  assert.deepEqual([view.permissions, view.app_installation], [{ can_edit: true }, null])
  const { views } = (await agent.api.get(`${path}?include=permissions`)).body
  assert.ok(views.every((each: { permissions: unknown }) => JSON.stringify(each.permissions) === '{"can_edit":false}'))
})

test('several views are moved, disabled and deleted in one call', async () => {
  const one = await make()
  const other = await make()
  const answer = await app.api.put(`${path}/update_many`, {
    views: [
      { id: one.id, position: 70_001 },
      { id: other.id, position: 70_000, active: false },
    ],
  })
  assert.equal(answer.status, 200)
  assert.deepEqual(ids(answer), [other.id, one.id])
  assert.deepEqual(Object.keys(answer.body), ['views', 'next_page', 'previous_page', 'count'])
  assert.equal(answer.body.views[0].active, false)
  assert.equal((await app.api.put(`${path}/update_many`, { views: [{ id: one.id, active: false }, { id: 999_999 }] })).status, 404)
  assert.equal((await app.api.get(`${path}/${one.id}`)).body.view.active, true, 'nothing is written when one is missing')
  assert.equal((await app.api.put(`${path}/update_many`, { views: [{ active: false }] })).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many`)).status, 400)
  assert.equal((await app.api.delete(`${path}/destroy_many.json?ids=${one.id},${other.id},999999`)).status, 204)
  assert.equal((await app.api.get(`${path}/${one.id}`)).status, 404)
})

test('agents make views of their own, which nobody else sees; shared ones need a right', async () => {
  const view = await make({ title: 'Only mine' }, agent.api)
  assert.deepEqual(view.restriction, { type: 'User', id: agent.id })
  assert.equal((await app.api.get(`${path}/${view.id}`)).status, 404)
  assert.equal((await put(view.id, { title: 'Taken' })).status, 404)
  assert.equal((await app.api.delete(`${path}/${view.id}`)).status, 404)
  assert.ok(!ids(await app.api.get(path)).includes(view.id))
  assert.equal((await put(view.id, { title: 'Renamed' }, agent.api)).body.view.title, 'Renamed')
  assert.equal((await post({ title: 'For all', all: [unsolved], restriction: null }, agent.api)).status, 403)
  assert.equal(
    (await post({ title: 'For another', all: [unsolved], restriction: { type: 'User', id: app.admin.id } }, agent.api)).status,
    403,
  )
  assert.equal((await put(view.id, { restriction: null }, agent.api)).status, 403)
  const shared = await make({ title: 'For everyone' })
  assert.equal((await agent.api.get(`${path}/${shared.id}`)).status, 200)
  assert.equal((await put(shared.id, { title: 'No' }, agent.api)).status, 403)
  assert.equal((await agent.api.delete(`${path}/${shared.id}`)).status, 403)
  assert.equal((await agent.api.delete(`${path}/destroy_many?ids=${view.id},${shared.id}`)).status, 403)
  assert.equal((await agent.api.delete(`${path}/${view.id}`)).status, 204)
})

test('a view for groups is seen by their agents, and by those who manage shared views', async () => {
  const group = (await app.api.post('/api/v2/groups', { group: { name: 'A closed circle' } })).body.group
  const view = await make({ restriction: { type: 'Group', id: group.id } })
  assert.equal((await agent.api.get(`${path}/${view.id}`)).status, 404)
  const member = await putPerson(app, { role: 'agent' })
  await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: member.id, group_id: group.id } })
  assert.equal((await member.api.get(`${path}/${view.id}`)).status, 200)
  assert.equal((await app.api.get(`${path}/${view.id}`)).status, 200)
  assert.equal((await put(view.id, { title: 'No' }, member.api)).status, 403)
})

test('a custom role says who manages which views', async () => {
  const group = (await app.api.post('/api/v2/groups', { group: { name: 'Of the role' } })).body.group
  const withAccess = async (view_access: string) => {
    const { custom_role } = (
      await app.api.post('/api/v2/custom_roles', { custom_role: { name: `Views ${view_access}`, configuration: { view_access } } })
    ).body
    const person = await putPerson(app, { role: 'agent' })
    await app.api.put(`/api/v2/users/${person.id}`, { user: { custom_role_id: custom_role.id } })
    await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: person.id, group_id: group.id } })
    const tries = [null, { type: 'Group', id: group.id }, { type: 'User', id: person.id }]
    const statuses: number[] = []
    for (const restriction of tries) statuses.push((await post({ title: view_access, all: [unsolved], restriction }, person.api)).status)
    return [...statuses, (await person.api.get(path)).status]
  }
  assert.deepEqual(await withAccess('full'), [201, 201, 201, 200])
  assert.deepEqual(await withAccess('manage-group'), [403, 201, 201, 200])
  assert.deepEqual(await withAccess('manage-personal'), [403, 403, 201, 200])
  assert.deepEqual(await withAccess('readonly'), [403, 403, 403, 200])
  assert.deepEqual(await withAccess('none'), [403, 403, 403, 403])
})

test('nobody without credentials and no end user reaches views', async () => {
  const { id } = await make()
  for (const each of [
    path,
    `${path}/${id}`,
    `${path}/active`,
    `${path}/compact`,
    `${path}/count`,
    `${path}/definitions`,
    `${path}/search?query=a`,
  ]) {
    assert.equal((await app.as({}).get(each)).status, 401, each)
    assert.equal((await customer.api.get(each)).status, 403, each)
  }
  assert.equal((await post({ title: 'No', all: [unsolved] }, customer.api)).status, 403)
  assert.equal((await app.as({}).post(path, { view: { title: 'No' } })).status, 401)
})

test('changes are in the audit log, also those of columns', async () => {
  const { id } = await make({ title: 'Watched' })
  await put(id, { title: 'Watched on', output: { sort_by: 'created' } })
  await put(id, { title: 'Watched on' })
  await app.api.delete(`${path}/${id}`)
  const { audit_logs } = (await app.api.get(`/api/v2/audit_logs?filter[source_type]=rule&filter[source_id]=${id}&sort=created_at`)).body
  const found = audit_logs.map((entry: Record<string, string>) => [entry.action, entry.source_label, entry.change_description]).reverse()
  assert.deepEqual(
    new Set(found.map((entry: string[]) => entry.join(' | '))),
    new Set([
      'create | View: Watched | Created',
      'update | View: Watched on | Title changed from "Watched" to "Watched on"; Columns or order changed',
      'destroy | View: Watched on | Deleted',
    ]),
  )
})

test('titles may contain dynamic content', async () => {
  await app.api.post('/api/v2/dynamic_content/items', {
    item: { name: 'Heading of views', default_locale_id: 1, variants: [{ locale_id: 1, content: 'Waiting for us', default: true }] },
  })
  const { id } = await make({ title: '{{dc.heading_of_views}}' })
  const { view } = (await app.api.get(`${path}/${id}`)).body
  assert.deepEqual([view.title, view.raw_title], ['Waiting for us', '{{dc.heading_of_views}}'])
})

test('a view is renamed by its title, by its raw title, and when it is sent back with another title', async () => {
  const { views } = (await app.api.get(`${path}/search?query=Overdue`)).body
  const same = (await put(views[0].id, { ...views[0] })).body.view
  assert.equal(same.raw_title, '{{zd.overdue_tasks}}')
  assert.equal((await put(views[0].id, { ...views[0], title: 'Late tasks' })).body.view.raw_title, 'Late tasks')
  assert.equal((await put(views[0].id, { raw_title: '{{zd.overdue_tasks}}' })).body.view.title, 'Overdue tasks')
})

test('the definitions name all conditions, columns and orders', async () => {
  const { definitions } = (await agent.api.get(`${path}/definitions.json`)).body
  assert.deepEqual(Object.keys(definitions).sort(), ['conditions_all', 'conditions_any', 'groupables', 'output', 'sortables'])
  const subjects = (name: string) => definitions[name].map((each: { subject: string }) => each.subject)
  assert.ok(subjects('conditions_all').includes('PENDING') && !subjects('conditions_any').includes('PENDING'))
  const status = definitions.conditions_all.find((each: { subject: string }) => each.subject === 'status')
  assert.deepEqual(status.operators[0], { value: 'is', title: 'Is', terminal: false })
  assert.ok(status.values.some((each: { value: string }) => each.value === 'pending'))
  const names = (name: string) => definitions[name].map((each: { value: string }) => each.value)
  assert.ok(names('output').includes('description') && !names('sortables').includes('description'))
  assert.ok(names('sortables').includes('subject') && !names('groupables').includes('subject'))
})
