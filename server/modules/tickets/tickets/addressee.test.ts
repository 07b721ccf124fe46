import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { makeWith } from '#test/make.ts'
import { statementsDuring } from '#test/statements.ts'

const app = await useApp()
const make = makeWith(app.api)
const SENT_TO_NOBODY = { from: {}, to: {}, rel: null }

/** `via.source.to` of the comments and audits of a ticket. */
async function addresseesOf(ticket: { id: number }, client: Client = app.api) {
  const listAddressees = (shown: { via: { source: { to: unknown } } }[]) => shown.map(({ via }) => via.source.to)
  const path = `/api/v2/tickets/${ticket.id}`
  const { audits } = (await client.get(`${path}/audits`)).body
  const { comments } = (await client.get(`${path}/comments`)).body
  return { audits: listAddressees(audits), comments: listAddressees(comments), audit_ids: audits.map(({ id }: { id: number }) => id) }
}

test('a public comment sent through the API names the requester as its addressee, and so does its audit; a ticket does not', async () => {
  const ann = await make.user({ name: 'Ann' })
  const to = { name: 'Ann', address: ann.email }
  const made = await app.api.post('/api/v2/tickets', { ticket: { subject: 'Hello', comment: 'Hello', requester_id: ann.id } })
  assert.deepEqual(made.body.audit.via, { channel: 'api', source: { from: {}, to, rel: null } })
  assert.deepEqual(made.body.ticket.via.source, SENT_TO_NOBODY)
  const { ticket } = made.body
  const path = `/api/v2/tickets/${ticket.id}`
  const answered = await app.api.put(path, { ticket: { comment: 'An answer' } })
  assert.deepEqual(answered.body.audit.via.source.to, to)
  for (const change of [{ comment: { body: 'A note', public: false } }, { priority: 'low' }])
    assert.deepEqual((await app.api.put(path, { ticket: change })).body.audit.via.source, SENT_TO_NOBODY)
  const { audits, comments, audit_ids } = await addresseesOf(ticket)
  assert.deepEqual(
    [audits, comments],
    [
      [to, to, {}, {}],
      [to, to, {}],
    ],
  )
  assert.deepEqual((await app.api.get(`${path}/audits/${audit_ids[0]}`)).body.audit.via.source.to, to)
  const filtered = (await app.api.get(`${path}/audits?filter_events=Create`)).body.audits
  assert.deepEqual(
    filtered.map((audit: any) => [audit.via.source.to, new Set(audit.events.map(({ type }: { type: string }) => type))]),
    [[to, new Set(['Create'])]],
  )
  const all = (await app.api.get('/api/v2/ticket_audits')).body.audits
  assert.ok(all.every((audit: any) => Object.keys(audit.via.source.to).length === 0))
  assert.deepEqual((await app.api.get(path)).body.ticket.via.source, SENT_TO_NOBODY)
})

test('the addressee is not stored: it follows the requester, and disappears when they are permanently deleted', async () => {
  const ann = await make.user()
  const ben = await make.user({ name: 'Ben' })
  const ticket = await make.ticket({ requester_id: ann.id, status: 'solved', assignee_id: app.admin.id })
  await app.api.put(`/api/v2/users/${ann.id}`, { user: { name: 'Anna' } })
  assert.deepEqual((await addresseesOf(ticket)).comments, [{ name: 'Anna', address: ann.email }])
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { requester_id: ben.id, status: 'closed' } })
  assert.deepEqual((await addresseesOf(ticket)).comments, [{ name: 'Ben', address: ben.email }])
  assert.equal((await app.api.delete(`/api/v2/users/${ben.id}`)).status, 200)
  assert.equal((await app.api.delete(`/api/v2/deleted_users/${ben.id}`)).status, 200)
  const { audits, comments } = await addresseesOf(ticket)
  assert.deepEqual([audits, comments], [[{}, {}], [{}]])
})

test('callers who cannot see the requester get no addressee, and a requester without an address is none', async () => {
  const own = await make.organization()
  const other = await make.organization()
  const agent = await make.agent({ ticket_restriction: 'organization', organization_id: own.id })
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  const hidden = await make.user({ organization_id: other.id })
  const assigned = await make.ticket({ requester_id: hidden.id, organization_id: other.id, assignee_id: agent.id })
  assert.deepEqual((await addresseesOf(assigned, asAgent)).comments, [{}])
  assert.deepEqual((await addresseesOf(assigned)).comments, [{ name: hidden.name, address: hidden.email }])
  const answered = await asAgent.put(`/api/v2/tickets/${assigned.id}`, { ticket: { comment: 'An answer' } })
  assert.deepEqual([answered.status, answered.body.audit.via.source.to], [200, {}])
  const { user: nameless } = (await app.api.post('/api/v2/users', { user: { name: 'By phone' } })).body
  assert.deepEqual((await addresseesOf(await make.ticket({ requester_id: nameless.id }))).comments, [{}])
})

test('people copied on a request do not see the address of its requester', async () => {
  const asks = await make.user()
  const copied = await make.user()
  const ticket = await make.ticket({ requester_id: asks.id, email_ccs: [{ user_id: copied.id, action: 'put' }] })
  const asCopied = app.as({ email: copied.email, token: app.admin.token })
  const { status, body } = await asCopied.get(`/api/v2/requests/${ticket.id}/comments`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.comments.map((comment: any) => comment.via.source),
    [SENT_TO_NOBODY],
  )
})

test('a page of comments reads the requester at most once, and a single ticket does not read them', async () => {
  const ticket = await make.ticket({ requester_id: (await make.user()).id })
  for (const comment of ['Two', 'Three']) await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment } })
  const path = `/api/v2/tickets/${ticket.id}`
  const reads = async (of: string) => {
    const { statements } = await statementsDuring(app, () => app.api.get(of))
    return statements.filter((text) => /from users u where u\.account_id = \$1 and u\.id = \$2/.test(text)).length
  }
  assert.equal(await reads(path), 0)
  assert.equal((await addresseesOf(ticket)).comments.length, 3)
  assert.ok((await reads(`${path}/comments`)) <= 1)
  assert.ok((await reads(`${path}/audits`)) <= 1)
})
