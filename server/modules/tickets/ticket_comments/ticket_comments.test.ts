import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)
const update = (id: number, ticket: Record<string, unknown>) => app.api.put(`/api/v2/tickets/${id}.json`, { ticket })

test('script in a comment is never stored', async () => {
  const ticket = await make.ticket({
    comment: { html_body: '<p onclick="x()">hi <script>alert(1)</script><a href="javascript:x">y</a></p>' },
  })
  const { comments } = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body
  assert.equal(comments[0].html_body, '<div class="zd-comment" dir="auto"><p>hi <a rel="noopener noreferrer">y</a></p></div>')
  const plain = await make.ticket({ comment: { body: '<img src=x onerror=alert(1)> **bold**' } })
  const [comment] = (await app.api.get(`/api/v2/tickets/${plain.id}/comments`)).body.comments
  assert.match(comment.html_body, /&lt;img src=x onerror=alert\(1\)&gt;/)
  assert.match(comment.html_body, /<strong>bold<\/strong>/)
  assert.equal(comment.body, '<img src=x onerror=alert(1)> **bold**')
})

test('plain text is the text inside the markup, unchanged', async () => {
  const ticket = await make.ticket({ comment: { html_body: '<h1>Straße</h1><p>two<br>lines</p>' } })
  const [comment] = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  assert.deepEqual([comment.plain_body, comment.body, ticket.description], Array(3).fill('Straße\n\ntwo\nlines'))
})

test('comments are listed by time with their authors; one can be made private permanently', async () => {
  const user = await make.user()
  const ticket = await make.ticket({ requester_id: user.id, submitter_id: user.id })
  await update(ticket.id, { comment: { body: 'Answer' } })
  const { body } = await app.api.get(`/api/v2/tickets/${ticket.id}/comments.json?include=users&page[size]=10`)
  assert.deepEqual(
    body.comments.map((comment: { author_id: number }) => comment.author_id),
    [user.id, app.admin.id],
  )
  assert.deepEqual(body.users.map((one: { id: number }) => one.id).sort(), [app.admin.id, user.id].sort())
  assert.deepEqual(Object.keys(body.comments[0]), [
    'id',
    'type',
    'author_id',
    'body',
    'html_body',
    'plain_body',
    'public',
    'attachments',
    'audit_id',
    'via',
    'created_at',
    'metadata',
  ])
  assert.equal((await app.api.put(`/api/v2/tickets/${ticket.id}/comments/${body.comments[1].id}/make_private`)).status, 200)
  const audits = (await app.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body.audits
  assert.equal(audits.at(-1).events[0].type, 'CommentPrivacyChange')
  assert.equal(audits[0].events[0].body, 'Hello')
})

test('making the last public comment private makes the ticket private, and concurrent requests write one audit', async () => {
  const ticket = await make.ticket()
  const [comment] = (await app.api.get(`/api/v2/tickets/${ticket.id}/comments`)).body.comments
  const path = `/api/v2/tickets/${ticket.id}/comments/${comment.id}/make_private`
  await Promise.all([app.api.put(path), app.api.put(path)])
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.is_public, false)
  assert.equal((await app.api.get(`/api/v2/tickets/${ticket.id}/audits/count`)).body.count.value, 2)
})

test('only users who see the ticket see its comments', async () => {
  const ticket = await make.ticket()
  const user = await make.user()
  const path = `/api/v2/tickets/${ticket.id}/comments`
  assert.equal((await app.as({}).get(path)).status, 401)
  assert.equal((await app.as({ email: user.email, token: app.admin.token }).get(path)).status, 403)
  assert.equal((await app.api.get('/api/v2/tickets/999999/comments')).status, 404)
  assert.equal((await app.api.put(`${path}/1/make_private`)).status, 404)
  assert.equal((await app.api.get(`${path}/count`)).body.count.value, 1)
})
