import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueUrl, trackIssues } from '#test/access.ts'
import { useApp } from '#test/app.ts'
import { jobRun } from '#test/jobs.ts'
import { listQueuedJobs } from '#test/queue.ts'
import { putPerson } from '#test/records.ts'
import type { Account } from '#accounts/account.ts'
import { accountById } from '#accounts/directory.ts'
import { readActor } from '#auth/actors.ts'
import { type Auth, type Context, systemContext } from '#core/context.ts'
import { Forbidden, MissingScope, NotFound, TooManyJobs, Unprocessable } from '#core/errors.ts'
import { organizationHandlers } from '#modules/people/organizations/bulk.ts'
import { continueJob } from './continue.ts'
import { type BulkHandlers, FAULT, runBulk } from './run.ts'
import { getJob } from './store.ts'

// no worker: each test runs the jobs it needs
const app = await useApp({ DESKHAND_ROLE: 'web', DESKHAND_LOG_LEVEL: 'silent' })
await trackIssues(app)
const { services, database, log } = app.running.server
const account = (await accountById(services, app.account_id)) as Account
const system: Context = systemContext({ account, db: database, log, services, base_url: app.base_url })
const sql = app.database.database.driver
const handlers: BulkHandlers = organizationHandlers

const PASSWORD: Auth = { kind: 'password', credential_id: null, client_id: null, scopes: null, is_personal: true }
async function makeContext(id: number, auth: Partial<Auth> = {}): Promise<Context> {
  const known = (await readActor(system, id)) ?? assert.fail('nobody')
  return { ...system, actor: known.actor, auth: { ...PASSWORD, kind: 'oauth', ...auth } }
}

let made = 0

/** A job for four organizations, the second one refused, with a token that is revoked after the third. */
async function makeStoppedJob(): Promise<{ id: string; mark: string; starter: number }> {
  const starter = await putPerson(app, { role: 'admin' })
  const { id: token_id, token } = (await app.inPerson.post('/api/v2/api_tokens', { api_token: { description: issueUrl() } })).body.api_token
  const mark = `Continued ${++made}`
  const names = [`${mark} a`, '', `${mark} c`, `${mark} d`]
  const organizations = names.map((name) => ({ name }))
  const answer = await app.as({ email: starter.email, token }).post('/api/v2/organizations/create_many', { organizations })
  const { id } = answer.body.job_status
  const revoking: BulkHandlers = {
    'organizations/create': async (tx, item, index) => {
      if (index === 2) await app.api.put(`/api/v2/api_tokens/${token_id}`, { api_token: { active: false } })
      return (handlers['organizations/create'] as BulkHandlers[string])(tx, item, index)
    },
  }
  await runBulk(system, { job_id: id }, jobRun(), revoking)
  const row = await getJob(system, id)
  assert.deepEqual([row.status, row.progress], ['failed', 3])
  return { id, mark, starter: starter.id }
}
const listNames = async (mark: string) =>
  (await sql<{ name: string }[]>`select name from organizations where name like ${`${mark}%`} order by name`).map(({ name }) => name)

test('the user who started a job continues it with another credential, after the last reported item', async () => {
  const { id, mark, starter } = await makeStoppedJob()
  await sql`update users set password_hash = (select password_hash from users where id = ${app.admin.id}) where id = ${starter}`
  const { job_status } = (await continueJob(await makeContext(starter, { kind: 'password' }), id)) as {
    job_status: Record<string, unknown>
  }
  assert.deepEqual([job_status.status, job_status.progress, job_status.message, job_status.results], ['queued', 3, null, null])
  assert.deepEqual((await listQueuedJobs(sql)).at(-1)?.call.payload, { job_id: id })
  await runBulk(system, { job_id: id }, jobRun(), handlers)
  const row = await getJob(system, id)
  assert.deepEqual([row.status, row.progress], ['completed', 4])
  // a refused item is not tried again
  assert.equal((row.results as { success?: boolean }[]).filter(({ success }) => success === false).length, 1)
  assert.deepEqual(await listNames(mark), [`${mark} a`, `${mark} c`, `${mark} d`])
  const kinds = await sql`select distinct details->'credential'->>'kind' as kind from audit_logs
    where source_type = 'organization' and source_label = ${`${mark} d`}`
  assert.deepEqual([...kinds], [{ kind: 'password' }])
})

test('a continued job keeps its own authority: it stops again if that has ended', async () => {
  const { id, mark } = await makeStoppedJob()
  for (const ctx of [await makeContext(app.admin.id), system]) {
    await continueJob(ctx, id)
    await runBulk(system, { job_id: id }, jobRun(), handlers)
    const row = await getJob(system, id)
    assert.deepEqual([row.status, row.progress], ['failed', 3])
    assert.match(row.message ?? '', /^The API token the job was started with/)
  }
  assert.equal((await listNames(mark)).length, 2)
})

test('a job that failed with an internal error is continued by the operator', async () => {
  const { id } = (await app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Faulty 1' }, { name: 'Faulty 2' }] }))
    .body.job_status
  await runBulk(
    {
      ...system,
      db: Object.assign(Object.create(database) as typeof database, { transaction: () => Promise.reject(new Error('a fault')) }),
    },
    { job_id: id },
    jobRun(),
    handlers,
  ).catch(() => {})
  await sql`update job_statuses set status = 'failed', message = ${FAULT} where id = ${id}`
  await continueJob(system, id)
  await runBulk(system, { job_id: id }, jobRun(), handlers)
  assert.equal((await getJob(system, id)).status, 'completed')
})

test('only administrators and the user who started a job may continue it, with every scope, if items are left', async () => {
  const { id } = await makeStoppedJob()
  const agent = await putPerson(app, { role: 'agent' })
  await assert.rejects(continueJob(await makeContext(agent.id), id), Forbidden)
  await assert.rejects(continueJob(await makeContext(agent.id), 'V3-nothing'), Forbidden)
  await assert.rejects(continueJob(await makeContext(app.admin.id, { scopes: ['read'] }), id), MissingScope)
  await assert.rejects(continueJob(system, 'V3-nothing'), NotFound)
  await continueJob(system, id)
  await assert.rejects(continueJob(system, id), Unprocessable)
  const done = (await app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Done' }] })).body.job_status
  await runBulk(system, { job_id: done.id }, jobRun(), handlers)
  await assert.rejects(continueJob(system, done.id), Unprocessable)
  assert.equal((await sql`select work from job_statuses where id = ${done.id}`)[0]?.work, null)
})

test('continuing a job is limited like starting one', async () => {
  const { id } = await makeStoppedJob()
  await sql`update job_statuses set status = 'completed' where status in ('queued', 'working')`
  for (let count = 0; count < 30; count += 1)
    assert.equal((await app.api.post('/api/v2/organizations/create_many', { organizations: [{ name: 'Waits' }] })).status, 200)
  await assert.rejects(continueJob(system, id), TooManyJobs)
  await sql`update job_statuses set status = 'completed' where status in ('queued', 'working')`
  await continueJob(system, id)
})
