import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const TEXT = 'List<String> x; if a<b then c>d &amp; <i>e</i>'
const HTML = '<p dir="auto">List&lt;String&gt; x; if a&lt;b then c&gt;d &amp;amp; &lt;i&gt;e&lt;/i&gt;</p>'
const requester = { name: 'A Stranger', email: 'text@example.org' }

const commentsOf = async (id: number) => (await api.get(`/api/v2/tickets/${id}/comments`)).body.comments
const assertText = async (id: number, at: number) => {
  const comment = (await commentsOf(id)).at(at)
  assert.deepEqual([comment.body, comment.plain_body, comment.html_body], [TEXT, TEXT, `<div class="zd-comment" dir="auto">${HTML}</div>`])
}

test('a text is text wherever it becomes a comment', async () => {
  const { id } = await make.ticket({ comment: { body: TEXT } })
  await assertText(id, 0)
  await api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body: TEXT } } })
  await assertText(id, 1)
  await api.put(`/api/v2/tickets/${id}`, { ticket: { voice_comment: { body: TEXT } } })
  await assertText(id, 2)
  const many = await api.put(`/api/v2/tickets/update_many?ids=${id}`, { ticket: { comment: { body: TEXT, public: false } } })
  await waitForJob(app, many)
  await assertText(id, 3)
  const described = (await api.post('/api/v2/tickets', { ticket: { subject: 's', description: TEXT } })).body.ticket
  await assertText(described.id, 0)
  const asked = (await app.as({}).post('/api/v2/requests', { request: { subject: 's', comment: { body: TEXT }, requester } })).body.request
  assert.equal(asked.description, TEXT)
  await assertText(asked.id, 0)
  const imported = await api.post('/api/v2/imports/tickets', {
    ticket: { subject: 's', comments: [{ value: 'x' }, { value: TEXT }], requester },
  })
  await assertText(imported.body.ticket.id, -1)
  const merged = await api.post(`/api/v2/tickets/${id}/merge`, { ids: [described.id], target_comment: TEXT })
  await waitForJob(app, merged)
  await assertText(id, -1)
})

test('a text is text in a side conversation, its child, a macro and the reply of a rule', async () => {
  const ticket = await make.ticket()
  const group = await make.group()
  const message = { subject: 's', body: TEXT, to: [{ support_group_id: group.id }] }
  const { side_conversation } = (await api.post(`/api/v2/tickets/${ticket.id}/side_conversations`, { message })).body
  const [event] = (await api.get(`/api/v2/tickets/${ticket.id}/side_conversations/${side_conversation.id}/events`)).body.events
  assert.deepEqual([event.message.body, event.message.html_body], [TEXT, `<div class="zd-comment" dir="auto">${HTML}</div>`])
  const actions = [{ field: 'comment_value', value: TEXT }]
  const { macro } = (await api.post('/api/v2/macros', { macro: { title: 'Text', actions } })).body
  const applied = (await api.get(`/api/v2/tickets/${ticket.id}/macros/${macro.id}/apply?normalize_comment=true`)).body.result.ticket.comment
  assert.deepEqual([applied.body, applied.html_body], [TEXT, `<div class="zd-comment" dir="auto">${HTML}</div>`])
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'answer' }], any: [] }
  const trigger = { title: 'Text', conditions, actions: [{ field: 'reply_public', value: TEXT }] }
  assert.equal((await api.post('/api/v2/triggers', { trigger })).status, 201)
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { tags: ['answer'] } })
  await waitFor(async () => (await commentsOf(ticket.id)).length, 2)
  await assertText(ticket.id, 1)
})
