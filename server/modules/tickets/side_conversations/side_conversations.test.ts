import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { defineStatement } from '#db/builder.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent', name: 'Ada' })
const other = await putPerson(app, { role: 'agent', name: 'Bo' })
const customer = await putPerson(app, { role: 'end-user' })
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const pathOf = (ticket: { id: number }, rest = '') => `/api/v2/tickets/${ticket.id}/side_conversations${rest}`
const message = (given: object = {}) => ({
  subject: 'Is it in stock?',
  body: 'Two of them.',
  to: [{ email: 'vendor@example.net' }],
  ...given,
})
const begin = (ticket: { id: number }, given: object = {}, as = agent.api) =>
  as.post(pathOf(ticket), { message: message(given), external_ids: { order: '7' } })

async function beginConversation(ticket: { id: number }, given: object = {}): Promise<any> {
  const { status, body } = await begin(ticket, given)
  assert.equal(status, 201, JSON.stringify(body))
  return body.side_conversation
}
const mailsTo = async (to: string) => {
  const { mails } = (await api.get('/api/v2/deskhand/mails?filter[topic]=ticket.side_conversation')).body
  return mails.filter((mail: any) => mail.to === to)
}
const eventTypes = async (ticket: { id: number }) => {
  const { audits } = (await api.get(`/api/v2/tickets/${ticket.id}/audits`)).body
  return audits.flatMap(({ events }: any) => events.map(({ type }: any) => type)).filter((type: string) => type.startsWith('Collab'))
}

test('an agent begins a conversation by mail, and it is listed and shown with its events', async () => {
  const ticket = await make.ticket({ subject: 'Lamp' })
  const answer = await begin(ticket, { to: [{ email: 'vendor@example.net', name: 'Vendor' }, { user_id: other.id }] })
  assert.equal(answer.status, 201)
  const made = answer.body.side_conversation
  assert.deepEqual(Object.keys(made), [
    'created_at',
    'external_ids',
    'id',
    'message_added_at',
    'participants',
    'preview_text',
    'state',
    'state_updated_at',
    'subject',
    'ticket_id',
    'updated_at',
    'url',
  ])
  assert.equal(answer.headers.get('location'), made.url)
  assert.equal(made.url, `${app.base_url}${pathOf(ticket, `/${made.id}.json`)}`)
  assert.deepEqual(
    [made.subject, made.preview_text, made.state, made.external_ids],
    ['Is it in stock?', 'Two of them.', 'open', { order: '7' }],
  )
  assert.deepEqual(made.participants, [
    { user_id: agent.id, name: 'Ada', email: agent.email },
    { name: 'Vendor', email: 'vendor@example.net' },
    { user_id: other.id, name: 'Bo', email: other.email },
  ])
  assert.deepEqual((await agent.api.get(made.url.slice(app.base_url.length))).body, { side_conversation: made })
  const listed = (await agent.api.get(pathOf(ticket, '?include=events'))).body
  assert.deepEqual(Object.keys(listed), ['side_conversations', 'events', 'next_page', 'previous_page', 'count'])
  assert.deepEqual([listed.side_conversations, listed.count], [[made], 1])
  const events = (await agent.api.get(pathOf(ticket, `/${made.id}/events?include=side_conversations`))).body
  assert.deepEqual([events.events, events.side_conversations], [listed.events, [made]])
  const [event] = events.events
  assert.deepEqual([event.type, event.via, event.actor.user_id, event.ticket_id], ['create', 'api', agent.id, ticket.id])
  assert.equal(event.message.html_body, '<div class="zd-comment" dir="auto"><p dir="auto">Two of them.</p></div>')
  assert.deepEqual((await agent.api.get(event.url.slice(app.base_url.length))).body, { event })
  for (const to of ['vendor@example.net', other.email]) {
    const [mail] = await mailsTo(to)
    assert.equal(mail.subject, 'Is it in stock?')
  }
  assert.deepEqual(await eventTypes(ticket), ['CollabThreadCreated'])
})

test('a reply is mailed, adds those it is to, and opens a closed conversation again', async () => {
  const ticket = await make.ticket()
  const { id } = await beginConversation(ticket, { to: [{ email: 'first@example.net' }] })
  const put = (side_conversation: object, as = agent.api) => as.put(pathOf(ticket, `/${id}`), { side_conversation })
  const closed = await put({ state: 'closed', subject: 'Stock' })
  assert.deepEqual([closed.status, closed.body.side_conversation.state, closed.body.side_conversation.subject], [200, 'closed', 'Stock'])
  assert.deepEqual((await put({ state: 'closed' })).body, closed.body, 'the same again changes nothing')
  const replied = await other.api.post(pathOf(ticket, `/${id}/reply`), {
    message: { html_body: '<p>Three <script>alert(1)</script>now</p>', to: [{ email: 'second@example.net' }] },
  })
  assert.equal(replied.status, 201, JSON.stringify(replied.body))
  const { event, side_conversation } = replied.body
  assert.deepEqual([event.type, event.message.body, event.message.subject], ['reply', 'Three now', 'Stock'])
  assert.doesNotMatch(event.message.html_body, /script/)
  assert.deepEqual([side_conversation.state, side_conversation.preview_text], ['open', 'Three now'])
  assert.deepEqual(
    side_conversation.participants.map(({ email }: any) => email),
    [agent.email, 'first@example.net', other.email, 'second@example.net'],
  )
  assert.equal((await mailsTo('second@example.net')).length, 1)
  assert.equal((await mailsTo('first@example.net')).length, 1)
  const { events } = (await agent.api.get(pathOf(ticket, `/${id}/events`))).body
  assert.deepEqual(
    events.map(({ type, updates }: any) => [type, updates]),
    [
      ['create', undefined],
      ['update', { state: 'closed', subject: 'Stock' }],
      ['reply', undefined],
    ],
  )
  assert.equal((await put({ state: 'closed' })).status, 200)
  assert.equal((await put({ state: 'open' })).body.side_conversation.state, 'open')
  const types = ['CollabThreadCreated', 'CollabThreadClosed', 'CollabThreadReply', 'CollabThreadClosed', 'CollabThreadReopened']
  assert.deepEqual(await eventTypes(ticket), types)
})

test('a conversation with a group is a child ticket, which replies go to', async () => {
  const ticket = await make.ticket({ subject: 'Lamp' })
  const group = await make.group()
  const made = await beginConversation(ticket, { to: [{ support_group_id: group.id }], subject: 'Please look' })
  assert.deepEqual(made.participants[1], { support_group_id: group.id, name: group.name })
  const child = (await api.get(`/api/v2/tickets/${made.external_ids.targetTicketId}`)).body.ticket
  assert.deepEqual(
    [child.subject, child.description, child.group_id, child.requester_id],
    ['Please look', 'Two of them.', group.id, agent.id],
  )
  assert.deepEqual([child.via.channel, child.via.source.from], ['side_conversation', { ticket_id: ticket.id }])
  const reply = (to: object) => agent.api.post(pathOf(ticket, `/${made.id}/reply`), { message: { body: 'And?', to: [to] } })
  assert.equal((await reply({ support_group_id: group.id })).status, 201)
  const { comments } = (await api.get(`/api/v2/tickets/${child.id}/comments`)).body
  assert.deepEqual(
    comments.map(({ body, author_id }: any) => [body, author_id]),
    [
      ['Two of them.', agent.id],
      ['And?', agent.id],
    ],
  )
  assert.equal((await reply({ email: 'vendor@example.net' })).status, 422, 'it is with a group')
  await api.delete(`/api/v2/tickets/${child.id}`)
  assert.equal((await reply({ support_group_id: group.id })).status, 422, 'the child is deleted')
  const mailed = await beginConversation(ticket)
  const asked = { message: { body: 'x', to: [{ support_group_id: group.id }] } }
  assert.equal((await agent.api.post(pathOf(ticket, `/${mailed.id}/reply`), asked)).status, 422, 'it is not with a group')
})

test('an agent who sees few tickets asks any group, and answers in child tickets that they do not see', async () => {
  const few = await make.agent({ ticket_restriction: 'groups' })
  const own = await make.group()
  const foreign = await make.group()
  const member = await make.agent()
  const join = (user_id: number, group_id: number) => api.post('/api/v2/group_memberships', { group_membership: { user_id, group_id } })
  await join(few.id, own.id)
  await join(member.id, foreign.id)
  const ticket = await make.ticket({ group_id: own.id })
  const as = app.as({ email: few.email, token: app.admin.token })
  const to = [{ support_group_id: foreign.id, support_agent_id: member.id }]
  const asked = await begin(ticket, { to }, as)
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  const { targetTicketId } = asked.body.side_conversation.external_ids
  assert.equal((await api.get(`/api/v2/tickets/${targetTicketId}`)).body.ticket.assignee_id, member.id)
  const foreignOne = await beginConversation(ticket, { to })
  assert.equal((await as.get(`/api/v2/tickets/${foreignOne.external_ids.targetTicketId}`)).status, 404)
  const reply = { message: { body: 'And?', to } }
  assert.equal((await as.post(pathOf(ticket, `/${foreignOne.id}/reply`), reply)).status, 201)
})

test('what is written in a conversation stays inside when the child ticket is given a requester from outside', async () => {
  const ticket = await make.ticket()
  const group = await make.group()
  const made = await beginConversation(ticket, { to: [{ support_group_id: group.id }] })
  const child = Number(made.external_ids.targetTicketId)
  const reply = (body: string) => {
    const to = [{ support_group_id: group.id }]
    return agent.api.post(pathOf(ticket, `/${made.id}/reply`), { message: { body, to } })
  }
  await reply('Between colleagues')
  const copied = await putPerson(app, { role: 'end-user' })
  await api.put(`/api/v2/tickets/${child}`, { ticket: { email_ccs: [{ user_id: copied.id }] } })
  await reply('Somebody is copied')
  await api.put(`/api/v2/tickets/${child}`, {
    ticket: { requester_id: customer.id, email_ccs: [{ user_id: copied.id, action: 'delete' }] },
  })
  await reply('The customer asks')
  const { comments } = (await api.get(`/api/v2/tickets/${child}/comments`)).body
  assert.deepEqual(
    comments.map((one: any) => [one.body, one.public]),
    [
      ['Two of them.', true],
      ['Between colleagues', true],
      ['Somebody is copied', false],
      ['The customer asks', false],
    ],
  )
})

test('a child ticket tells nobody what the ticket is about that it comes from', async () => {
  const ticket = await make.ticket({ subject: 'Redundancies' })
  const group = await make.group()
  const member = await make.agent({ ticket_restriction: 'assigned' })
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: member.id, group_id: group.id } })
  const made = await beginConversation(ticket, { to: [{ support_group_id: group.id, support_agent_id: member.id }] })
  const child = Number(made.external_ids.targetTicketId)
  const as = app.as({ email: member.email, token: app.admin.token })
  assert.equal((await as.get(`/api/v2/tickets/${ticket.id}`)).status, 404)
  const paths = [`tickets/${child}`, `tickets/${child}/audits`, `tickets/${child}/comments`, `tickets/${child}/conversation_log`, 'tickets']
  for (const path of paths) {
    const { status, body } = await as.get(`/api/v2/${path}`)
    assert.deepEqual([status, JSON.stringify(body).includes('Redundancies')], [200, false], path)
  }
})

test('at most two hundred take part in a conversation; those who do may go on', async () => {
  const ticket = await make.ticket()
  const { id } = await beginConversation(ticket, { to: [{ email: 'first@example.net' }] })
  const reply = (from: number, count: number) => {
    const to = Array.from({ length: count }, (_none, at) => ({ email: `person${from + at}@example.net` }))
    return agent.api.post(pathOf(ticket, `/${id}/reply`), { message: { body: 'More', to } })
  }
  for (const from of [0, 48, 96, 144]) assert.equal((await reply(from, 48)).status, 201)
  const refused = await reply(192, 7)
  assert.deepEqual([refused.status, refused.body.details.to[0].error], [422, 'InvalidValue'])
  assert.equal((await reply(192, 6)).body.side_conversation.participants.length, 200)
  assert.equal((await reply(0, 48)).status, 201)
  assert.equal((await mailsTo('person198@example.net')).length, 0)
})

test('a place in Slack is kept, and nothing is sent', async () => {
  const ticket = await make.ticket()
  const place = { slack_workspace_id: 'T1', slack_channel_id: 'C1' }
  const count = async () => (await api.get('/api/v2/deskhand/mails')).body.count
  const before = await count()
  assert.deepEqual((await beginConversation(ticket, { to: [place] })).participants[1], place)
  assert.equal(await count(), before)
})

test('recipients, texts, states and ids that cannot be are refused', async () => {
  const ticket = await make.ticket()
  const gone = await make.agent()
  await api.delete(`/api/v2/users/${gone.id}`)
  const group = await make.group()
  const refused: [object, number][] = [
    [{ to: [] }, 422],
    [{ to: [{}] }, 422],
    [{ to: [{ email: 'a@example.net,b@example.net' }] }, 422],
    [{ to: [{ email: 'a@example.net\r\nbcc: b@example.net' }] }, 422],
    [{ to: [{ user_id: 999_999_999 }] }, 422],
    [{ to: [{ user_id: gone.id }] }, 422],
    [{ to: [{ support_group_id: 999_999_999 }] }, 422],
    [{ to: [{ support_group_id: group.id, support_agent_id: agent.id }] }, 422],
    [{ to: [{ support_group_id: group.id }, { email: 'a@example.net' }] }, 422],
    [{ to: [{ slack_workspace_id: 'T1' }] }, 422],
    [{ to: Array.from({ length: 49 }, (_none, at) => ({ email: `a${at}@example.net` })) }, 400],
    [{ to: 'a@example.net' }, 400],
    [{ body: ' ' }, 422],
    [{ html_body: '<script>alert(1)</script>', body: null }, 422],
    [{ body: 'x'.repeat(65_537) }, 422],
    [{ subject: 'x'.repeat(256) }, 422],
  ]
  for (const [given, status] of refused) {
    const answer = await begin(ticket, given)
    assert.equal(answer.status, status, JSON.stringify([given, answer.body]).slice(0, 300))
  }
  assert.equal((await agent.api.post(pathOf(ticket), {})).status, 400)
  const withIds = (external_ids: object) => agent.api.post(pathOf(ticket), { message: message(), external_ids })
  assert.equal((await withIds({ a: 1 })).status, 422)
  assert.equal((await withIds({ a: 'x'.repeat(256) })).status, 422)
  assert.equal((await withIds(Object.fromEntries(Array.from({ length: 51 }, (_none, at) => [`k${at}`, ''])))).status, 422)
  const { id } = await beginConversation(ticket)
  assert.equal((await agent.api.put(pathOf(ticket, `/${id}`), { side_conversation: { state: 'gone' } })).status, 422)
  assert.equal((await agent.api.put(pathOf(ticket, `/${id}`), {})).status, 400)
  assert.equal((await agent.api.post(pathOf(ticket, `/${id}/reply`), { message: { body: 'x' } })).status, 422)
  assert.equal((await agent.api.get(pathOf(ticket))).body.count, 1)
})

test('only agents who see the ticket take part, and only where their role lets them begin', async () => {
  const ticket = await make.ticket({ requester_id: customer.id })
  const { id } = await beginConversation(ticket)
  const { events } = (await agent.api.get(pathOf(ticket, `/${id}/events`))).body
  const reader = await make.agent({ ticket_restriction: 'assigned' })
  const { custom_role } = (await api.post('/api/v2/custom_roles', { custom_role: { name: 'Silent', configuration: {} } })).body
  const configuration = { side_conversation_create: false, ticket_access: 'all' }
  await api.put(`/api/v2/custom_roles/${custom_role.id}`, { custom_role: { configuration } })
  const silent = await make.agent({ custom_role_id: custom_role.id })
  const makeTokenClient = ({ email }: { email: string }) => app.as({ email, token: app.admin.token })
  const calls = [
    ['get', ''],
    ['get', `/${id}`],
    ['get', `/${id}/events`],
    ['get', `/${id}/events/${events[0].id}`],
    ['post', '', { message: message() }],
    ['put', `/${id}`, { side_conversation: { state: 'closed' } }],
    ['post', `/${id}/reply`, { message: { body: 'x', to: [{ email: 'a@example.net' }] } }],
  ] as const
  for (const [method, rest, body] of calls) {
    const status = async (client: typeof api, path = pathOf(ticket, rest)) =>
      (method === 'get' ? await client.get(path) : await client[method](path, body)).status
    assert.equal(await status(app.as({})), 401, rest)
    assert.equal(await status(customer.api), 403, rest)
    assert.equal(await status(makeTokenClient(reader)), 404, rest)
    assert.equal(await status(makeTokenClient(silent)), method === 'get' ? 200 : 403, `${method} ${rest}`)
    assert.equal(await status(agent.api, pathOf({ id: 999_999_999 }, rest)), 404, rest)
    if (rest.includes(id)) {
      assert.equal(await status(agent.api, pathOf(ticket, rest.replace(id, UNKNOWN))), 404, rest)
      assert.equal(await status(agent.api, pathOf(await make.ticket(), rest)), 404, 'of another ticket')
    }
  }
  assert.equal((await agent.api.get(pathOf(ticket, `/${id}/events/${UNKNOWN}`))).status, 404)
  assert.equal((await agent.api.get('/api/v2/tickets/abc/side_conversations')).status, 400)
})

test('a closed ticket keeps its conversations, and they change no more', async () => {
  const source = await make.ticket()
  const target = await make.ticket()
  const { id } = await beginConversation(source)
  await waitForJob(app, await api.post(`/api/v2/tickets/${target.id}/merge`, { ids: [source.id] }))
  assert.equal((await agent.api.get(pathOf(source, `/${id}`))).body.side_conversation.state, 'open')
  assert.equal((await agent.api.get(pathOf(target))).body.count, 0)
  assert.equal((await begin(source)).status, 422)
  assert.equal((await agent.api.put(pathOf(source, `/${id}`), { side_conversation: { state: 'closed' } })).status, 422)
  const reply = { message: { body: 'x', to: [{ email: 'a@example.net' }] } }
  assert.equal((await agent.api.post(pathOf(source, `/${id}/reply`), reply)).status, 422)
})

test('conversations go with their ticket when it is deleted, come back with it, and are gone for good with it', async () => {
  const ticket = await make.ticket()
  const kept = await make.ticket()
  await beginConversation(ticket)
  await beginConversation(kept)
  await api.delete(`/api/v2/tickets/${ticket.id}`)
  assert.equal((await agent.api.get(pathOf(ticket))).status, 404)
  await api.put(`/api/v2/deleted_tickets/${ticket.id}/restore`)
  assert.equal((await agent.api.get(pathOf(ticket))).body.count, 1)
  await api.delete(`/api/v2/tickets/${ticket.id}`)
  await waitForJob(app, await api.delete(`/api/v2/deleted_tickets/${ticket.id}`))
  const countRecords = defineStatement<{
    conversations: number
    events: number
  }>(`select count(distinct s.id)::int as conversations, count(e.id)::int as events
    from side_conversations s join side_conversation_events e on e.account_id = $1 and e.side_conversation_id = s.id
    where s.account_id = $1 and s.ticket_id = $2`)
  const count = async (id: number) => app.database.database.first(countRecords(app.account_id, id))
  assert.deepEqual(await count(ticket.id), { conversations: 0, events: 0 })
  assert.deepEqual(await count(kept.id), { conversations: 1, events: 1 })
})

test('pages of conversations and of their events join without overlap', async () => {
  const ticket = await make.ticket()
  for (const subject of ['One', 'Two', 'Three']) await beginConversation(ticket, { subject })
  const { side_conversations } = (await agent.api.get(pathOf(ticket, '?page[size]=2'))).body
  assert.deepEqual(
    side_conversations.map(({ subject }: any) => subject),
    ['One', 'Two'],
  )
  const [first] = side_conversations
  for (const state of ['closed', 'open']) await agent.api.put(pathOf(ticket, `/${first.id}`), { side_conversation: { state } })
  const page = (await agent.api.get(pathOf(ticket, `/${first.id}/events?per_page=2&page=2`))).body
  assert.deepEqual([page.count, page.events.length, page.events[0].updates], [3, 1, { state: 'open' }])
})

test('files are refused in words, and nothing is sent', async () => {
  const ticket = await make.ticket()
  const made = await beginConversation(ticket)
  const to = [{ email: 'files@example.net' }]
  const reply = (given: object) => agent.api.post(pathOf(ticket, `/${made.id}/reply`), { message: { body: 'See the file', to, ...given } })
  for (const attachment_ids of [['1'], [1], 'token', { a: 1 }])
    for (const answer of [await begin(ticket, { to, attachment_ids }), await reply({ attachment_ids })]) {
      assert.equal(answer.status, 422, JSON.stringify(attachment_ids))
      assert.match(answer.body.details.attachment_ids[0].description, /send no files/)
    }
  assert.deepEqual(await mailsTo('files@example.net'), [])
  for (const attachment_ids of [[], null]) assert.equal((await reply({ attachment_ids })).status, 201)
})
