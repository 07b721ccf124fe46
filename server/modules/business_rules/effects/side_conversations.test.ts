// Side conversations that rules begin, on real tickets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp({}, { shippedTriggers: false })
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user', name: '<b>Eve</b> & Co' })

interface Part {
  readonly field: string
  readonly operator?: string
  readonly value?: unknown
}
const makeTagCondition = (tag: string): Part => ({ field: 'current_tags', operator: 'includes', value: tag })

async function addTrigger(title: string, all: readonly Part[], actions: readonly Part[]): Promise<any> {
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.trigger
}
const write = (id: number, members: object, as = api) => as.put(`/api/v2/tickets/${id}`, { ticket: members })
const conversations = async (id: number) => (await api.get(`/api/v2/tickets/${id}/side_conversations`)).body.side_conversations
const eventsOf = async ({ url }: any) => (await api.get(`${url.slice(app.base_url.length).replace('.json', '')}/events`)).body.events
const countIs = (id: number, count: number) => waitFor(async () => (await conversations(id)).length, count)
const waitUntilPerformed = (id: number, audit: number) =>
  waitFor(async () => {
    const { body } = await api.get(`/api/v2/deskhand/tickets/${id}/audits/${audit}/trace`)
    return typeof body.trace.effects_performed_at
  }, 'string')

test('a trigger begins a conversation by mail once, with values escaped for its HTML and without private comments', async () => {
  const trigger = await addTrigger(
    'Ask the vendor',
    [makeTagCondition('ask')],
    [
      {
        field: 'side_conversation',
        value: [
          'About {{ticket.title}}',
          '<p>{{ticket.requester.name}} asks.</p>{{ticket.comments_formatted}}',
          'vendor@example.net, second@example.net nonsense vendor@example.net',
          'text/html',
        ],
      },
    ],
  )
  const { id } = await make.ticket({ subject: 'Lamp\r\nBcc: eve@example.net', requester_id: customer.id, comment: { body: 'Two lamps' } })
  await write(id, { comment: { body: 'Between us', public: false } })
  const { body } = await write(id, { tags: ['ask'] })
  await countIs(id, 1)
  const [made] = await conversations(id)
  assert.deepEqual([made.subject, made.state, made.external_ids], ['About Lamp Bcc: eve@example.net', 'open', {}])
  assert.deepEqual(made.participants, [{ email: 'vendor@example.net' }, { email: 'second@example.net' }])
  const [event] = await eventsOf(made)
  const { html_body } = event.message
  assert.match(html_body, /<p>&lt;b&gt;Eve&lt;\/b&gt; &amp; Co asks\.<\/p>/)
  assert.match(html_body, /Two lamps/)
  assert.doesNotMatch(html_body, /Between us/)
  assert.deepEqual([event.via, event.actor, event.message.from], ['rule', { user_id: -1, name: 'System' }, { user_id: -1, name: 'System' }])
  const { type, id: rule, title, revision_id } = event.rule
  assert.deepEqual([type, rule, title, typeof revision_id], ['trigger', trigger.id, 'Ask the vendor', 'number'])
  const { mails } = (await api.get('/api/v2/deskhand/mails?filter[topic]=ticket.side_conversation')).body
  assert.deepEqual(mails.map((mail: any) => mail.to).toSorted(), ['second@example.net', 'vendor@example.net'])
  const { audits } = (await api.get(`/api/v2/tickets/${id}/audits`)).body
  const last = audits.at(-1)
  assert.deepEqual([last.author_id, last.via.source.from.id, last.via.source.rel], [-1, trigger.id, 'trigger'])
  const noted = { type: 'CollabThreadCreated', side_conversation_id: made.id, subject: made.subject }
  assert.deepEqual(
    last.events.map(({ id: _id, ...members }: any) => members),
    [noted],
  )
  const { trace } = (await api.get(`/api/v2/deskhand/tickets/${id}/audits/${body.audit.id}/trace`)).body
  const fired = trace.triggers.find((one: any) => one.id === trigger.id)
  assert.deepEqual([fired.actions[0].result, fired.actions[0].effect], ['effect', 'side_conversation'])
})

test('a trigger asks a group by a child ticket, from the agent who made the write; no rule makes a child of a child', async () => {
  const group = await make.group()
  const value = [
    'Look at {{ticket.id}}',
    'Requested by {{ticket.requester.name}}',
    `SupportAssignable:support_assignable/group/${group.id}`,
  ]
  // matches its own children
  const trigger = await addTrigger(
    'Delegate',
    [{ field: 'status', operator: 'less_than', value: 'closed' }],
    [
      { field: 'side_conversation_ticket', value },
      { field: 'current_tags', value: 'delegated' },
    ],
  )
  const { ticket, audit } = (await agent.api.post('/api/v2/tickets', { ticket: { comment: { body: 'x' }, requester_id: customer.id } }))
    .body
  await countIs(ticket.id, 1)
  const [made] = await conversations(ticket.id)
  assert.deepEqual(made.participants, [{ support_group_id: group.id, name: group.name }])
  const childId = Number(made.external_ids.targetTicketId)
  const child = (await api.get(`/api/v2/tickets/${childId}`)).body.ticket
  assert.deepEqual([child.subject, child.group_id, child.requester_id], [`Look at ${ticket.id}`, group.id, agent.id])
  assert.equal(child.description, 'Requested by <b>Eve</b> & Co')
  assert.deepEqual([child.via.channel, child.via.source.from.ticket_id], ['side_conversation', ticket.id])
  assert.deepEqual(child.tags, ['delegated'], 'the rules run on the child')
  const [first] = (await api.get(`/api/v2/tickets/${childId}/audits`)).body.audits
  const ofChild = (await api.get(`/api/v2/deskhand/tickets/${childId}/audits/${first.id}/trace`)).body.trace
  const fired = ofChild.triggers.find((one: any) => one.id === trigger.id)
  assert.deepEqual(
    fired.actions.map(({ result }: any) => result),
    ['not_performed', 'changed'],
  )
  await waitUntilPerformed(ticket.id, audit.id)
  assert.deepEqual(await conversations(childId), [])
  await api.put(`/api/v2/triggers/${trigger.id}`, { trigger: { active: false } })
})

test('a child that a customer causes is from the assignee, or else the owner, never from the customer', async () => {
  const group = await make.group()
  await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
  const value = ['S', 'B', `SupportAssignable:support_assignable/agent/${group.id}/${agent.id}`]
  await addTrigger(
    'By a request',
    [makeTagCondition('theirs'), { field: 'role', operator: 'is', value: 'end_user' }],
    [{ field: 'side_conversation_ticket', value }],
  )
  for (const [members, requester] of [
    [{ assignee_id: agent.id }, agent.id],
    [{}, app.admin.id],
  ] as const) {
    const { id } = await make.ticket({ requester_id: customer.id, tags: ['theirs'], ...members })
    await customer.api.put(`/api/v2/requests/${id}`, { request: { comment: { body: 'Hello?' } } })
    await countIs(id, 1)
    const [made] = await conversations(id)
    const child = (await api.get(`/api/v2/tickets/${made.external_ids.targetTicketId}`)).body.ticket
    assert.deepEqual([child.requester_id, child.assignee_id, child.group_id], [requester, agent.id, group.id])
  }
})

test('a place in Slack is kept as data, and the trace says that nothing is sent', async () => {
  const trigger = await addTrigger(
    'Slack',
    [makeTagCondition('slack')],
    [{ field: 'side_conversation_slack', value: ['Subject', 'Body', 'SlackChannel:C1'] }],
  )
  const { id } = await make.ticket()
  const { body } = await write(id, { tags: ['slack'] })
  await countIs(id, 1)
  assert.deepEqual((await conversations(id))[0].participants, [{ slack_channel_id: 'SlackChannel:C1' }])
  const { trace } = (await api.get(`/api/v2/deskhand/tickets/${id}/audits/${body.audit.id}/trace`)).body
  const [action] = trace.triggers.find((one: any) => one.id === trigger.id).actions
  assert.deepEqual([action.result, action.effect], ['kept', 'side_conversation'])
})

test('an action without anybody it could go to is not performed, and what is gone by now begins nothing', async () => {
  const group = await make.group()
  const nobody = [
    ['Subject', 'Body'],
    ['Subject', 'Body', 'nonsense'],
    ['Subject', ' ', 'a@example.net'],
    'text',
    ['S', 'B', ['a@example.net']],
  ]
  const trigger = await addTrigger(
    'Nobody',
    [makeTagCondition('nobody')],
    [
      ...nobody.map((value) => ({ field: 'side_conversation', value })),
      { field: 'side_conversation_ticket', value: ['S', 'B', 'a@example.net'] },
      { field: 'side_conversation_slack', value: ['S', 'B'] },
    ],
  )
  await addTrigger(
    'Gone',
    [makeTagCondition('nobody')],
    [
      { field: 'side_conversation_ticket', value: ['S', 'B', `SupportAssignable:support_assignable/group/${group.id}`] },
      { field: 'side_conversation', value: ['S', '{{ticket.external_id}}', 'blank@example.net'] },
      { field: 'reply_internal', value: 'The others are performed' },
    ],
  )
  await api.delete(`/api/v2/groups/${group.id}`)
  const { id } = await make.ticket()
  const { body } = await write(id, { tags: ['nobody'] })
  await waitUntilPerformed(id, body.audit.id)
  assert.deepEqual(await conversations(id), [])
  assert.equal((await api.get(`/api/v2/tickets/${id}/comments`)).body.count, 2)
  const { trace } = (await api.get(`/api/v2/deskhand/tickets/${id}/audits/${body.audit.id}/trace`)).body
  const { actions } = trace.triggers.find((one: any) => one.id === trigger.id)
  assert.deepEqual(new Set(actions.map(({ result }: any) => result)), new Set(['not_performed']))
})

test('texts of a rule are cut where values make them too long', async () => {
  await addTrigger(
    'Long',
    [makeTagCondition('long')],
    [{ field: 'side_conversation', value: ['{{ticket.title}}', '{{ticket.description}}{{ticket.description}}', 'long@example.net'] }],
  )
  const { id } = await make.ticket({ subject: 's'.repeat(900), comment: { body: 'b'.repeat(40_000) } })
  await write(id, { tags: ['long'] })
  await countIs(id, 1)
  const [made] = await conversations(id)
  assert.equal(made.subject.length, 255)
  const [event] = await eventsOf(made)
  assert.equal(event.message.body.length, 65_536)
})

test('an automation begins a conversation, and is named in its event', async () => {
  const ticket = await make.ticket({ tags: ['waiting'], assignee_id: agent.id })
  const conditions = {
    all: [
      makeTagCondition('waiting'),
      { field: 'status', operator: 'is', value: 'open' },
      { field: 'OPEN', operator: 'greater_than', value: '1' },
    ],
  }
  const actions = [
    { field: 'side_conversation', value: ['Late', 'Ticket {{ticket.id}}', 'lead@example.net'] },
    { field: 'remove_tags', value: 'waiting' },
  ]
  const made = await api.post('/api/v2/automations', { automation: { title: 'Late', conditions, actions } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const at = new Date(Date.parse(ticket.created_at) + 4 * 3_600_000).toISOString()
  await setUp(app, { clock: { mode: 'frozen', at } })
  await runScheduledWork(app)
  await countIs(ticket.id, 1)
  const [event] = await eventsOf((await conversations(ticket.id))[0])
  assert.deepEqual(event.rule, { type: 'automation', id: made.body.automation.id, title: 'Late' })
  assert.equal(event.message.body, `Ticket ${ticket.id}`)
})
