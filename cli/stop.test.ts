/** An instance that is stopped before it moves: `instance stop`, `resume` and `release`, with two processes on one database. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { useApp } from '#test/app.ts'
import { assertRefused, assertSucceeds } from '#test/command.ts'
import { basicToken, hostClient, putInstance } from '#test/instances.ts'
import { waitFor } from '#test/jobs.ts'
import { test } from '#test/processes.ts'
import { PRIVATE_JOBS } from '#test/queue.ts'
import { stopAccount } from '#accounts/stop.ts'
import { defineStatement } from '#db/builder.ts'
import { LISTENER } from '#db/listener.ts'
import { openPostgres } from '#db/open_postgres.ts'
import { TENANT_TABLES } from '#db/tables.ts'
import { runScheduled } from '#jobs/scheduled.ts'
import { sweep } from '#jobs/sweep.ts'

const app = await useApp({ DESKHAND_LOG_LEVEL: 'error' })
const other = await app.another()
const { database } = app.database
const sql = database.driver
const connected = { database, address: app.database.address, embedded: false, close: async () => {} }
const ownPid = defineStatement<{ pid: number }>('select pg_backend_pid() as pid')
const lockTicket = defineStatement<unknown>('select 1 from tickets where account_id = $1 and id = $2 for update')
/** What decision 0054 says is lost: it may change while an instance is stopped. */
const LOST: readonly string[] = ['request_log', 'request_activity', 'rate_limits', 'known_origins', 'due_claims']

const run = (...args: readonly string[]) => assertSucceeds(app, args)
const refuse = (why: RegExp, ...args: readonly string[]) => assertRefused(app, args, why)

/** An instance, and clients of it in both processes. */
async function makeStoppable(subdomain: string) {
  const made = await putInstance(app, { subdomain })
  const headers = basicToken(made.email, made.token)
  const clients = [app.base_url, other.base_url].map((base_url) => hostClient(base_url, made.host, headers))
  const [here = assert.fail(), there = assert.fail()] = clients
  return { ...made, subdomain, headers, here, there, clients }
}

/** A digest of every row of an account, but for what is lost. Moments of last use are lost, too. */
async function digestOf(accountId: number): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of TENANT_TABLES) {
    if (LOST.includes(table)) continue
    const rows = await sql.unsafe<{ digest: string }[]>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - '{last_used_at,used_at,last_seen_at,last_login_at}'::text[])::text, 0)), 0) as digest
        from ${table} t where account_id = $1`,
      [accountId],
    )
    digests[table] = rows[0]?.digest ?? ''
  }
  return digests
}

const ticketOf = (subject: string) => ({ ticket: { subject, comment: { body: subject } } })

test('under load in two processes, nothing is written after the stop, and all that was acknowledged is there', async () => {
  const { id, subdomain, clients } = await makeStoppable('loaded')
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  let isOver = false
  const write = async (number: number) => {
    for (let count = 0; !isOver; count += 1) {
      const client = clients[(number + count) % 2] ?? assert.fail()
      const subject = `${number}-${count}`
      const { status, headers } = await client.post('/api/v2/tickets', ticketOf(subject))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.push(subject)
      else assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
      const read = await client.get('/api/v2/tickets/count')
      assert.equal(read.status, 200, JSON.stringify(read.body))
    }
  }
  const writing = Promise.all([0, 1, 2, 3, 4, 5].map(write))
  await waitFor(async () => acknowledged.length > 60, true)
  await run('instance', 'stop', subdomain)
  const digest = await digestOf(id)
  const count = acknowledged.length
  const refused = statuses.get(503) ?? 0
  await waitFor(async () => (statuses.get(503) ?? 0) > refused + 50, true)
  isOver = true
  await writing
  assert.equal(acknowledged.length, count)
  assert.deepEqual(await digestOf(id), digest)
  const stored = await sql<{ subject: string }[]>`select subject from tickets where account_id = ${id}`
  assert.deepEqual(stored.map((ticket) => ticket.subject).sort(), acknowledged.toSorted())
  await run('instance', 'resume', subdomain)
  for (const client of clients) assert.equal((await client.post('/api/v2/tickets', ticketOf('again'))).status, 201)
})

test('a stop waits for the request that was admitted before, and refuses all others meanwhile', async () => {
  const { id, subdomain, here, there } = await makeStoppable('waited')
  const { ticket } = (await here.post('/api/v2/tickets', ticketOf('before'))).body
  let isStopped = false
  const [update, stopping] = await database.transaction(async (tx) => {
    await tx.first(lockTicket(id, ticket.id))
    const updating = here.put(`/api/v2/tickets/${ticket.id}`, { ticket: { subject: 'admitted' } })
    await waitFor(async () => (await sql`select 1 from pg_locks where not granted`).length > 0, true)
    const stop = stopAccount(connected, { id, subdomain }).then(() => (isStopped = true))
    await waitFor(async () => (await there.post('/api/v2/tickets', ticketOf('late'))).status, 503)
    assert.equal(isStopped, false)
    return [updating, stop] as const
  })
  assert.equal((await update).status, 200)
  await stopping
  assert.equal((await there.get(`/api/v2/tickets/${ticket.id}`)).body.ticket.subject, 'admitted')
})

test('a request that is received for longer than the stop waits writes nothing', async () => {
  const { subdomain, host, headers, here } = await makeStoppable('slow')
  const { hostname, port } = new URL(app.base_url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const lines = ['POST /api/v2/uploads?filename=a.txt HTTP/1.1', `Host: ${host}`, `Authorization: ${headers.authorization}`]
  socket.write(`${[...lines, 'Content-Type: text/plain', 'Content-Length: 10', 'Connection: close'].join('\r\n')}\r\n\r\nhello`)
  await waitFor(async () => (await here.get('/api/v2/groups')).status, 200)
  await run('instance', 'stop', subdomain)
  socket.write('world')
  await waitFor(async () => answer !== '', true)
  assert.match(answer, /^HTTP\/1\.1 503 /)
  assert.match(answer, /being moved to another place/)
})

test('jobs and scheduled work of a stopped instance wait, and have not failed', async () => {
  const { id, owner_id, subdomain } = await makeStoppable('jobs')
  const past = '2020-01-01T00:00:00Z'
  await run('instance', 'stop', subdomain)
  await sql`insert into uploads (account_id, token_hash, user_id, created_at, expires_at)
    values (${id}, ${Buffer.from('due')}, ${owner_id}, ${past}, ${past})`
  await sql`insert into sessions (account_id, user_id, token_hash, authenticated_at, last_seen_at, expires_at)
    values (${id}, ${owner_id}, ${Buffer.from('over')}, ${past}, ${past}, ${past})`
  const call = JSON.stringify({ account_id: id, payload: {} })
  const [first, second] = await sql<{ id: number }[]>`
    select (graphile_worker.add_job('due', payload := ${call}::json, max_attempts := 1)).id from generate_series(1, 2)`
  const ids = [first?.id ?? 0, second?.id ?? 0]
  const readJobs = () =>
    sql`select attempts, last_error, locked_at, run_at > now() as is_later from ${sql.unsafe(PRIVATE_JOBS)} where id = any(${ids})`
  const waiting = { attempts: 0, last_error: null, locked_at: null, is_later: true }
  await waitFor(async () => JSON.stringify(await readJobs()), JSON.stringify([waiting, waiting]))
  assert.equal(await runScheduled(app.running.server), 0)
  await sweep(database)
  const countLeft = async () =>
    (await sql`select 1 from uploads where account_id = ${id} union all select 1 from sessions where account_id = ${id}`).length
  assert.equal(await countLeft(), 2)
  await run('instance', 'resume', subdomain)
  await sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at := now())`
  await waitFor(async () => (await readJobs()).length, 0)
  await sweep(database)
  await waitFor(countLeft, 0)
})

test('an instance that has moved sends its callers on, and only one that is stopped can be released', async () => {
  const { id, subdomain, here, there } = await makeStoppable('released')
  await refuse(/^The instance released is in use: stop it first/, 'instance', 'release', subdomain)
  await refuse(/is no address/, 'instance', 'release', subdomain, '--to', 'https://new.example.com/path')
  await run('instance', 'stop', subdomain)
  await run('instance', 'stop', subdomain)
  await sql`select graphile_worker.add_job('due', payload := ${JSON.stringify({ account_id: id, payload: {} })}::json, run_at := now() + interval '1 day')`
  await run('instance', 'release', subdomain)
  const { status, body } = await here.get('/api/v2/tickets.json')
  assert.deepEqual([status, body.error], [503, 'ServiceUnavailable'])
  await run('instance', 'release', subdomain, '--to', 'https://new.example.com')
  for (const client of [here, there]) {
    const sent = await client.post('/api/v2/tickets.json?async=true', ticketOf('moved'))
    assert.deepEqual([sent.status, sent.headers.get('location')], [307, 'https://new.example.com/api/v2/tickets.json?async=true'])
  }
  await refuse(/^The instance released has moved: it is in use elsewhere/, 'instance', 'resume', subdomain)
  await refuse(/^The instance released has moved/, 'instance', 'stop', subdomain)
  const jobs = await sql`select 1 from ${sql.unsafe(PRIVATE_JOBS)} where payload ->> 'account_id' = ${String(id)}`
  assert.equal(jobs.length, 0)
  const refusedLater = await sql`select 1 from request_log where account_id = ${id} and status in (307, 503)`
  assert.equal(refusedLater.length, 0)
  assert.match(await run('instance', 'list'), /released .* moved /)
  await run('instance', 'drop', subdomain, '--yes')
})

test('where it cannot be said that nothing writes any more, a stop is refused and the instance is in use as before', async () => {
  const { id, subdomain, here, there } = await makeStoppable('doubtful')
  const assertInUse = async () => {
    for (const client of [here, there]) assert.equal((await client.post('/api/v2/tickets', ticketOf('in use'))).status, 201)
  }
  const limits = { confirm_ms: 300, drain_ms: 300 }
  await database.transaction(async (tx) => {
    const { pid } = await tx.one(ownPid())
    await assert.rejects(stopAccount(connected, { id, subdomain }, limits), new RegExp(`sessions ${pid} have had transactions open`))
  })
  await assertInUse()
  const silent = openPostgres(app.database.address, { max: 1, connection: { application_name: LISTENER } })
  const [session] = await silent<{ pid: number }[]>`select pg_backend_pid() as pid`
  await assert.rejects(stopAccount(connected, { id, subdomain }, limits), new RegExp(`with the sessions ${session?.pid} in PostgreSQL`))
  await assertInUse()
  await silent.end()
})
