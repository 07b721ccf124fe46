/** An operator's own PostgreSQL, of the oldest supported version, with several server processes on it. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import postgres from 'postgres'
import { smokeTest, test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { type ExternalPostgres, freePort, isAbsent, startExternalPostgres } from './external_postgres.ts'
import { waitUntilReady, makeDataDir, spawnServer, startServer, waitUntil } from './process.ts'

const skip = isAbsent
const TOKEN = 'a-token-for-the-external-database'
const PASSWORD = 'a password for the external database'
const secrets = {
  DESKHAND_SECRET: 'the pepper that all processes share',
  DESKHAND_API_TOKEN: TOKEN,
  DESKHAND_ADMIN_PASSWORD: PASSWORD,
  DESKHAND_RATE_LIMIT: 'off',
}
const own: ExternalPostgres | undefined = skip === false ? await startExternalPostgres() : undefined
after(() => own?.stop())

const clientOf = ({ base_url }: { base_url: string }, token = TOKEN) =>
  makeClient(base_url, { authorization: `Basic ${Buffer.from(`admin@example.com/token:${token}`).toString('base64')}` })
/** API tokens must be created with a user's own credentials. */
const inPerson = ({ base_url }: { base_url: string }) =>
  makeClient(base_url, { authorization: `Basic ${Buffer.from(`admin@example.com:${PASSWORD}`).toString('base64')}` })
const make = (database: string) => own?.make(database) ?? assert.fail('no PostgreSQL')

test('the first start migrates, calls work, and the next start finds the data', { skip }, async () => {
  const env = { ...secrets, DATABASE_URL: await make('first'), DATA_DIR: makeDataDir() }
  const server = await startServer(env)
  assert.equal(server.output().match(/migrating/g)?.length, 1)
  assert.match(server.output(), /migrating: \d+ steps, 0001_accounts\.sql to /)
  const { status, body } = await clientOf(server).post('/api/v2/tickets', { ticket: { subject: 'Kept', comment: { body: 'Hello' } } })
  assert.equal(status, 201)
  assert.equal((await clientOf(server).get('/api/v2/users.json')).body.count, 1)
  const job = await clientOf(server).post('/api/v2/users/create_many', { users: [{ name: 'One', email: 'one@example.org' }] })
  assert.equal(job.body.job_status.status, 'queued')
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  const again = await startServer(env)
  assert.ok(!again.output().includes('migrating'))
  assert.equal((await clientOf(again).get(`/api/v2/tickets/${body.ticket.id}`)).body.ticket.subject, 'Kept')
  assert.equal(await again.end('SIGTERM'), 0)
})

test(
  'processes that start at once on an empty database share it: tokens work everywhere at once and are revoked everywhere at once',
  { skip },
  async () => {
    const env = { ...secrets, DATABASE_URL: await make('shared'), DATA_DIR: makeDataDir() }
    const [one, two] = await Promise.all([startServer(env), startServer(env)])
    const made = await inPerson(one).post('/api/v2/api_tokens', {
      api_token: { description: 'Shared', exception: 'team_automation', reason: 'Two processes know it' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, token } = made.body.api_token
    for (let times = 0; times < 20; times += 1) assert.equal((await clientOf(two, token).get('/api/v2/groups')).status, 200)
    assert.equal((await clientOf(two).put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })).status, 200)
    assert.equal((await clientOf(one, token).get('/api/v2/groups')).status, 401)
    assert.equal((await clientOf(two, token).get('/api/v2/groups')).status, 401)
    assert.deepEqual(await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')]), [0, 0])
  },
)

test('a database with a newer schema than the server is refused with a clear message', { skip }, async () => {
  const DATABASE_URL = await make('newer')
  const env = { ...secrets, DATABASE_URL, DATA_DIR: makeDataDir() }
  const server = await startServer(env)
  assert.equal(await server.end('SIGTERM'), 0)
  const sql = postgres(DATABASE_URL, { max: 1 })
  await sql`insert into schema_migrations (name, applied_at) values ('9999_from_the_future.sql', now())`
  await sql.end()
  const refused = spawnServer({ PORT: '0', ...env })
  assert.equal(await refused.ended, 1)
  assert.equal(
    refused.output().trim(),
    'Deskhand cannot start: The database is newer than this server (it has 9999_from_the_future.sql). Start the newer version of Deskhand.',
  )
})

smokeTest('a server survives the loss of its database, reports it, recovers when it is back, and stops without it', { skip }, async () => {
  const env = { ...secrets, DATABASE_URL: await make('mortal'), DATA_DIR: makeDataDir(), DESKHAND_LOG_LEVEL: 'silent' }
  const server = await startServer(env)
  const client = clientOf(server)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  await own?.stop()
  const unready = await fetch(`${server.base_url}/readyz`)
  assert.deepEqual([unready.status, (await fetch(`${server.base_url}/healthz`)).status], [503, 200])
  assert.ok((await client.get('/api/v2/groups')).status >= 500)
  await own?.start()
  await waitUntilReady(server)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  const { job_status } = (await client.post('/api/v2/users/create_many', { users: [{ name: 'One', email: 'one@example.org' }] })).body
  const readStatus = async () => (await client.get(`/api/v2/job_statuses/${job_status.id}`)).body.job_status.status
  await waitUntil('the job is done', async () => (await readStatus()) === 'completed')
  await own?.stop()
  assert.equal(await server.end('SIGTERM'), 0, server.output())
  await own?.start()
})

test('a PostgreSQL that hangs: 503 in time, nothing waits forever, and the server recovers', { skip, timeout: 120_000 }, async (t) => {
  const env = { ...secrets, DATABASE_URL: await make('still'), DATA_DIR: makeDataDir(), DESKHAND_LOG_LEVEL: 'silent' }
  const [server, other] = await Promise.all([
    startServer({ ...env, DESKHAND_STATEMENT_SECONDS: '1' }),
    startServer({ ...env, DESKHAND_STATEMENT_SECONDS: '1', DESKHAND_ROLE: 'web' }),
  ])
  const client = clientOf(server)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  own?.signal('SIGSTOP')
  t.after(() => own?.signal('SIGCONT'))
  assert.equal((await fetch(`${server.base_url}/readyz`)).status, 503)
  assert.equal((await client.get('/api/v2/groups')).status, 503)
  assert.equal((await client.post('/api/v2/tickets', { ticket: { subject: 'Still', comment: { body: 'Hello' } } })).status, 503)
  assert.equal(await other.end('SIGTERM'), 0, other.output())
  own?.signal('SIGCONT')
  await waitUntilReady(server)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
})

test('a database that does not answer is reported as unreachable, without its password', { timeout: 60_000 }, async () => {
  const DATABASE_URL = `postgres://someone:secret-word@127.0.0.1:${await freePort()}/nothing`
  const server = spawnServer({ PORT: '0', ...secrets, DATABASE_URL, DATA_DIR: makeDataDir() })
  assert.equal(await server.ended, 1)
  assert.match(server.output(), /^Deskhand cannot start: DATABASE_URL cannot be reached: .*ECONNREFUSED/)
  assert.ok(!server.output().includes('secret-word') && !server.output().includes('    at '))
})
