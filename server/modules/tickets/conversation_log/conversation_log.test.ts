import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

test("a ticket's comments are the events of its conversation, page by page", async () => {
  const user = await make.user()
  const ticket = await make.ticket({ requester_id: user.id, submitter_id: user.id })
  await app.api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { comment: { body: 'A note', public: false } } })
  const path = `/api/v2/tickets/${ticket.id}/conversation_log`
  const { body } = await app.api.get(path)
  assert.deepEqual(Object.keys(body), ['events', 'meta', 'links'])
  const [first, second] = body.events
  assert.deepEqual(Object.keys(first), ['id', 'type', 'reference', 'created_at', 'author', 'content', 'metadata', 'attachments'])
  assert.deepEqual(first.author, { type: 'user', 'zen:support:user_id': user.id })
  assert.deepEqual([second.author.type, second.metadata.public, second.reference], ['agent', false, `zen:ticket_event:${second.id}`])
  assert.match(second.content.body, /A note/)
  const newest = (await app.api.get(`${path}?sort=-created_at&page[size]=1`)).body
  assert.deepEqual([newest.events[0].id, newest.meta.has_more], [second.id, true])
})

test('only users who can see the ticket see the conversation', async () => {
  const ticket = await make.ticket()
  const path = `/api/v2/tickets/${ticket.id}/conversation_log`
  assert.equal((await app.as({}).get(path)).status, 401)
  const user = await make.user()
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get(path)).status, 403)
  assert.equal((await app.api.get('/api/v2/tickets/999999999/conversation_log')).status, 404)
  assert.equal((await app.api.get(`${path}?page[size]=x`)).status, 400)
})
