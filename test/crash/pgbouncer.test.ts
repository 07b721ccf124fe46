/** A connection pooler in front of the database: in session mode everything works, in other modes the start is refused with a message. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { isAbsent, startExternalPostgres } from './external_postgres.ts'
import { isBouncerAbsent, startBouncer } from './pgbouncer.ts'
import { makeDataDir, spawnServer, startServer } from './process.ts'

const skip = isAbsent === false ? isBouncerAbsent : isAbsent
const TOKEN = 'a-token-for-the-pooled-database'
const PASSWORD = 'a password for the pooled database'
const secrets = {
  DESKHAND_SECRET: 'the pepper that all processes share',
  DESKHAND_API_TOKEN: TOKEN,
  DESKHAND_ADMIN_PASSWORD: PASSWORD,
  DESKHAND_RATE_LIMIT: 'off',
}
const own = skip === false ? await startExternalPostgres() : undefined
after(() => own?.stop())
const make = (name: string) => own?.make(name) ?? assert.fail('no PostgreSQL')
const makeBasicAuth = (user: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` })
const byToken = (base_url: string, token = TOKEN) => makeClient(base_url, makeBasicAuth('admin@example.com/token', token))

test('in session mode processes start, do their work, and are notified of revocations at once', { skip, timeout: 120_000 }, async () => {
  const url = await make('pooled')
  const env = { ...secrets, DATABASE_URL: await startBouncer(url, 'session'), DATA_DIR: makeDataDir() }
  const one = await startServer(env)
  const two = await startServer({ ...env, DESKHAND_STATEMENT_SECONDS: '1' })
  const made = await makeClient(one.base_url, makeBasicAuth('admin@example.com', PASSWORD)).post('/api/v2/api_tokens', {
    api_token: { description: 'Pooled', exception: 'team_automation', reason: 'Two processes know it' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, token } = made.body.api_token
  for (const { base_url } of [one, two])
    for (let times = 0; times < 20; times += 1) assert.equal((await byToken(base_url, token).get('/api/v2/groups')).status, 200)
  assert.equal((await byToken(two.base_url).put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })).status, 200)
  for (const { base_url } of [one, two]) {
    assert.equal((await byToken(base_url, token).get('/api/v2/groups')).status, 401)
    assert.equal((await byToken(base_url, token).post('/api/v2/groups', { group: { name: 'Revoked' } })).status, 401)
  }
  assert.deepEqual(await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')]), [0, 0], one.output() + two.output())
})

for (const mode of ['transaction', 'statement'] as const)
  test(`in ${mode} mode the start is refused with a message, and nothing is created`, { skip, timeout: 60_000 }, async () => {
    const DATABASE_URL = await startBouncer(await make(`shared_by_${mode}`), mode)
    const server = spawnServer({ PORT: '0', ...secrets, DATABASE_URL, DATA_DIR: makeDataDir() })
    assert.equal(await server.ended, 1)
    assert.equal(
      server.output().trim(),
      'Deskhand cannot start: DATABASE_URL leads through a pooler that shares a session among several connections (PgBouncer: pool_mode = transaction or statement). ' +
        'Deskhand needs sessions of its own: set pool_mode = session, or name the PostgreSQL server itself.',
    )
  })
