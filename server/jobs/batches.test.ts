// Jobs that are performed together: all that wait, once each, and none is lost by another one that fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitFor } from '#test/jobs.ts'
import { makeWith } from '#test/make.ts'
import { listQueuedJobs, PRIVATE_JOBS } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import { statementsDuring } from '#test/statements.ts'
import { defineStatement } from '#db/builder.ts'
import { makeBatches } from './batches.ts'
import { startWorker } from './worker.ts'

// no job runs before a test starts a worker
const app = await useApp({ DESKHAND_ROLE: 'web', DESKHAND_LOG_LEVEL: 'silent' })
const { api } = app
const { database } = app.database
const make = makeWith(api)
const customer = await putPerson(app, { role: 'end-user' })
const countMails = defineStatement<{ mails: number }>(
  `select count(*)::integer as mails from mails where account_id = $1 and subject = 'Batch' and ticket_id = any($2::bigint[])`,
)

const actions = [{ field: 'notification_user', value: [String(customer.id), 'Batch', '{{ticket.requester.name}}'] }]
const conditions = { all: [{ field: 'current_tags', operator: 'includes', value: 'batch' }], any: [] }
assert.equal((await api.post('/api/v2/triggers', { trigger: { title: 'Mails', conditions, actions } })).status, 201)

async function makeTickets(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < count; number++) ids.push((await make.ticket({ requester_id: customer.id, tags: ['batch'] })).id)
  return ids
}

/** Runs a worker until nothing waits for its first attempt. @returns the statements it ran */
async function work(): Promise<readonly string[]> {
  const { statements } = await statementsDuring(app, async () => {
    const worker = startWorker(app.running.server, app.database.address)
    const isWaiting = async () =>
      (await database.driver.unsafe(`select 1 from ${PRIVATE_JOBS} where attempts = 0 or locked_at is not null`)).length
    await waitFor(isWaiting, 0)
    await worker.stop()
  })
  return statements
}

test('what waits is performed together, and once', async () => {
  const ids = await makeTickets(20)
  const statements = await work()
  assert.equal((await database.one(countMails(1, ids))).mails, 20)
  const inserts = statements.filter((sql) => sql.startsWith('insert into mails')).length
  // each of four slots may have begun a batch of its own
  assert.ok(inserts >= 1 && inserts <= 4, `${inserts} statements`)
})

test('one that fails is left for its next attempt, and the others are performed', async () => {
  const ids = await makeTickets(8)
  const spoil = `jsonb_set(payload::jsonb, '{payload,ticket_id}', '"spoiled"')::json`
  await database.driver.unsafe(
    `update ${PRIVATE_JOBS} set payload = ${spoil} where (payload -> 'payload' ->> 'ticket_id')::bigint = ${ids[3]}`,
  )
  await work()
  assert.equal((await database.one(countMails(1, ids))).mails, 7)
  const left = await listQueuedJobs(database.driver)
  assert.deepEqual(
    left.map(({ name, call }) => [name, call.payload.ticket_id]),
    [['perform_rule_effects', 'spoiled']],
  )
  assert.match(left[0]?.last_error ?? '', /22P02/)
})

test('payloads of one key join until their batch begins, and those of others do not', async () => {
  const batches = makeBatches()
  const performed: (readonly unknown[])[] = []
  const join = (key: string, payload: number) =>
    batches.join(key, payload, async (payloads) => {
      performed.push([key, ...payloads])
      if (payload < 0) throw new Error('spoiled')
    })
  const results = await Promise.allSettled([join('a', 1), join('b', 2), join('a', 3), join('c', -1), join('c', 4)])
  assert.deepEqual(performed.toSorted(), [
    ['a', 1, 3],
    ['b', 2],
    ['c', -1, 4],
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
})
