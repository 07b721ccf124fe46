// What is redacted or deleted for good while effects are performed is not kept: of two that meet, one waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import { systemOf } from '#test/system.ts'
import { type EffectsPayload, performEffects } from './perform.ts'

// no job runs but where a test runs it
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { api } = app
const make = makeWith(api)
const { driver } = app.database.database

const trigger = {
  title: 'Tell',
  conditions: { all: [{ field: 'current_tags', operator: 'includes', value: 'tell' }], any: [] },
  actions: [{ field: 'notification_user', value: [String(app.admin.id), 'Re: {{ticket.title}}', 'Read: {{ticket.description}}'] }],
}
assert.equal((await api.post('/api/v2/triggers', { trigger })).status, 201)

/** Polls until a statement that is like this one waits for a lock. */
const waitForLock = (like: string) =>
  waitFor(async () => (await driver`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${like}`).length > 0, true)

async function readKept(ticketId: number): Promise<string> {
  const rows = await driver`select sent::text as kept from ticket_audits
    where account_id = ${app.account_id} and ticket_id = ${ticketId} and sent is not null`
  return String(rows[0]?.kept)
}

test('a job that has waited for a redaction sends what the ticket has afterwards', async () => {
  const { id } = await make.ticket({ tags: ['tell'], comment: { body: 'The code is tango seven' } })
  const ctx = await systemOf(app)
  const { payload } = (await listQueuedJobs<EffectsPayload>(driver)).findLast(({ name }) => name === 'perform_rule_effects')!.call
  assert.equal(payload.ticket_id, id)
  const { job } = await driver.begin(async (sql) => {
    await sql`select 1 from ticket_rule_runs where account_id = ${app.account_id} and ticket_id = ${id} for update`
    const performed = performEffects({ ...ctx, db: app.running.server.database.for(ctx.account.id) }, payload)
    await waitForLock('%update ticket_rule_runs%')
    await sql`update tickets set description = 'The code is gone' where account_id = ${app.account_id} and id = ${id}`
    return { job: { performed } }
  })
  await job.performed
  const mails = await driver`select body from mails where account_id = ${app.account_id} and ticket_id = ${id}`
  assert.deepEqual(
    mails.map(({ body }) => body),
    ['Read: The code is gone'],
  )
  assert.match(await readKept(id), /The code is gone/)
})

test('deleting a requester for good waits for a job that is about to keep what it has rendered', async () => {
  const reader = await putPerson(app, { role: 'end-user' })
  const { id } = await make.ticket({ requester_id: reader.id, tags: ['tell'], status: 'closed', assignee_id: app.admin.id })
  assert.equal((await api.delete(`/api/v2/users/${reader.id}`)).status, 200)
  const sent = [{ rule: { kind: 'trigger', id: 1 }, kind: 'reply', is_sent: true, body: `Dear ${reader.name}` }]
  const { deletion } = await driver.begin(async (sql) => {
    await sql`update ticket_rule_runs set performed_at = now() where account_id = ${app.account_id} and ticket_id = ${id}`
    const answer = api.delete(`/api/v2/deleted_users/${reader.id}`)
    await waitForLock('%ticket_rule_runs%for update%')
    await sql`update ticket_audits set sent = ${JSON.stringify(sent)}::text::jsonb where account_id = ${app.account_id} and ticket_id = ${id}`
    return { deletion: { answer } }
  })
  assert.equal((await deletion.answer).status, 200)
  const kept = await readKept(id)
  assert.match(kept, /is_removed/)
  assert.doesNotMatch(kept, /Dear/)
})
