import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeClient } from '#test/client.ts'
import { makeWith } from '#test/make.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const make = makeWith(app.api)

async function field(type: string, given: Record<string, unknown> = {}): Promise<any> {
  const answer = await app.api.post('/api/v2/ticket_fields', { ticket_field: { type, title: `A ${type}`, ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.ticket_field
}

const options = (...values: string[]) => ({ custom_field_options: values.map((value) => ({ name: value, value })) })
const findValue = (ticket: any, id: number) => ticket.custom_fields.find((one: { id: number }) => one.id === id)?.value
const put = (ticket: { id: number }, change: unknown) => app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: change })

test('values are sent as a list, as an object or as fields, and every active field is shown', async () => {
  const text = await field('text')
  const number = await field('integer')
  const ticket = await make.ticket({
    custom_fields: [
      { id: String(text.id), value: 'x' },
      { id: 987_654_321, value: 'unknown' },
    ],
  })
  assert.deepEqual([findValue(ticket, text.id), findValue(ticket, number.id)], ['x', null])
  assert.deepEqual(ticket.fields, ticket.custom_fields)
  const changed = (await put(ticket, { custom_fields: { [number.id]: 42 } })).body
  assert.deepEqual([findValue(changed.ticket, text.id), findValue(changed.ticket, number.id)], ['x', '42'])
  assert.deepEqual([changed.audit.events[0].field_name, changed.audit.events[0].value], [String(number.id), '42'])
  assert.equal(findValue((await put(ticket, { fields: [{ id: text.id, value: '' }] })).body.ticket, text.id), null)
})

test('numbers are strings wherever a ticket shows them, however they were sent', async () => {
  const portal = { visible_in_portal: true, editable_in_portal: true }
  const whole = await field('integer', portal)
  const part = await field('decimal', portal)
  const makeCustomFields = (seats: unknown, price: unknown) => [
    { id: whole.id, value: seats },
    { id: part.id, value: price },
  ]
  const values = (ticket: any) => [findValue(ticket, whole.id), findValue(ticket, part.id)]
  const ticket = await make.ticket({ custom_fields: makeCustomFields(7, 1.5), external_id: 'with-numbers' })
  assert.deepEqual(values(ticket), ['7', '1.5'])
  const unchanged = (await put(ticket, { custom_fields: makeCustomFields('7', '1.5') })).body
  assert.deepEqual([values(unchanged.ticket), unchanged.audit.events], [['7', '1.5'], []])
  assert.deepEqual(values((await put(ticket, { custom_fields: makeCustomFields(-8, 2e-7) })).body.ticket), ['-8', '0.0000002'])
  const again = (await put(ticket, { custom_fields: makeCustomFields('-08', '+.00000020') })).body
  assert.deepEqual([values(again.ticket), again.audit.events], [['-8', '0.0000002'], []])
  // as they were stored before
  const keep = defineStatement<unknown>('update tickets set custom_fields = $3::jsonb where account_id = $1 and id = $2')
  const account = app.account_id
  await app.database.database.run(keep(account, ticket.id, JSON.stringify({ [whole.id]: 9, [part.id]: 0.25 })))
  const request = { subject: 'Numbers', comment: { body: 'Of a request' }, custom_fields: makeCustomFields(9, 0.25) }
  const requester = await make.user()
  const asked = await app.as({ email: requester.email, token: app.admin.token }).post('/api/v2/requests', { request })
  assert.deepEqual(values(asked.body.request), ['9', '0.25'])
  const lists = {
    [`tickets/${ticket.id}`]: (body: any) => body.ticket,
    [`tickets/show_many?ids=${ticket.id}`]: (body: any) => body.tickets[0],
    'tickets?external_id=with-numbers': (body: any) => body.tickets[0],
    [`search?query=${ticket.id}`]: (body: any) => body.results[0],
    [`tickets/${ticket.id}/audits?include=tickets`]: (body: any) => body.tickets[0],
  }
  for (const [path, ticketOf] of Object.entries(lists))
    assert.deepEqual(values(ticketOf((await app.api.get(`/api/v2/${path}`)).body)), ['9', '0.25'], path)
  assert.deepEqual((await put(ticket, { custom_fields: makeCustomFields('9', 0.25) })).body.audit.events, [])
})

test('a ticket can be requested without empty fields, or without the second list of fields', async () => {
  const { id } = await field('text')
  const ticket = await make.ticket({ custom_fields: [{ id, value: 'x' }] })
  const readTicket = async (query: string) => (await app.api.get(`/api/v2/tickets/${ticket.id}?${query}`)).body.ticket
  const { custom_fields, fields } = await readTicket('reduced_payload_size=true')
  assert.deepEqual([custom_fields, fields], [[{ id, value: 'x' }], [{ id, value: 'x' }]])
  assert.equal('fields' in (await readTicket('remove_duplicate_fields=true&reduced_payload_size=true')), false)
})

test('an invalid value is refused with the message of its field; an option that does not exist changes nothing', async () => {
  const day = await field('date')
  const choice = await field('tagger', options('a_one', 'a_two'))
  const ticket = await make.ticket({ custom_fields: [{ id: choice.id, value: 'a_one' }] })
  const refused = await put(ticket, { custom_fields: [{ id: day.id, value: 'soon' }] })
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.details.base, [
    { description: 'A date: is invalid', error: 'InvalidValue', ticket_field_id: day.id, ticket_field_type: 'FieldDate' },
  ])
  const kept = await put(ticket, { custom_fields: [{ id: choice.id, value: 'A One' }] })
  assert.deepEqual([kept.status, findValue(kept.body.ticket, choice.id)], [200, 'a_one'])
})

test('an inactive field is neither read nor shown', async () => {
  const { id } = await field('text')
  const ticket = await make.ticket({ custom_fields: [{ id, value: 'x' }] })
  await app.api.put(`/api/v2/ticket_fields/${id}`, { ticket_field: { active: false } })
  const changed = await put(ticket, { custom_fields: [{ id, value: 'y' }] })
  assert.equal(findValue(changed.body.ticket, id), undefined)
  await app.api.put(`/api/v2/ticket_fields/${id}`, { ticket_field: { active: true } })
  assert.equal(findValue((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket, id), 'x')
})

test('values add and remove their tags', async () => {
  const choice = await field('tagger', options('b_one', 'b_two'))
  const many = await field('multiselect', options('m_one', 'm_two', 'm_three'))
  const box = await field('checkbox', { tag: 'b_ticked' })
  const ticket = await make.ticket({
    tags: ['other'],
    custom_fields: [
      { id: choice.id, value: 'b_one' },
      { id: many.id, value: ['m_two', 'm_one'] },
      { id: box.id, value: 'true' },
    ],
  })
  assert.deepEqual(ticket.tags, ['b_one', 'b_ticked', 'm_one', 'm_two', 'other'])
  const changed = await put(ticket, {
    custom_fields: [
      { id: choice.id, value: 'b_two' },
      { id: many.id, value: ['m_two', 'm_three'] },
      { id: box.id, value: false },
    ],
  })
  assert.deepEqual(changed.body.ticket.tags, ['b_two', 'm_three', 'm_two', 'other'])
  const cleared = await put(ticket, { custom_fields: { [choice.id]: null, [many.id]: [] } })
  assert.deepEqual(cleared.body.ticket.tags, ['other'])
  assert.equal(findValue(cleared.body.ticket, many.id), null)
})

test('tags set and clear values: an added tag selects its option, a removed one clears it', async () => {
  const choice = await field('tagger', options('c_one', 'c_two', 'c_three'))
  const many = await field('multiselect', options('n_one', 'n_two'))
  const box = await field('checkbox', { tag: 'c_ticked' })
  const ticket = await make.ticket({ tags: ['c_one', 'n_two', 'c_ticked'] })
  assert.deepEqual([findValue(ticket, choice.id), findValue(ticket, many.id), findValue(ticket, box.id)], ['c_one', ['n_two'], true])
  const path = `/api/v2/tickets/${ticket.id}/tags`
  const tags = (await app.api.put(path, { tags: ['c_two', 'c_three', 'n_one'] })).body.tags
  assert.deepEqual(tags, ['c_three', 'c_ticked', 'n_one', 'n_two'])
  const after = (await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket
  assert.deepEqual([findValue(after, choice.id), findValue(after, many.id)], ['c_three', ['n_one', 'n_two']])
  const { body } = await put(ticket, { tags: ['n_one'] })
  assert.deepEqual(
    [findValue(body.ticket, choice.id), findValue(body.ticket, many.id), findValue(body.ticket, box.id)],
    [null, ['n_one'], false],
  )
})

test('a lookup refers to a record by id or external id; an unknown one is refused', async () => {
  const { id } = await field('lookup', { relationship_target_type: 'zen:user' })
  const user = await make.user({ external_id: 'lookup-7' })
  const ticket = await make.ticket({ custom_fields: [{ id, value: 'external_id:LOOKUP-7' }] })
  assert.equal(findValue(ticket, id), String(user.id))
  assert.equal((await put(ticket, { custom_fields: [{ id, value: 987_654_321 }] })).body.details.base[0].ticket_field_type, 'FieldLookup')
})

test('a lookup cannot refer to a ticket the caller cannot see, by external id or by number', async () => {
  const { id } = await field('lookup', { relationship_target_type: 'zen:ticket' })
  const hidden = await make.ticket({ external_id: 'of-another-team' })
  const agent = await make.agent({ ticket_restriction: 'assigned' })
  const as = app.as({ email: agent.email, token: app.admin.token })
  const create = (value: unknown) =>
    as.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, assignee_id: agent.id, custom_fields: [{ id, value }] } })
  assert.equal((await create('external_id:of-another-team')).status, 422)
  const there = await create(hidden.id)
  const nowhere = await create(987_654_321)
  assert.deepEqual([there.status, there.body], [422, nowhere.body])
  assert.equal(findValue(await make.ticket({ custom_fields: [{ id, value: 'external_id:of-another-team' }] }), id), String(hidden.id))
})

test('external ids of people and organizations work only for callers who can look them up', async () => {
  const own = await make.organization({ external_id: 'org-in' })
  const other = await make.organization({ external_id: 'org-out' })
  const inside = await make.user({ external_id: 'user-in', organization_id: own.id })
  await make.user({ external_id: 'user-out', organization_id: other.id })
  const person = await field('lookup', { relationship_target_type: 'zen:user' })
  const company = await field('lookup', { relationship_target_type: 'zen:organization' })
  const agent = await make.agent({ ticket_restriction: 'organization', organization_id: own.id })
  const as = app.as({ email: agent.email, token: app.admin.token })
  const create = (id: number, value: string) =>
    as.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester_id: inside.id, custom_fields: [{ id, value }] } })
  assert.equal(findValue((await create(person.id, 'external_id:user-in')).body.ticket, person.id), String(inside.id))
  assert.equal(findValue((await create(company.id, 'external_id:ORG-IN')).body.ticket, company.id), String(own.id))
  for (const [{ id }, hidden] of [
    [person, 'user-out'],
    [company, 'org-out'],
  ] as const) {
    const there = await create(id, `external_id:${hidden}`)
    const nowhere = await create(id, 'external_id:nowhere')
    assert.deepEqual([there.status, there.body], [422, nowhere.body])
    assert.notEqual(findValue(await make.ticket({ custom_fields: [{ id, value: `external_id:${hidden}` }] }), id), null)
  }
  for (const query of ['users/search?external_id=', 'users/show_many?external_ids=', 'users?external_id='])
    assert.deepEqual(
      [(await as.get(`/api/v2/${query}user-out`)).body.users, (await as.get(`/api/v2/${query}user-in`)).body.users[0].id],
      [[], inside.id],
    )
})

test('an end user can refer only to themselves', async () => {
  const { id } = await field('lookup', { relationship_target_type: 'zen:user', visible_in_portal: true, editable_in_portal: true })
  const ann = await make.user({ external_id: 'ann-7' })
  const ben = await make.user({ external_id: 'ben-7' })
  const as = app.as({ email: ann.email, token: app.admin.token })
  const ask = (value: string) => as.post('/api/v2/requests', { request: { subject: 'x', comment: 'x', custom_fields: [{ id, value }] } })
  assert.equal(findValue((await ask('external_id:ann-7')).body.request, id), String(ann.id))
  assert.equal((await ask('external_id:ben-7')).status, 422)
  assert.equal(findValue((await ask(String(ann.id))).body.request, id), String(ann.id))
  const there = await ask(String(ben.id))
  const nowhere = await ask('987654321')
  assert.deepEqual([there.status, there.body], [422, nowhere.body])
  const visitor = (value: string) =>
    makeClient(app.base_url, {}).post('/api/v2/requests', {
      request: { subject: 'x', comment: { body: 'x' }, requester: { name: 'V', email: 'v@example.org' }, custom_fields: [{ id, value }] },
    })
  const answers = [await visitor(String(ben.id)), await visitor('987654321')]
  assert.deepEqual([answers[0]?.status, answers[0]?.body], [422, answers[1]?.body])
})

test('solving needs the required fields of the form, one problem for each', async () => {
  const needed = await field('text', { title: 'Cause', required: true })
  const assignee_id = app.admin.id
  const ticket = await make.ticket({ assignee_id })
  const refused = await put(ticket, { status: 'solved' })
  assert.deepEqual(refused.body.details.base, [
    { description: 'Cause: is required when solving a ticket', error: null, ticket_field_id: needed.id, ticket_field_type: 'FieldText' },
  ])
  assert.equal((await put(ticket, { status: 'solved', custom_fields: [{ id: needed.id, value: 'x' }] })).status, 200)
  const { id } = (await app.api.post('/api/v2/ticket_forms', { ticket_form: { name: 'Without it' } })).body.ticket_form
  assert.equal((await put(await make.ticket({ ticket_form_id: id, assignee_id }), { status: 'solved' })).status, 200)
})

test('conditions show and require: a hidden field is never required, a shown one on its statuses', async () => {
  const parent = await field('tagger', options('d_yes', 'd_no'))
  const child = await field('text', { title: 'Reason' })
  const condition = (required_on_statuses: unknown) => ({
    parent_field_id: parent.id,
    value: 'd_yes',
    child_fields: [{ id: child.id, is_required: true, required_on_statuses }],
  })
  const form = await app.api.post('/api/v2/ticket_forms', {
    ticket_form: {
      name: 'Conditions',
      ticket_field_ids: [parent.id, child.id],
      agent_conditions: [condition({ type: 'SOME_STATUSES', statuses: ['pending', 'solved'] })],
    },
  })
  assert.equal(form.status, 201, JSON.stringify(form.body))
  const { id } = form.body.ticket_form
  const choose = (value: string) => ({ custom_fields: [{ id: parent.id, value }] })
  const ticket = await make.ticket({ ticket_form_id: id, assignee_id: app.admin.id, ...choose('d_yes') })
  const pending = await put(ticket, { status: 'pending' })
  assert.equal(pending.body.details.base[0].description, 'Reason: is required')
  assert.equal((await put(ticket, { status: 'open' })).status, 200)
  assert.equal((await put(ticket, { status: 'solved' })).body.details.base[0].ticket_field_id, child.id)
  assert.equal((await put(ticket, { status: 'pending', ...choose('d_no') })).status, 200)
  await app.api.put(`/api/v2/ticket_forms/${id}`, { ticket_form: { agent_conditions: [condition({ type: 'ALL_STATUSES' })] } })
  assert.equal((await put(ticket, choose('d_yes'))).status, 422)
  assert.equal((await put(ticket, { custom_fields: [...choose('d_yes').custom_fields, { id: child.id, value: 'Because' }] })).status, 200)
})

test('a form that offers some statuses accepts no other', async () => {
  const { ticket_form } = (await app.api.post('/api/v2/ticket_forms', { ticket_form: { name: 'Few statuses' } })).body
  const status = async (agent_label: string) =>
    (await app.api.post('/api/v2/custom_statuses', { custom_status: { status_category: 'open', agent_label } })).body.custom_status.id
  const offered = await status('Offered')
  const other = await status('Not offered')
  await app.api.post(`/api/v2/ticket_forms/${ticket_form.id}/ticket_form_statuses`, { ticket_form_status: [{ custom_status_id: offered }] })
  const ticket = await make.ticket({ ticket_form_id: ticket_form.id })
  assert.equal((await put(ticket, { custom_status_id: other })).body.details.base[0].description, 'Custom status: is invalid')
  assert.equal((await put(ticket, { custom_status_id: offered })).body.ticket.custom_status_id, offered)
})
