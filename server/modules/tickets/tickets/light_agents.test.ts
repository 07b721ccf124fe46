import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { waitForJobs } from '#test/invariants/populate.ts'
import { makeWith } from '#test/make.ts'

const app = await useApp()
const make = makeWith(app.api)

interface Quiet {
  readonly id: number
  readonly api: Client
}
/** The agents who may comment only in private: by the setting alone, by the role of light agents, by a role that allows editing tickets. */
const privateOnlyAgents: Record<string, Quiet> = {}

async function quietAgent(given: Record<string, unknown>): Promise<Quiet> {
  const { id, email } = await make.agent(given)
  return { id, api: app.as({ email, token: app.admin.token }) }
}

before(async () => {
  const roles: { id: number; name: string }[] = (await app.api.get('/api/v2/custom_roles')).body.custom_roles
  const light = roles.find(({ name }) => name === 'Light agent')?.id
  const configuration = { ticket_access: 'all', ticket_comment_access: 'none', ticket_editing: true, ticket_merge: true }
  const { custom_role } = (await app.api.post('/api/v2/custom_roles', { custom_role: { name: 'Quiet editor', configuration } })).body
  privateOnlyAgents.switched = await quietAgent({ only_private_comments: true })
  privateOnlyAgents.light = await quietAgent({ custom_role_id: light })
  privateOnlyAgents.editor = await quietAgent({ custom_role_id: custom_role.id })
})

/** A ticket they all see: their roles differ in which tickets they show. */
async function visibleTicket(given: Record<string, unknown> = {}): Promise<any> {
  const [{ id: group_id }] = (await app.api.get('/api/v2/groups')).body.groups
  const requester = await make.user()
  return make.ticket({ requester_id: requester.id, group_id, ...given })
}

async function requesterOf(id: number): Promise<number> {
  return (await app.api.get(`/api/v2/tickets/${id}`)).body.ticket.requester_id
}

for (const kind of ['switched', 'light', 'editor']) {
  test(`an agent limited to private comments (${kind}) can make no one the requester of a ticket, by any call`, async () => {
    const { id: self, api } = privateOnlyAgents[kind] as Quiet
    const other = await make.user()
    const { email } = (await app.api.get(`/api/v2/users/${self}`)).body.user
    const ticket = await visibleTicket()
    const path = `/api/v2/tickets/${ticket.id}`
    for (const requester of [
      { requester_id: self },
      { requester_id: other.id },
      { requester: self },
      { requester: email },
      { requester: { email } },
    ])
      assert.equal((await api.put(path, { ticket: requester })).status, 403, JSON.stringify(requester))
    const bulk = [
      await api.put(`/api/v2/tickets/update_many?ids=${ticket.id}`, { ticket: { requester_id: self } }),
      await api.put('/api/v2/tickets/update_many', { tickets: [{ id: ticket.id, requester_id: self }] }),
    ]
    await waitForJobs(app)
    for (const { body } of bulk) {
      const { results } = (await api.get(`/api/v2/job_statuses/${body.job_status.id}`)).body.job_status
      assert.deepEqual([results[0].success, results[0].error], [false, 'Forbidden'])
    }
    assert.equal((await api.post('/api/v2/imports/tickets', { ticket: { subject: 'Old', comments: [{ value: 'Old' }] } })).status, 403)
    assert.equal(await requesterOf(ticket.id), ticket.requester_id)
    // so their comment is private, however it is sent
    assert.equal((await api.put(path, { ticket: { comment: { body: 'For all', public: true } } })).status, 200)
    await api.put(`/api/v2/requests/${ticket.id}`, { request: { comment: { body: 'For all', public: true } } })
    const { comments } = (await app.api.get(`${path}/comments`)).body
    assert.ok(comments.length > 1)
    for (const comment of comments.slice(1)) assert.equal(comment.public, false)
  })

  test(`they can send back what they have read (${kind})`, async () => {
    const { api } = privateOnlyAgents[kind] as Quiet
    const { id, requester_id, status, tags } = await visibleTicket()
    const back = { requester_id, status, tags, comment: { body: 'A note' } }
    assert.equal((await api.put(`/api/v2/tickets/${id}`, { ticket: back })).status, 200)
  })

  test(`an agent who is the requester from the start comments publicly (${kind})`, async () => {
    const { api } = privateOnlyAgents[kind] as Quiet
    const { request } = (await api.post('/api/v2/requests', { request: { subject: 'Mine', comment: { body: 'Please' } } })).body
    assert.equal((await api.put(`/api/v2/requests/${request.id}`, { request: { comment: { body: 'Still' } } })).status, 200)
    const { comments } = (await app.api.get(`/api/v2/tickets/${request.id}/comments`)).body
    assert.deepEqual(
      comments.map((comment: { public: boolean }) => comment.public),
      [true, true],
    )
  })

  test(`an agent made the requester by another user comments privately (${kind})`, async () => {
    const { id: self, api } = privateOnlyAgents[kind] as Quiet
    const { id } = await visibleTicket()
    assert.equal((await app.api.put(`/api/v2/tickets/${id}`, { ticket: { requester_id: self } })).status, 200)
    const answer = await api.put(`/api/v2/requests/${id}`, { request: { comment: { body: 'For all', public: true } } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { comments } = (await app.api.get(`/api/v2/tickets/${id}/comments`)).body
    assert.deepEqual([comments.length, comments.at(-1).author_id, comments.at(-1).public], [2, self, false])
  })
}

const CHANGES: readonly Record<string, unknown>[] = [
  { status: 'solved' },
  { subject: 'Another' },
  { priority: 'high' },
  { type: 'question' },
  { assignee_id: null, group_id: null },
  { tags: ['a'] },
  { additional_tags: ['a'] },
  { due_at: '2030-01-01T00:00:00Z', type: 'task' },
]

for (const kind of ['switched', 'light']) {
  test(`a light agent (${kind}) changes tickets of other requesters only by private comments`, async () => {
    const { api } = privateOnlyAgents[kind] as Quiet
    const ticket = await visibleTicket()
    const target = await visibleTicket()
    const email_ccs = [{ user_id: (await make.user()).id }]
    for (const change of [...CHANGES, { email_ccs }, { collaborator_ids: [email_ccs[0]?.user_id] }])
      assert.equal((await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: change })).status, 403, JSON.stringify(change))
    for (const [method, path] of [
      ['put', `tickets/${ticket.id}/tags`],
      ['post', `tickets/${ticket.id}/tags`],
      ['put', `tickets/${ticket.id}/mark_as_spam`],
      ['delete', `tickets/${ticket.id}`],
      ['post', `tickets/${target.id}/merge`],
    ] as const)
      assert.equal((await api[method](`/api/v2/${path}`, { tags: ['a'], ids: [ticket.id] })).status, 403, path)
    for (const request of [{ email_ccs }, { solved: true }, { comment: { body: 'Note' }, email_ccs }]) {
      const answer = await api.put(`/api/v2/requests/${ticket.id}`, { request })
      assert.ok([403, 422].includes(answer.status), JSON.stringify(request))
    }
    const after = (await app.api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket
    assert.deepEqual([after.status, after.subject, after.tags, after.email_cc_ids], [ticket.status, ticket.subject, [], []])
  })

  test(`a light agent (${kind}) creates tickets, and edits those they requested, except for the status`, async () => {
    const { id: self, api } = privateOnlyAgents[kind] as Quiet
    const customer = await make.user()
    const made = await api.post('/api/v2/tickets', {
      ticket: { subject: 'For them', comment: { body: 'Hello', public: true }, requester_id: customer.id, priority: 'low', tags: ['a'] },
    })
    assert.deepEqual([made.status, made.body.ticket.tags, made.body.ticket.is_public], [201, ['a'], false])
    const own = (await api.post('/api/v2/tickets', { ticket: { subject: 'Mine', comment: { body: 'Hello' } } })).body.ticket
    assert.equal(own.requester_id, self)
    const edited = await api.put(`/api/v2/tickets/${own.id}`, { ticket: { subject: 'Mine still', priority: 'high', tags: ['b'] } })
    assert.deepEqual([edited.status, edited.body.ticket.subject, edited.body.ticket.tags], [200, 'Mine still', ['b']])
    assert.equal((await api.put(`/api/v2/tickets/${own.id}`, { ticket: { status: 'pending' } })).status, 403)
    assert.equal((await api.put(`/api/v2/tickets/${own.id}`, { ticket: { requester_id: customer.id } })).status, 403)
  })
}

test('an agent who may edit but comments only in private edits tickets, and merges them with private comments', async () => {
  const { api } = privateOnlyAgents.editor as Quiet
  const source = await visibleTicket()
  const target = await visibleTicket()
  assert.equal((await api.put(`/api/v2/tickets/${target.id}`, { ticket: { priority: 'high' } })).status, 200)
  const said = { target_comment: 'Merged', target_comment_is_public: true, source_comment: 'Merged', source_comment_is_public: true }
  assert.equal((await api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id], ...said })).status, 200)
  await waitForJobs(app)
  for (const { id } of [source, target]) {
    const { comments } = (await app.api.get(`/api/v2/tickets/${id}/comments`)).body
    assert.deepEqual([comments.length, comments.at(-1).public], [2, false])
  }
  assert.equal(await requesterOf(target.id), target.requester_id)
})

for (const kind of ['switched', 'light', 'editor'])
  test(`an agent limited to private comments (${kind}) reaches no customer by a side conversation`, async () => {
    const { api } = privateOnlyAgents[kind] as Quiet
    const { custom_role_id } = (await api.get('/api/v2/users/me')).body.user
    // also where their role lets them begin one
    if (typeof custom_role_id === 'number')
      await app.api.put(`/api/v2/custom_roles/${custom_role_id}`, { custom_role: { configuration: { side_conversation_create: true } } })
    const ticket = await visibleTicket()
    const path = `/api/v2/tickets/${ticket.id}/side_conversations`
    const message = { subject: 'Hello', body: 'From a light agent', to: [{ email: 'customer@example.org' }] }
    const begun = (await app.api.post(path, { message })).body.side_conversation
    const mails = async () => (await app.api.get('/api/v2/deskhand/mails?filter[topic]=ticket.side_conversation')).body.count
    const before = await mails()
    for (const answer of [await api.post(path, { message }), await api.post(`${path}/${begun.id}/reply`, { message })])
      assert.equal(answer.status, 403, JSON.stringify(answer.body))
    assert.equal(await mails(), before)
  })
