/** Kills a working server and its database without warning, repeatedly: nothing acknowledged is lost, nothing is half done. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { cloneDataDir } from './prepared.ts'
import { queryDatabase, findPostgres, waitUntilGone, waitUntilReady, startServer, waitUntil } from './process.ts'
import { type Ledger, makeRandom, startWriters } from './writer.ts'

const SEED = Number(process.env.DESKHAND_KILL_SEED ?? 20_261_120)
/** The first eight include every kind. */
const KILLS = process.env.DESKHAND_TEST_LONG === '1' ? 20 : 8
const WRITERS = 4
/** A job that has failed several times while the database was gone has growing delays: after the fifth attempt two and a half minutes. */
const JOB_PATIENCE_MS = 400_000
const TOKEN = 'token-for-the-crash-test-0123456789'
const headers = { authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}` }
const drawNumber = makeRandom(SEED)
const data_dir = await cloneDataDir()
const env = { DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off', DESKHAND_LOG_LEVEL: 'silent' }

async function killPostgres(): Promise<void> {
  const { pid } = findPostgres(data_dir) ?? assert.fail('PostgreSQL does not run')
  process.kill(pid, 'SIGKILL')
  await waitUntilGone(pid)
}

/** The API shows every acknowledged mark of some tickets, once. */
async function checkByApi(base_url: string, ledger: Ledger, count: number): Promise<void> {
  const client = makeClient(base_url, headers)
  const all = [...ledger.tickets]
  for (let checked = 0; checked < count && all.length > 0; checked += 1) {
    const [id, marks] = all[Math.floor(drawNumber() * all.length)] as [number, string[]]
    const expected = [...marks]
    const answer = await client.get(`/api/v2/tickets/${id}/comments?page[size]=100`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const bodies: string[] = answer.body.comments.map((comment: { body: string }) => comment.body)
    for (const mark of expected) assert.equal(bodies.filter((body) => body === mark).length, 1, `ticket ${id} shows ${mark} once`)
  }
}

/** Every acknowledged job ends, with a result for each of its items and no failure. */
async function checkJobs(base_url: string, ledger: Ledger): Promise<void> {
  const client = makeClient(base_url, headers)
  for (const [id, total] of ledger.jobs) {
    const findEndedJob = async () => {
      const { job_status } = (await client.get(`/api/v2/job_statuses/${id}`)).body
      return job_status.status === 'completed' || job_status.status === 'failed' ? job_status : undefined
    }
    const job = await waitUntil(`job ${id} has ended`, findEndedJob, JOB_PATIENCE_MS)
    assert.equal(job.status, 'completed', JSON.stringify(job))
    assert.deepEqual([job.total, job.progress, job.results.length], [total, total, total])
    const failures = job.results.filter((result: { success?: boolean }) => result.success === false)
    assert.deepEqual(failures, [])
  }
}

async function checkByStatements(ledger: Ledger): Promise<void> {
  // what rules cause is performed after the writes, and tried again after a kill
  const isIdle = async () => ((await queryDatabase(data_dir, 'select id from graphile_worker.jobs')).length === 0 ? true : undefined)
  await waitUntil('the queue is empty', isIdle, JOB_PATIENCE_MS)
  const found = await queryDatabase<{ mark: string; times: number }>(
    data_dir,
    `select body as mark, count(*)::int as times from ticket_comments group by body`,
  )
  const times = new Map(found.map((row) => [row.mark, row.times]))
  const wrong = [...ledger.asked].filter((mark) => (times.get(mark) ?? 0) > 1 || (ledger.promised.has(mark) && times.get(mark) !== 1))
  assert.deepEqual(
    wrong.map((mark) => `${mark} ${times.get(mark) ?? 0}×`),
    [],
    'what was promised is there once, the rest at most once',
  )
  const torn = ledger.together.filter((marks) => new Set(marks.map((mark) => times.has(mark))).size !== 1)
  assert.deepEqual(torn, [], 'a bulk job is done as a whole or was never taken')
  const assertNoRows = async (what: string, statement: string) => assert.deepEqual(await queryDatabase(data_dir, statement), [], what)
  await assertNoRows('a ticket for each external id', 'select external_id from tickets group by external_id having count(*) > 1')
  await assertNoRows(
    'each ticket has the comments, and each comment the audit, that belong to it',
    `
    select t.id, t.comment_count, c.rows, e.events from tickets t,
      lateral (select count(*)::int as rows from ticket_comments c where c.ticket_id = t.id) c,
      lateral (select count(*)::int as events from ticket_audits a, jsonb_array_elements(a.events) e where a.ticket_id = t.id and e ->> 'type' = 'Comment') e
    where t.comment_count <> c.rows or c.rows <> e.events or c.rows = 0`,
  )
  await assertNoRows(
    'no comment without its audit and its event',
    `
    select c.id from ticket_comments c left join ticket_audits a on a.id = c.audit_id and a.ticket_id = c.ticket_id
    where a.id is null or not exists (select 1 from jsonb_array_elements(a.events) e where (e ->> 'id')::bigint = c.id)`,
  )
  await assertNoRows(
    'no audit or comment without its ticket',
    `
    select ticket_id from (select ticket_id from ticket_audits union select ticket_id from ticket_comments) r where not exists (select 1 from tickets t where t.id = r.ticket_id)`,
  )
  await assertNoRows(
    'as many audits as versions',
    `
    select t.id from tickets t where t.lock_version + 1 <> (select count(*) from ticket_audits a where a.ticket_id = t.id)`,
  )
  await assertNoRows(
    'the counter tells how many tickets there are',
    `
    select c.last_id from ticket_counters c where c.live_count <> (select count(*) from tickets where deleted_at is null) or c.last_id < (select max(id) from tickets)`,
  )
  await assertNoRows('no key was kept without its answer', 'select key from idempotency_keys where status is null')
  await assertNoRows('nothing waits in the queue', 'select id, attempts, locked_by from graphile_worker.jobs')
}

test(`survives ${KILLS} kills of server and database, alternately`, { timeout: 900_000 }, async (t) => {
  let server = await startServer(env)
  const writing = startWriters(WRITERS, () => server.base_url, headers, drawNumber)
  t.after(() => writing.giveUp())
  const outages: number[] = []
  await waitUntil('there is something to lose', () => writing.ledger.tickets.size > 20)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(50 + drawNumber() * 500)
    const begun = performance.now()
    // alternately, and sometimes both at once, as in a power failure
    const serverDies = kill % 2 === 0
    const databaseDies = kill % 2 === 1 || kill % 8 === 6
    if (serverDies) assert.equal(await server.end('SIGKILL'), 'SIGKILL', `the server was alive: ${server.output()}`)
    if (databaseDies) await killPostgres()
    if (serverDies) server = await startServer(env)
    else await waitUntilReady(server)
    outages.push(Math.round(performance.now() - begun))
    await checkByApi(server.base_url, writing.ledger, 5)
  }
  await writing.stop()
  const { ledger } = writing
  t.diagnostic(
    `seed ${SEED}; ${ledger.promised.size} of ${ledger.asked.size} acknowledged, ${ledger.jobs.size} jobs; away for ${outages.join(', ')} ms`,
  )
  assert.deepEqual(ledger.surprises, [])
  await checkJobs(server.base_url, ledger)
  await checkByApi(server.base_url, ledger, 100)
  await checkByStatements(ledger)
  const postgres = findPostgres(data_dir)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  await waitUntilGone(postgres?.pid ?? 0)
  assert.equal(findPostgres(data_dir), undefined)
})
