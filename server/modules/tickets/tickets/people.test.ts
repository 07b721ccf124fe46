import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const person = async (id: number) => (await app.api.get(`/api/v2/users/${id}`)).body.user
const people = async () => (await app.api.get('/api/v2/users/count')).body.count.value

test('a requester given only by an unknown address lacks a name', async () => {
  for (const requester of ['unknown@example.org', { email: 'unknown@example.org' }]) {
    const { status, body } = await app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester } })
    assert.equal(status, 422)
    assert.equal(body.details.requester[0].description, 'Requester Name:  is too short (minimum is 1 characters)')
  }
})

test('a whole user without an address is the requester, and nobody is created', async () => {
  const { user } = (await app.api.post('/api/v2/users', { user: { name: 'No Address' } })).body
  const before = await people()
  assert.equal((await make.ticket({ requester: user })).requester_id, user.id)
  assert.equal((await make.ticket({ requester: { id: 0, name: 'A New One' } })).requester_id > user.id, true)
  assert.equal(await people(), before + 1)
  const { status } = await app.api.post('/api/v2/tickets', {
    ticket: { comment: { body: 'x' }, requester: { id: 999_999_999, name: 'Nobody' } },
  })
  assert.equal(status, 422)
})

test('a new requester is verified only if the ticket says so', async () => {
  const known = await make.ticket({ requester: { name: 'Known', email: 'known@example.org', verified: true } })
  const other = await make.ticket({ requester: { name: 'Other', email: 'other@example.org' } })
  assert.deepEqual([(await person(known.requester_id)).verified, (await person(other.requester_id)).verified], [true, false])
})

test('an unknown address that is copied becomes a user, named by the start of the address', async () => {
  const ticket = await make.ticket({
    collaborators: ['ada.copied@example.org', { email: 'bob.copied@example.org' }, { name: 'Carla', email: 'carla.copied@example.org' }],
    email_ccs: [{ user_email: 'dan.copied@example.org', user_name: 'Dan' }, { user_email: 'eve.copied@example.org' }],
  })
  const names = (await app.api.get(`/api/v2/tickets/${ticket.id}/email_ccs`)).body.users.map((user: { name: string }) => user.name)
  assert.deepEqual(names, ['ada.copied', 'bob.copied', 'Carla', 'Dan', 'eve.copied'])
  const { body } = await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { additional_collaborators: ['ada.copied@example.org'] } })
  assert.deepEqual(body.ticket.email_cc_ids, ticket.email_cc_ids)
})

test('removing someone or adding a follower creates no user', async () => {
  const ticket = await make.ticket()
  const before = await people()
  const change = { email_ccs: [{ user_email: 'gone@example.org', action: 'delete' }], followers: [{ user_email: 'none@example.org' }] }
  const { status, body } = await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: change })
  assert.deepEqual([status, body.ticket.collaborator_ids, body.audit.events], [200, [], []])
  assert.equal(await people(), before)
})

test('a name without an address creates no user: it could not be written to', async () => {
  const before = await people()
  const ticket = await make.ticket({ collaborators: [{ name: 'Nameonly', email: null }], email_ccs: [{ user_name: 'Nameonly' }] })
  assert.deepEqual(ticket.collaborator_ids, [])
  assert.equal(await people(), before)
})

test('an invalid address refers to no one and is not refused', async () => {
  const before = await people()
  const collaborators = ['Jane <jane@x.example>', 'foo@', '@x.example', { name: 'Jane', email: 'jane@' }]
  const ticket = await make.ticket({ collaborators, email_ccs: [{ user_email: 'jane@x.example, joe@x.example' }] })
  assert.deepEqual(ticket.collaborator_ids, [])
  assert.equal(await people(), before)
})

test('an agent whose role cannot create end users copies known users only', async () => {
  const known = await make.user()
  for (const end_user_profile_access of ['readonly', 'edit-within-org']) {
    const configuration = { ticket_access: 'all', ticket_editing: true, end_user_profile_access }
    const { custom_role } = (await app.api.post('/api/v2/custom_roles', { custom_role: { name: end_user_profile_access, configuration } }))
      .body
    const agent = await make.agent({ custom_role_id: custom_role.id })
    const before = await people()
    const ticket = { comment: { body: 'x' }, email_ccs: [{ user_email: 'stranger@example.org' }, { user_email: known.email }] }
    const { status, body } = await app.as({ email: agent.email, token: app.admin.token }).post('/api/v2/tickets', { ticket })
    assert.deepEqual([status, body.ticket?.email_cc_ids], [201, [known.id]])
    assert.equal(await people(), before)
  }
})
