import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const lookup = { type: 'lookup', title: 'Manager', relationship_target_type: 'zen:user' }

test('records of every type that refer to a record in a lookup field are found from it', async () => {
  const manager = await make.user()
  const createField = async (path: string, key: string, more: object) =>
    (await app.api.post(`/api/v2/${path}`, { [key]: { ...lookup, ...more } })).body[key]
  const onTickets = await createField('ticket_fields', 'ticket_field', {})
  const onUsers = await createField('user_fields', 'user_field', { key: 'manager' })
  const onOrganizations = await createField('organization_fields', 'organization_field', { key: 'manager' })
  const ticket = await make.ticket({ custom_fields: [{ id: onTickets.id, value: manager.id }] })
  await make.ticket()
  const user = await make.user({ user_fields: { manager: String(manager.id) } })
  const organization = await make.organization({ organization_fields: { manager: manager.id } })
  const sources = async (fieldId: number, source: string) =>
    (await app.api.get(`/api/v2/zen:user/${manager.id}/relationship_fields/${fieldId}/${source}`)).body
  const tickets = await sources(onTickets.id, 'zen:ticket')
  assert.deepEqual([tickets.tickets.map((one: any) => one.id), tickets.count], [[ticket.id], 1])
  assert.deepEqual(
    (await sources(onUsers.id, 'zen:user')).users.map((one: any) => one.id),
    [user.id],
  )
  assert.deepEqual(
    (await sources(onOrganizations.id, 'zen:organization?page[size]=5')).organizations.map((one: any) => one.id),
    [organization.id],
  )
})

test('unknown records, fields and types are 404; end users 403, anonymous callers 401', async () => {
  const { ticket_field } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: lookup })).body
  const user = await make.user()
  const path = (target: string, id: number, fieldId: number, source: string) =>
    `/api/v2/${target}/${id}/relationship_fields/${fieldId}/${source}`
  for (const wrong of [
    path('zen:user', 987_654_321, ticket_field.id, 'zen:ticket'),
    path('zen:user', user.id, 987_654_321, 'zen:ticket'),
    path('zen:user', user.id, ticket_field.id, 'zen:moon'),
    path('zen:ticket', user.id, ticket_field.id, 'zen:ticket'),
  ])
    assert.equal((await app.api.get(wrong)).status, 404, wrong)
  const huge = `/api/v2/zen:user/${'9'.repeat(25)}/relationship_fields/${ticket_field.id}/zen:ticket`
  assert.equal((await app.api.get(huge)).status, 404)
  const right = path('zen:user', user.id, ticket_field.id, 'zen:ticket')
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get(right)).status, 403)
  assert.equal((await app.as({}).get(right)).status, 401)
})

test('end users cannot list the records of an object that refer to a record', async () => {
  await app.api.post('/api/v2/custom_objects', { custom_object: { key: 'ship', title: 'Ship', title_pluralized: 'Ships' } })
  const field = { ...lookup, key: 'captain' }
  const { custom_object_field } = (await app.api.post('/api/v2/custom_objects/ship/fields', { custom_object_field: field })).body
  const captain = await make.user()
  const path = `/api/v2/zen:user/${captain.id}/relationship_fields/${custom_object_field.id}/zen:custom_object:ship`
  assert.equal((await app.api.get(path)).status, 200)
  assert.equal((await app.as({ email: captain.email, token: app.admin.token }).get(path)).status, 403)
  const unknown = `/api/v2/zen:user/${captain.id}/relationship_fields/1/zen:custom_object:ship`
  assert.equal((await app.as({ email: captain.email, token: app.admin.token }).get(unknown)).status, 403)
})

test('the conditions of a filter are listed for each type of record', async () => {
  for (const kind of ['zen:user', 'zen:organization', 'zen:ticket']) {
    const { definitions } = (await app.api.get(`/api/v2/relationships/definitions/${kind}`)).body
    assert.deepEqual(Object.keys(definitions), ['conditions_all', 'conditions_any'])
    assert.ok(definitions.conditions_all.every((one: any) => one.operators.length > 0))
  }
  assert.equal((await app.api.get('/api/v2/relationships/definitions/zen:moon')).status, 404)
})

test('a restricted agent finds only users and organizations in their scope, and counts do not include others', async () => {
  const field = { ...lookup, key: 'whose', relationship_target_type: 'zen:ticket' }
  const onUsers = (await app.api.post('/api/v2/user_fields', { user_field: field })).body.user_field
  const onOrganizations = (await app.api.post('/api/v2/organization_fields', { organization_field: field })).body.organization_field
  const own = await make.organization()
  const other = await make.organization()
  const restricted = await make.agent({ ticket_restriction: 'organization', organization_id: own.id })
  const agent = app.as({ email: restricted.email, token: app.admin.token })
  const customer = await make.user({ organization_id: own.id })
  const ticket = await make.ticket({ requester_id: customer.id, organization_id: own.id })
  for (const organization of [own, other]) {
    await make.user({ organization_id: organization.id, user_fields: { whose: ticket.id } })
    await app.api.put(`/api/v2/organizations/${organization.id}`, { organization: { organization_fields: { whose: ticket.id } } })
  }
  for (const [fieldId, source, key] of [
    [onUsers.id, 'zen:user', 'users'],
    [onOrganizations.id, 'zen:organization', 'organizations'],
  ]) {
    const path = `/api/v2/zen:ticket/${ticket.id}/relationship_fields/${fieldId}/${source}`
    const { body, status } = await agent.get(path)
    assert.deepEqual([status, body.count, body[key]?.length], [200, 1, 1], source)
    const paged = await agent.get(`${path}?page[size]=1`)
    assert.equal(paged.body.meta.has_more, false)
    assert.equal((await app.api.get(path)).body.count, 2)
  }
})
