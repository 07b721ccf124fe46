/**
 * A database that does not answer, is blocked by a lock, or is lost in the middle of a transaction: what callers are answered, and that
 * nothing is half done.
 */
import assert from 'node:assert/strict'
import { type TestContext } from 'node:test'
import { test } from '../processes.ts'
import { readConfig } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { openDatabase } from '#db/client.ts'
import { startProcess } from '#process/process.ts'
import { allRoutes } from '#app/routes.ts'
import { ADMIN, type TestApp, useApp } from '../app.ts'
import { makeClient } from '../client.ts'
import { waitFor } from '../jobs.ts'
import { databaseProxy } from './database_proxy.ts'
import { makeDataDir, waitUntil } from './process.ts'

const app = await useApp({}, { own: true }) // stops and holds its connections
const sql = app.database.database.driver
const quick = { statement_seconds: 2, lock_seconds: 1 }
const patient = { statement_seconds: 60, lock_seconds: 60 }

/** A separate process on the database of `app`, connected through this address, with its administrator's client. */
async function processAt(t: TestContext, address: DatabaseAddress, env: Record<string, string> = {}, limits = quick) {
  const database = openDatabase(address, { max: 5, limits, wait_seconds: 2, name: 'deskhand held' })
  const running = await startProcess(
    readConfig({ ...makeBaseEnv(app), DATA_DIR: makeDataDir(), DESKHAND_ROLE: 'web', DESKHAND_STATEMENT_SECONDS: '2', ...env }),
    { connected: { database, address, embedded: false, close: () => database.close() } },
  )
  t.after(() => running.stop())
  const listening = running.app?.server.address() as { port: number } | undefined
  const base_url = `http://127.0.0.1:${listening?.port ?? 0}`
  const authorization = `Basic ${Buffer.from(`${ADMIN.email}/token:${ADMIN.token}`).toString('base64')}`
  return { running, base_url, database, client: makeClient(base_url, { authorization }) }
}

function makeBaseEnv({ config }: TestApp): Record<string, string> {
  return { PORT: '0', DESKHAND_SECRET: config.secret ?? '', DESKHAND_LOG_LEVEL: 'silent', DESKHAND_RATE_LIMIT: 'off' }
}

async function proxyFor(t: TestContext) {
  const proxy = await databaseProxy(app.database.address)
  t.after(() => proxy.close())
  return proxy
}

/** It records who has exported, so it is a write. */
const AUDITED = '/api/v2/deskhand/audit_logs/export'
/** Every list, and whatever else is read without an id. */
const paths = allRoutes
  .filter(({ method, path, scope }) => method === 'GET' && scope !== null && !path.includes(':') && path !== AUDITED)
  .map(({ path }) => path)

const statusOf = async (base_url: string) => (await fetch(`${base_url}/readyz`)).status
const madeTicket = async (subject: string): Promise<number> =>
  (await app.api.post('/api/v2/tickets', { ticket: { subject, comment: { body: 'Hello' } } })).body.ticket.id

/** Locks a row, as an operator may, until the returned function is called; that of an account as an act of ours does. */
async function hold(table: 'tickets' | 'groups' | 'accounts', id: number): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx.unsafe(`select 1 from ${table} where id = $1 for ${table === 'accounts' ? 'no key update' : 'update'}`, [id])
    held.resolve()
    await gate.promise
  })
  await held.promise
  return async () => {
    gate.resolve()
    await holding
  }
}

/** The number of connections of the process under test in such a state. */
const countSessions = async (state: string) =>
  (
    await sql.unsafe(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'deskhand held' and ${state}`,
    )
  ).length
const countWaiters = () => countSessions("wait_event_type = 'Lock'")
const countBusy = () => countSessions("state <> 'idle'")

test(
  'a database that stops answering is given up: callers and probes get 503 in time, and it is used again when it is back',
  { timeout: 90_000 },
  async (t) => {
    const proxy = await proxyFor(t)
    const { base_url, client, database } = await processAt(t, proxy.address)
    const id = await madeTicket('Frozen')
    assert.equal((await client.get(`/api/v2/tickets/${id}`)).status, 200)
    // several connections are open, and become silent together
    await Promise.all(Array.from({ length: 5 }, () => client.get(`/api/v2/tickets/${id}`)))
    proxy.freeze()
    assert.equal(await statusOf(base_url), 503)
    assert.equal((await fetch(`${base_url}/healthz`)).status, 200)
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, () => client.get(`/api/v2/tickets/${id}`)),
      client.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'Changed' } }),
    ])
    for (const { status, headers, body } of answers) {
      assert.equal(status, 503, JSON.stringify(body))
      assert.equal(headers.get('retry-after'), body.error === 'OutcomeUnknown' ? null : '5')
    }
    proxy.thaw()
    await waitFor(() => statusOf(base_url), 200)
    await waitFor(async () => (await client.get(`/api/v2/tickets/${id}`)).status, 200)
    assert.equal(database.figures().waiting, 0)
  },
)

test('a process is stopped while its database does not answer', { timeout: 90_000 }, async (t) => {
  const proxy = await proxyFor(t)
  const { running, client } = await processAt(t, proxy.address)
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  proxy.freeze()
  await running.stop()
})

test('a row locked by another session: its writers get 503 and why, other records and instances go on', { timeout: 90_000 }, async (t) => {
  const { running, client } = await processAt(t, app.database.address)
  const id = await madeTicket('Held')
  const other = await madeTicket('Free')
  const release = await hold('tickets', id)
  const held = Array.from({ length: 12 }, () => client.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'Changed' } }))
  await waitFor(async () => (await countWaiters()) > 0, true)
  // the work of another instance at this moment: a share of the pool is left for it
  const far = running.server.database.for('another instance')
  assert.equal((await far.all<{ one: number }>({ sql: 'select 1 as one', parameters: [] } as never)).length, 1)
  for (const answer of await Promise.all(held)) {
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '5')
    assert.match(answer.body.description, /held by somebody else|try again/)
  }
  assert.equal((await client.put(`/api/v2/tickets/${other}`, { ticket: { subject: 'Changed' } })).status, 200)
  await release()
  assert.equal((await client.put(`/api/v2/tickets/${id}`, { ticket: { subject: 'At last' } })).status, 200)
})

test('reads are served while more writes than there are connections wait for a lock of the instance', { timeout: 90_000 }, async (t) => {
  const { base_url, client } = await processAt(t, app.database.address, {}, patient)
  const { id } = (await app.api.post('/api/v2/ticket_fields', { ticket_field: { type: 'text', title: 'Held' } })).body.ticket_field
  const release = await hold('accounts', 1)
  const writes = Array.from({ length: 20 }, (_none, index) =>
    client.put(`/api/v2/ticket_fields/${id}`, { ticket_field: { description: `Change ${index}` } }),
  )
  await waitFor(async () => (await countWaiters()) > 2, true)
  const failed: string[] = []
  for (const path of paths) {
    const { status } = await client.get(path)
    if (status >= 500) failed.push(`${path}: ${status}`)
  }
  assert.ok(paths.length > 100, `${paths.length} paths`)
  assert.deepEqual(failed, [])
  assert.equal(await statusOf(base_url), 200)
  await release()
  // on a slow machine the reads take longer than a write waits for a connection
  for (const { status, body } of await Promise.all(writes)) assert.ok([200, 503].includes(status), JSON.stringify(body))
})

test('a request over its time limit is answered, and its transaction is rolled back', { timeout: 90_000 }, async (t) => {
  const { client } = await processAt(t, app.database.address, { DESKHAND_ANSWER_SECONDS: '1' }, patient)
  const { id } = (await app.api.post('/api/v2/groups', { group: { name: 'Slow' } })).body.group
  const release = await hold('groups', id)
  const answer = await client.put(`/api/v2/groups/${id}`, { group: { name: 'Too late' } })
  assert.deepEqual([answer.status, answer.body.error], [503, 'OutcomeUnknown'])
  assert.equal(await countWaiters(), 1)
  await release()
  await waitFor(countBusy, 0)
  assert.equal((await app.api.get(`/api/v2/groups/${id}`)).body.group.name, 'Slow')
  assert.equal((await client.put(`/api/v2/groups/${id}`, { group: { name: 'In time' } })).status, 200)
})

test(
  'a connection lost before the commit: nothing was done; lost during the commit: the answer says that it is unknown',
  { timeout: 90_000 },
  async (t) => {
    const proxy = await proxyFor(t)
    const { client } = await processAt(t, proxy.address)
    const count = async (name: string) => (await sql`select 1 from groups where name = ${name}`).length
    proxy.cutAfter('into groups')
    const before = await client.post('/api/v2/groups', { group: { name: 'Cut before' } })
    assert.deepEqual([before.status, before.body.error, before.headers.get('retry-after')], [503, 'ServiceUnavailable', '5'])
    assert.equal(await count('Cut before'), 0)
    proxy.cutAfter('commit')
    const at = await client.post('/api/v2/groups', { group: { name: 'Cut at' } })
    assert.deepEqual([at.status, at.body.error, at.headers.get('retry-after')], [503, 'OutcomeUnknown', null])
    // this time it was committed: only the answer was lost
    await waitFor(() => count('Cut at'), 1)
    assert.equal((await client.post('/api/v2/groups', { group: { name: 'After' } })).status, 201)
  },
)

test(
  'transient faults of the database are answered 503 with Retry-After, a full disk 507; none is answered 500',
  { timeout: 90_000 },
  async () => {
    await sql.unsafe(`create function fail_as_told() returns trigger language plpgsql as
    $$ begin if new.name like 'fails with %' then raise exception 'as told' using errcode = right(new.name, 5); end if; return new; end $$`)
    await sql.unsafe('create trigger fail_as_told before insert on groups for each row execute function fail_as_told()')
    for (const code of ['25006', '57014', '53300', '53200', '53000', '55P03', '40001', '40P01', '57P01', '57P03', '58030', '55006']) {
      const answer = await app.api.post('/api/v2/groups', { group: { name: `fails with ${code}` } })
      assert.deepEqual([answer.status, answer.body.error, answer.headers.get('retry-after')], [503, 'ServiceUnavailable', '5'], code)
    }
    const full = await app.api.post('/api/v2/groups', { group: { name: 'fails with 53100' } })
    assert.deepEqual([full.status, full.body], [507, { error: 'InsufficientStorage', description: 'The database has no room left' }])
    assert.equal((await app.api.post('/api/v2/groups', { group: { name: 'fails with XX000' } })).status, 500)
    await sql.unsafe('drop function fail_as_told cascade')
    assert.equal((await app.api.post('/api/v2/groups', { group: { name: 'works' } })).status, 201)
  },
)

test('a write whose session is ended or cancelled leaves nothing, and its caller may retry', { timeout: 90_000 }, async (t) => {
  const { client } = await processAt(t, app.database.address, {}, patient)
  const { id } = (await app.api.post('/api/v2/groups', { group: { name: 'Ended' } })).body.group
  for (const how of ['pg_cancel_backend', 'pg_terminate_backend']) {
    const release = await hold('groups', id)
    const writing = client.put(`/api/v2/groups/${id}`, { group: { name: how } })
    await waitFor(countWaiters, 1)
    await sql.unsafe(
      `select ${how}(pid) from pg_stat_activity where datname = current_database() and application_name = 'deskhand held' and wait_event_type = 'Lock'`,
    )
    const answer = await writing
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'], how)
    await release()
    assert.equal((await app.api.get(`/api/v2/groups/${id}`)).body.group.name, 'Ended')
  }
})

test('a read-only database answers reads, and writes with 503', { timeout: 90_000 }, async (t) => {
  const name = String((await sql`select current_database() as name`)[0]?.name)
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`)
  const { client } = await processAt(t, app.database.address).finally(() =>
    sql.unsafe(`alter database "${name}" reset default_transaction_read_only`),
  )
  assert.equal((await client.get('/api/v2/groups')).status, 200)
  const answer = await client.post('/api/v2/groups', { group: { name: 'Read only' } })
  assert.deepEqual([answer.status, answer.body.description], [503, 'Nothing can be changed at the moment. Please try again later.'])
})

test('a revoked token is refused at once by a process whose listening connection is silent', { timeout: 90_000 }, async (t) => {
  const proxy = await proxyFor(t)
  const deaf = await processAt(t, proxy.address)
  const made = await app.inPerson.post('/api/v2/api_tokens', {
    api_token: { description: 'Revoked', exception: 'team_automation', reason: 'A test' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, token } = made.body.api_token
  const bearer = makeClient(deaf.base_url, { authorization: `Basic ${Buffer.from(`${ADMIN.email}/token:${token}`).toString('base64')}` })
  assert.equal((await bearer.get('/api/v2/groups')).status, 200)
  proxy.freeze(/listener/, false)
  assert.equal((await app.api.put(`/api/v2/api_tokens/${id}`, { api_token: { active: false } })).status, 200)
  assert.equal((await bearer.get('/api/v2/groups')).status, 401)
  assert.equal((await bearer.post('/api/v2/groups', { group: { name: 'Revoked' } })).status, 401)
  // it opens another connection, and receives again
  await waitUntil('it hears again', async () => (await statusOf(deaf.base_url)) === 200)
})

test('a process that receives no invalidations caches nothing and is not ready, but answers', { timeout: 90_000 }, async (t) => {
  const proxy = await proxyFor(t)
  const deaf = await processAt(t, proxy.address)
  proxy.freeze(/listener/)
  await waitFor(() => statusOf(deaf.base_url), 503)
  const { reason } = (await (await fetch(`${deaf.base_url}/readyz`)).json()) as { reason: string }
  assert.equal(reason, 'the process receives no cache invalidations')
  assert.equal((await deaf.client.get('/api/v2/groups')).status, 200)
  proxy.thaw()
  await waitFor(() => statusOf(deaf.base_url), 200)
})
