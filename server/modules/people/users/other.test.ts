import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

test('agents see the stages of a permanent deletion, and none before it', async () => {
  const user = await make.user()
  const path = `/api/v2/users/${user.id}/compliance_deletion_statuses`
  assert.deepEqual((await api.get(path)).body.compliance_deletion_statuses, [])
  await api.delete(`/api/v2/users/${user.id}`)
  assert.deepEqual((await api.get(path)).body.compliance_deletion_statuses, [])
  await api.delete(`/api/v2/deleted_users/${user.id}`)
  const told = (await api.get(`${path}.json`)).body.compliance_deletion_statuses
  assert.deepEqual(
    told.map((one: any) => [one.action, one.application, one.executer_id, one.user_id]),
    [
      ['request_deletion', 'all', app.admin.id, user.id],
      ['started', 'support', null, user.id],
      ['complete', 'support', null, user.id],
    ],
  )
  assert.match(told[0].created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  assert.equal((await api.get(`${path}?application=support`)).body.compliance_deletion_statuses.length, 2)
  assert.deepEqual((await api.get(`${path}?application=talk`)).body, { compliance_deletion_statuses: [], next_page: null, previous_page: null, count: 0 }) // prettier-ignore
  const first = (await api.get(`${path}?page[size]=2`)).body
  assert.deepEqual(first.compliance_deletion_statuses, told.slice(0, 2))
  const rest = (await api.get(first.links.next.replace(app.base_url, ''))).body
  assert.deepEqual([rest.compliance_deletion_statuses, rest.meta.has_more], [told.slice(2), false])
})

test('users have no other products', async () => {
  const agent = await make.agent()
  const { entitlements } = (await api.get(`/api/v2/users/${agent.id}/entitlements/full`)).body
  assert.deepEqual(entitlements.talk, { name: 'agent', is_active: false })
  assert.deepEqual(Object.keys(entitlements), ['chat', 'explore', 'guide', 'talk'])
})

test('the owner gets a mail with the request to create a user', async () => {
  const agent = await make.agent()
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  const asked = await asAgent.post('/api/v2/users/request_create', { user: { name: 'Wanted Person', email: 'wanted@example.org' } })
  assert.equal(asked.status, 200)
  assert.match(JSON.stringify((await api.get('/api/v2/deskhand/mails')).body), /A user is asked for/)
  const refused = await asAgent.post('/api/v2/users/request_create', { user: { name: ' ' } })
  assert.deepEqual([refused.status, Object.keys(refused.body.details)], [422, ['name', 'email']])
})

test('without credentials 401, end users 403, unknown users 404', async () => {
  const person = await make.user()
  const asPerson = app.as({ email: person.email, token: app.admin.token })
  for (const path of ['compliance_deletion_statuses', 'entitlements/full']) {
    assert.equal((await app.as({}).get(`/api/v2/users/${person.id}/${path}`)).status, 401)
    assert.equal((await asPerson.get(`/api/v2/users/${person.id}/${path}`)).status, 403)
    assert.equal((await api.get(`/api/v2/users/999999/${path}`)).status, 404)
  }
  assert.equal((await asPerson.post('/api/v2/users/request_create', { user: { name: 'x', email: 'x@example.org' } })).status, 403)
})

test('an agent cannot change another agent, and end users have no preferences', async () => {
  const one = await make.agent()
  const other = await make.agent()
  const customer = await make.user()
  const makeTokenClient = ({ email }: { email: string }) => app.as({ email, token: app.admin.token })
  assert.equal((await makeTokenClient(one).put(`/api/v2/users/${other.id}`, { user: { notes: 'Changed' } })).status, 403)
  assert.notEqual((await app.api.get(`/api/v2/users/${other.id}`)).body.user.notes, 'Changed')
  assert.equal((await makeTokenClient(customer).put('/api/v2/users/me/settings', { settings: { shared: {} } })).status, 403)
  assert.equal((await makeTokenClient(customer).get('/api/v2/users/me/settings')).status, 403)
})
