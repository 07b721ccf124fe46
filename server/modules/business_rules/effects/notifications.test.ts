// What the triggers of a fresh account mail, and other effects of rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { runScheduledWork, waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { waitForJobs } from '#test/invariants/populate.ts'

const app = await useApp({}, { shippedTriggers: true })
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent' })
const customer = await putPerson(app, { role: 'end-user' })

const mails = async (to: string) => {
  const { body } = await api.get('/api/v2/deskhand/mails?filter[topic]=ticket.notification')
  return body.mails.filter((mail: any) => mail.to === to)
}
const subjects = async (to: string) => (await mails(to)).map((mail: any) => mail.subject)
const textOf = async (id: number) => (await api.get(`/api/v2/deskhand/mails/${id}`)).body.mail.body

async function addTrigger(title: string, tag: string, actions: readonly object[]): Promise<void> {
  const all = [{ field: 'current_tags', operator: 'includes', value: tag }]
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
}

test('a request is confirmed to its requester, and mailed to agents', async () => {
  const { request } = (await customer.api.post('/api/v2/requests', { request: { subject: 'No light', comment: { body: 'It is dark' } } }))
    .body
  await waitFor(async () => (await mails(customer.email)).length, 1)
  const [mail] = await mails(customer.email)
  assert.match(await textOf(mail.id), new RegExp(`#?${request.id}`))
  assert.doesNotMatch(await textOf(mail.id), /\{\{/)
  await waitFor(async () => (await mails(agent.email)).length, 1)
})

test('a private comment is never mailed to the requester, a public one is', async () => {
  const { id } = await make.ticket({ requester_id: customer.id })
  await waitFor(async () => (await mails(customer.email)).length > 1, true)
  const before = (await mails(customer.email)).length
  await agent.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body: 'Between us: the fuse', public: false } } })
  await agent.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body: 'It is the fuse box', public: true } } })
  await waitFor(async () => (await mails(customer.email)).length, before + 1)
  const text = await textOf((await mails(customer.email))[0].id)
  assert.match(text, /It is the fuse box/)
  assert.doesNotMatch(text, /Between us/)
})

test('where the first comment is private, people outside are shown the first public one as the description', async () => {
  const text = 'D[{{ticket.description}}]{% assign t = ticket %}[{{t.description}}]'
  const all = [
    { field: 'current_tags', operator: 'includes', value: 'described' },
    { field: 'comment_is_public', operator: 'is', value: 'true' },
  ]
  const actions = [
    { field: 'notification_user', value: ['requester_id', 'Described', text] },
    { field: 'notification_user', value: [String(app.admin.id), 'Described', text] },
    { field: 'side_conversation', value: ['Described', text, 'vendor@example.net'] },
  ]
  assert.equal((await api.post('/api/v2/triggers', { trigger: { title: 'Describe', conditions: { all, any: [] }, actions } })).status, 201)
  const comment = { body: 'Between us: the fuse', public: false }
  const { id } = await make.ticket({ requester_id: customer.id, tags: ['described'], comment })
  await agent.api.put(`/api/v2/tickets/${id}`, { ticket: { comment: { body: 'It is the fuse box', public: true } } })
  await waitForJobs(app)
  const described = (await api.get('/api/v2/deskhand/mails')).body.mails.filter((mail: any) => mail.subject === 'Described')
  const shown: Record<string, string> = {}
  for (const mail of described) shown[mail.to] = await textOf(mail.id)
  assert.deepEqual(shown, {
    [customer.email]: 'D[It is the fuse box][It is the fuse box]',
    [app.admin.email]: 'D[Between us: the fuse][Between us: the fuse]',
    'vendor@example.net': 'D[It is the fuse box][It is the fuse box]',
  })
})

test('subject and body are rendered; the author of an update gets no mail of their own', async () => {
  const value = ['requester_and_ccs', 'Re: {{ticket.title}}', 'Status: {{ticket.status}}']
  await addTrigger('Tell', 'tell', [{ field: 'notification_user', value }])
  const { id } = await make.ticket({ requester_id: customer.id, subject: 'Lamp' })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['tell'] } })
  await waitFor(async () => (await subjects(customer.email)).includes('Re: Lamp'), true)
  await customer.api.put(`/api/v2/requests/${id}`, { request: { comment: { body: 'Thanks' } } })
  const { ticket } = (await api.put(`/api/v2/tickets/${id}`, { ticket: { priority: 'low' } })).body
  assert.equal(ticket.priority, 'low')
  await waitForJobs(app)
  assert.equal((await subjects(customer.email)).filter((subject: string) => subject === 'Re: Lamp').length, 2)
})

test('a rule replies, and sets the language of the requester', async () => {
  await addTrigger('Reply', 'auto', [
    { field: 'reply_public', value: 'Thank you, {{ticket.requester.first_name}}.' },
    { field: 'locale_id', value: '8' },
  ])
  const person = await putPerson(app, { role: 'end-user' })
  const { id } = await make.ticket({ requester_id: person.id })
  await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['auto'] } })
  const comments = async () => (await api.get(`/api/v2/tickets/${id}/comments`)).body.comments
  await waitFor(async () => (await comments()).length, 2)
  const reply = (await comments())[1]
  assert.deepEqual([reply.author_id, reply.public], [-1, true])
  assert.match(reply.plain_body, /^Thank you, \S+\.$/)
  await waitFor(async () => (await api.get(`/api/v2/users/${person.id}`)).body.user.locale, 'de')
})

test('a notification of all agents is written with one statement', async () => {
  for (let made = 0; made < 5; made++) await putPerson(app, { role: 'agent' })
  await addTrigger('Everyone', 'everyone', [{ field: 'notification_user', value: ['all_agents', 'For everyone', 'Look'] }])
  await make.ticket({ tags: ['everyone'], requester_id: customer.id })
  await waitForJobs(app)
  // rows that one statement inserts have the same xmin and cmin
  const [made] = await app.database.database.driver.unsafe(
    "select count(*)::int as mails, count(distinct (xmin::text, cmin::text))::int as statements from mails where subject = 'For everyone'",
  )
  assert.ok(made?.mails >= 6)
  assert.equal(made?.statements, 1)
})

test('what was stored of the runs of rules is removed after 30 days', async () => {
  const count = async () => Number((await app.database.database.driver.unsafe('select count(*) as count from ticket_rule_runs'))[0]?.count)
  await make.ticket()
  assert.ok((await count()) > 0)
  await app.database.database.driver.unsafe("update ticket_rule_runs set created_at = created_at - interval '30 days'")
  await runScheduledWork(app)
  assert.equal(await count(), 0)
})
