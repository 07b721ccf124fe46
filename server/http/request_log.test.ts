import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '#test/app.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { accountById } from '#accounts/directory.ts'
import type { Account } from '#accounts/account.ts'
import { hashSecret } from '#core/secrets.ts'
import { openSession } from '#auth/sessions.ts'
import { type Log, systemContext } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { type Call, openRequestLog } from './request_log.ts'

const app = await useApp({}, { own: true }) // reads the log of all instances
const { server } = app.running
const { database, services, requestLog } = server
const { pepper } = services

type Row = Omit<Call, 'created_at'> & { readonly id: number; readonly created_at: string }
const allRows = defineStatement<Row>('select * from request_log where account_id = $1 order by id')

/** The newest row of an instance, after a flush. */
async function readNewestRow(accountId = 1): Promise<Row> {
  await requestLog.flush()
  return (await database.all(allRows(accountId))).at(-1) as Row
}

test('a call is logged by its route, without suffix, ids or query, under the request id sent to the client', async () => {
  const answer = await app.api.get('/api/v2/groups/1.json?secret_word=sesame&include=users', { 'user-agent': 'A client 1.0' })
  const row = await readNewestRow()
  assert.deepEqual([row.method, row.route, row.status], ['GET', '/api/v2/groups/:id', answer.status])
  assert.equal(row.request_id, answer.headers.get('x-request-id'))
  assert.deepEqual([row.credential_kind, row.user_id, row.email, row.client_id], ['api_token', app.admin.id, app.admin.email, null])
  assert.deepEqual([row.user_agent, row.ip_address], ['A client 1.0', '127.0.0.1'])
  assert.ok(row.milliseconds > 0 && row.milliseconds < 60_000)
  assert.equal(typeof row.credential_id, 'number')
})

test('refused calls are logged with the status the client saw', async () => {
  const calls = [
    () => app.api.get('/api/v2/groups/999999'),
    () => app.api.get('/api/v2/groups/x'),
    () => app.api.post('/api/v2/groups', {}),
    () => app.api.post('/api/v2/groups', { group: { name: '' } }),
    () => app.as({}).get('/api/v2/groups'),
  ]
  for (const call of calls) {
    const { status } = await call()
    assert.equal((await readNewestRow()).status, status)
  }
})

test('a failed sign-in is logged with the attempted e-mail address and the kind of credential', async () => {
  const attempts = [
    [{ email: 'Guess@Example.com', token: 'a guessed token' }, 'api_token', 'guess@example.com', null],
    [{ email: 'guess@example.com', password: 'a guessed password' }, 'password', 'guess@example.com', null],
    [{ bearer: 'a-guessed-bearer' }, 'oauth', null, null],
    [{}, 'anonymous', null, 0],
  ] as const
  for (const [credentials, kind, email, user_id] of attempts) {
    assert.equal((await app.as(credentials).get('/api/v2/groups')).status, 401)
    const row = await readNewestRow()
    assert.deepEqual([row.status, row.credential_kind, row.email, row.user_id, row.credential_id], [401, kind, email, user_id, null])
  }
})

test('a failed sign-in with a name PostgreSQL cannot store is logged all the same', async () => {
  for (const name of ['x'.repeat(3000), 'nul\0name', '\ud800 half a pair', 'ünïcode@example.com']) {
    const authorization = `Basic ${Buffer.from(`${name}:password`).toString('base64')}`
    assert.equal((await app.as({}).get('/api/v2/groups', { authorization })).status, 401)
    assert.equal((await readNewestRow()).status, 401)
  }
})

test('no secret, query or body ever reaches the log', async () => {
  const secrets = [
    'sesame',
    'hidden-bearer',
    'hidden-password',
    'hidden-token',
    'hidden-cookie',
    'hidden-name',
    'hidden-user',
    app.admin.token,
  ]
  await app.as({}).get('/api/v2/groups?access_token=hidden-bearer')
  await app.as({ email: 'hidden-user', password: 'x' }).get('/api/v2/groups')
  await app.as({ email: 'hidden-user', token: 'x' }).get('/api/v2/groups')
  await app.as({ email: 'a@example.com', password: 'hidden-password' }).get('/api/v2/groups')
  await app.as({ email: 'a@example.com', token: 'hidden-token' }).get('/api/v2/groups')
  await app.as({}).get('/api/v2/groups', { cookie: 'deskhand_session=hidden-cookie' })
  await app.api.post('/api/v2/groups?password=sesame', { group: { name: 'hidden-name' } })
  await requestLog.flush()
  const text = JSON.stringify(await database.all(allRows(1)))
  for (const secret of secrets) assert.ok(!text.includes(secret), secret)
})

const lastUse = (table: string, column: string) =>
  defineStatement<{ at: string | null }>(`select ${column} as at from ${table} where account_id = $1 order by id desc limit 1`)

test('an API token records its last use, by the clock of its instance', async () => {
  const at = '2031-05-06T07:08:09.000Z'
  const instance = await putInstance(app, { settings: { clock: { mode: 'frozen', at }, rate_limit: { plan: 'unlimited' } } })
  const read = async () => (await database.first(lastUse('api_tokens', 'last_used_at')(instance.id)))?.at
  assert.equal(await read(), null)
  await instance.api.get('/api/v2/groups')
  const row = await readNewestRow(instance.id)
  assert.equal(await read(), at)
  assert.ok(row.created_at < at, 'the log itself goes by the machine’s clock')
})

test('a user who calls with an API token has been seen, to within a minute', async () => {
  const at = '2031-05-06T07:08:09.000Z'
  const instance = await putInstance(app, { settings: { clock: { mode: 'frozen', at }, rate_limit: { plan: 'unlimited' } } })
  const read = async () => (await database.first(lastUse('users', 'last_login_at')(instance.id)))?.at
  assert.equal(await read(), null)
  await instance.api.get('/api/v2/groups')
  await requestLog.flush()
  assert.equal(await read(), at)
})

test('an access token and a session record their last use', async () => {
  const instance = await putInstance(app)
  const account = (await accountById(services, instance.id)) as Account
  const ctx = systemContext({ account, db: database, log: server.log, services, base_url: app.base_url })
  const session = await openSession(ctx, pepper, instance.owner_id)
  const client = defineStatement<{
    id: number
  }>(`insert into oauth_clients (account_id, user_id, name, identifier, kind, secret_hash, visible_secret, created_at, updated_at)
    values ($1, $2, 'Client', 'client', 'confidential', $3, 's', $4, $4) returning id`)
  const token = defineStatement<{
    id: number
  }>(`insert into oauth_tokens (account_id, client_id, user_id, scopes, granted_scopes, token_hash, visible_token, created_at)
    values ($1, $2, $3, '{read}', '{read}', $4, 't', $5) returning id`)
  const made = await database.first(client(instance.id, instance.owner_id, hashSecret(pepper, 'client'), new Date()))
  const granted = await database.first(
    token(instance.id, made?.id, instance.owner_id, hashSecret(pepper, 'bearer'), '2020-01-01T00:00:00.000Z'),
  )
  const before = (await database.first(lastUse('sessions', 'last_seen_at')(instance.id)))?.at as string

  assert.equal((await hostClient(app.base_url, instance.host, { authorization: 'Bearer bearer' }).get('/api/v2/groups')).status, 200)
  const byToken = await readNewestRow(instance.id)
  assert.deepEqual(
    [byToken.credential_kind, byToken.credential_id, byToken.client_id, byToken.email],
    ['oauth', granted?.id, made?.id, instance.email],
  )
  assert.ok(((await database.first(lastUse('oauth_tokens', 'used_at')(instance.id)))?.at as string) >= before)

  assert.equal(
    (await hostClient(app.base_url, instance.host, { cookie: `deskhand_session=${session.token}` }).get('/api/v2/groups')).status,
    200,
  )
  const bySession = await readNewestRow(instance.id)
  assert.deepEqual([bySession.credential_kind, bySession.credential_id], ['session', session.id])
  assert.ok(((await database.first(lastUse('sessions', 'last_seen_at')(instance.id)))?.at as string) > before)
})

test('each instance has a log of its own', async () => {
  const one = await putInstance(app)
  await hostClient(app.base_url, one.host, basicToken(app.admin.email, app.admin.token)).get('/api/v2/groups')
  const rows = await database.all(allRows(one.id)).then(async () => [await readNewestRow(one.id)])
  assert.deepEqual(
    rows.map((row) => [row.account_id, row.status, row.email]),
    [[one.id, 401, app.admin.email]],
  )
})

const WEEK_SECONDS = 7 * 86_400
const weekStart = (weeksAgo: number) => Math.floor(Date.now() / 1000 / WEEK_SECONDS - weeksAgo) * WEEK_SECONDS
const partition = (weeksAgo: number) => `request_log_from_${weekStart(weeksAgo)}`
const toIso = (seconds: number) => new Date(seconds * 1000).toISOString()

async function partitions(): Promise<string[]> {
  const rows = await database.driver<
    { name: string }[]
  >`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'request_log'::regclass order by 1`
  return rows.map((row) => row.name)
}

async function makePartition(weeksAgo: number): Promise<void> {
  const from = toIso(weekStart(weeksAgo))
  const to = toIso(weekStart(weeksAgo) + WEEK_SECONDS)
  await database.driver.unsafe(`create table ${partition(weeksAgo)} partition of request_log for values from ('${from}') to ('${to}')`)
}

const call = (seconds: number, request_id: string): Call => ({
  account_id: 1,
  created_at: seconds * 1000,
  used_at: seconds * 1000,
  is_use: true,
  method: 'GET',
  route: '/api/v2/groups',
  status: 200,
  milliseconds: 1,
  user_id: null,
  email: null,
  credential_kind: 'none',
  credential_id: null,
  client_id: null,
  user_agent: null,
  ip_address: null,
  request_id,
})

test('weeks have partitions of their own, created when needed; expired ones are dropped', async () => {
  for (const weeksAgo of [30, 14, 12]) await makePartition(weeksAgo)
  const opened = openRequestLog(database, services.ids, server.log, 90)
  for (const weeksAgo of [0, 1, 2]) opened.add(call(weekStart(weeksAgo) + 5, `weeks ago: ${weeksAgo}`))
  await opened.close()
  const there = await partitions()
  for (const weeksAgo of [0, 1, 2, 12]) assert.ok(there.includes(partition(weeksAgo)), `week ${weeksAgo}`)
  for (const weeksAgo of [30, 14]) assert.ok(!there.includes(partition(weeksAgo)), `week ${weeksAgo}`)
  const written = (await database.all(allRows(1))).map((row) => row.request_id)
  for (const weeksAgo of [0, 1, 2]) assert.ok(written.includes(`weeks ago: ${weeksAgo}`))
})

test('several processes may reach a new week at once', async () => {
  const logs = Array.from({ length: 4 }, () => openRequestLog(database, services.ids, server.log, 90))
  for (const [index, log] of logs.entries()) log.add(call(weekStart(5) + 5, `process ${index}`))
  await Promise.all(logs.map((log) => log.close()))
  const written = (await database.all(allRows(1))).map((row) => row.request_id)
  for (const index of logs.keys()) assert.ok(written.includes(`process ${index}`))
})

test('more calls than fit into one batch are all written, each with an id of its own', async () => {
  const faults: string[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (_data, text) => faults.push(text) }
  const opened = openRequestLog(database, services.ids, log, 90)
  for (let count = 0; count < 4500; count += 1) opened.add(call(weekStart(0) + 60, 'one of many'))
  await opened.close()
  const rows = (await database.all(allRows(1))).filter((row) => row.request_id === 'one of many')
  assert.equal(rows.length, 4500)
  assert.equal(new Set(rows.map((row) => row.id)).size, 4500)
  assert.deepEqual(faults, [])
})

test('calls that arrive while a batch is written wait for the next one, so that batches are few', async () => {
  let inserts = 0
  const busy = Object.assign(Object.create(database) as typeof database, {
    async run(statement: { readonly sql: string }) {
      const rows = await database.run(statement as never)
      if (!statement.sql.includes('insert into request_log')) return rows
      inserts += 1
      if (inserts < 5) opened.add(call(weekStart(0) + 63, 'meanwhile'))
      return rows
    },
  })
  const opened = openRequestLog(busy, services.ids, server.log, 90)
  opened.add(call(weekStart(0) + 63, 'meanwhile'))
  await opened.flush()
  assert.deepEqual([inserts, opened.figures().waiting], [1, 1])
  await opened.close()
})

test('calls that could not be written are written later, all of them', async () => {
  const faults: string[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (_data, text) => faults.push(text) }
  const opened = openRequestLog(database, services.ids, log, 90)
  for (let count = 0; count < 2500; count += 1) opened.add(call(weekStart(0) + 61, 'kept'))
  await database.driver`alter table request_log rename to request_log_away`
  await opened.flush()
  assert.ok(faults.length > 0)
  await database.driver`alter table request_log_away rename to request_log`
  await opened.close()
  const rows = (await database.all(allRows(1))).filter((row) => row.request_id === 'kept')
  assert.equal(rows.length, 2500)
})

test('calls the database can never store are dropped and counted, and do not delay the others', async () => {
  const counted: unknown[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (data) => counted.push(data) }
  const opened = openRequestLog(database, services.ids, log, 90)
  opened.add({ ...call(weekStart(0) + 62, 'impossible'), email: 'nul\0' })
  await opened.flush()
  opened.add(call(weekStart(0) + 62, 'after the impossible'))
  await opened.close()
  assert.ok((await database.all(allRows(1))).some((row) => row.request_id === 'after the impossible'))
  assert.ok(counted.some((data) => (data as { dropped?: number }).dropped === 1))
})

// docs/decisions/0010_two_clocks.md
test('a session records by the machine’s clock when it was last seen, whatever the clock of its instance', async () => {
  const instance = await putInstance(app, { settings: { clock: { mode: 'frozen', at: '2131-05-06T07:08:09.000Z' } } })
  const account = (await accountById(services, instance.id)) as Account
  const ctx = systemContext({ account, db: database, log: server.log, services, base_url: app.base_url })
  const { token } = await openSession(ctx, pepper, instance.owner_id)
  const seen = hostClient(app.base_url, instance.host, { cookie: `deskhand_session=${token}` })
  assert.equal((await seen.get('/api/v2/groups')).status, 200)
  await requestLog.flush()
  const at = (await database.first(lastUse('sessions', 'last_seen_at')(instance.id)))?.at as string
  assert.ok(at < '2131', at)
})
