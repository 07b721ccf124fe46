/**
 * The triggers of a whole support team, imported and played: which of them fire in each update, in which order, and what the ticket is then.
 * What is expected was derived by reading the rules: one that changes the ticket has those before it looked at again, and each fires once.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { TEAM_TRIGGERS } from '#test/team_triggers.ts'

const app = await useApp()
const { api } = app
const make = makeWith(api)

const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })
const lead = await make.agent()
const vip = await make.organization()
const vipUser = await make.user({ organization_id: vip.id })
const vipCustomer = app.as({ email: vipUser.email, token: app.admin.token })
const GROUPS = ['billing', 'operations', 'german', 'first_line', 'leads'] as const
const ids: Record<string, number> = { vip: vip.id }
for (const name of GROUPS) {
  ids[name] = (await make.group({ name })).id
  const user_id = name === 'leads' ? lead.id : agent.id
  await api.post('/api/v2/group_memberships', { group_membership: { user_id, group_id: ids[name] } })
}

const NAMES = /"\$(\w+)"/g
for (const { title, all, any, actions } of TEAM_TRIGGERS) {
  const trigger = JSON.stringify({ title, conditions: { all, any }, actions }).replace(NAMES, (_found, name: string) => `"${ids[name]}"`)
  const { status, body } = await api.post('/api/v2/triggers', { trigger: JSON.parse(trigger) })
  assert.equal(status, 201, JSON.stringify(body))
}

const read = async (path: string) => (await api.get(`/api/v2/${path}`)).body
const nameOf = (group: number | null) => GROUPS.find((name) => ids[name] === group) ?? null

/** The triggers that fired in the last update by a person, in order, and the ticket after it. */
async function outcome(id: number) {
  const { audits } = await read(`tickets/${id}/audits`)
  const written = audits.findLast(({ author_id }: any) => author_id > 0)
  const { trace } = await read(`deskhand/tickets/${id}/audits/${written.id}/trace`)
  const fired = trace.triggers.filter((one: any) => one.state === 'fired').toSorted((one: any, other: any) => one.fired - other.fired)
  const { status, priority, type, group_id, tags } = (await read(`tickets/${id}`)).ticket
  return { fired: fired.map(({ title }: any) => title), ticket: [status, priority, type, nameOf(group_id), tags.join(' ')] }
}

async function createRequest(client: typeof api, subject: string, body: string): Promise<number> {
  const answer = await client.post('/api/v2/requests', { request: { subject, comment: { body } } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.request.id
}
async function addComment(client: typeof api, id: number, body: string): Promise<void> {
  assert.equal((await client.put(`/api/v2/requests/${id}`, { request: { comment: { body } } })).status, 200)
}
async function works(id: number, ticket: object): Promise<void> {
  const { status, body } = await agent.api.put(`/api/v2/tickets/${id}`, { ticket })
  assert.equal(status, 200, JSON.stringify(body))
}
const expectOutcome = async (id: number, fired: readonly string[], ticket: readonly (string | null)[]) =>
  assert.deepEqual(await outcome(id), { fired, ticket })
const mails = async (subject: string, to: string) => {
  const all = (await read('deskhand/mails?filter[topic]=ticket.notification&per_page=100')).mails
  return all.filter((mail: any) => mail.subject === subject && mail.to === to).length
}

test('the set has a trigger for each thing that a team does, in its order', async () => {
  const { triggers } = await read('triggers/active?sort_by=position')
  assert.deepEqual(
    triggers.map(({ title }: any) => title),
    TEAM_TRIGGERS.map(({ title }) => title),
  )
})

test('a billing question is routed, waits, is escalated by a complaint, solved and reopened', async () => {
  const id = await createRequest(customer.api, 'Wrong invoice', 'Please check')
  await expectOutcome(
    id,
    ['Billing', 'Others are normal', 'Received', 'Billing hears of it'],
    ['new', 'normal', null, 'billing', 'billing'],
  )
  await works(id, { assignee_id: agent.id, comment: { body: 'We look', public: true } })
  await expectOutcome(id, ['Assignee is told', 'Answered'], ['open', 'normal', null, 'billing', 'billing'])
  await works(id, { status: 'pending' })
  await expectOutcome(id, ['Waiting'], ['pending', 'normal', null, 'billing', 'billing waiting'])
  await addComment(customer.api, id, 'This is a complaint')
  const escalated = ['Complaint', 'Leads hear of escalations', 'Not waiting any more']
  await expectOutcome(id, escalated, ['open', 'urgent', null, 'billing', 'billing escalated'])
  await waitFor(() => mails('Escalated', lead.email), 1)
  await works(id, { status: 'solved' })
  await expectOutcome(id, [], ['solved', 'urgent', null, 'billing', 'billing escalated'])
  await addComment(customer.api, id, 'It happens again')
  await expectOutcome(id, ['Reopened'], ['open', 'urgent', null, 'billing', 'billing escalated reopened'])
})

test('an outage of a VIP pages operations, has a report and an offer to rate, and is escalated when it comes back', async () => {
  const id = await createRequest(vipCustomer, 'Shop is down', 'Nothing works')
  const received = ['VIP organization', 'Outage', 'Outages are urgent', 'Gold service', 'Received', 'Operations are paged']
  await expectOutcome(id, received, ['new', 'urgent', 'incident', 'operations', 'outage sla_gold vip'])
  await waitFor(() => mails('Page', agent.email), 1)
  await works(id, { assignee_id: agent.id, status: 'solved' })
  const solved = ['Assignee is told', 'Rate us', 'Report of an outage']
  await expectOutcome(id, solved, ['solved', 'urgent', 'incident', 'operations', 'csat_offered follow_up outage sla_gold vip'])
  assert.equal((await read(`tickets/${id}`)).ticket.satisfaction_rating.score, 'offered')
  await waitFor(async () => (await read(`tickets/${id}/comments`)).comments.at(-1).body, 'Write the report of Shop is down')
  await addComment(vipCustomer, id, 'Again')
  // the priority was urgent already, so the leads get no mail
  const again = ['A VIP asks again', 'Reopened']
  await expectOutcome(id, again, ['open', 'urgent', 'incident', 'operations', 'escalated follow_up outage reopened sla_gold vip'])
  assert.equal(await mails('Escalated', lead.email), 1)
})

test('tickets get a tag for their language, and routed by it where no subject decides', async () => {
  const german = await createRequest(customer.api, 'Frage', 'Bitte helfen Sie mir')
  await expectOutcome(german, ['German', 'German desk', 'Others are normal', 'Received'], ['new', 'normal', null, 'german', 'lang_de'])
  await works(german, { comment: { body: 'A note', public: false } })
  await expectOutcome(german, [], ['new', 'normal', null, 'german', 'lang_de'])
  const french = await createRequest(customer.api, 'Refund', 'Bonjour et merci')
  const fired = ['French', 'Billing', 'Others are normal', 'Received', 'Billing hears of it']
  await expectOutcome(french, fired, ['new', 'normal', null, 'billing', 'billing lang_fr'])
})

test('automatic replies and spam cause no mail; an answer opens the first again', async () => {
  const automatic = await createRequest(customer.api, 'Automatic reply: holidays', 'I am away')
  await expectOutcome(automatic, ['Automatic replies are kept quiet'], ['solved', null, null, null, 'auto_reply'])
  const office = await createRequest(customer.api, 'Out of office', 'I am away')
  await expectOutcome(office, ['Automatic replies are kept quiet'], ['solved', null, null, null, 'auto_reply'])
  const spam = await createRequest(customer.api, 'Win the lottery', 'Bonjour')
  await expectOutcome(spam, ['Spam is closed', 'French'], ['closed', null, null, null, 'lang_fr spam'])
  await addComment(customer.api, automatic, 'I am back')
  await expectOutcome(automatic, ['Reopened'], ['open', null, null, null, 'auto_reply reopened'])
})

test('a ticket that an agent writes for a customer goes to the first line without a confirmation, and may become one of a VIP', async () => {
  const given = { subject: 'By telephone', comment: { body: 'They called' }, requester_id: customer.id }
  const { ticket } = (await agent.api.post('/api/v2/tickets', { ticket: given })).body
  await expectOutcome(ticket.id, ['First line', 'Others are normal'], ['new', 'normal', null, 'first_line', ''])
  await works(ticket.id, { tags: ['vip'] })
  await expectOutcome(ticket.id, ['Gold service'], ['new', 'normal', null, 'first_line', 'sla_gold vip'])
})
