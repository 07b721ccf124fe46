import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '../../../test/app.ts'
import { becomes } from '../../../test/jobs.ts'
import { putPerson, putTicket, ticketMember } from '../../../test/records.ts'

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

test('a status is made, changed and removed', async () => {
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
  assert.equal((await app.api.get(`${path}/${id}`)).status, 404)
})

test('labels and category are checked', async () => {
  const wrong = await app.api.post(path, { custom_status: { status_category: 'closed', agent_label: '' } })
  assert.equal(wrong.status, 422)
  assert.deepEqual(Object.keys(wrong.body.details), ['status_category', 'agent_label', 'end_user_label'])
  assert.equal((await app.api.post(path, { custom_status: { status_category: 'open', agent_label: 'x'.repeat(49) } })).status, 422)
  assert.equal((await app.api.post(path, {})).status, 400)
  assert.equal((await app.api.put(`${path}/${(await builtIn('new')).id}`, { custom_status: { active: false } })).status, 422)
})

test('a status stays while tickets use it; closed tickets take the default of its category', async () => {
  const { id } = await make({})
  await putTicket(app, { id: 1, status: 'open', custom_status_id: id })
  assert.equal((await app.api.delete(`${path}/${id}`)).status, 422)
  const other = await make({})
  await putTicket(app, { id: 2, status: 'closed', custom_status_id: other.id })
  assert.equal((await app.api.delete(`${path}/${other.id}`)).status, 204)
  await becomes(() => ticketMember(app, 2, 'custom_status_id'), (await builtIn('open')).id)
  assert.equal((await app.api.delete(`${path}/${(await builtIn('solved')).id}`)).status, 422)
})

test('two statuses of one name can be made at once', async () => {
  const made = await Promise.all([make({ agent_label: 'Twin' }), make({ agent_label: 'Twin' })])
  assert.equal(new Set(made.map((status) => status.id)).size, 2)
})

test('defaults are chosen one for each category', async () => {
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

test('only admins write statuses, and nobody reads them without login', async () => {
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
