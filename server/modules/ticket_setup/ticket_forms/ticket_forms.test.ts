import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const BASE = '/api/v2/ticket_forms'
const KEYS = [
  'url',
  'id',
  'name',
  'raw_name',
  'display_name',
  'raw_display_name',
  'end_user_visible',
  'position',
  'ticket_field_ids',
  'active',
  'default',
  'created_at',
  'updated_at',
  'in_all_brands',
  'restricted_brand_ids',
  'end_user_conditions',
  'agent_conditions',
  'deleted_at',
]

async function form(given: Record<string, unknown> = {}): Promise<any> {
  const answer = await app.api.post(BASE, { ticket_form: { name: 'A form', ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.ticket_form
}

async function field(type: string, given: Record<string, unknown> = {}): Promise<number> {
  const answer = await app.api.post('/api/v2/ticket_fields', { ticket_field: { type, title: 'A field', ...given } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.ticket_field.id
}

const ids = (list: readonly { id: number }[]) => list.map((one) => one.id)
const makeEndUserClient = async () => app.as({ email: (await make.user()).email, token: app.admin.token })

test('the only form of an instance gets each new field', async () => {
  const id = await field('text')
  const [only] = (await app.api.get(BASE)).body.ticket_forms
  assert.ok(only.default && only.ticket_field_ids.includes(id))
})

test('a form is created with the recorded keys and its system fields, changed, and after removal found by id only', async () => {
  const own = await field('text')
  const made = await app.api.post(`${BASE}.json`, { ticket_form: { name: 'Snowboards', ticket_field_ids: [own] } })
  const { ticket_form } = made.body
  assert.deepEqual(Object.keys(ticket_form), KEYS)
  assert.equal(made.headers.get('location'), ticket_form.url)
  assert.equal(ticket_form.ticket_field_ids.length, 6)
  const [, ...system] = ticket_form.ticket_field_ids
  assert.equal(ticket_form.ticket_field_ids[0], own)
  const path = `${BASE}/${ticket_form.id}`
  for (const ids of [
    [...system.toReversed(), own],
    [system[3], own, system[0]],
  ]) {
    const { body } = await app.api.put(path, { ticket_form: { ticket_field_ids: ids } })
    assert.deepEqual(body.ticket_form.ticket_field_ids.slice(0, ids.length), ids)
    assert.equal(body.ticket_form.ticket_field_ids.length, 6)
  }
  const changed = (await app.api.put(path, { ticket_form: { name: 'Boards', end_user_visible: false } })).body.ticket_form
  assert.deepEqual([changed.name, changed.display_name, changed.end_user_visible], ['Boards', 'Boards', false])
  assert.equal((await app.api.delete(path)).status, 204)
  const gone = (await app.api.get(path)).body.ticket_form
  assert.deepEqual([gone.active, typeof gone.deleted_at], [false, 'string'])
  assert.ok(!ids((await app.api.get(BASE)).body.ticket_forms).includes(ticket_form.id))
  assert.equal((await app.api.put(path, { ticket_form: { name: 'x' } })).status, 404)
})

test('a form that is sent back as it was read, with another name, gets the new name', async () => {
  const read = await form({ name: 'Skis' })
  const write = async (sent: object) => (await app.api.put(`${BASE}/${read.id}`, { ticket_form: sent })).body.ticket_form
  const named = await write({ ...read, name: 'Boards' })
  assert.deepEqual([named.name, named.raw_name, named.display_name], ['Boards', 'Boards', 'Skis'])
  assert.equal((await write({ ...named, display_name: 'Sledges' })).display_name, 'Sledges')
  assert.equal((await write({ ...named, raw_name: 'Raw', name: 'Shown' })).name, 'Raw')
  assert.equal((await form({ name: 'Bare', display_name: '' })).display_name, '')
})

test('exactly one form is the default: another one can replace it, but it cannot be deactivated or removed', async () => {
  const first = (await app.api.get(BASE)).body.ticket_forms.find((one: any) => one.default)
  const { id } = await form({ default: true })
  assert.deepEqual(ids((await app.api.get(BASE)).body.ticket_forms.filter((one: any) => one.default)), [id])
  for (const change of [{ active: false }, { default: false }])
    assert.equal((await app.api.put(`${BASE}/${id}`, { ticket_form: change })).status, 422)
  assert.equal((await app.api.delete(`${BASE}/${id}`)).status, 422)
  await app.api.put(`${BASE}/${first.id}`, { ticket_form: { default: true } })
})

test('lists are filtered, shown by id, ordered, and paged in both styles', async () => {
  const { id: brandId } = (await app.api.post('/api/v2/brands', { brand: { name: 'Other', subdomain: 'other-forms' } })).body.brand
  const hidden = await form({ end_user_visible: false })
  const elsewhere = await form({ in_all_brands: false, restricted_brand_ids: [brandId] })
  const list = async (query: string) => ids((await app.api.get(`${BASE}${query}`)).body.ticket_forms)
  assert.ok((await list('?end_user_visible=false')).includes(hidden.id))
  assert.ok(!(await list('?associated_to_brand=true')).includes(elsewhere.id))
  assert.deepEqual(await list('?form_type=service_catalog'), [])
  assert.deepEqual(
    await list(`/show_many?ids=${elsewhere.id},${hidden.id},987654321`),
    [hidden.id, elsewhere.id].sort((a, b) => a - b),
  )
  const fallback = (await app.api.get(`${BASE}/show_many?ids=${hidden.id}&end_user_visible=true&fallback_to_default=true`)).body
  assert.deepEqual(
    fallback.ticket_forms.map((one: any) => one.default),
    [true],
  )
  const ordered = await app.api.put(`${BASE}/reorder`, { ticket_form_ids: [elsewhere.id, hidden.id] })
  assert.deepEqual(ids(ordered.body.ticket_forms).slice(0, 2), [elsewhere.id, hidden.id])
  assert.equal((await app.api.get(`${BASE}?per_page=1`)).body.ticket_forms[0].id, elsewhere.id)
  assert.deepEqual(Object.keys((await app.api.get(`${BASE}?page[size]=1`)).body), ['ticket_forms', 'meta', 'links'])
})

test('end users see the forms that are visible to them and cannot change any', async () => {
  const shown = await form()
  const hidden = await form({ end_user_visible: false })
  const as = await makeEndUserClient()
  const seen = ids((await as.get(BASE)).body.ticket_forms)
  assert.ok(seen.includes(shown.id) && !seen.includes(hidden.id))
  assert.equal((await as.get(`${BASE}/${hidden.id}`)).status, 404)
  assert.equal((await as.post(BASE, { ticket_form: { name: 'x' } })).status, 403)
  assert.equal((await app.as({}).get(BASE)).status, 401)
})

test('a clone has all members of the original but position and default', async () => {
  const { id } = await form({ name: 'Original', end_user_visible: false })
  const plain = await app.api.post(`${BASE}/${id}/clone`)
  assert.deepEqual([plain.status, plain.body.ticket_form.name, plain.body.ticket_form.end_user_visible], [200, 'Original', false])
  const named = await app.api.post(`${BASE}/${id}/clone`, { prepend_clone_title: true })
  assert.equal(named.body.ticket_form.name, 'Clone of Original')
  assert.equal((await app.api.post(`${BASE}/987654321/clone`)).status, 404)
})

test('conditions are stored for agents and end users, replaced completely, and lose a removed field', async () => {
  const custom_field_options = [{ name: 'Yes', value: 'form_yes' }]
  const parent = await field('tagger', { custom_field_options })
  const child = await field('text')
  const box = await field('checkbox')
  const made = await form({
    ticket_field_ids: [parent, child, box],
    agent_conditions: [{ parent_field_id: parent, value: 'form_yes', child_fields: [{ id: child, is_required: true }] }],
    end_user_conditions: [{ parent_field_id: box, value: 'true', child_fields: [{ id: child, is_required: false }] }],
  })
  assert.deepEqual(made.agent_conditions, [
    {
      parent_field_id: parent,
      parent_field_type: 'tagger',
      value: 'form_yes',
      child_fields: [{ id: child, is_required: true, required_on_statuses: { type: 'SOME_STATUSES', statuses: ['solved'] } }],
    },
  ])
  assert.deepEqual(made.end_user_conditions[0].value, true)
  await app.api.delete(`/api/v2/ticket_fields/${box}`)
  const after = (await app.api.get(`${BASE}/${made.id}`)).body.ticket_form
  assert.deepEqual(after.end_user_conditions, [])
  assert.ok(!after.ticket_field_ids.includes(box))
  const cleared = await app.api.put(`${BASE}/${made.id}`, { ticket_form: { agent_conditions: [] } })
  assert.deepEqual(cleared.body.ticket_form.agent_conditions, [])
})

test('end users see the conditions for end users, and none of those for agents', async () => {
  const custom_field_options = [{ name: 'Yes', value: 'own_yes' }]
  const parent = await field('tagger', { custom_field_options })
  const child = await field('text')
  const condition = { parent_field_id: parent, value: 'own_yes', child_fields: [{ id: child, is_required: false }] }
  const conditions = { agent_conditions: [condition], end_user_conditions: [condition] }
  const made = await form({ ticket_field_ids: [parent, child], end_user_visible: true, active: true, ...conditions })
  const person = await makeWith(app.api).user()
  const asPerson = app.as({ email: person.email, token: app.admin.token })
  for (const path of [`${BASE}/${made.id}`, BASE, `${BASE}/show_many?ids=${made.id}`]) {
    const { ticket_form, ticket_forms } = (await asPerson.get(path)).body
    const shown = ticket_form ?? ticket_forms.find((one: any) => one.id === made.id)
    assert.deepEqual([shown.agent_conditions, shown.end_user_conditions.length], [[], 1], path)
  }
})

test('invalid conditions are refused, each with a message', async () => {
  const custom_field_options = [{ name: 'Yes', value: 'wrong_yes' }]
  const parent = await field('tagger', { custom_field_options })
  const child = await field('checkbox')
  const off = await field('text')
  const readRefusal = async (...agent_conditions: unknown[]) => {
    const answer = await app.api.post(BASE, { ticket_form: { name: 'x', ticket_field_ids: [parent, child], agent_conditions } })
    assert.equal(answer.status, 422)
    return answer.body.details.agent_conditions[0].description as string
  }
  const condition = (id: number, more: object = {}) => ({ parent_field_id: parent, value: 'wrong_yes', child_fields: [{ id, ...more }] })
  assert.match(await readRefusal(condition(off)), /is not on the form/)
  assert.match(await readRefusal({ ...condition(child), value: 'no' }), /has no value no/)
  assert.match(await readRefusal(condition(parent)), /cannot be its own parent/)
  assert.match(await readRefusal(condition(child, { required_on_statuses: { type: 'SOMETIMES' } })), /not a type of required_on_statuses/)
  assert.match(
    await readRefusal(condition(child, { required_on_statuses: { type: 'SOME_STATUSES', statuses: ['closed'] } })),
    /no status closed/,
  )
  assert.match(await readRefusal(condition(child), { parent_field_id: child, value: true, child_fields: [{ id: parent }] }), /form a cycle/)
  const { details } = (await app.api.post(BASE, { ticket_form: { ticket_field_ids: [987_654_321] } })).body
  assert.deepEqual(Object.keys(details), ['name', 'ticket_field_ids'])
})

test('new conditions cannot refer to a deleted status; a form that already does can be sent back unchanged', async () => {
  const custom_field_options = [{ name: 'Yes', value: 'status_yes' }]
  const parent = await field('tagger', { custom_field_options })
  const child = await field('text')
  const status = { status_category: 'solved', agent_label: 'Settled' }
  const { id } = (await app.api.post('/api/v2/custom_statuses', { custom_status: status })).body.custom_status
  const required_on_statuses = { type: 'SOME_STATUSES', custom_statuses: [id] }
  const agent_conditions = [
    { parent_field_id: parent, value: 'status_yes', child_fields: [{ id: child, is_required: true, required_on_statuses }] },
  ]
  const naming = await form({ ticket_field_ids: [parent, child], agent_conditions })
  const other = await form({ ticket_field_ids: [parent, child] })
  assert.equal((await app.api.delete(`/api/v2/custom_statuses/${id}`)).status, 204)
  const put = (to: { id: number }) => app.api.put(`${BASE}/${to.id}`, { ticket_form: { agent_conditions } })
  for (const refused of [
    await put(other),
    await app.api.post(BASE, { ticket_form: { name: 'x', ticket_field_ids: [parent, child], agent_conditions } }),
  ]) {
    assert.equal(refused.status, 422)
    assert.equal(refused.body.details.agent_conditions[0].description, `Agent conditions: there is no status ${id}`)
  }
  const kept = await put(naming)
  assert.deepEqual([kept.status, kept.body.ticket_form.agent_conditions], [200, naming.agent_conditions])
})

test('the fields of forms are side-loaded, each once; end users get those of the portal', async () => {
  const open = await field('text', { visible_in_portal: true, editable_in_portal: true })
  const closed = await field('text')
  const one = await form({ ticket_field_ids: [open, closed], end_user_visible: true })
  const two = await form({ ticket_field_ids: [open], end_user_visible: true })
  const { ticket_field } = (await app.api.get(`/api/v2/ticket_fields/${open}`)).body
  const many = `${BASE}/show_many?ids=${one.id},${two.id}`
  const answer = await app.api.get(`${many}&include=ticket_fields`)
  const fields = answer.body.ticket_fields
  assert.deepEqual(ids(fields).toSorted(), [...one.ticket_field_ids].toSorted())
  assert.deepEqual(
    fields.find(({ id }: { id: number }) => id === open),
    ticket_field,
  )
  assert.equal('ticket_fields' in (await app.api.get(many)).body, false)
  for (const query of ['include=ticket_fields', 'include=ticket_fields&page[size]=100', 'include=ticket_fields&per_page=100'])
    assert.ok(ids((await app.api.get(`${BASE}?${query}`)).body.ticket_fields).includes(closed), query)
  assert.ok(ids((await app.api.get(`${BASE}/${one.id}?include=ticket_fields`)).body.ticket_fields).includes(closed))
  const seen = ids((await (await makeEndUserClient()).get(`${many}&include=ticket_fields`)).body.ticket_fields)
  assert.deepEqual([seen.includes(open), seen.includes(closed)], [true, false])
})
