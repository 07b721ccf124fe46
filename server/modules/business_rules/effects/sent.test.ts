// Audits, exports and traces show what rules have sent, and what became of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { waitForJobs } from '#test/invariants/populate.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { putPerson } from '#test/records.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user' })

const SUBJECT = '[{{ticket.account}}] Re: {{ticket.title}}'
const BODY = 'We have read: {{ticket.latest_comment}}'
const mail = (to: string, subject = SUBJECT, body = BODY) => ({ field: 'notification_user', value: [to, subject, body] })
const makeTagCondition = (tag: string) => ({ field: 'current_tags', operator: 'includes', value: tag })

async function add(kind: 'trigger' | 'automation', title: string, all: readonly object[], actions: readonly object[]): Promise<number> {
  const { status, body } = await api.post(`/api/v2/${kind}s`, { [kind]: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
  return body[kind].id
}
const trigger = (tag: string, actions: readonly object[]) => add('trigger', `On ${tag}`, [makeTagCondition(tag)], actions)

interface Listed {
  readonly audits: any[]
  readonly deliveries: any[]
}
async function audits(ticket: number, as = api): Promise<Listed> {
  const { status, body } = await as.get(`/api/v2/tickets/${ticket}/audits?include=deliveries,users`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const eventOf = ({ audits: [audit] }: Listed, type: string) => audit.events.find((event: any) => event.type === type)
/** What became of the first event of a type. */
function deliveryOf(listed: Listed, type: string): any {
  const {
    audit_id,
    event_id: _event,
    rule: _rule,
    ...delivery
  } = listed.deliveries.find((one) => one.event_id === eventOf(listed, type).id)
  assert.equal(audit_id, listed.audits[0].id)
  return delivery
}
const readTrace = async (ticket: number, audit: number, as = api) =>
  (await as.get(`/api/v2/deskhand/tickets/${ticket}/audits/${audit}/trace`)).body.trace

test('an audit has the texts of a rule until they are sent, and then what was sent and to whom', async () => {
  await trigger('mail', [mail(String(app.admin.id)), mail('requester_and_ccs')])
  const written = await api.post('/api/v2/tickets', {
    ticket: { subject: 'Printer on fire', requester_id: customer.id, tags: ['mail'], comment: { body: 'It burns' } },
  })
  const [told] = written.body.audit.events.filter(({ type }: any) => type === 'Notification')
  assert.deepEqual([told.subject, told.body], [SUBJECT, BODY])
  const { id } = written.body.ticket
  await waitForJobs(app)
  const listed = await audits(id)
  const { body: account } = await api.get('/api/v2/account')
  const sent = eventOf(listed, 'Notification')
  assert.match(sent.subject, /^\[.+\] Re: Printer on fire$/, JSON.stringify(account))
  assert.match(sent.body, /We have read: [\s\S]*It burns/)
  assert.deepEqual([sent.recipients, sent.via.source.rel], [[app.admin.id], 'trigger'])
  assert.deepEqual(eventOf(listed, 'NotificationWithCcs').recipients, [customer.id])
  const [one] = (await api.get(`/api/v2/tickets/${id}/audits/${listed.audits[0].id}`)).body.audit.events.filter(
    ({ type }: any) => type === 'Notification',
  )
  assert.deepEqual(one, sent)
  assert.deepEqual(deliveryOf(listed, 'Notification'), {
    state: 'sent',
    texts: 'sent',
    outcomes: [{ state: 'kept', count: 1 }],
    webhook_invocation_id: null,
  })
  const { deliveries: none } = (await api.get(`/api/v2/tickets/${id}/audits`)).body
  assert.equal(none, undefined)
  const trace = await readTrace(id, listed.audits[0].id)
  const { actions } = trace.triggers.find(({ title }: any) => title === 'On mail')
  assert.deepEqual([actions[0].sent.subject, actions[0].sent.body, actions[0].sent.state], [sent.subject, sent.body, 'sent'])
  assert.deepEqual([actions[0].value, actions[1].sent.recipients], [[String(app.admin.id), SUBJECT, BODY], [customer.id]])
})

test('a mail that nobody gets is not sent, and its event names nobody', async () => {
  const gone = await putPerson(app, { role: 'agent' })
  await trigger('nobody', [mail(String(gone.id))])
  const { id } = await make.ticket({ tags: ['nobody'] })
  await waitForJobs(app)
  assert.equal(deliveryOf(await audits(id), 'Notification').state, 'sent')
  assert.equal((await api.put(`/api/v2/users/${gone.id}`, { user: { suspended: true } })).status, 200)
  const { id: later } = await make.ticket({ tags: ['nobody'] })
  await waitForJobs(app)
  const listed = await audits(later)
  assert.deepEqual([deliveryOf(listed, 'Notification').state, eventOf(listed, 'Notification').recipients], ['not_sent', []])
})

test('calls of webhooks and targets are shown as they were sent, with what became of the call', async () => {
  const receiver = await useReceiver()
  const webhook = { name: 'Pager', status: 'active', http_method: 'POST', request_format: 'json', endpoint: `${receiver.url}/in` }
  const { id: webhook_id } = (await api.post('/api/v2/webhooks', { webhook })).body.webhook
  const target = {
    type: 'url_target_v2',
    title: 'Board',
    method: 'post',
    target_url: `${receiver.url}/board`,
    content_type: 'application/json',
  }
  const { id: target_id } = (await api.post('/api/v2/targets', { target })).body.target
  await trigger('call', [
    { field: 'notification_webhook', value: [webhook_id, '{"subject":"{{ticket.title}}"}'] },
    { field: 'notification_target', value: [String(target_id), '{"id":"{{ticket.id}}"}'] },
  ])
  const { id } = await make.ticket({ subject: 'A "quoted" word', tags: ['call'] })
  await waitForJobs(app)
  const listed = await audits(id)
  const calls = listed.audits[0].events.filter(({ type }: any) => type === 'External')
  assert.deepEqual(
    calls.map(({ body }: any) => body),
    [String.raw`{"subject":"A \"quoted\" word"}`, `{"id":"${id}"}`],
  )
  const { state, outcomes, webhook_invocation_id } = deliveryOf(listed, 'External')
  assert.deepEqual([state, outcomes], ['sent', [{ state: 'success', count: 1 }]])
  assert.equal((await api.get(`/api/v2/webhooks/${webhook_id}/invocations/${webhook_invocation_id}/attempts`)).status, 200)
  await api.patch(`/api/v2/webhooks/${webhook_id}`, { webhook: { status: 'inactive' } })
  const { id: later } = await make.ticket({ tags: ['call'] })
  await waitForJobs(app)
  assert.equal(deliveryOf(await audits(later), 'External').state, 'not_sent')
})

test('a reply and a side conversation are in the trace as they were sent', async () => {
  await trigger('answer', [
    { field: 'reply_public', value: 'About {{ticket.title}}' },
    { field: 'side_conversation', value: ['Ask: {{ticket.title}}', 'Please help', 'vendor@example.net'] },
  ])
  const { id } = await make.ticket({ subject: 'Doors', tags: ['answer'] })
  await waitForJobs(app)
  const trace = await readTrace(id, (await audits(id)).audits[0].id)
  const { actions } = trace.triggers.find(({ title }: any) => title === 'On answer')
  assert.deepEqual(
    actions.map(({ sent }: any) => [sent.state, sent.subject, sent.body]),
    [
      ['sent', null, 'About Doors'],
      ['sent', 'Ask: Doors', null],
    ],
  )
})

test('an automation is shown as it has mailed', async () => {
  const clock = async (at: string) => {
    await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'frozen', at } } })
    await runScheduledWork(app)
  }
  await clock('2027-01-01T00:00:00Z')
  const old = [makeTagCondition('old'), { field: 'status', operator: 'is', value: 'open' }, { field: 'OPEN', operator: 'is', value: '2' }]
  await add('automation', 'Age', old, [
    mail(String(customer.id), 'Old: {{ticket.title}}', 'Still there?'),
    { field: 'remove_tags', value: 'old' },
  ])
  const { id } = await make.ticket({ subject: 'Lamp', status: 'open', assignee_id: app.admin.id, tags: ['old'] })
  await clock('2027-01-01T02:00:00Z')
  await waitForJobs(app)
  const { audits: all } = await audits(id)
  const aged = all.find(({ via }: any) => via.source.rel === 'automation' || via.channel === 'rule') ?? all.at(-1)
  const event = aged.events.find(({ type }: any) => type === 'Notification')
  assert.deepEqual([event.subject, event.body, event.recipients], ['Old: Lamp', 'Still there?', [customer.id]])
  const { automation } = await readTrace(id, aged.id)
  assert.deepEqual([automation.actions[0].sent.subject, automation.actions[0].sent.body], ['Old: Lamp', null])
  await api.put('/api/v2/deskhand/settings', { settings: { clock: { mode: 'system' } } })
})

test('a redaction removes what was sent about the ticket, in whatever form it is there, and so does deleting its requester for good', async () => {
  const reader = await putPerson(app, { role: 'end-user' })
  await trigger('secret', [
    mail(String(app.admin.id), 'Re: {{ticket.title}}', '{{ticket.latest_comment}}'),
    mail(String(app.admin.id), 'Cut', '{{ticket.latest_comment | upcase}}'),
  ])
  const { id } = await make.ticket({ requester_id: reader.id, tags: ['secret'], comment: { body: 'The code is tango seven' } })
  const { id: other } = await make.ticket({ requester_id: reader.id, tags: ['secret'], subject: 'Other' })
  await waitForJobs(app)
  assert.match(JSON.stringify(await audits(id)), /TANGO SEVEN/)
  const [comment] = (await api.get(`/api/v2/tickets/${id}/comments`)).body.comments
  const redacted = await api.put(`/api/v2/tickets/${id}/comments/${comment.id}/redact`, { text: 'tango seven' })
  assert.equal(redacted.status, 200, JSON.stringify(redacted.body))
  const listed = await audits(id)
  assert.doesNotMatch(JSON.stringify([listed, await readTrace(id, listed.audits[0].id)]), /tango seven/i)
  assert.equal(eventOf(listed, 'Notification').subject, 'Re: {{ticket.title}}')
  assert.deepEqual([deliveryOf(listed, 'Notification').state, deliveryOf(listed, 'Notification').texts], ['sent', 'removed'])
  assert.equal(eventOf(await audits(other), 'Notification').subject, 'Re: Other')
  for (const one of [id, other])
    assert.equal((await api.put(`/api/v2/tickets/${one}`, { ticket: { status: 'closed', assignee_id: app.admin.id } })).status, 200)
  assert.equal((await api.delete(`/api/v2/users/${reader.id}`)).status, 200)
  assert.equal((await api.delete(`/api/v2/deleted_users/${reader.id}`)).status, 200)
  assert.equal(eventOf(await audits(other), 'Notification').subject, 'Re: {{ticket.title}}')
})

test('a redaction waits for a job that is about to keep what it has rendered', async () => {
  const { id } = await make.ticket({ tags: ['unheard'], comment: { body: 'The code is tango seven' } })
  await waitForJobs(app)
  const { driver } = app.database.database
  const [comment] = (await api.get(`/api/v2/tickets/${id}/comments`)).body.comments
  const sent = [{ rule: { kind: 'trigger', id: 1 }, kind: 'reply', is_sent: true, body: 'It is tango seven' }]
  const isHeld = async () =>
    (await driver`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%from ticket_rule_runs%for update%'`)
      .length > 0
  const { redacted } = await driver.begin(async (sql) => {
    await sql`update ticket_rule_runs set performed_at = now() where account_id = ${app.account_id} and ticket_id = ${id}`
    const redaction = api.put(`/api/v2/tickets/${id}/comments/${comment.id}/redact`, { text: 'tango seven' })
    await waitFor(isHeld, true)
    await sql`update ticket_audits set sent = ${JSON.stringify(sent)}::text::jsonb where account_id = ${app.account_id} and ticket_id = ${id}`
    return { redacted: { answer: redaction } }
  })
  assert.equal((await redacted.answer).status, 200)
  const rows =
    await driver`select sent::text as kept from ticket_audits where account_id = ${app.account_id} and ticket_id = ${id} and sent is not null`
  assert.equal(rows.length, 1)
  assert.doesNotMatch(String(rows[0]?.kept), /tango/)
})

test('agents who see their organizations only are shown the texts of the rule, others none of it', async () => {
  const told = mail(String(app.admin.id), 'For {{ticket.requester.email}}', 'Body')
  const plain = mail(String(app.admin.id), 'Plain', 'Body')
  await trigger('hidden', [told, plain])
  const { id: organization_id } = (await api.post('/api/v2/organizations', { organization: { name: 'North' } })).body.organization
  const restricted = await putPerson(app, { role: 'agent' })
  const limits = { organization_id, ticket_restriction: 'organization' }
  assert.equal((await api.put(`/api/v2/users/${restricted.id}`, { user: limits })).status, 200)
  const requester = await putPerson(app, { role: 'end-user' })
  assert.equal((await api.put(`/api/v2/users/${requester.id}`, { user: { organization_id } })).status, 200)
  const { id } = await make.ticket({ requester_id: requester.id, organization_id, tags: ['hidden'] })
  await waitForJobs(app)
  assert.equal(eventOf(await audits(id), 'Notification').subject, `For ${requester.email}`)
  const listed = await audits(id, restricted.api)
  assert.equal(eventOf(listed, 'Notification').subject, 'For {{ticket.requester.email}}')
  // of the second one nothing is hidden: its texts are those of the rule
  assert.deepEqual(
    listed.deliveries.map(({ texts, state }) => [texts, state]),
    [
      ['hidden', 'sent'],
      ['sent', 'sent'],
    ],
  )
  const trace = await readTrace(id, listed.audits[0].id, restricted.api)
  assert.equal(trace.triggers.find(({ title }: any) => title === 'On hidden').actions[0].sent.subject, null)
  assert.equal((await customer.api.get(`/api/v2/tickets/${id}/audits?include=deliveries`)).status, 403)
  const elsewhere = (await putInstance(app)).api
  assert.equal((await elsewhere.get(`/api/v2/tickets/${id}/audits?include=deliveries`)).status, 404)
})

test('the export of events shows what was sent', async () => {
  const { id } = await make.ticket({ subject: 'Exported', tags: ['mail'] })
  await waitForJobs(app)
  const { rows } = { rows: (await audits(id)).audits }
  const start = Math.floor(Date.parse(rows[0].created_at) / 1000) - 1
  await api.put('/api/v2/deskhand/settings', {
    settings: { clock: { mode: 'frozen', at: new Date(Date.parse(rows[0].created_at) + 3_600_000).toISOString() } },
  })
  const { ticket_events } = (await api.get(`/api/v2/incremental/ticket_events?start_time=${start}`)).body
  const exported = ticket_events.find((one: any) => one.ticket_id === id).child_events.find((one: any) => one.event_type === 'Notification')
  assert.match(exported.subject, /Re: Exported$/)
})
