/** Each action of the table does what it says, by a trigger and by an automation: one row for each, and its effect read through the API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { MAY_CALL_RECEIVER, useReceiver } from '#test/receiver.ts'
import { fixedActions } from '#rules/actions.ts'

const app = await useApp(MAY_CALL_RECEIVER)
const { api } = app
const make = makeWith(api)
const receiver = await useReceiver()

async function createRecord(path: string, body: object): Promise<any> {
  const answer = await api.post(`/api/v2/${path}`, body)
  assert.equal(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const read = async (path: string) => (await api.get(`/api/v2/${path}`)).body

/** What the rules name. */
const agent = await make.agent()
const group = await make.group()
const copied = await make.user()
await createRecord('group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })
const { brand } = await createRecord('brands', { brand: { name: 'Second', subdomain: 'second' } })
const { ticket_form } = await createRecord('ticket_forms', { ticket_form: { name: 'Returns' } })
const { custom_status } = await createRecord('custom_statuses', {
  custom_status: { status_category: 'open', agent_label: 'Waits for parts' },
})
const { schedule } = await createRecord('business_hours/schedules', { schedule: { name: 'Night', time_zone: 'Berlin' } })
const { sharing_agreement } = await createRecord('sharing_agreements', { sharing_agreement: { remote_subdomain: 'partner' } })
const { attribute } = await createRecord('routing/attributes', { attribute: { name: 'Language' } })
const skillNamed = async (name: string): Promise<string> =>
  (await createRecord(`routing/attributes/${attribute.id}/values`, { attribute_value: { name } })).attribute_value.id
const german = await skillNamed('German')
const french = await skillNamed('French')
const { webhook } = await createRecord('webhooks', {
  webhook: { name: 'Told', status: 'active', http_method: 'POST', request_format: 'json', endpoint: `${receiver.url}/webhook` },
})
const { target } = await createRecord('targets', {
  target: { type: 'url_target_v2', title: 'Told', method: 'post', content_type: 'application/json', target_url: `${receiver.url}/target` },
})
const { ticket_field } = await createRecord('ticket_fields', { ticket_field: { type: 'text', title: 'Serial' } })
await createRecord('user_fields', { user_field: { type: 'text', key: 'desk', title: 'Desk' } })
await createRecord('organization_fields', { organization_field: { type: 'text', key: 'tier', title: 'Tier' } })

interface Row {
  readonly value: unknown
  /** What the ticket has before. */
  readonly given?: object
  readonly seen: (ticket: any) => unknown
  readonly expected: unknown
  /** Not in automations. */
  readonly of_triggers?: true
}
const row = (value: unknown, expected: unknown, seen: Row['seen'], others: Partial<Row> = {}): Row => ({ value, expected, seen, ...others })
const member = (name: string, value: unknown, others: Partial<Row> = {}) => row(String(value), value, (ticket) => ticket[name], others)
const checkMail = (words: string, to: { email: string }) => async (ticket: any) => {
  const { mails } = await read('deskhand/mails?filter[topic]=ticket.notification&per_page=100')
  return mails.some((mail: any) => mail.subject === `${ticket.id} ${words}` && mail.to === to.email)
}
const checkCall = (path: string) => (ticket: any) =>
  receiver.calls.some(({ url, body }) => url === path && JSON.parse(body).id === String(ticket.id))
const lastComment = async (ticket: any) => {
  const { body, public: is_public } = (await read(`tickets/${ticket.id}/comments`)).comments.at(-1)
  return [body, is_public]
}
const skillsOf = async (ticket: any) =>
  (await read(`routing/tickets/${ticket.id}/instance_values`)).attribute_values.map(({ id }: any) => id).toSorted()
const conversation = async (ticket: any) => {
  const [one] = (await read(`tickets/${ticket.id}/side_conversations`)).side_conversations
  return one === undefined ? null : [one.subject, 'targetTicketId' in one.external_ids]
}
const NOT_PERFORMED = [
  'notification_sms_user',
  'notification_sms_group',
  'notification_zis',
  'notification_messaging_csat',
  'tweet_requester',
  'deflection',
]
const CALL = '{"id":"{{ticket.id}}"}'

const ROWS: Readonly<Record<string, Row>> = {
  status: member('status', 'pending'),
  custom_status_id: member('custom_status_id', custom_status.id),
  type: member('type', 'question'),
  priority: member('priority', 'high'),
  group_id: member('group_id', group.id),
  assignee_id: member('assignee_id', agent.id),
  brand_id: member('brand_id', brand.id),
  ticket_form_id: member('ticket_form_id', ticket_form.id),
  set_tags: row('one two', ['one', 'two'], ({ tags }) => tags),
  current_tags: row('more', true, ({ tags }) => tags.includes('more') && tags.includes('extra')),
  remove_tags: row('extra', false, ({ tags }) => tags.includes('extra')),
  follower: row(String(agent.id), [agent.id], ({ follower_ids }) => follower_ids),
  cc: row(String(copied.id), [copied.id], ({ email_cc_ids }) => email_cc_ids),
  notification_user: row([String(copied.id), '{{ticket.id}} to a user', 'B'], true, checkMail('to a user', copied)),
  notification_group: row([String(group.id), '{{ticket.id}} to a group', 'B'], true, checkMail('to a group', agent)),
  notification_target: row([String(target.id), CALL], true, checkCall('/target')),
  notification_webhook: row([webhook.id, CALL], true, checkCall('/webhook')),
  reply_public: row('Public {{ticket.id}}', true, async (ticket) => String(await lastComment(ticket)) === `Public ${ticket.id},true`),
  reply_internal: row('Internal', ['Internal', false], lastComment),
  share_ticket: row(String(sharing_agreement.id), [sharing_agreement.id], (ticket) => ticket.sharing_agreement_ids),
  unshare_ticket: row(String(sharing_agreement.id), [], (ticket) => ticket.sharing_agreement_ids, {
    given: { sharing_agreement_ids: [sharing_agreement.id] },
  }),
  add_skills: row([french], [german, french].toSorted(), skillsOf, { given: { attribute_value_ids: [german] } }),
  set_skills: row([french], [french], skillsOf, { given: { attribute_value_ids: [german] } }),
  remove_skills: row([german], [], skillsOf, { given: { attribute_value_ids: [german] } }),
  set_schedule: row(
    String(schedule.id),
    schedule.id,
    async (ticket) => {
      const { audits } = await read(`tickets/${ticket.id}/audits`)
      return audits.flatMap(({ events }: any) => events).findLast(({ type }: any) => type === 'ScheduleAssignment')?.new_schedule_id
    },
    { of_triggers: true },
  ),
  side_conversation: row(['By mail', 'B', 'vendor@example.net'], ['By mail', false], conversation),
  side_conversation_slack: row(['By Slack', 'B', 'C1'], ['By Slack', false], conversation),
  side_conversation_ticket: row(
    ['By a ticket', 'B', `SupportAssignable:support_assignable/group/${group.id}`],
    ['By a ticket', true],
    conversation,
  ),
  locale_id: row('8', 'de', async (ticket) => (await read(`users/${ticket.requester_id}`)).user.locale),
  satisfaction_score: row('offered', 'offered', (ticket) => ticket.satisfaction_rating?.score),
  [`custom_fields_${ticket_field.id}`]: row(
    'X1',
    'X1',
    (ticket) => ticket.custom_fields.find(({ id }: any) => id === ticket_field.id).value,
  ),
  'requester.custom_fields.desk': row('7', '7', async (ticket) => (await read(`users/${ticket.requester_id}`)).user.user_fields.desk),
  'organization.custom_fields.tier': row(
    '1',
    '1',
    async (ticket) => (await read(`organizations/${ticket.organization_id}`)).organization.organization_fields.tier,
  ),
}

/** A new ticket of a requester of its own, for a row. */
async function ticketFor(given: object | undefined, tags: string[]): Promise<any> {
  const organization = await make.organization()
  const requester = await make.user({ organization_id: organization.id })
  return make.ticket({ requester_id: requester.id, tags: ['extra', ...tags], ...given })
}

async function waitUntilSeen({ id }: { id: number }, { seen, expected }: Row, action: string): Promise<void> {
  let last: unknown
  const hasExpectedState = async () => {
    last = await seen((await read(`tickets/${id}`)).ticket)
    return JSON.stringify(last) === JSON.stringify(expected)
  }
  await waitFor(hasExpectedState, true).catch(() => assert.deepEqual(last, expected, action))
}

test('every action of the table has a row here', () => {
  const others = Object.keys(ROWS).filter((name) => name.includes('custom_fields'))
  assert.deepEqual([...Object.keys(ROWS), ...NOT_PERFORMED].toSorted(), [...fixedActions.map(({ name }) => name), ...others].toSorted())
})

for (const [action, one] of Object.entries(ROWS))
  test(`a trigger performs ${action.replace(/\d+/, '{id}')}`, async () => {
    const tag = `t_${action.replaceAll('.', '_')}`
    const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: tag }], any: [] }
    const ticket = await ticketFor(one.given, [])
    await createRecord('triggers', { trigger: { title: action, conditions, actions: [{ field: action, value: one.value }] } })
    const { status } = await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { additional_tags: [tag] } })
    assert.equal(status, 200)
    await waitUntilSeen(ticket, one, action)
  })

test('automations perform the same actions', async () => {
  const rows = Object.entries(ROWS).filter(([, { of_triggers }]) => of_triggers !== true)
  const tickets = new Map<string, any>()
  for (const [action, { given, value }] of rows) {
    const tag = `a_${action.replaceAll('.', '_')}`
    tickets.set(action, await ticketFor(given, [tag]))
    const all = [
      { field: 'current_tags', operator: 'includes', value: tag },
      { field: 'status', operator: 'is', value: 'new' },
      { field: 'NEW', operator: 'is', value: '2' },
    ]
    await createRecord('automations', { automation: { title: action, conditions: { all, any: [] }, actions: [{ field: action, value }] } })
  }
  // the hours after this one are run one after the other
  await runScheduledWork(app)
  const [first] = tickets.values()
  await setUp(app, { clock: { mode: 'frozen', at: new Date(Date.parse(first.created_at) + 4 * 3_600_000).toISOString() } })
  await runScheduledWork(app)
  for (const [action, one] of rows) await waitUntilSeen(tickets.get(action), one, action)
})

test('actions of channels that are not connected are stored, and the trace says that they are not performed', async () => {
  const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'channels' }], any: [] }
  const actions = NOT_PERFORMED.map((field) => ({ field, value: ['current_user', 'Text'] }))
  const { trigger } = await createRecord('triggers', { trigger: { title: 'Channels', conditions, actions } })
  assert.deepEqual(trigger.actions, actions)
  const { id } = await make.ticket()
  const { body } = await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['channels'] } })
  const { trace } = await read(`deskhand/tickets/${id}/audits/${body.audit.id}/trace`)
  const fired = trace.triggers.find((one: any) => one.id === trigger.id)
  assert.deepEqual(
    fired.actions.map(({ field, result }: any) => [field, result]),
    NOT_PERFORMED.map((field) => [field, 'not_performed']),
  )
})
