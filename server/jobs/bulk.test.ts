import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob, jobRun } from '#test/jobs.ts'
import { accountById } from '#accounts/directory.ts'
import type { Account } from '#accounts/account.ts'
import { type Context, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import { type BulkHandlers, runBulk, type WholePayload } from '#modules/common/job_statuses/run.ts'
import { appendResult, getJob, insertJob } from '#modules/common/job_statuses/store.ts'

// no worker: queued jobs stay queued, and each test runs those it needs
const app = await useApp({ DESKHAND_ROLE: 'web', DESKHAND_LOG_LEVEL: 'silent' })
const { server } = app.running
const { database, services } = server
const account = (await accountById(services, 1)) as Account
const ctx: Context = systemContext({ account, db: database, log: server.log, services, base_url: '' })
const insertGroup = defineStatement<{ id: number }>(
  'insert into groups (account_id, name, created_at, updated_at) values ($1, $2, $3, $3) returning id',
)
const countGroups = defineStatement<{ total: number }>('select count(*) as total from groups where account_id = $1 and name = $2')
const total = async (name: string) => (await database.first(countGroups(1, name)))?.total

interface Item {
  readonly id?: number
  readonly name: string
  readonly fault?: 'invalid' | 'missing' | 'ours'
}

/** Work that writes a group for each item, and then fails if the item says so. */
const handlers: BulkHandlers = {
  'groups/write': async (tx: Context, item: Item, index: number) => {
    await tx.db.run(insertGroup(1, item.name, tx.now))
    if (item.fault === 'invalid') throw new RecordInvalid({ name: [{ description: 'Name: is bad' }, { description: 'Name: is too bad' }] })
    if (item.fault === 'missing') throw new NotFound()
    if (item.fault === 'ours') throw new Error('a fault of ours')
    return { index, status: 'Created' }
  },
}

let jobs = 0

/** A job and its status, as startBulkJob would have queued it. */
async function queueJob(items: readonly Item[], more: Partial<WholePayload> = {}): Promise<WholePayload> {
  const job_id = `V3-test-${++jobs}`
  await insertJob(ctx, { id: job_id, job_type: 'Test', total: items.length })
  return {
    job_type: 'Test',
    work: 'groups/write',
    items,
    doing: 'Writing group',
    job_id,
    actor_id: app.admin.id,
    via: ctx.via,
    base_url: app.base_url,
    ip_address: null,
    user_agent: null,
    ...more,
  }
}

test('a job processes its items in order and reports each', async () => {
  const job = await queueJob([{ name: 'Turn 1' }, { name: 'Turn 2' }])
  await runBulk(ctx, job, jobRun(), handlers)
  const row = await getJob(ctx, job.job_id)
  assert.deepEqual([row.status, row.total, row.progress], ['completed', 2, 2])
  assert.match(row.message ?? '', /^Completed at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/)
  assert.deepEqual(row.results, [
    { index: 0, status: 'Created' },
    { index: 1, status: 'Created' },
  ])
})

test('a bad item does not stop the others, leaves nothing behind and reports its fault', async () => {
  const items: Item[] = [
    { name: 'Good 1' },
    { name: 'Bad 1', fault: 'invalid' },
    { id: 7, name: 'Bad 2', fault: 'missing' },
    { name: 'Good 2' },
  ]
  const job = await queueJob(items)
  await runBulk(ctx, job, jobRun(), handlers)
  const row = await getJob(ctx, job.job_id)
  assert.deepEqual([row.status, row.progress], ['completed', 4])
  assert.deepEqual(row.results, [
    { index: 0, status: 'Created' },
    { index: 1, action: 'write', success: false, error: 'RecordInvalid', details: 'Name: is bad, Name: is too bad' },
    { id: 7, action: 'write', success: false, error: 'RecordNotFound', details: 'Not found' },
    { index: 3, status: 'Created' },
  ])
  assert.deepEqual(await Promise.all(items.map((item) => total(item.name))), [1, 0, 0, 1])
})

test('a resumed job continues where it stopped', async () => {
  const job = await queueJob([{ name: 'Resumed 1' }, { name: 'Resumed 2' }, { name: 'Resumed 3' }])
  await appendResult(ctx, job.job_id, 1, 'Writing group #1', { index: 0, status: 'Created' })
  await appendResult(ctx, job.job_id, 2, 'Writing group #2', { index: 1, status: 'Created' })
  const half = await getJob(ctx, job.job_id)
  assert.deepEqual([half.status, half.progress, half.message], ['working', 2, 'Writing group #2'])
  await runBulk(ctx, job, jobRun(), handlers)
  assert.deepEqual(await Promise.all(['Resumed 1', 'Resumed 2', 'Resumed 3'].map(total)), [0, 0, 1])
  const row = await getJob(ctx, job.job_id)
  assert.deepEqual([row.status, (row.results as unknown[]).length], ['completed', 3])
})

test('an internal error ends the attempt and keeps the finished items; the last attempt reports it and does the rest', async () => {
  const job = await queueJob([{ name: 'Faulty 1' }, { name: 'Faulty 2', fault: 'ours' }, { name: 'Faulty 3' }])
  await assert.rejects(runBulk(ctx, job, jobRun(), handlers), /a fault of ours/)
  const half = await getJob(ctx, job.job_id)
  assert.deepEqual([half.status, half.progress], ['working', 1])
  await runBulk(ctx, job, jobRun(true), handlers)
  const row = await getJob(ctx, job.job_id)
  assert.deepEqual([row.status, row.progress], ['completed', 3])
  assert.deepEqual((row.results as unknown[])[1], {
    index: 1,
    action: 'write',
    success: false,
    error: 'InternalError',
    details: 'Something went wrong on our side',
  })
  assert.deepEqual(await Promise.all(['Faulty 1', 'Faulty 2', 'Faulty 3'].map(total)), [1, 0, 1])
})

test('an item is done once even when two workers run the job', async () => {
  const items = Array.from({ length: 12 }, (_none, index) => ({ name: `Shared ${index}` }))
  const job = await queueJob(items)
  await Promise.all([1, 2, 3].map(() => runBulk(ctx, job, jobRun(), handlers)))
  for (const { name } of items) assert.equal(await total(name), 1, name)
  const row = await getJob(ctx, job.job_id)
  assert.deepEqual([row.status, row.progress, (row.results as unknown[]).length], ['completed', 12, 12])
})

test('a silent job reports only that it is done', async () => {
  const job = await queueJob([{ name: 'Silent' }], { silent: true })
  await runBulk(ctx, job, jobRun(), handlers)
  assert.deepEqual((await getJob(ctx, job.job_id)).results, { success: true })
})

test('a job acts as the user who started it, and not at all once they may no longer act', async () => {
  const seen: number[] = []
  const watching: BulkHandlers = { 'groups/write': async (tx) => (seen.push(tx.actor.id), {}) }
  await runBulk(ctx, await queueJob([{ name: 'x' }]), jobRun(), watching)
  assert.deepEqual(seen, [app.admin.id])
  const orphan = await queueJob([{ name: 'x' }], { actor_id: 999_999 })
  await runBulk(ctx, orphan, jobRun(), watching)
  const row = await getJob(ctx, orphan.job_id)
  assert.deepEqual([row.status, row.message, seen.length], ['failed', 'The one who started the job may no longer act', 1])
})

test('an unknown work fails its job and nothing else', async () => {
  const job = await queueJob([{ name: 'x' }], { work: 'groups/gone' })
  await runBulk(ctx, job, jobRun(), handlers)
  assert.equal((await getJob(ctx, job.job_id)).status, 'failed')
})

test('thirty jobs may be queued or running; the next is refused and queues nothing', async () => {
  await database.run(defineStatement<unknown>("update job_statuses set status = 'completed' where account_id = $1")(1))
  const start = () => app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Never made' }] })
  for (let count = 0; count < 30; count += 1) assert.equal((await start()).status, 200)
  const refused = await start()
  assert.deepEqual([refused.status, refused.body.error, refused.headers.get('retry-after')], [429, 'TooManyJobs', '10'])
  const countQueuedJobs = defineStatement<{ total: number }>('select count(*) as total from graphile_worker.jobs')
  assert.equal((await database.first(countQueuedJobs()))?.total, 30)
  await database.run(
    defineStatement<unknown>(
      "update job_statuses set status = 'completed' where account_id = $1 and id = (select max(id) from job_statuses where account_id = $1 and status = 'queued')",
    )(1),
  )
  assert.equal((await start()).status, 200)
})

test('a queued job reports so: nothing done, no result, its own address', async () => {
  await database.run(defineStatement<unknown>("update job_statuses set status = 'completed' where account_id = $1")(1))
  const { body } = await app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'a' }, { name: 'b' }] })
  const { id } = body.job_status
  assert.match(id, /^V3-[0-9a-f]{32}$/)
  assert.deepEqual(body.job_status, {
    id,
    job_type: 'Bulk Create Organization',
    url: `${app.base_url}/api/v2/job_statuses/${id}.json`,
    total: 2,
    progress: null,
    status: 'queued',
    message: null,
    results: null,
  })
})

test('a worker started later runs the queued jobs, in any process', async () => {
  await database.run(defineStatement<unknown>("update job_statuses set status = 'completed' where account_id = $1")(1))
  const answer = await app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Made later' }] })
  await app.another({ DESKHAND_ROLE: 'worker' })
  const job = await waitForJob(app, answer)
  assert.equal(job.status, 'completed')
  assert.equal(job.results[0].status, 'Created')
})
