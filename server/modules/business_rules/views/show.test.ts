import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const path = '/api/v2/views'
const make = makeWith(app.api)
const agent = await putPerson(app, { role: 'agent', name: 'Agnes' })
const customer = await putPerson(app, { role: 'end-user', name: 'Carl' })
const group = await make.group({ name: 'Repairs' })
await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })

const archive = defineStatement<unknown>('update tickets set archived_at = $3 where account_id = $1 and id = $2')

let tags = 0
/** A tag of its own for each test, so that views see the tickets of their test alone. */
const freshTag = () => `views${++tags}`
const unsolved = { field: 'status', operator: 'less_than', value: 'solved' }
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })
async function viewOf(tag: string, members: Record<string, unknown> = {}): Promise<{ id: number; url: string }> {
  const answer = await app.api.post(path, { view: { title: tag, all: [unsolved, makeTagCondition(tag)], ...members } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.view
}
const get = async (address: string, api = app.api) => {
  const answer = await api.get(`${path}/${address}`)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)

// @source docs/reference/business_rules.md §5.5
test('a view is executed as a table: a row for each ticket, with the values of its columns', async () => {
  const tag = freshTag()
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'integer', title: 'Hours' } })).body
  const ticket = await make.ticket({
    subject: 'Press is stuck',
    comment: { body: 'It does not move' },
    requester_id: customer.id,
    priority: 'high',
    type: 'task',
    due_at: '2026-12-24T10:00:00Z',
    group_id: group.id,
    assignee_id: agent.id,
    tags: [tag],
    custom_fields: [{ id: ticket_field.id, value: 7 }],
  })
  const columns = ['nice_id', 'subject', 'requester', 'assignee', 'group', 'priority', 'due_date', 'created', 'locale_id', ticket_field.id]
  const view = await viewOf(tag, { output: { columns, group_by: 'group', group_order: 'asc', sort_by: 'created', sort_order: 'desc' } })
  const table = await get(`${view.id}/execute.json`)
  assert.deepEqual(Object.keys(table), ['rows', 'columns', 'groups', 'view', 'users', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    table.columns.map(({ id }: { id: unknown }) => id),
    columns,
  )
  assert.deepEqual(table.groups, [{ id: group.id, name: 'Repairs', order: 0 }])
  assert.deepEqual([table.view, table.count, table.next_page], [{ id: view.id, url: view.url }, 1, null])
  assert.deepEqual(
    table.users.map(({ id, name }: { id: number; name: string }) => [id, name]).sort(),
    [
      [agent.id, 'Agnes'],
      [customer.id, 'Carl'],
    ].sort(),
  )
  const [{ ticket: of, ...row }] = table.rows
  const values = [{ id: ticket_field.id, value: '7' }]
  assert.deepEqual(row, {
    group: group.id,
    nice_id: ticket.id,
    ticket_id: ticket.id,
    subject: 'Press is stuck',
    requester_id: customer.id,
    assignee_id: agent.id,
    group_id: group.id,
    priority: 'high',
    due_date: '2026-12-24T10:00:00Z',
    due_at: '2026-12-24T10:00:00Z',
    created: ticket.created_at,
    locale_id: 1,
    [ticket_field.id]: '7',
    custom_fields: values,
    fields: values,
  })
  assert.deepEqual(of, {
    id: ticket.id,
    subject: 'Press is stuck',
    description: 'It does not move',
    status: 'open',
    type: 'task',
    priority: 'high',
    url: `${app.base_url}/api/v2/tickets/${ticket.id}.json`,
    via_id: 5,
  })
})

test('every column is shown under its own name, people and groups by their ids; groups have names', async () => {
  const tag = freshTag()
  const { id } = await make.ticket({ tags: [tag], requester_id: customer.id, assignee_id: agent.id, group_id: group.id })
  const columns = (await get('definitions')).definitions.output.map(({ value }: { value: string }) => value)
  const ids = ['requester', 'submitter', 'assignee', 'group', 'organization', 'ticket_form', 'brand']
  const shown: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 10) {
    const view = await viewOf(tag, { output: { columns: columns.slice(at, at + 10) } })
    const [row] = (await get(`${view.id}/execute`)).rows
    for (const name of columns.slice(at, at + 10)) assert.ok((ids.includes(name) ? `${name}_id` : name) in row, name)
    Object.assign(shown, row)
  }
  const { ticket } = (await app.api.get(`/api/v2/tickets/${id}`)).body
  for (const name of [
    'requester_id',
    'submitter_id',
    'assignee_id',
    'group_id',
    'organization_id',
    'ticket_form_id',
    'brand_id',
    'status',
    'type',
  ])
    assert.deepEqual(shown[name], ticket[name], name)
  assert.deepEqual([shown.created, shown.updated, shown.custom_status_id], [ticket.created_at, ticket.updated_at, ticket.custom_status_id])
  assert.deepEqual([shown.solved, shown.satisfaction_score, shown.updated_by_type], [null, null, 'End user'])
  for (const [group_by, name] of [
    ['assignee', 'Agnes'],
    ['submitter', 'Administrator'],
    ['brand', null],
    ['ticket_form', null],
    ['requester', 'Carl'],
    ['status', 'open'],
    ['priority', null],
  ] as const) {
    const view = await viewOf(tag, { output: { group_by } })
    const { groups, rows } = await get(`${view.id}/execute`)
    assert.deepEqual([groups.length, groups[0].id, groups[0].order], [1, rows[0].group, 0], group_by)
    if (name !== null) assert.equal(groups[0].name, name)
  }
})

test('last comments and side-loads are added when they are asked for, and left out when that is asked for', async () => {
  const tag = freshTag()
  const ticket = await make.ticket({ tags: [tag], requester_id: customer.id, group_id: group.id })
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'The newest', public: false, author_id: agent.id } } })
  const view = await viewOf(tag)
  const table = await get(`${view.id}/execute?include=last_comment,users,groups,brands`)
  const { last_comment } = table.rows[0].ticket
  assert.deepEqual(Object.keys(last_comment), ['body', 'created_at', 'author_id', 'public'])
  assert.deepEqual([last_comment.body, last_comment.author_id, last_comment.public], ['The newest', agent.id, false])
  assert.ok(table.users.some((user: { id: number; email?: string }) => user.id === customer.id && user.email === customer.email))
  assert.equal(table.brands.length, 1)
  assert.equal((await get(`${view.id}/execute?exclude=users`)).users, undefined)
  const list = await get(`${view.id}/tickets.json?include=users,dates,comment_count`)
  assert.equal(list.tickets[0].comment_count, 2)
  assert.ok(list.users.length > 0 && list.tickets[0].dates !== undefined)
})

test('the tickets of a view are listed as tickets, by page number and by cursor', async () => {
  const tag = freshTag()
  const made: number[] = []
  for (const priority of ['low', 'urgent', null, 'normal', 'high']) made.push((await make.ticket({ tags: [tag], priority })).id)
  const [low, urgent, none, normal, high] = made
  const view = await viewOf(tag, { output: { sort_by: 'priority', sort_order: 'desc' } })
  const whole = await get(`${view.id}/tickets.json`)
  assert.deepEqual(Object.keys(whole), ['tickets', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(idsOf(whole.tickets), [urgent, high, normal, low, none])
  assert.equal(whole.count, 5)
  const second = await get(`${view.id}/tickets?per_page=2&page=2`)
  assert.deepEqual([idsOf(second.tickets), second.count], [[normal, low], 5])
  const first = await get(`${view.id}/tickets?page[size]=2`)
  assert.deepEqual([first.meta.before_cursor, first.links.prev, first.meta.has_more], [null, null, true])
  assert.match(first.links.next, /\/api\/v2\/views\/\d+\/tickets\.json\?/)
  const next = await app.api.get(first.links.next.slice(app.base_url.length))
  assert.deepEqual(idsOf(next.body.tickets), [normal, low])
  const back = await app.api.get(next.body.links.prev.slice(app.base_url.length))
  assert.deepEqual(idsOf(back.body.tickets), [urgent, high])
  const last = await app.api.get(next.body.links.next.slice(app.base_url.length))
  assert.deepEqual([idsOf(last.body.tickets), last.body.meta.has_more], [[none], false])
  assert.equal((await app.api.get(`${path}/${view.id}/tickets?page[size]=2&page[after]=nonsense`)).status, 400)
  assert.deepEqual(idsOf((await get(`${view.id}/tickets?sort_by=id&sort_order=asc`)).tickets), made)
  assert.deepEqual(idsOf((await get(`${view.id}/tickets?sort_by=created_at&sort_order=desc`)).tickets), [...made].reverse())
  const table = await get(`${view.id}/execute?page[size]=2&sort_by=priority&sort_order=asc`)
  assert.deepEqual(
    table.rows.map((row: { ticket: { id: number } }) => row.ticket.id),
    [none, low],
  )
})

test('conditions on the current user and their groups are about the caller', async () => {
  const tag = freshTag()
  const mine = await make.ticket({ tags: [tag], assignee_id: agent.id, group_id: group.id })
  const ours = await make.ticket({ tags: [tag], assignee_id: app.admin.id })
  const view = await viewOf(tag, { all: [makeTagCondition(tag), { field: 'assignee_id', operator: 'is', value: 'current_user' }] })
  assert.deepEqual(idsOf((await get(`${view.id}/tickets`, agent.api)).tickets), [mine.id])
  assert.deepEqual(idsOf((await get(`${view.id}/tickets`)).tickets), [ours.id])
  const ofGroups = await viewOf(tag, {
    all: [unsolved, makeTagCondition(tag), { field: 'group_id', operator: 'is', value: 'current_groups' }],
  })
  assert.deepEqual(idsOf((await get(`${ofGroups.id}/tickets`, agent.api)).tickets), [mine.id])
  assert.ok(!idsOf((await get(`${ofGroups.id}/tickets`)).tickets).includes(mine.id))
  assert.equal((await get(`${ofGroups.id}/count`, agent.api)).view_count.value, 1)
})

test('deleted and archived tickets are not shown, and agents see only the tickets they may see', async () => {
  const tag = freshTag()
  const visible = await make.ticket({ tags: [tag], group_id: group.id })
  const other = await make.group()
  const hidden = await make.ticket({ tags: [tag], group_id: other.id })
  const deleted = await make.ticket({ tags: [tag], group_id: group.id })
  await app.api.delete(`/api/v2/tickets/${deleted.id}`)
  const archived = await make.ticket({ tags: [tag], group_id: group.id })
  await app.database.database.run(archive(app.account_id, archived.id, new Date()))
  const restricted = await make.agent({ ticket_restriction: 'groups' })
  await app.api.post('/api/v2/group_memberships', { group_membership: { user_id: restricted.id, group_id: group.id } })
  const api = app.as({ email: restricted.email, token: app.admin.token })
  const view = await viewOf(tag)
  assert.deepEqual(idsOf((await get(`${view.id}/tickets`)).tickets).sort(), [visible.id, hidden.id].sort())
  assert.deepEqual(idsOf((await get(`${view.id}/tickets`, api)).tickets), [visible.id])
  assert.equal((await get(`${view.id}/count`, api)).view_count.value, 1)
  assert.equal((await get(`${view.id}/execute`, api)).count, 1)
})

test('a view whose field was deleted shows no tickets, and says nothing else', async () => {
  const tag = freshTag()
  await make.ticket({ tags: [tag] })
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Soon gone' } })).body
  const condition = { field: `custom_fields_${ticket_field.id}`, operator: 'not_present', value: null }
  const view = await viewOf(tag, { all: [unsolved, makeTagCondition(tag), condition], output: { sort_by: ticket_field.id } })
  assert.equal((await get(`${view.id}/tickets`)).count, 1)
  await app.api.delete(`/api/v2/ticket_fields/${ticket_field.id}`)
  assert.equal((await get(`${view.id}/tickets`)).count, 0)
  assert.equal((await get(`${view.id}/count`)).view_count.value, 0)
})

test('counts of one view and of several', async () => {
  const tag = freshTag()
  const none = freshTag()
  for (let index = 0; index < 3; index += 1) await make.ticket({ tags: [tag] })
  const view = await viewOf(tag)
  const empty = await viewOf(none)
  const { view_count } = await get(`${view.id}/count.json`)
  const url = (id: number) => `${app.base_url}/api/v2/views/${id}/count.json`
  assert.deepEqual(view_count, { url: url(view.id), view_id: view.id, value: 3, pretty: '3', fresh: true })
  const { view_counts } = await get(`count_many.json?ids=${view.id},${empty.id},999999`)
  assert.deepEqual(view_counts, [view_count, { url: url(empty.id), view_id: empty.id, value: 0, pretty: '0', fresh: true }])
  assert.deepEqual((await get(`count_many?count_many=${view.id}`)).view_counts, [view_count])
  assert.equal((await get(`count_many?ids[]=${view.id}&ids[]=${empty.id}`)).view_counts.length, 2)
  const personal = (await agent.api.post(path, { view: { title: 'Mine', all: [unsolved] } })).body.view
  assert.deepEqual((await get(`count_many?ids=${personal.id}`)).view_counts, [])
  assert.equal(
    (await app.api.get(`${path}/count_many?ids=${Array.from({ length: 21 }, (_none, index) => index + 1).join(',')}`)).status,
    400,
  )
  assert.equal((await app.api.get(`${path}/count_many`)).status, 400)
  assert.equal((await app.api.get(`${path}/count_many?ids=x`)).status, 400)
})

test('a view is previewed and counted without being saved', async () => {
  const tag = freshTag()
  const ticket = await make.ticket({ tags: [tag], subject: 'Previewed' })
  const view = { all: [unsolved, makeTagCondition(tag)], output: { columns: ['subject'], sort_by: 'created', sort_order: 'asc' } }
  const { status, body } = await agent.api.post(`${path}/preview.json`, { view })
  assert.equal(status, 200)
  assert.deepEqual(
    [body.rows.length, body.rows[0].subject, body.rows[0].ticket.id, body.view, body.count],
    [1, 'Previewed', ticket.id, {}, 1],
  )
  const counted = await agent.api.post(`${path}/preview/count`, { view })
  assert.deepEqual(counted.body.view_count, { url: null, view_id: null, value: 1, pretty: '1', fresh: true })
  assert.equal((await agent.api.post(`${path}/preview/count`, { view: { all: [unsolved], output: { columns: ['weather'] } } })).status, 422)
  assert.equal((await agent.api.post(`${path}/preview`, {})).status, 400)
})

test('a preview takes conditions that a saved view could not have, and none; not those that say nothing', async () => {
  const tag = freshTag()
  const ticket = await make.ticket({ tags: [tag] })
  const output = { columns: ['subject'], sort_by: 'nice_id', sort_order: 'desc' }
  for (const conditions of [{ all: [makeTagCondition(tag)] }, { any: [makeTagCondition(tag)] }]) {
    assert.equal((await agent.api.post(path, { view: { title: 'Saved', ...conditions } })).status, 422, 'a saved view')
    const { status, body } = await agent.api.post(`${path}/preview`, { view: { ...conditions, output } })
    assert.deepEqual([status, body.rows?.map((row: any) => row.ticket.id)], [200, [ticket.id]], JSON.stringify(body))
    const counted = await agent.api.post(`${path}/preview/count`, { view: conditions })
    assert.deepEqual([counted.status, counted.body.view_count?.value], [200, 1])
  }
  for (const none of [{ all: [] }, { all: [], any: [] }, {}]) {
    const { status, body } = await agent.api.post(`${path}/preview`, { view: { ...none, output } })
    assert.deepEqual([status, body.rows?.[0].ticket.id], [200, ticket.id], JSON.stringify(body))
  }
  for (const condition of [
    { field: 'weather', operator: 'is', value: 'rain' },
    { field: 'status', operator: 'resembles', value: 'open' },
    { field: 'status', operator: 'is', value: 'sunny' },
  ])
    for (const act of ['preview', 'preview/count'])
      assert.equal((await agent.api.post(`${path}/${act}`, { view: { any: [condition] } })).status, 422, JSON.stringify(condition))
})

test('an export is mailed as a table to the caller', async () => {
  const tag = freshTag()
  const first = await make.ticket({
    tags: [tag],
    subject: 'Fire, smoke',
    assignee_id: agent.id,
    group_id: group.id,
    requester_id: customer.id,
  })
  const second = await make.ticket({ tags: [tag], subject: '=1+1', requester_id: customer.id })
  const view = await viewOf(tag, {
    output: { columns: ['subject', 'requester', 'assignee', 'priority'], sort_by: 'nice_id', sort_order: 'asc' },
  })
  const asked = await agent.api.get(`${path}/${view.id}/export.json`)
  assert.equal(asked.status, 200)
  assert.deepEqual(asked.body, { export: { status: 'starting', view_id: view.id } })
  const mails = async () => (await app.api.get('/api/v2/deskhand/mails?filter[topic]=view.exported')).body.mails
  await waitFor(async () => (await mails()).length, 1)
  const [mail] = await mails()
  assert.deepEqual([mail.to, mail.subject], [agent.email, `Your export of the view "${tag}"`])
  const lines = String(mail.body).trim().split(/\r?\n/)
  assert.deepEqual(lines.slice(0, 3), [
    'ID,Subject,Requester,Assignee,Priority',
    `${first.id},"Fire, smoke",Carl,Agnes,`,
    `${second.id},'=1+1,Carl,,`,
  ])
  const { audit_logs } = (
    await app.api.get(`/api/v2/audit_logs?filter[source_type]=rule&filter[source_id]=${view.id}&filter[action]=exported`)
  ).body
  assert.equal(audit_logs.length, 1)
})

test('views of others, unknown views, end users and callers without credentials are refused', async () => {
  const personal = (await app.api.post(path, { view: { title: 'Mine', all: [unsolved], restriction: { type: 'User', id: app.admin.id } } }))
    .body.view
  for (const act of ['tickets', 'execute', 'count', 'export']) {
    assert.equal((await agent.api.get(`${path}/${personal.id}/${act}`)).status, 404, act)
    assert.equal((await app.api.get(`${path}/9223372036854775807/${act}`)).status, 404, act)
    assert.equal((await customer.api.get(`${path}/${personal.id}/${act}`)).status, 403, act)
    assert.equal((await app.as({}).get(`${path}/${personal.id}/${act}`)).status, 401, act)
  }
  const view = { all: [unsolved] }
  for (const act of ['preview', 'preview/count']) {
    assert.equal((await customer.api.post(`${path}/${act}`, { view })).status, 403)
    assert.equal((await app.as({}).post(`${path}/${act}`, { view })).status, 401)
  }
  assert.equal((await customer.api.get(`${path}/count_many?ids=1`)).status, 403)
})
