/** Jobs of dead workers, and jobs that two workers process: each is done, each item once. */
import assert from 'node:assert/strict'
import { smokeTest, test } from '../processes.ts'
import { accountById } from '#accounts/directory.ts'
import { systemContext } from '#core/context.ts'
import { bulkHandlers } from '#jobs/bulk_handlers.ts'
import { openHeartbeat, releaseOrphans } from '#jobs/heartbeat.ts'
import { runBulk } from '#modules/common/job_statuses/run.ts'
import type { BulkPayload } from '#modules/common/job_statuses/start.ts'
import { useApp } from '../app.ts'
import { waitForJob, jobRun, waitFor } from '../jobs.ts'
import { emptyQueue, lockJobs, listQueuedJobs } from '../queue.ts'

// no worker yet: jobs stay queued
const app = await useApp({ DESKHAND_ROLE: 'web' })
const { database } = app.database
const sql = database.driver
const ITEMS = 30

async function queueTickets(mark: string) {
  const tickets = Array.from({ length: ITEMS }, (_none, index) => ({
    subject: mark,
    external_id: `${mark} ${index}`,
    comment: { body: 'Hello' },
  }))
  return app.api.post('/api/v2/tickets/create_many', { tickets })
}

async function ticketsOf(mark: string): Promise<number> {
  return (await sql`select id from tickets where subject = ${mark}`).length
}

async function listLockers(): Promise<string[]> {
  return (await sql<{ locked_by: string }[]>`select locked_by from graphile_worker.jobs where locked_by is not null`).map(
    (row) => row.locked_by,
  )
}

test('an item that two workers reach at once is done by one of them', async () => {
  const answer = await queueTickets('twice')
  const [row] = await listQueuedJobs<BulkPayload>(sql)
  const { services, log } = app.running.server
  const account = await accountById(services, app.account_id)
  const run = () => {
    const ctx = systemContext({ account: account ?? assert.fail('no account'), db: database, log, services, base_url: app.base_url })
    return runBulk(ctx, (row ?? assert.fail('no job')).call.payload, jobRun(), bulkHandlers)
  }
  await Promise.all([run(), run(), run()])
  const job = await waitForJob(app, answer)
  assert.deepEqual([job.status, job.total, job.results.length, await ticketsOf('twice')], ['completed', ITEMS, ITEMS, ITEMS])
  assert.equal(new Set(job.results.map((result: { id: number }) => result.id)).size, ITEMS)
  await emptyQueue(sql)
})

smokeTest('the job of a live worker is left to it; the job of a dead one is taken over, even at its last attempt', async () => {
  const answer = await queueTickets('orphan')
  const heartbeat = await openHeartbeat(app.database.address)
  await heartbeat.announce('pool-of-another')
  await lockJobs(sql, 'pool-of-another')
  await releaseOrphans(database)
  assert.deepEqual(await listLockers(), ['pool-of-another'])
  await heartbeat.close()
  await heartbeat.lost
  await app.another({ DESKHAND_ROLE: 'worker' })
  const job = await waitForJob(app, answer)
  assert.deepEqual([job.status, await ticketsOf('orphan')], ['completed', ITEMS])
  // scheduled work of the new worker may hold a job meanwhile
  await waitFor(async () => (await listLockers()).length, 0)
})

test('a worker restarts after its session is cut off', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_advisory_lock(hashtextextended%' and pid <> pg_backend_pid()`
  const job = await waitForJob(app, await queueTickets('again'))
  assert.deepEqual([job.status, await ticketsOf('again')], ['completed', ITEMS])
})
