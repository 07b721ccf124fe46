/** What is written on the child ticket of a side conversation, as the conversation shows it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent', name: 'Ada' })
const member = await putPerson(app, { role: 'agent', name: 'Bo' })
const group = await make.group()
await api.post('/api/v2/group_memberships', { group_membership: { user_id: member.id, group_id: group.id } })

/** A ticket with a conversation with a group, and the child ticket that the group works on. */
async function makeConversation(): Promise<{ ticket: any; path: string; child: number }> {
  const ticket = await make.ticket({ subject: 'Lamp', requester_id: agent.id })
  const path = `/api/v2/tickets/${ticket.id}/side_conversations`
  const message = { subject: 'Please look', body: 'Two of them.', to: [{ support_group_id: group.id }] }
  const { body } = await agent.api.post(path, { message })
  return { ticket, path: `${path}/${body.side_conversation.id}`, child: Number(body.side_conversation.external_ids.targetTicketId) }
}
const answer = (child: number, comment: object) => member.api.put(`/api/v2/tickets/${child}`, { ticket: { comment } })
const conversation = async (path: string) => (await api.get(path)).body.side_conversation
const messages = async (path: string) =>
  (await api.get(`${path}/events`)).body.events.map(({ type, actor, message }: any) => [type, actor.name, message?.body])

/** Waits until nothing is queued. */
const caughtUp = () => waitFor(async () => (await listQueuedJobs(app.database.database.driver)).length, 0)

test('a public comment on a child ticket is a reply in the conversation', async () => {
  const { ticket, path, child } = await makeConversation()
  await agent.api.put(path, { side_conversation: { state: 'closed' } })
  assert.equal((await answer(child, { html_body: '<p>They are <b>in stock</b></p>', public: true })).status, 200)
  assert.equal((await answer(child, { body: 'Who is that?', public: false })).status, 200)
  assert.equal((await member.api.put(`/api/v2/tickets/${child}`, { ticket: { priority: 'high' } })).status, 200)
  await caughtUp()
  const { events } = (await api.get(`${path}/events`)).body
  const { type, actor, message, via } = events.at(-1)
  assert.deepEqual([type, actor.name, via, events.length], ['reply', 'Bo', 'api', 3], 'nothing private, and no change without a comment')
  assert.deepEqual(
    [message.body, message.to, message.from],
    ['They are in stock', [{ user_id: agent.id, name: 'Ada', email: agent.email }], actor],
  )
  assert.ok(!('comment_id' in message))
  const shown = await conversation(path)
  assert.deepEqual([shown.state, shown.preview_text], ['open', 'They are in stock'])
  assert.deepEqual(
    shown.participants.map(({ name }: any) => name),
    ['Ada', group.name, 'Bo'],
  )
  const { audits } = (await api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  assert.deepEqual([audits.at(-1).author_id, audits.at(-1).events[0].type], [member.id, 'CollabThreadReply'])
})

test('a reply of the conversation is not its own answer, and both can be written at once', async () => {
  const { path, child } = await makeConversation()
  const reply = (body: string) => agent.api.post(`${path}/reply`, { message: { body, to: [{ support_group_id: group.id }] } })
  const numbers = [0, 1, 2, 3, 4, 5]
  const sent = await Promise.all(numbers.flatMap((n) => [reply(`asked ${n}`), answer(child, { body: `said ${n}`, public: true })]))
  assert.deepEqual([...new Set(sent.map(({ status }) => status))].sort(), [200, 201])
  await caughtUp()
  const said = (await messages(path)).slice(1).sort()
  const wanted = numbers.flatMap((n) => [
    ['reply', 'Ada', `asked ${n}`],
    ['reply', 'Bo', `said ${n}`],
  ])
  assert.deepEqual(said, wanted.sort())
  const { comments } = (await api.get(`/api/v2/tickets/${child}/comments`)).body
  assert.equal(comments.length, said.length + 1)
})

test('what is redacted on the child ticket is redacted in the conversation', async () => {
  const { path, child } = await makeConversation()
  await answer(child, { body: 'The pin is 9911', public: true })
  await agent.api.post(`${path}/reply`, { message: { body: 'Not 4711?', to: [{ support_group_id: group.id }] } })
  const { comments } = (await api.get(`/api/v2/tickets/${child}/comments`)).body
  for (const [index, text] of [
    [0, 'Two'],
    [1, '9911'],
    [2, '4711'],
  ] as const)
    assert.equal((await api.put(`/api/v2/tickets/${child}/comments/${comments[index].id}/redact`, { text })).status, 200)
  await caughtUp()
  const texts = JSON.stringify([(await api.get(`${path}/events`)).body, await conversation(path)])
  assert.doesNotMatch(texts, /Two|9911|4711/)
  assert.deepEqual(
    (await messages(path)).map(([, , body]: any) => body),
    ['▇▇▇ of them.', 'The pin is ▇▇▇▇', 'Not ▇▇▇▇?'],
  )
  assert.equal((await conversation(path)).preview_text, 'Not ▇▇▇▇?')
})

test('a child ticket can be answered when the ticket beside it is closed or deleted', async () => {
  const { ticket, path, child } = await makeConversation()
  await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { status: 'closed', assignee_id: app.admin.id } })
  assert.equal((await answer(child, { body: 'Late', public: true })).status, 200)
  await caughtUp()
  assert.equal((await messages(path)).length, 1)
  const other = await makeConversation()
  await api.delete(`/api/v2/tickets/${other.ticket.id}`)
  assert.equal((await answer(other.child, { body: 'Late', public: true })).status, 200)
  await caughtUp()
  await api.put(`/api/v2/deleted_tickets/${other.ticket.id}/restore`)
  assert.equal((await messages(other.path)).length, 1)
})

test('an answer keeps its author, also when a reply of another user records it and the author is suspended by then', async () => {
  // nothing runs the job here: the next reply does its work
  const waiting = await useApp({ DESKHAND_ROLE: 'web' })
  const asking = await putPerson(waiting, { role: 'agent', name: 'Ann' })
  const answering = await putPerson(waiting, { role: 'agent', name: 'Ben' })
  const { id: support_group_id } = await makeWith(waiting.api).group()
  await waiting.api.post('/api/v2/group_memberships', { group_membership: { user_id: answering.id, group_id: support_group_id } })
  const ticket = await makeWith(waiting.api).ticket({ requester_id: asking.id })
  const all = `/api/v2/tickets/${ticket.id}/side_conversations`
  const message = (body: string) => ({ message: { subject: 'Please look', body, to: [{ support_group_id }] } })
  const { side_conversation } = (await asking.api.post(all, message('Two of them.'))).body
  const child = Number(side_conversation.external_ids.targetTicketId)
  await answering.api.put(`/api/v2/tickets/${child}`, { ticket: { comment: { body: 'In stock', public: true } } })
  await waiting.api.put(`/api/v2/users/${answering.id}`, { user: { suspended: true } })
  assert.equal((await asking.api.post(`${all}/${side_conversation.id}/reply`, message('Thanks'))).status, 201)
  const { events } = (await waiting.api.get(`${all}/${side_conversation.id}/events`)).body
  assert.deepEqual(
    events.map(({ actor, message: said }: any) => [actor.user_id, said.body]),
    [
      [asking.id, 'Two of them.'],
      [answering.id, 'In stock'],
      [asking.id, 'Thanks'],
    ],
  )
  const { audits } = (await waiting.api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  const replies = audits.filter((audit: any) => audit.events[0].type === 'CollabThreadReply')
  assert.deepEqual(
    replies.map(({ author_id, metadata }: any) => [author_id, metadata.system.ip_address]),
    [
      [answering.id, null],
      [asking.id, '127.0.0.1'],
    ],
  )
})
