/** A process whose database is migrated by a newer version: from then on it writes nothing, reports that, and continues to read. */
import assert from 'node:assert/strict'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { cloneDataDir } from './prepared.ts'
import { queryDatabase, leavesNothing, MAIN, spawnServer, startServer, waitUntil } from './process.ts'

const TOKEN = 'a-token-for-the-newer-schema'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
const patience = { timeout: 120_000 }
const LATER = '9999_later.sql'
const REASON = 'the database has been migrated by a newer version'

for (const [kind, program] of [
  ['a process', [MAIN]],
  ['each of two web processes on one port', [MAIN, '--workers', '2']],
] as const)
  test(`${kind} with a newer schema writes nothing more, takes no jobs and continues to read`, patience, async () => {
    const data_dir = await cloneDataDir()
    const env = { DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_RATE_LIMIT: 'off' }
    const server = await startServer(env, program)
    const api = makeClient(server.base_url, { authorization, connection: 'close' })
    const { group } = (await api.post('/api/v2/groups', { group: { name: 'Before' } })).body
    const { ticket } = (await api.post('/api/v2/tickets', { ticket: { subject: 'Before', comment: { body: 'Hello' } } })).body
    // what a newer version does at its start, and then its schema changes
    await queryDatabase(data_dir, `insert into schema_migrations values ('${LATER}', now()); alter table groups add column later text`)
    const count = async () => Number((await queryDatabase<{ rows: string }>(data_dir, 'select count(*) as rows from groups'))[0]?.rows)
    const rows = await count()
    // several times: any of the processes may answer
    await waitUntil('no process is ready', async () => {
      for (let times = 0; times < 8; times += 1) if ((await api.get('/readyz')).status !== 503) return false
      return true
    })
    for (let times = 0; times < 4; times += 1) {
      const ready = await api.get('/readyz')
      assert.deepEqual([ready.status, ready.body.reason, ready.body.checks.database], [503, REASON, { ok: true }])
      for (const answer of [
        await api.post('/api/v2/groups', { group: { name: 'After' } }),
        await api.put(`/api/v2/tickets/${ticket.id}`, { ticket: { priority: 'high' } }),
        await api.post('/api/v2/tickets/create_many', { tickets: [{ subject: 'After', comment: { body: 'Hello' } }] }),
        await api.delete(`/api/v2/groups/${group.id}`),
      ]) {
        assert.deepEqual([answer.status, answer.body.error], [503, 'ServiceUnavailable'], JSON.stringify(answer.body))
        assert.equal(answer.headers.get('retry-after'), '5')
      }
      assert.equal((await api.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.priority, null)
      assert.equal((await api.get(`/api/v2/groups/${group.id}`)).body.group.name, 'Before')
      assert.equal((await api.get('/healthz')).status, 200)
    }
    assert.equal(await count(), rows)
    // a job that the newer version queues is left to it
    await queryDatabase(data_dir, `select graphile_worker.add_job('sent_by_the_newer_version', '{}')`)
    const workers = `select 1 from pg_stat_activity where application_name = 'deskhand worker'`
    await waitUntil('the worker has gone', async () => (await queryDatabase(data_dir, workers)).length === 0)
    assert.equal((await queryDatabase(data_dir, 'select 1 from graphile_worker.jobs where attempts = 0')).length, 1)
    assert.match(server.output(), /the database was migrated by a newer version: this process changes nothing any more/)
    // an operator who starts the old version again gets advice
    const again = spawnServer({ ...env, PORT: '0' })
    assert.equal(await again.ended, 1)
    assert.match(again.output(), /Deskhand cannot start: The database is newer than this server \(it has 9999_later\.sql\)/)
    assert.equal(await server.end('SIGTERM'), 0, server.output())
    leavesNothing(data_dir)
  })
