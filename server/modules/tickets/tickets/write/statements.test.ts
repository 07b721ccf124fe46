// What a write of a ticket sends to the database, in which order, and whether in a transaction: one statement wherever one is enough.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { upload } from '#test/files.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { putPerson } from '#test/records.ts'
import { parametersDuring } from '#test/statements.ts'

// no job runs: what a write queues is only stored
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { api } = app
const make = makeWith(api)
const agent = await putPerson(app, { role: 'agent', name: 'Ada' })
const group = await make.group()
await api.post('/api/v2/group_memberships', { group_membership: { user_id: agent.id, group_id: group.id } })

/** Statements by what only they have. */
const NAMES: readonly [RegExp, string][] = [
  [/insert into tickets \(/, 'insert ticket'],
  [/^with written as \(\s*update tickets set/, 'update ticket'],
  [/^update tickets p set has_incidents/, 'count incidents'],
  [/set followup_ids/, 'note follow-up'],
  [/graphile_worker/, 'queue job'],
  [/insert into (\w+)/, 'insert $1'],
  [/update (\w+)/, 'update $1'],
  [/ from (\w+)/, 'read $1'],
]
function nameStatement(sql: string): string {
  for (const [pattern, name] of NAMES) {
    const found = pattern.exec(sql)
    if (found !== null) return name.replace('$1', found[1] ?? '')
  }
  return sql
}

/** The statements of a request by name; those of a transaction are a list. A transaction within another one is that one. */
async function listStatements(work: () => Promise<{ status: number; body: any }>): Promise<(string | string[])[]> {
  const { run, result } = await parametersDuring(app, work)
  assert.ok(result.status < 300, JSON.stringify(result.body))
  const names: (string | string[])[] = []
  let transaction: string[] = []
  // the first job of a kind takes a statement more, which makes the kind known
  for (const { sql, in_transaction } of run.filter((each) => !each.sql.includes('graphile_worker.add_jobs'))) {
    if (sql === 'begin') {
      if (in_transaction) continue
      transaction = []
      names.push(transaction)
    } else (in_transaction ? transaction : names).push(nameStatement(sql))
  }
  return names
}
const create = (ticket: object) =>
  listStatements(() => api.post('/api/v2/tickets', { ticket: { subject: 'Lamp', comment: { body: 'It is dark' }, ...ticket } }))
const change = (id: number, ticket: object) => listStatements(() => api.put(`/api/v2/tickets/${id}`, { ticket }))

async function makeSkills(): Promise<string[]> {
  const { attribute } = (await api.post('/api/v2/routing/attributes', { attribute: { name: 'Language' } })).body
  const ids: string[] = []
  for (const name of ['Danish', 'Dutch']) {
    const answer = await api.post(`/api/v2/routing/attributes/${attribute.id}/values`, { attribute_value: { name } })
    ids.push(answer.body.attribute_value.id)
  }
  return ids
}
const skills = await makeSkills()

const { macro } = (await api.post('/api/v2/macros', { macro: { title: 'Thank', actions: [{ field: 'status', value: 'solved' }] } })).body
const makeUpload = async () => (await upload(app, { bytes: 'a lamp' })).token

test('a new ticket alone is one statement', async () => {
  assert.deepEqual(await create({}), ['insert ticket'])
  assert.deepEqual(await create({ priority: 'high', tags: ['paid'] }), ['insert ticket'])
})

test('what a new ticket causes is stored in one transaction with it', async () => {
  assert.deepEqual(await create({ assignee_id: agent.id }), [['insert ticket', 'insert activities']])
  assert.deepEqual(await create({ attribute_value_ids: skills }), [['insert ticket', 'insert routing_changes']])
  const problem = await make.ticket({ type: 'problem' })
  const linked = { type: 'incident', problem_id: problem.id }
  assert.deepEqual(await create(linked), [['read tickets', 'insert ticket', 'count incidents']])
  assert.deepEqual(await create({ macro_ids: [macro.id] }), [['insert ticket', 'insert macro_uses'], 'read macros'])
  const comment = { body: 'A picture', uploads: [await makeUpload()] }
  assert.deepEqual(await create({ comment }), [['read uploads', 'insert ticket', 'update attachments']])
  const closed = await make.ticket({ status: 'closed' })
  const all = { ...linked, via_followup_source_id: closed.id, macro_ids: [macro.id], attribute_value_ids: skills, assignee_id: agent.id }
  const caused = ['insert routing_changes', 'count incidents', 'insert macro_uses', 'note follow-up', 'insert activities']
  assert.deepEqual(await create(all), [['read tickets', 'read tickets', 'insert ticket', ...caused], 'read macros'])
})

test('a change of a ticket alone is one statement, and none where nothing changes', async () => {
  const { id } = await make.ticket({ priority: 'low' })
  assert.deepEqual(await change(id, { priority: 'low' }), ['read tickets'])
  assert.deepEqual(await change(id, { comment: { body: 'Still dark' }, priority: 'high' }), ['read tickets', 'update ticket'])
  assert.deepEqual(await change(id, { assignee_id: app.admin.id }), ['read tickets', 'update ticket'])
})

test('what a change causes is stored in one transaction with it', async () => {
  const { id } = await make.ticket({ assignee_id: agent.id, attribute_value_ids: skills })
  const comment = { body: 'Still dark' }
  assert.deepEqual(await change(id, { comment }), ['read tickets', ['update ticket', 'insert activities']])
  assert.deepEqual(await change(id, { attribute_value_ids: [] }), ['read tickets', ['update ticket', 'insert routing_changes']])
  assert.deepEqual(await change(id, { macro_ids: [macro.id] }), [['read tickets', 'update ticket', 'insert macro_uses'], 'read macros'])
  const withFile = { comment: { ...comment, public: false, uploads: [await makeUpload()] } }
  const attached = ['read uploads', 'read tickets', 'update ticket', 'insert activities', 'update attachments']
  assert.deepEqual(await change(id, withFile), [attached])
})

test('another order of skills alone is saved, though neither its audit nor the log of skills has anything of it', async () => {
  const { id } = await make.ticket({ attribute_value_ids: skills })
  const reversed = skills.toReversed()
  assert.deepEqual(await change(id, { attribute_value_ids: reversed }), ['read tickets', 'update ticket'])
  assert.deepEqual(await change(id, { attribute_value_ids: reversed }), ['read tickets'])
})

test('a change that concerns a problem and its incidents is one transaction', async () => {
  const one = await make.ticket({ type: 'problem' })
  const other = await make.ticket({ type: 'problem' })
  const incident = await make.ticket({ type: 'incident', problem_id: one.id })
  const moved = ['read tickets', 'read tickets', 'update ticket', 'count incidents', 'count incidents']
  assert.deepEqual(await change(incident.id, { problem_id: other.id }), [moved])
  assert.deepEqual(await change(incident.id, { type: 'question' }), ['read tickets', ['update ticket', 'count incidents']])
  await make.ticket({ type: 'incident', problem_id: one.id })
  assert.deepEqual(await change(one.id, { status: 'solved' }), ['read tickets', ['update ticket', 'queue job']])
})

test('a public answer on the child ticket of a side conversation queues its job in one transaction with it', async () => {
  const { id } = await make.ticket()
  const message = { subject: 'Please look', body: 'Two of them.', to: [{ support_group_id: group.id }] }
  const { body } = await api.post(`/api/v2/tickets/${id}/side_conversations`, { message })
  const child = Number(body.side_conversation.external_ids.targetTicketId)
  await change(child, { assignee_id: app.admin.id })
  const answer = (isPublic: boolean) => change(child, { comment: { body: 'They are in stock', public: isPublic } })
  assert.deepEqual(await answer(false), ['read tickets', 'update ticket'])
  assert.deepEqual(await answer(true), ['read tickets', ['update ticket', 'queue job']])
})

test('events that a webhook wants are queued in one transaction with their write; one without them needs none', async () => {
  const { id } = await make.ticket({ priority: 'low', attribute_value_ids: skills, assignee_id: agent.id })
  const webhook = {
    name: 'Told of events',
    status: 'active',
    endpoint: 'https://example.com/hook',
    http_method: 'POST',
    request_format: 'json',
    subscriptions: ['ticket.created', 'ticket.priority_changed'].map((type) => `zen:event-type:${type}`),
  }
  const { status, body } = await api.post('/api/v2/webhooks', { webhook })
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(await create({}), [['insert ticket', 'queue job']])
  assert.deepEqual(await change(id, { tags: ['paid'] }), ['read tickets', 'update ticket'])
  const all = { priority: 'normal', macro_ids: [macro.id], attribute_value_ids: [], comment: { body: 'Now' } }
  const caused = ['insert macro_uses', 'insert routing_changes', 'insert activities', 'queue job']
  assert.deepEqual(await change(id, all), [['read tickets', 'update ticket', ...caused], 'read macros'])
  await api.delete(`/api/v2/webhooks/${body.webhook.id}`)
})

test('a change that another write overtakes is made again from the ticket as it is then, in a new transaction', async () => {
  const { driver } = app.database.database
  const isWaiting = async () =>
    (
      await driver`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update tickets set%'`
    ).length
  for (const [assignee_id, expected] of [
    [app.admin.id, ['read tickets', 'update ticket', 'read tickets', 'update ticket']],
    [agent.id, ['read tickets', ['update ticket'], 'read tickets', ['update ticket', 'insert activities']]],
  ] as const) {
    const { id } = await make.ticket({ assignee_id })
    const { changing } = await driver.begin(async (sql) => {
      await sql`update tickets set lock_version = lock_version + 1, priority = 'urgent' where account_id = ${app.account_id} and id = ${id}`
      const begun = change(id, { comment: { body: 'Still dark' } })
      await waitFor(isWaiting, 1)
      return { changing: begun }
    })
    assert.deepEqual(await changing, expected)
    const { ticket } = (await api.get(`/api/v2/tickets/${id}`)).body
    assert.equal(ticket.priority, 'urgent')
  }
})
