// How many statements the creation of a ticket takes in a fresh account: one, and those of the job of its triggers' effects.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import { statementsDuring } from '#test/statements.ts'
import { systemOf } from '#test/system.ts'
import { type EffectsPayload, performEffects } from './perform.ts'

// no job runs but where a test runs it
const app = await useApp({ DESKHAND_ROLE: 'web' }, { shippedTriggers: true })

test('a ticket is created by one statement, and its three mails by one of few', async () => {
  const customer = await putPerson(app, { role: 'end-user' })
  const ctx = await systemOf(app)
  const create = (requester_id: number) =>
    app.api.post('/api/v2/tickets', { ticket: { subject: 'Printer', comment: { body: 'It is silent' }, requester_id } })
  await create(customer.id) // fills the caches
  for (const [requester_id, most] of [
    [app.admin.id, 9],
    [customer.id, 11],
  ] as const) {
    const created = await statementsDuring(app, () => create(requester_id))
    assert.equal(created.result.status, 201)
    assert.equal(created.statements.length, 1, created.statements.join('\n'))
    const jobs = await listQueuedJobs<EffectsPayload>(app.database.database.driver)
    const { payload } = jobs.findLast(({ name }) => name === 'perform_rule_effects')!.call
    assert.equal(payload.ticket_id, created.result.body.ticket.id)
    assert.equal(payload.effects.length, 3)
    const { statements } = await statementsDuring(app, () =>
      performEffects({ ...ctx, db: app.running.server.database.for(ctx.account.id) }, payload),
    )
    assert.ok(statements.length <= most, statements.join('\n'))
    assert.equal(statements.filter((sql) => sql.startsWith('insert into mails')).length, 1)
  }
})
