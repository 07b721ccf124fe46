import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const mark = (ticket_id: unknown) => api.post('/api/v2/bookmarks', { bookmark: { ticket_id } })

test('a ticket is bookmarked once, shown with its bookmark, and the bookmark is removed', async () => {
  const ticket = await make.ticket({ subject: 'Marked' })
  const made = await mark(ticket.id)
  assert.equal(made.status, 201)
  const { bookmark } = made.body
  assert.deepEqual(Object.keys(bookmark), ['url', 'id', 'created_at', 'ticket'])
  assert.deepEqual([made.headers.get('location'), bookmark.ticket.subject], [bookmark.url, 'Marked'])
  const again = await mark(String(ticket.id))
  assert.deepEqual([again.status, again.body.bookmark.id], [200, bookmark.id])
  const list = (await api.get('/api/v2/bookmarks.json')).body
  assert.deepEqual([list.count, list.bookmarks[0].ticket.id], [1, ticket.id])
  assert.equal((await api.delete(`/api/v2/bookmarks/${bookmark.id}`)).status, 204)
  assert.equal((await api.delete(`/api/v2/bookmarks/${bookmark.id}`)).status, 404)
})

test('bookmarks belong to one agent, and are of tickets that the agent can see', async () => {
  const agent = await make.agent({ ticket_restriction: 'assigned' })
  const asAgent = app.as({ email: agent.email, token: app.admin.token })
  const ticket = await make.ticket()
  const { bookmark } = (await mark(ticket.id)).body
  assert.deepEqual((await asAgent.get('/api/v2/bookmarks')).body.bookmarks, [])
  assert.equal((await asAgent.delete(`/api/v2/bookmarks/${bookmark.id}`)).status, 404)
  assert.equal((await asAgent.post('/api/v2/bookmarks', { bookmark: { ticket_id: ticket.id } })).status, 422)
})

test('without credentials 401, end users 403, no ticket 422, no bookmark 400', async () => {
  const person = await make.user()
  assert.equal((await app.as({}).get('/api/v2/bookmarks')).status, 401)
  assert.equal((await app.as({ email: person.email, token: app.admin.token }).get('/api/v2/bookmarks')).status, 403)
  assert.equal((await mark(999_999)).status, 422)
  assert.equal((await api.post('/api/v2/bookmarks', {})).status, 400)
})
