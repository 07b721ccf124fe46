import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putPerson, putTicket, ticketMember } from '#test/records.ts'

const app = await useApp()
const path = '/api/v2/custom_statuses'
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const builtIn = async (category: string) =>
  (await app.api.get(`${path}?status_categories=${category}&default=true`)).body.custom_statuses[0]
const make = async (members: Record<string, unknown>) =>
  (await app.api.post(path, { custom_status: { status_category: 'open', agent_label: 'Waiting for parts', ...members } })).body
    .custom_status

test('a fresh instance has the five built-in statuses, each the default of its category', async () => {
  const { status, body } = await customer.api.get(`${path}.json?default=true`)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['custom_statuses', 'next_page', 'previous_page', 'count'])
  assert.deepEqual(
    body.custom_statuses.map((row: { status_category: string }) => row.status_category),
    ['new', 'open', 'pending', 'hold', 'solved'],
  )
  const [first] = body.custom_statuses
  assert.deepEqual(Object.keys(first), [
    'url',
    'id',
    'status_category',
    'agent_label',
    'raw_agent_label',
    'end_user_label',
    'raw_end_user_label',
    'description',
    'raw_description',
    'end_user_description',
    'raw_end_user_description',
    'active',
    'default',
    'created_at',
    'updated_at',
  ])
  assert.equal(first.raw_agent_label, '{{zd.status_new}}')
  assert.equal(first.raw_end_user_label, '{{zd.status_open}}')
})

test('a status is created, changed and removed', async () => {
  const made = await app.api.post(path, { custom_status: { status_category: 'pending', agent_label: ' Waiting for bank ' } })
  assert.equal(made.status, 201)
  assert.equal(made.headers.get('location'), made.body.custom_status.url)
  const { id, default: isDefault, end_user_label, raw_agent_label, description } = made.body.custom_status
  assert.deepEqual(
    { isDefault, end_user_label, raw_agent_label, description },
    { isDefault: false, end_user_label: 'Waiting for bank', raw_agent_label: 'Waiting for bank', description: null },
  )
  const changed = await app.api.put(`${path}/${id}.json`, {
    custom_status: { id, status_category: 'solved', end_user_label: 'In progress', active: false },
  })
  assert.equal(changed.status, 200)
  assert.equal(changed.body.custom_status.end_user_label, 'In progress')
  assert.equal(changed.body.custom_status.status_category, 'pending')
  assert.equal((await app.api.get(`${path}?active=false`)).body.count, 1)
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 204)
})

test('a deleted status is shown by its id and among the inactive ones, and cannot be changed', async () => {
  const before = await make({ agent_label: 'Short-lived' })
  assert.equal((await app.api.delete(`${path}/${before.id}`)).status, 204)
  const { status, body } = await customer.api.get(`${path}/${before.id}`)
  const { updated_at } = body.custom_status
  assert.deepEqual([status, body.custom_status], [200, { ...before, active: false, updated_at }])
  const countListed = async (query: string) =>
    (await app.api.get(`${path}${query}`)).body.custom_statuses.filter((row: { id: number }) => row.id === before.id).length
  assert.deepEqual([await countListed(''), await countListed('?active=true'), await countListed('?active=false')], [0, 0, 1])
  const field = (await app.api.get('/api/v2/ticket_fields')).body.ticket_fields.find(
    (one: { type: string }) => one.type === 'custom_status',
  )
  assert.ok(field.custom_statuses.every((row: { id: number }) => row.id !== before.id))
  for (const refused of [
    app.api.put(`${path}/${before.id}`, { custom_status: { active: true } }),
    app.api.delete(`${path}/${before.id}`),
    app.api.put('/api/v2/custom_status/default', { ids: String(before.id) }),
    app.api.post(`${path}/${before.id}/ticket_form_statuses`, { ticket_form_status: [] }),
  ])
    assert.equal((await refused).status, 404)
  assert.notEqual((await make({ agent_label: 'Short-lived' })).id, before.id)
})

test('a form that offered a deleted status offers the others', async () => {
  const { ticket_form } = (await app.api.post('/api/v2/ticket_forms', { ticket_form: { name: 'Offers two' } })).body
  const gone = await make({})
  const kept = await make({})
  const offers = `/api/v2/ticket_forms/${ticket_form.id}/ticket_form_statuses`
  await app.api.post(offers, { ticket_form_status: [{ custom_status_id: gone.id }, { custom_status_id: kept.id }] })
  assert.equal((await app.api.delete(`${path}/${gone.id}`)).status, 204)
  assert.deepEqual(
    (await app.api.get(offers)).body.ticket_form_statuses.map((row: { custom_status_id: number }) => row.custom_status_id),
    [kept.id],
  )
  assert.equal((await app.api.post(offers, { ticket_form_status: [{ custom_status_id: gone.id }] })).status, 422)
})

test('tickets cannot get a status that is inactive or deleted, but keep one they already have', async () => {
  const { id } = await make({ status_category: 'hold', agent_label: 'Seasonal' })
  const kept = await putTicket(app, { id: 3, status: 'hold', custom_status_id: id })
  const other = await putTicket(app, { id: 4 })
  const put = (ticket: number, change: Record<string, unknown>) => app.api.put(`/api/v2/tickets/${ticket}`, { ticket: change })
  const checkStatus = async () => {
    assert.equal((await put(other, { custom_status_id: id })).body.details.base[0].description, 'Custom status: is invalid')
    const { status, body } = await put(kept, { custom_status_id: id, priority: 'high', comment: { body: 'Still waiting' } })
    assert.deepEqual([status, body.ticket.custom_status_id, body.ticket.status], [200, id, 'hold'])
  }
  assert.equal((await app.api.put(`${path}/${id}`, { custom_status: { active: false } })).status, 200)
  await checkStatus()
  assert.equal((await app.api.delete(`/api/v2/tickets/${kept}`)).status, 204)
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 204)
  assert.equal((await app.api.put(`/api/v2/deleted_tickets/${kept}/restore`)).status, 200)
  await checkStatus()
  assert.equal((await put(kept, { status: 'open' })).body.ticket.custom_status_id, (await builtIn('open')).id)
})

test('labels and category are checked', async () => {
  const wrong = await app.api.post(path, { custom_status: { status_category: 'closed', agent_label: '' } })
  assert.equal(wrong.status, 422)
  assert.deepEqual(Object.keys(wrong.body.details), ['status_category', 'agent_label', 'end_user_label'])
  assert.equal((await app.api.post(path, { custom_status: { status_category: 'open', agent_label: 'x'.repeat(49) } })).status, 422)
  assert.equal((await app.api.post(path, {})).status, 400)
  assert.equal((await app.api.put(`${path}/${(await builtIn('new')).id}`, { custom_status: { active: false } })).status, 422)
})

test('a status cannot be deleted while tickets use it; closed tickets keep it', async () => {
  const { id } = await make({})
  await putTicket(app, { id: 1, status: 'open', custom_status_id: id })
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 422)
  const other = await make({})
  await putTicket(app, { id: 2, status: 'closed', custom_status_id: other.id })
  assert.equal((await app.api.delete(`${path}/${other.id}`)).status, 204)
  assert.equal(await ticketMember(app, 2, 'custom_status_id'), other.id)
  const { body } = await app.api.get('/api/v2/tickets/show_many?ids=2&include=custom_statuses')
  assert.deepEqual(
    body.custom_statuses.map((row: { id: number; active: boolean }) => [row.id, row.active]),
    [[other.id, false]],
  )
  assert.equal((await app.api.delete(`${path}/${(await builtIn('solved')).id}`)).status, 422)
})

test('a category has at most a hundred statuses, and deleted ones do not count', async () => {
  const category = { custom_status: { status_category: 'solved', agent_label: 'One of many' } }
  const count = async () => (await app.api.get(`${path}?status_categories=solved`)).body.count
  for (let left = 100 - (await count()); left > 0; left -= 1) assert.equal((await app.api.post(path, category)).status, 201)
  const refused = await app.api.post(path, category)
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['base']])
  const { custom_statuses } = (await app.api.get(`${path}?status_categories=solved&default=false`)).body
  assert.equal((await app.api.delete(`${path}/${custom_statuses[0].id}`)).status, 204)
  assert.equal((await app.api.post(path, category)).status, 201)
  assert.equal(await count(), 100)
})

test('two statuses with the same name can be created at once', async () => {
  const made = await Promise.all([make({ agent_label: 'Twin' }), make({ agent_label: 'Twin' })])
  assert.equal(new Set(made.map((status) => status.id)).size, 2)
})

test('one default is chosen for each category', async () => {
  const before = await builtIn('hold')
  const own = await make({ status_category: 'hold', agent_label: 'Supplier' })
  const asked = await app.api.put('/api/v2/custom_status/default', { ids: `${own.id},${(await builtIn('new')).id}` })
  assert.deepEqual([asked.status, asked.body], [200, {}])
  assert.equal((await builtIn('hold')).id, own.id)
  assert.equal((await app.api.put('/api/v2/custom_status/default', { ids: `${own.id},${before.id}` })).status, 422)
  const idle = await make({ active: false })
  assert.equal((await app.api.put('/api/v2/custom_status/default', { ids: String(idle.id) })).status, 422)
  assert.equal((await app.api.put('/api/v2/custom_status/default', { ids: '999999' })).status, 404)
  assert.equal((await app.api.put('/api/v2/custom_status/default', { ids: 'x' })).status, 400)
})

test('only admins write statuses, and reading them requires a login', async () => {
  const { id } = await builtIn('open')
  const body = { custom_status: { status_category: 'open', agent_label: 'Mine' } }
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({}).get(`${path}/${id}`)).status, 401)
  assert.equal((await agent.api.get(`${path}/${id}`)).status, 200)
  for (const refused of [
    agent.api.post(path, body),
    agent.api.put(`${path}/${id}`, body),
    agent.api.delete(`${path}/${id}`),
    agent.api.put('/api/v2/custom_status/default', { ids: '1' }),
  ])
    assert.equal((await refused).status, 403)
  for (const missing of [app.api.put(`${path}/9223372036854775807`, body), app.api.delete(`${path}/9223372036854775807`)])
    assert.equal((await missing).status, 404)
})
