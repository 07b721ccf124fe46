import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const create = (ticket: Record<string, unknown>) => app.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, ...ticket } })

test('deeply nested HTML is kept no deeper than a browser would show it', async () => {
  assert.equal((await create({ comment: { html_body: `${'<b>'.repeat(9000)}deep` } })).status, 201)
})

test('HTML without any safe content is no comment', async () => {
  const { status, body } = await create({ comment: { html_body: '<script>alert(1)</script>' } })
  assert.equal(status, 422)
  assert.equal(body.details.base[0].description, 'Description: cannot be blank')
})

test('odd values are refused or ignored, and never cause a server error', async () => {
  assert.equal((await create({ priority: '' })).body.ticket.priority, null)
  assert.equal((await create({ external_id: 'x'.repeat(5000) })).status, 422)
  assert.equal((await create({ requester: '99999999999999999999' })).status, 422)
  assert.equal((await create({ requester: { name: 'N', organization_id: 'abc' } })).status, 400)
  assert.equal((await create({ requester: { name: 'N', locale: { a: 1 } } })).status, 400)
  assert.equal((await create({ via_followup_source_id: 999_999 })).status, 201)
})

test('participants who do not exist are ignored, and there are at most 48', async () => {
  const copied = (await app.api.post('/api/v2/users', { user: { name: 'Copied' } })).body.user
  const before = (await app.api.get('/api/v2/users/count')).body.count.value
  const { body } = await create({
    collaborators: [{ user_id: '5' }, { user_email: 7 }, {}],
    email_ccs: [{ user_id: String(copied.id) }],
  })
  assert.equal(body.ticket.email_cc_ids.length, 1)
  assert.equal((await app.api.get('/api/v2/users/count')).body.count.value, before)
  const many = Array.from({ length: 49 }, (_none, index) => ({ user_email: `cc${index}@example.org` }))
  assert.equal((await create({ email_ccs: many })).status, 422)
})

test('a ticket has at most 48 copies, however many writes add them', async () => {
  const people = Array.from({ length: 49 }, (_none, index) => ({ user_email: `copy${index}@example.org` }))
  const { id } = (await create({ email_ccs: people.slice(0, 30) })).body.ticket
  const put = (change: Record<string, unknown>) => app.api.put(`/api/v2/tickets/${id}`, { ticket: change })
  const words = 'Collaborators: cannot be more than 48'
  const others = people.slice(30)
  for (const change of [{ email_ccs: others }, { additional_collaborators: others.map((one) => ({ name: 'N', email: one.user_email })) }]) {
    const { status, body } = await put(change)
    assert.deepEqual([status, body.details?.base[0].description], [422, words])
  }
  const full = await put({ email_ccs: people.slice(20, 48) })
  assert.deepEqual([full.status, full.body.ticket.email_cc_ids.length], [200, 48])
  assert.equal((await put({ email_ccs: [people[48]] })).status, 422)
  assert.equal((await put({ email_ccs: people.slice(0, 20), comment: { body: 'To all of them' } })).status, 200)
  const last = await put({ email_ccs: [{ ...people[0], action: 'delete' }, people[48]] })
  assert.deepEqual([last.status, last.body.ticket.email_cc_ids.length], [200, 48])
})

test('a missing name of a requester is reported as a problem of the requester', async () => {
  const { status, body } = await create({ requester: { email: 'nameless@example.org', name: '' } })
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body.details), ['requester'])
  assert.equal(body.details.requester[0].description, 'Requester Name:  is too short (minimum is 1 characters)')
})

test('an organization must be one of the requester', async () => {
  const mine = await make.organization()
  const other = await make.organization()
  const user = await make.user({ organization_id: mine.id })
  assert.equal((await create({ requester_id: user.id, organization_id: other.id })).status, 422)
  assert.equal((await create({ requester_id: user.id, organization_id: mine.id })).status, 201)
})

test('has_incidents of a problem is correct: linked, unlinked, deleted, restored, and with concurrent writes', async () => {
  const problem = await make.ticket({ type: 'problem' })
  const has = async () => (await app.api.get(`/api/v2/tickets/${problem.id}`)).body.ticket.has_incidents
  const incident = await make.ticket({ type: 'incident', problem_id: problem.id })
  assert.equal(await has(), true)
  await app.api.put(`/api/v2/tickets/${incident.id}`, { ticket: { problem_id: null } })
  assert.equal(await has(), false)
  await app.api.put(`/api/v2/tickets/${incident.id}`, { ticket: { problem_id: problem.id } })
  await app.api.delete(`/api/v2/tickets/${incident.id}`)
  assert.equal(await has(), false)
  await app.api.put(`/api/v2/deleted_tickets/${incident.id}/restore`)
  assert.equal(await has(), true)
  const other = await make.ticket({ type: 'problem' })
  await Promise.all([
    ...Array.from({ length: 8 }, (_none, index) =>
      app.api.put(`/api/v2/tickets/${other.id}`, { ticket: { additional_tags: [`t${index}`] } }),
    ),
    create({ type: 'incident', problem_id: other.id }),
  ])
  assert.equal((await app.api.get(`/api/v2/tickets/${other.id}`)).body.ticket.has_incidents, true)
})
