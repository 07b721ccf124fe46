import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const BASE = '/api/v2/ticket_fields'
const KEYS = [
  'url',
  'id',
  'type',
  'title',
  'raw_title',
  'description',
  'raw_description',
  'position',
  'active',
  'required',
  'collapsed_for_agents',
  'regexp_for_validation',
  'title_in_portal',
  'raw_title_in_portal',
  'visible_in_portal',
  'editable_in_portal',
  'required_in_portal',
  'tag',
  'created_at',
  'updated_at',
  'removable',
  'key',
  'agent_description',
  'agent_can_edit',
]

async function field(given: Record<string, unknown> = {}): Promise<any> {
  const answer = await app.api.post(BASE, { ticket_field: { type: 'text', title: 'A field', ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.ticket_field
}

const options = (...values: string[]) => values.map((value) => ({ name: value.toUpperCase(), value }))
const findSystemField = async (key: string) => (await app.api.get(`${BASE}/show_many?keys=${key}`)).body.ticket_fields[0]
const findValue = (ticket: any, id: number) => ticket.custom_fields.find((one: { id: number }) => one.id === id)?.value
const ticketOf = async (id: number) => (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket
const makeEndUserClient = async () => app.as({ email: (await make.user()).email, token: app.admin.token })

test('a field is created with the recorded keys, changed, and removed', async () => {
  const made = await app.api.post(`${BASE}.json`, { ticket_field: { type: 'text', title: 'Age', id: '' } })
  const { ticket_field } = made.body
  assert.deepEqual(Object.keys(ticket_field), KEYS)
  assert.equal(made.headers.get('location'), ticket_field.url)
  const { type, title_in_portal, position, removable, key, tag } = ticket_field
  assert.deepEqual(
    { type, title_in_portal, position, removable, key, tag },
    { type: 'text', title_in_portal: 'Age', position: 9999, removable: true, key: null, tag: null },
  )
  const changed = await app.api.put(`${BASE}/${ticket_field.id}`, {
    ticket_field: { title: 'Years', type: 'date', editable_in_portal: 'true' },
  })
  assert.equal(changed.body.ticket_field.type, 'text')
  assert.equal(changed.body.ticket_field.visible_in_portal, true)
  assert.equal((await app.api.delete(`${BASE}/${ticket_field.id}`)).status, 204)
  assert.equal((await app.api.get(`${BASE}/${ticket_field.id}`)).status, 404)
})

test('a field that is sent back as it was read, with other texts, gets the new texts', async () => {
  const read = (await app.api.post(BASE, { ticket_field: { type: 'text', title: 'Read' } })).body.ticket_field
  const texts = { title: 'Written', description: 'Why', title_in_portal: 'For you' }
  const { ticket_field } = (await app.api.put(`${BASE}/${read.id}`, { ticket_field: { ...read, ...texts } })).body
  assert.deepEqual([ticket_field.title, ticket_field.description, ticket_field.title_in_portal], Object.values(texts))
  assert.equal(ticket_field.raw_title, 'Written')
})

test('the list is complete and by position without paging parameters, and paged in both styles with them', async () => {
  await field({ title: 'First of all', position: 0 })
  const whole = (await app.api.get(BASE)).body
  assert.deepEqual(Object.keys(whole), ['ticket_fields', 'next_page', 'previous_page', 'count'])
  assert.equal(whole.ticket_fields[0].title, 'First of all')
  assert.equal(whole.count, whole.ticket_fields.length)
  assert.equal((await app.api.get(`${BASE}/count`)).body.count.value, whole.count)
  const byNumber = (await app.api.get(`${BASE}?per_page=3&page=2`)).body
  assert.deepEqual(
    byNumber.ticket_fields.map((one: any) => one.id),
    whole.ticket_fields.slice(3, 6).map((one: any) => one.id),
  )
  const seen: number[] = []
  let path = `${BASE}?page[size]=4`
  for (;;) {
    const { ticket_fields, links } = (await app.api.get(path)).body
    if (ticket_fields.length === 0) break
    seen.push(...ticket_fields.map((one: any) => one.id))
    path = links.next.slice(app.base_url.length)
  }
  assert.deepEqual(
    seen,
    [...seen].sort((one, other) => one - other),
  )
  assert.equal(seen.length, whole.count)
})

test('system fields show their options, may be renamed, and cannot be removed', async () => {
  const [type, priority, status, custom] = await Promise.all(['type', 'priority', 'status', 'custom_status'].map(findSystemField))
  assert.deepEqual(
    type.system_field_options.map((one: any) => one.value),
    ['question', 'incident', 'problem', 'task'],
  )
  assert.equal(type.removable, true)
  assert.equal(status.removable, false)
  assert.ok(custom.custom_statuses.length >= 5)
  const path = `${BASE}/${priority.id}`
  assert.equal((await app.api.put(path, { ticket_field: { title: 'Urgency', sub_type_id: 1 } })).body.ticket_field.title, 'Urgency')
  assert.deepEqual(
    (await findSystemField('priority')).system_field_options.map((one: any) => one.value),
    ['normal', 'high'],
  )
  const refused = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, priority: 'urgent' } })
  assert.equal(refused.body.details.base[0].description, 'Priority: is invalid')
  await app.api.put(path, { ticket_field: { title: 'Priority', sub_type_id: 0 } })
  assert.equal((await app.api.delete(path)).status, 422)
  assert.equal(
    (await app.api.put(`${BASE}/${status.id}`, { ticket_field: { active: false } })).body.details.active[0].error,
    'InvalidValue',
  )
})

test('end users list only the fields that are visible to them', async () => {
  const visible = await field({ title: 'Seen', visible_in_portal: true, agent_description: 'For us alone' })
  const hidden = await field({ title: 'Unseen' })
  const as = await makeEndUserClient()
  const seen = (await as.get(BASE)).body.ticket_fields
  const ids = seen.map((one: any) => one.id)
  assert.ok(ids.includes(visible.id) && !ids.includes(hidden.id))
  assert.equal(JSON.stringify(seen).includes('For us alone'), false)
  assert.equal((await as.get(`${BASE}/show_many?ids=${hidden.id}`)).body.count, 0)
  assert.equal((await as.get(`${BASE}/${visible.id}`)).status, 403)
  assert.equal((await as.post(BASE, { ticket_field: { title: 'x' } })).status, 403)
  assert.equal((await app.as({}).get(BASE)).status, 401)
})

test('creators are included on request', async () => {
  const { id } = await field()
  const { ticket_field } = (await app.api.get(`${BASE}/${id}?creator=true`)).body
  assert.deepEqual([ticket_field.creator_user_id, ticket_field.creator_app_name], [app.admin.id, null])
  const { users } = (await app.api.get(`${BASE}?include=users`)).body
  assert.deepEqual(
    users.map((user: any) => user.id),
    [app.admin.id],
  )
})

test('fields are put into an order: those named first, the others after them', async () => {
  const one = await field()
  const two = await field()
  const answer = await app.api.put(`${BASE}/reorder`, { ticket_field_ids: [two.id, one.id] })
  assert.equal(answer.status, 200)
  const ids = (await app.api.get(BASE)).body.ticket_fields.map((each: any) => each.id)
  assert.deepEqual(ids.slice(0, 2), [two.id, one.id])
  assert.equal((await app.api.put(`${BASE}/reorder`, { ticket_field_ids: [987_654_321] })).status, 404)
})

test('problems of a field are reported for each member', async () => {
  const readDetails = async (ticket_field: unknown) => (await app.api.post(BASE, { ticket_field })).body.details
  assert.deepEqual(Object.keys(await readDetails({ type: 'nothing' })), ['title', 'type'])
  assert.deepEqual(await readDetails({ type: 'tagger', title: 'x' }), {
    field_options: [{ description: 'Field options: must contain at least one option', error: 'EmptyValue' }],
  })
  const twice = await readDetails({ type: 'tagger', title: 'x', custom_field_options: options('a', 'a') })
  assert.match(twice.field_options[0].description, /already been used as a tag/)
  assert.ok((await readDetails({ type: 'regexp', title: 'x' })).regexp_for_validation)
  assert.match(
    (await readDetails({ type: 'regexp', title: 'x', regexp_for_validation: '(a)\\1' })).regexp_for_validation[0].description,
    /not supported/,
  )
  assert.ok((await readDetails({ type: 'lookup', title: 'x', relationship_target_type: 'zen:moon' })).relationship_target_type)
  assert.equal((await app.api.post(BASE, {})).status, 400)
})

test('options are listed, shown, added, changed and removed one by one', async () => {
  const { id } = await field({ type: 'tagger', custom_field_options: options('a', 'b') })
  const path = `${BASE}/${id}/options`
  const added = await app.api.post(path, { custom_field_option: { name: 'C', value: 'c c', position: 0 } })
  assert.equal(added.status, 201)
  assert.match(added.headers.get('location') ?? '', /ticket_fields\/\d+\/options\.json$/)
  const { custom_field_option } = added.body
  assert.deepEqual(Object.keys(custom_field_option), ['id', 'name', 'raw_name', 'value', 'default', 'position', 'url'])
  assert.deepEqual([custom_field_option.value, custom_field_option.position], ['c_c', 0])
  const changed = await app.api.post(path, { custom_field_option: { id: custom_field_option.id, name: 'See', value: 'c_c' } })
  assert.equal(changed.status, 200)
  const list = (await app.api.get(`${path}?page[size]=2`)).body
  assert.deepEqual(
    list.custom_field_options.map((one: any) => one.name),
    ['See', 'A'],
  )
  assert.equal((await app.api.get(path)).body.count, 3)
  assert.equal((await app.api.get(`${path}/${custom_field_option.id}`)).body.custom_field_option.name, 'See')
  assert.equal((await app.api.delete(`${path}/${custom_field_option.id}`)).status, 204)
  assert.equal((await app.api.get(`${path}/${custom_field_option.id}`)).status, 404)
  assert.deepEqual((await app.api.post(path, { custom_field_option: { value: 'x' } })).body, {
    error: 'ParameterMissing',
    description: 'Parameter name is required',
  })
  assert.equal((await (await makeEndUserClient()).get(path)).status, 403)
  assert.equal((await app.api.get(`${BASE}/${(await field()).id}/options`)).status, 404)
})

test('removing or renaming options changes the values and tags of tickets; removing a field removes all of its values', async () => {
  const { id, custom_field_options } = await field({ type: 'tagger', custom_field_options: options('red', 'green', 'blue') })
  const [red, green, blue] = await Promise.all(
    ['red', 'green', 'blue'].map((value) => make.ticket({ custom_fields: [{ id, value }], tags: ['kept'] })),
  )
  const [, second, third] = custom_field_options
  await app.api.put(`${BASE}/${id}`, { ticket_field: { custom_field_options: [{ ...second, value: 'lime' }, third] } })
  await waitFor(async () => (await ticketOf(red.id)).tags.join(), 'kept')
  await waitFor(async () => (await ticketOf(green.id)).tags.join(), 'kept,lime')
  assert.deepEqual(
    [findValue(await ticketOf(red.id), id), findValue(await ticketOf(green.id), id), findValue(await ticketOf(blue.id), id)],
    [null, 'lime', 'blue'],
  )
  const { audits } = (await app.api.get(`/api/v2/tickets/${green.id}/audits`)).body
  assert.deepEqual(
    audits.at(-1).events.map((event: any) => [event.field_name, event.previous_value]),
    [
      [String(id), 'green'],
      ['tags', ['green', 'kept']],
    ],
  )
  await app.api.delete(`${BASE}/${id}`)
  await waitFor(async () => (await ticketOf(blue.id)).tags.join(), 'kept')
  assert.equal(findValue(await ticketOf(blue.id), id), undefined)
})
