// How many statements it takes to perform the effects of a write: not more for many agents, fields and rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { makeWith } from '#test/make.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import { parametersDuring, statementsDuring } from '#test/statements.ts'
import { systemOf } from '#test/system.ts'
import { defineStatement } from '#db/builder.ts'
import { inTransaction } from '#core/context.ts'
import { type EffectsPayload, performEffects, performTogether } from './perform.ts'

// no job runs but where a test runs it
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { api } = app
const { database } = app.database
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user' })
const { group } = (await api.post('/api/v2/groups', { group: { name: 'Everyone' } })).body

const putAgents = defineStatement<{
  id: number
}>(`insert into users (account_id, name, email, role, verified, time_zone, locale, created_at, updated_at)
  select $1, 'Agent ' || n, 'agent-' || n || '@example.com', 'agent', true, 'UTC', 'en-US', now(), now() from generate_series($2::integer, $3) as n returning id`)
const joinGroup = defineStatement<unknown>(
  'insert into group_memberships (account_id, user_id, group_id, created_at, updated_at) select $1, unnest($2::bigint[]), $3, now(), now()',
)
const countMails = defineStatement<{
  subject: string
  mails: number
  bodies: number
}>(`select subject, count(*)::integer as mails, count(distinct body)::integer as bodies
  from mails where account_id = $1 and ticket_id = $2 group by subject order by subject`)

const selectMails = defineStatement<{ id: number; subject: string; body: string }>(
  'select id, subject, body from mails where account_id = $1 and ticket_id = $2 order by id',
)

async function addTrigger(title: string, tag: string, actions: readonly object[]): Promise<void> {
  const all = [{ field: 'current_tags', operator: 'includes', value: tag }]
  const { status, body } = await api.post('/api/v2/triggers', { trigger: { title, conditions: { all, any: [] }, actions } })
  assert.equal(status, 201, JSON.stringify(body))
}
const mail = (to: string, subject: string, body: string) => [{ field: 'notification_user', value: [to, subject, body] }]

/** Writes a ticket with a tag, and performs the effects of that. */
async function writeAndPerform(tag: string) {
  const ctx = await systemOf(app)
  const { id } = await make.ticket({ requester_id: customer.id, tags: [tag], comment: { body: 'It is dark' } })
  const jobs = await listQueuedJobs<EffectsPayload>(app.database.database.driver)
  const { payload } = jobs.findLast(({ name }) => name === 'perform_rule_effects')!.call
  assert.equal(payload.ticket_id, id)
  const { run } = await parametersDuring(app, () =>
    performEffects({ ...ctx, db: app.running.server.database.for(ctx.account.id) }, payload),
  )
  return { run, mails: await database.all(countMails(ctx.account.id, id)) }
}

test('mails to 3 and to 300 agents take the same statements, and send each text once', async () => {
  for (let number = 0; number < 20; number++) {
    const custom_field_options = [{ name: `Choice of ${number}`, value: `choice_${number}` }]
    const ticket_field = { type: 'tagger', title: `Field ${number}`, custom_field_options }
    assert.equal((await api.post('/api/v2/ticket_fields', { ticket_field })).status, 201)
  }
  const { ticket_fields } = (await api.get('/api/v2/ticket_fields')).body
  const field = ticket_fields.at(-1).id
  const body = `{{ticket.requester.name}} {{ticket.ticket_field_option_title_${field}}} {{ticket.comments_formatted}} {{ticket.group.name}}`
  await addTrigger('All', 'tell', mail('all_agents', 'All: {{ticket.title}}', body))
  await addTrigger('Group', 'tell', [{ field: 'notification_group', value: [String(group.id), 'Group: {{ticket.title}}', body] }])
  await addTrigger('Customer', 'tell', mail('requester_and_ccs', 'You: {{ticket.requester.name}}', body))
  const { id: account_id } = (await systemOf(app)).account
  const counts: number[] = []
  for (const [from, to] of [
    [1, 3],
    [4, 300],
  ]) {
    const agents = await database.all(putAgents(account_id, from, to))
    const ids = agents.map(({ id }) => id)
    await database.run(joinGroup(account_id, ids, group.id))
    const { run, mails } = await writeAndPerform('tell')
    assert.deepEqual(
      mails.map((row) => [row.mails, row.bodies]),
      [
        [(to as number) + 1, 1],
        [to, 1],
        [1, 1],
      ],
    )
    counts.push(run.length)
    // agents and the requester read the same here
    const texts = run.flatMap(({ parameters }) => parameters.flat()).filter((one) => typeof one === 'string' && one.includes('It is dark'))
    // as text and as HTML, and for the audit
    assert.equal(texts.length, 3)
  }
  assert.equal(counts[0], counts[1])
  assert.ok((counts[0] as number) <= 14, `${counts[0]} statements`)
})

test('more rules that mail take no more statements, and a reply is in the mails after it', async () => {
  for (const number of [1, 2, 3]) await addTrigger(`Few ${number}`, 'few', mail(String(customer.id), `Few ${number}`, '{{ticket.title}}'))
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    await addTrigger(`Many ${number}`, 'many', mail(String(customer.id), `Many ${number}`, `${number} {{ticket.title}}`))
  }
  const few = await writeAndPerform('few')
  const many = await writeAndPerform('many')
  assert.deepEqual([few.mails.length, many.mails.length], [3, 9])
  assert.equal(few.run.length, many.run.length)
  await addTrigger('Before', 'answer', mail(String(customer.id), 'A', '{{ticket.public_comments_formatted}}'))
  await addTrigger('Reply', 'answer', [{ field: 'reply_public', value: 'We are on it' }])
  await addTrigger('After', 'answer', mail(String(customer.id), 'B', '{{ticket.public_comments_formatted}}'))
  const bodies = defineStatement<{ body: string }>("select body from mails where account_id = $1 and subject in ('A', 'B') order by id")
  await writeAndPerform('answer')
  const [before, after] = await database.all(bodies((await systemOf(app)).account.id))
  assert.doesNotMatch(before?.body ?? 'We are on it', /We are on it/)
  assert.match(after?.body ?? '', /We are on it/)
})

test('the mails of many writes take the statements of one, are each about their own ticket, and are kept with their audit', async () => {
  await addTrigger('Each', 'each', [
    ...mail(String(customer.id), '{{ticket.id}}', '{{ticket.requester.name}}: {{ticket.comments_formatted}}'),
  ])
  const ctx = await systemOf(app)
  const own = { ...ctx, db: app.running.server.database.for(ctx.account.id) }
  const counts: number[] = []
  for (const writes of [1, 7]) {
    const ids: number[] = []
    for (let number = 0; number < writes; number++)
      ids.push((await make.ticket({ requester_id: customer.id, tags: ['each'], comment: { body: `Text ${number}` } })).id)
    const jobs = await listQueuedJobs<EffectsPayload>(app.database.database.driver)
    const payloads = jobs.map(({ call }) => call.payload).filter(({ ticket_id }) => ids.includes(ticket_id))
    const perform = () => inTransaction(own, (tx) => performTogether(tx, payloads))
    counts.push((await statementsDuring(app, perform)).statements.length)
    await perform()
    for (const [number, id] of ids.entries()) {
      const mails = await database.all(selectMails(ctx.account.id, id))
      assert.deepEqual(
        mails.map(({ subject, body }) => [subject, body.includes(`Text ${number}`)]),
        [[String(id), true]],
      )
      const { audits, deliveries } = (await api.get(`/api/v2/tickets/${id}/audits?include=deliveries`)).body
      const sent = audits[0].events.find(({ type }: any) => type === 'Notification').subject
      assert.deepEqual([sent, deliveries[0].outcomes], [String(id), [{ state: 'kept', count: 1 }]])
    }
  }
  assert.equal(counts[0], counts[1])
})

test('until the job has run, an audit and a trace have the texts of the rule and say that they wait', async () => {
  await addTrigger('Waits', 'wait', mail(String(customer.id), 'Re: {{ticket.title}}', 'Body'))
  const { id } = await make.ticket({ requester_id: customer.id, subject: 'Slow', tags: ['wait'] })
  const ctx = await systemOf(app)
  const readTold = async () => {
    const { audits, deliveries } = (await api.get(`/api/v2/tickets/${id}/audits?include=deliveries`)).body
    const [audit] = audits
    const { trace } = (await api.get(`/api/v2/deskhand/tickets/${id}/audits/${audit.id}/trace`)).body
    const { sent } = trace.triggers.find(({ title }: any) => title === 'Waits').actions[0]
    const { subject } = audit.events.find(({ type }: any) => type === 'Notification')
    return { audit, said: [deliveries[0].state, subject, sent.state, sent.subject], rule: deliveries[0].rule }
  }
  const { audit, said, rule } = await readTold()
  assert.deepEqual(said, ['waiting', 'Re: {{ticket.title}}', 'waiting', null])
  const jobs = await listQueuedJobs<EffectsPayload>(app.database.database.driver)
  const { payload } = jobs.findLast(({ name }) => name === 'perform_rule_effects')!.call
  const own = { ...ctx, db: app.running.server.database.for(ctx.account.id) }
  await performEffects(own, payload)
  const later = await readTold()
  assert.deepEqual([later.said, later.rule], [['sent', 'Re: Slow', 'sent', 'Re: Slow'], rule])
  // as a process of an earlier version leaves it
  await database.all(
    defineStatement<unknown>('update ticket_audits set sent = null where account_id = $1 and id = $2')(ctx.account.id, audit.id),
  )
  assert.deepEqual((await readTold()).said, ['unknown', 'Re: {{ticket.title}}', 'unknown', null])
})

test('what was sent in a page of audits takes one statement more, however many mails there are', async () => {
  const { id } = await make.ticket({ requester_id: customer.id, tags: ['few'] })
  const counts: number[] = []
  for (let round = 0; round < 2; round++) {
    await api.put(`/api/v2/tickets/${id}`, { ticket: { tags: ['few', `round_${round}`], comment: { body: 'More' } } })
    for (const query of ['', '?include=deliveries']) {
      const { statements } = await statementsDuring(app, () => api.get(`/api/v2/tickets/${id}/audits${query}`))
      counts.push(statements.length)
    }
  }
  const [plain = 0] = counts
  assert.deepEqual(counts, [plain, plain + 1, plain, plain + 1])
})
