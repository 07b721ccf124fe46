import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { waitForJob, jobRun } from '#test/jobs.ts'
import { basicToken, hostClient, putInstance, type TestInstance } from '#test/instances.ts'
import type { Account } from '#accounts/account.ts'
import { allAccounts } from '#accounts/directory.ts'
import { type Context, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { type BulkHandler, runBulk, type WholePayload } from './run.ts'
import { getJob, insertJob } from './store.ts'

const app = await useApp({}, { own: true }) // reads every job of the database
const { server } = app.running
const insert = defineStatement<{ id: number }>(
  'insert into groups (account_id, name, created_at, updated_at) values ($1, $2, $3, $3) returning id',
)
const countNamed = defineStatement<{ total: number }>('select count(*) as total from groups where account_id = $1 and name like $2')

async function contextOf(accountId: number): Promise<Context> {
  const account = (await allAccounts(server.database)).find(({ id }) => id === accountId) as Account
  return systemContext({ account, db: server.database, log: server.log, services: server.services, base_url: app.base_url })
}
const ctx = await contextOf(1)

/** Inserts a started job without queueing it. */
async function putJob(id: string, items: readonly unknown[]): Promise<WholePayload> {
  await insertJob(ctx, { id, job_type: 'Bulk Create Group', total: items.length })
  return {
    job_id: id,
    job_type: 'Bulk Create Group',
    work: 'groups/create',
    items,
    doing: 'Creating group',
    actor_id: app.admin.id,
    via: ctx.via,
    base_url: app.base_url,
    ip_address: null,
    user_agent: null,
  }
}

const writeGroup = (tx: Context, name: string) => tx.db.run(insert(tx.account.id, name, tx.now))
const total = async (like: string) => (await server.database.first(countNamed(app.account_id, like)))?.total

test('an item is done once when two workers run the same job', async () => {
  const items = Array.from({ length: 20 }, (_none, index) => `Twice ${index}`)
  const payload = await putJob('twice', items)
  const work: BulkHandler = async (tx, name) => {
    await writeGroup(tx, name)
    return { name, success: true }
  }
  await Promise.all([1, 2, 3].map(() => runBulk(ctx, payload, jobRun(), { 'groups/create': work })))
  const job = await getJob(ctx, 'twice')
  assert.deepEqual([await total('Twice %'), job.status, (job.results as unknown[]).length], [20, 'completed', 20])
})

test('an item that fails for one of two workers is reported once', async () => {
  const { NotFound } = await import('#core/errors.ts')
  const payload = await putJob('failing twice', ['a', 'b', 'c'])
  const work: BulkHandler = () => Promise.reject(new NotFound())
  await Promise.all([1, 2].map(() => runBulk(ctx, payload, jobRun(), { 'groups/create': work })))
  assert.equal(((await getJob(ctx, 'failing twice')).results as unknown[]).length, 3)
})

test('an internal error on one item is retried, and in the end reported without internals while the others are done', async () => {
  const payload = await putJob('fault', [{ id: 1 }, { id: 2 }, { id: 3 }])
  const work: BulkHandler = async (tx, item: { id: number }) => {
    await writeGroup(tx, `Fault ${item.id}`)
    if (item.id === 2) throw new Error('Failing row contains (secret)')
    return { id: item.id, success: true }
  }
  const warned = { ...ctx, log: { ...ctx.log, info() {}, warn() {}, error() {} } }
  await assert.rejects(runBulk(warned, payload, jobRun(), { 'groups/create': work }), /Failing row/)
  assert.equal((await getJob(ctx, 'fault')).status, 'working')
  await runBulk(warned, payload, jobRun(true), { 'groups/create': work })
  const job = await getJob(ctx, 'fault')
  assert.equal(job.status, 'completed')
  assert.deepEqual(job.results, [
    { id: 1, success: true },
    { id: 2, action: 'create', success: false, error: 'InternalError', details: 'Something went wrong on our side' },
    { id: 3, success: true },
  ])
  assert.equal(await total('Fault %'), 2)
})

const ofInstance = (instance: TestInstance) => hostClient(app.base_url, instance.host, basicToken(instance.email, instance.token))
const insertUnfinishedJobs = defineStatement<unknown>(`insert into job_statuses (account_id, id, job_type, status, created_at, updated_at)
  select $1, 'waiting ' || n, 'Bulk Create Group', 'queued', $2, $2 from generate_series(1, $3::int) n`)

test('of many jobs started at once no more than 30 are unfinished', async () => {
  const instance = await putInstance(app)
  await server.database.run(insertUnfinishedJobs(instance.id, new Date(), 29))
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ofInstance(instance).post('/api/v2/users/create_many', { users: [{ name: 'One of many' }] })),
  )
  const statuses = answers.map((answer) => answer.status)
  assert.ok(statuses.every((status) => status === 200 || status === 429))
  // the first jobs may have ended while the others were started
  const created = await server.database.first(
    defineStatement<{ most: number }>(
      `select count(*) as most from job_statuses where account_id = $1 and status in ('queued', 'working')`,
    )(instance.id),
  )
  assert.ok((created?.most ?? 99) <= 30, `${created?.most}`)
  assert.ok(statuses.includes(429), statuses.join())
})

test('audit log entries of a job have the IP address that started it', async () => {
  const answer = await app.api.post('/api/v2/users/create_many', { users: [{ name: 'From somewhere', role: 'agent' }] })
  await waitForJob(app, answer)
  const rows = await server.database.all(
    defineStatement<{ ip_address: string | null }>(
      `select ip_address from audit_logs where account_id = $1 and source_label = 'From somewhere'`,
    )(1),
  )
  assert.ok(rows.length > 0)
  assert.deepEqual([...new Set(rows.map((row) => row.ip_address))], ['127.0.0.1'])
})

test('jobs are listed with cursors with and without page parameters', async () => {
  const instance = await putInstance(app)
  await server.database.run(insertUnfinishedJobs(instance.id, new Date(), 3))
  const { body } = await ofInstance(instance).get('/api/v2/job_statuses')
  assert.deepEqual(Object.keys(body), ['job_statuses', 'meta', 'links'])
  assert.deepEqual([body.job_statuses.length, body.meta.has_more, body.next_page], [3, false, undefined])
  const first = (await ofInstance(instance).get('/api/v2/job_statuses?page[size]=2')).body
  assert.deepEqual([first.job_statuses.length, first.meta.has_more], [2, true])
})

test('an unknown job is 404', async () => {
  assert.equal((await app.api.get('/api/v2/job_statuses/there-is-no-such-job')).status, 404)
})
