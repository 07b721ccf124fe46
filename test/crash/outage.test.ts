/** A database that is lost during a bulk job: the job waits as long as necessary, and does each item once. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import postgres from 'postgres'
import { test } from '../processes.ts'
import { readConfig } from '#config/config.ts'
import type { Log } from '#core/context.ts'
import { startWorker } from '#jobs/worker.ts'
import { startProcess } from '#process/process.ts'
import { makeClient } from '../client.ts'
import { allowNoMore } from '../queue.ts'
import { isAbsent, startExternalPostgres } from './external_postgres.ts'
import { makeDataDir, waitUntil } from './process.ts'

const skip = isAbsent
const PATIENCE = { first_ms: 5, most_ms: 50, most_busy: 3 }
/** More failed tries than a job has attempts. */
const IN_VAIN = 12
const ITEMS = 100

/** A process without a worker on its own PostgreSQL, and a worker with short delays. */
async function setUp() {
  const own = await startExternalPostgres()
  const url = await own.make('outage')
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: makeDataDir(),
    DESKHAND_ROLE: 'web',
    DESKHAND_SECRET: 'a pepper for the outage, long enough to be one',
    DESKHAND_API_TOKEN: 'a-token-for-the-outage',
    DESKHAND_ADMIN_PASSWORD: 'a password for the outage',
    DESKHAND_RATE_LIMIT: 'off',
    DESKHAND_LOG_LEVEL: 'silent',
  })
  const running = await startProcess(config)
  const address = running.app?.server.address() as { port: number } | undefined
  const base_url = `http://127.0.0.1:${address?.port ?? 0}`
  const api = makeClient(base_url, {
    authorization: `Basic ${Buffer.from('admin@example.com/token:a-token-for-the-outage').toString('base64')}`,
  })
  const warnings: string[] = []
  const log: Log = { info() {}, error() {}, warn: (_data, text) => void warnings.push(text) }
  const worker = startWorker({ ...running.server, log }, { url }, PATIENCE)
  after(async () => {
    await worker.stop()
    await running.stop()
    await own.stop()
  })
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  after(() => sql.end())
  return { own, api, warnings, sql }
}
type Place = Awaited<ReturnType<typeof setUp>>

const place: Place | undefined = skip === false ? await setUp() : undefined

/** Queues tickets, each job at its last attempt; once some exist, `outage` begins and ends. */
async function assertJobSurvives(mark: string, outage: (place: Place) => Promise<void>): Promise<void> {
  const { api, sql } = place ?? assert.fail('no PostgreSQL')
  const tickets = Array.from({ length: ITEMS }, (_none, index) => ({ subject: mark, comment: { body: `Ticket ${index}` } }))
  const { body } = await api.post('/api/v2/tickets/create_many', { tickets })
  await allowNoMore(sql)
  const readJob = async () => (await api.get(`/api/v2/job_statuses/${body.job_status.id}`)).body?.job_status
  await waitUntil('some items are done', async () => ((await readJob())?.progress ?? 0) > 0)
  await outage(place as Place)
  const ended = await waitUntil('the job has ended', async () => {
    const now = await readJob()
    return now?.status === 'completed' || now?.status === 'failed' ? now : undefined
  })
  assert.deepEqual([ended.status, ended.results.length], ['completed', ITEMS], JSON.stringify(ended).slice(0, 500))
  assert.equal(ended.results.filter((result: { id?: number }) => result.id === undefined).length, 0)
  assert.equal((await sql`select id from tickets where subject = ${mark}`).length, ITEMS)
  // what the triggers of the new tickets cause is performed, too
  const listWaitingJobs = () => sql`select id from graphile_worker.jobs where locked_at is not null or attempts < max_attempts`
  await waitUntil('the queue is empty', async () => (await listWaitingJobs()).length === 0)
}

test('a job survives a database that is stopped for longer than all its attempts would last', { skip }, () =>
  assertJobSurvives('stopped', async ({ own, warnings }) => {
    await own.stop()
    const before = warnings.length
    await waitUntil('the worker has begun anew in vain', () => warnings.length > before + IN_VAIN)
    await own.start()
  }),
)

test('a job survives a read-only database', { skip }, () =>
  assertJobSurvives('read only', async ({ sql, warnings }) => {
    warnings.splice(0)
    await sql`alter system set default_transaction_read_only = on`
    await sql`select pg_reload_conf()`
    await waitUntil('the job waits', () => warnings.includes('a job waits for an outage to pass'))
    await sql`set default_transaction_read_only = off`
    await sql`alter system reset default_transaction_read_only`
    await sql`select pg_reload_conf()`
  }),
)
