import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { putInstance } from '#test/instances.ts'
import { ageJob } from '#test/queue.ts'
import { defineStatement } from '#db/builder.ts'
import { sweep } from './sweep.ts'

// no worker: the test itself sweeps
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { database } = app.running.server
const sql = database.driver
const HOUR_MS = 3_600_000
const moment = (now: number, hours: number) => new Date(now + hours * HOUR_MS).toISOString()

/** Writes rows that are old and rows that are not, relative to `now`. */
async function leave(account: number, owner: number, now: number): Promise<void> {
  for (const [word, hours] of [
    ['old', -25],
    ['recent', -0.5],
  ] as const) {
    const at = moment(now, hours)
    await sql`insert into rate_limits (account_id, bucket, window_start, taken) values (${account}, ${word}, ${Math.floor((Date.now() + hours * HOUR_MS) / 1000)}, 1)`
    await sql`insert into idempotency_keys (account_id, key, request_hash, created_at) values (${account}, ${word}, 'x', ${at})`
    for (const status of ['completed', 'working'])
      await sql`insert into job_statuses (account_id, id, job_type, status, created_at, updated_at) values (${account}, ${`${word} ${status}`}, 'Test', ${status}, ${at}, ${at})`
  }
  for (const [word, hours] of [
    ['old', -25],
    ['recent', 0.1],
    ['over, and what was asked for with it is not', -23],
  ] as const)
    await sql`insert into sessions (account_id, user_id, token_hash, authenticated_at, last_seen_at, expires_at)
      values (${account}, ${owner}, ${Buffer.from(word)}, ${moment(now, -1)}, ${moment(now, -1)}, ${moment(Date.now(), hours)})`
  for (const [word, days] of [
    ['old', -91],
    ['recent mail', -89],
  ] as const)
    await sql`insert into mails (account_id, topic, to_address, subject, body, message_id, state, created_at)
      values (${account}, 'test', 'a@example.org', 'A', 'B', ${word}, 'sent', ${moment(now, days * 24)})`
  const between = moment(now, -3)
  await sql`insert into job_statuses (account_id, id, job_type, status, created_at, updated_at) values
    (${account}, 'ended', 'Test', 'failed', ${between}, ${between}), (${account}, 'lasting', 'Test', 'queued', ${between}, ${between})`
  const yesterday = moment(now, -23)
  const lastWeek = moment(now, -8 * 24)
  await sql`insert into job_statuses (account_id, id, job_type, status, work, created_at, updated_at) values
    (${account}, 'to be continued', 'Test', 'failed', '{}', ${yesterday}, ${yesterday}),
    (${account}, 'lost', 'Test', 'working', '{}', ${lastWeek}, ${lastWeek})`
}

const selectRemaining = defineStatement<{
  name: string
}>(`select bucket as name from rate_limits where account_id = $1 and bucket in ('old', 'recent')
  union all select key from idempotency_keys where account_id = $1 union all select id from job_statuses where account_id = $1
  union all select message_id from mails where account_id = $1
  union all select convert_from(token_hash, 'UTF8') from sessions where account_id = $1`)

test('expired rows are removed, by the clock of their account; others stay', async () => {
  const at = '2020-03-04T05:06:07.000Z'
  const frozen = await putInstance(app, { settings: { clock: { mode: 'frozen', at } } })
  const real = await putInstance(app)
  await leave(frozen.id, frozen.owner_id, Date.parse(at))
  await leave(real.id, real.owner_id, Date.now())
  await sweep(database)
  await sweep(database)
  for (const { id } of [frozen, real])
    assert.deepEqual((await database.all(selectRemaining(id))).map(({ name }) => name).sort(), [
      'lasting',
      'old working',
      'over, and what was asked for with it is not',
      'recent',
      'recent',
      'recent',
      'recent completed',
      'recent mail',
      'recent working',
      'to be continued',
    ])
})

test('the number of statements does not depend on the number of clocks', async () => {
  const count = async () => {
    let statements = 0
    const run: typeof database.run = (statement) => {
      statements += 1
      return database.run(statement)
    }
    await sweep(Object.assign(Object.create(database) as typeof database, { run }))
    return statements
  }
  const before = await count()
  for (const at of ['2020-05-01T00:00:00.000Z', '2020-05-02T00:00:00.000Z', '2020-05-03T00:00:00.000Z'])
    await putInstance(app, { settings: { clock: { mode: 'frozen', at } } })
  assert.equal(await count(), before)
})

test('the payload of a finally failed job is removed a day later; jobs that wait or run stay', async () => {
  const put = async (name: string, attempts: number, age: string, isLocked = false) => {
    const [job] = await sql<
      { id: number }[]
    >`select id from graphile_worker.add_job('rewrite_tickets', job_key := ${name}, max_attempts := 3)`
    const { id } = job ?? assert.fail('no job')
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], attempts := ${attempts})`
    await ageJob(sql, id, age, isLocked)
  }
  await put('given up', 3, '25 hours')
  await put('given up today', 3, '1 hour')
  await put('waiting', 2, '25 hours')
  await put('running', 3, '25 hours', true)
  await sweep(database)
  const rows = await sql<{ key: string }[]>`select key from graphile_worker.jobs order by 1`
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['given up today', 'running', 'waiting'],
  )
})
