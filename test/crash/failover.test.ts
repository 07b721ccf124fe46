/** The loss of the primary and of its synchronous standby: what was acknowledged is kept, and processes go on without a restart. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { type ExternalPostgres, freePort, isAbsent } from './external_postgres.ts'
import { isPatroniAbsent, startPatroni } from './patroni.ts'
import { waitUntilReady, makeDataDir, spawnServer, startServer, waitUntil } from './process.ts'
import { explainProxyAbsence } from './proxies.ts'
import {
  DATABASE_PROXY,
  waitUntilSynchronous,
  killServer,
  type Pair,
  startDatabaseProxy,
  startPair,
  startRoleService,
} from './replicated.ts'
import { type Ledger, makeRandom, startWriters } from './writer.ts'

const WRITERS = 4
const TOKEN = 'a-token-for-the-failover-0123456789'
const headers = { authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}` }
const patience = { timeout: 600_000 }
/** A job that failed while the database was gone is tried again after growing pauses. */
const QUEUE_PATIENCE_MS = 400_000

function envOf(DATABASE_URL: string): Record<string, string> {
  return {
    DATABASE_URL,
    DATA_DIR: makeDataDir(),
    DESKHAND_SECRET: 'the pepper of the failover, long enough to be one',
    DESKHAND_API_TOKEN: TOKEN,
    DESKHAND_ADMIN_PASSWORD: 'a password for the failover',
    DESKHAND_RATE_LIMIT: 'off',
  }
}

const ticketOf = (subject: string) => ({ ticket: { subject, comment: { body: subject } } })

/** What was acknowledged is there once, the rest at most once, once the queue has done what was acknowledged as a job. */
async function checkLedger(query: (statement: string) => Promise<readonly Record<string, unknown>[]>, ledger: Ledger): Promise<void> {
  const isIdle = async () => (await query('select id from graphile_worker.jobs')).length === 0
  await waitUntil('the queue is empty', isIdle, QUEUE_PATIENCE_MS)
  const rows = await query('select body as mark, count(*)::int as times from ticket_comments group by body')
  const times = new Map(rows.map(({ mark, times: found }) => [String(mark), Number(found)]))
  const lost = [...ledger.promised].filter((mark) => times.get(mark) !== 1)
  const repeated = [...ledger.asked].filter((mark) => (times.get(mark) ?? 0) > 1)
  assert.deepEqual({ lost, repeated, surprises: ledger.surprises }, { lost: [], repeated: [], surprises: [] })
}

/** How the primary is lost and its standby promoted. */
interface Failover {
  readonly url: string
  readonly lose: () => void
  /** Resolves when the standby is the primary. */
  readonly promote: () => Promise<unknown>
  readonly query: ExternalPostgres['query']
}

/** Loses the primary under load, promotes the standby, and checks that both processes go on with it. */
async function failOver(t: TestContext, { url, lose, promote, query }: Failover): Promise<void> {
  const env = envOf(url)
  const servers = [await startServer(env), await startServer(env)] as const
  let turn = 0
  const writing = startWriters(WRITERS, () => servers[(turn += 1) % 2 === 0 ? 0 : 1].base_url, headers, makeRandom(20_261_128))
  t.after(() => writing.giveUp())
  const { ledger } = writing
  await waitUntil('there is something to lose', () => ledger.promised.size > 200)
  lose()
  await promote()
  const promoted = performance.now()
  const client = makeClient(servers[1].base_url, headers)
  await waitUntil('a write succeeds', async () => (await client.post('/api/v2/tickets', ticketOf('after'))).status === 201)
  const first_write_ms = Math.round(performance.now() - promoted)
  const before = ledger.promised.size
  await waitUntil('the writers go on', () => ledger.promised.size > before + 200)
  await writing.stop()
  t.diagnostic(`${before} of ${ledger.promised.size} were acknowledged before; first write ${first_write_ms} ms after the promotion`)
  for (const server of servers) await waitUntilReady(server)
  await checkLedger((statement) => query(statement, 'failover'), ledger)
  for (const server of servers) assert.equal(await server.end('SIGTERM'), 0, server.output())
}

const failoverOf = ({ first, second }: Pair, url: string): Failover => ({
  url,
  lose: () => first.signal('SIGKILL'),
  promote: () => second.query('select pg_promote()'),
  query: second.query,
})

test(
  'the primary is killed under load: the hosts of the address lead to the promoted standby',
  { skip: isAbsent, ...patience },
  async (t) => {
    const pair = await startPair(t, 'failover')
    // the standby first: it must not be taken for the primary
    await failOver(t, failoverOf(pair, `postgres://operator@127.0.0.1:${pair.second.port},127.0.0.1:${pair.first.port}/failover`))
  },
)

const noProxy = isAbsent === false ? explainProxyAbsence(DATABASE_PROXY) : isAbsent
test('the primary is killed under load: HAProxy leads to the promoted standby', { skip: noProxy, ...patience }, async (t) => {
  const pair = await startPair(t, 'failover')
  const places = [pair.first, pair.second].map(async (server) => ({ port: server.port, role_port: await startRoleService(t, server) }))
  const port = await startDatabaseProxy(t, await Promise.all(places))
  await failOver(t, failoverOf(pair, `postgres://operator@127.0.0.1:${port}/failover`))
})

const noPatroni = noProxy === false ? isPatroniAbsent : noProxy
test(
  'the primary is killed under load: Patroni promotes the standby, and HAProxy leads to it',
  { skip: noPatroni, ...patience },
  async (t) => {
    const { first, second } = await startPatroni(t)
    await first.query('create database failover')
    const port = await startDatabaseProxy(t, [first, second])
    await failOver(t, {
      url: `postgres://operator@127.0.0.1:${port}/failover`,
      lose: first.kill,
      promote: () => waitUntil('Patroni has promoted the standby', second.isPrimary),
      query: second.query,
    })
  },
)

test(
  'a synchronous standby is away: processes stay ready and answer reads, no write is acknowledged',
  { skip: isAbsent, ...patience },
  async (t) => {
    const { first, second } = await startPair(t, 'alone')
    const server = await startServer({ ...envOf(first.makeUrl('alone')), DESKHAND_STATEMENT_SECONDS: '2', DESKHAND_RATE_LIMIT: 'on' })
    const client = makeClient(server.base_url, headers)
    const { ticket } = (await client.post('/api/v2/tickets', ticketOf('Before'))).body
    await killServer(second)
    // a change of configuration notifies: its commit, which waits for the standby, holds back the heartbeats
    const changes = ['One', 'Two', 'Three'].map((name) => client.post('/api/v2/groups', { group: { name } }))
    await waitUntil('the heartbeats are held back', () => /receives no cache invalidations/.test(server.output()))
    for (let time = 0; time < 20; time += 1) {
      const { status, body } = await client.get('/readyz')
      assert.equal(status, 200, JSON.stringify(body))
      for (const path of [`/api/v2/tickets/${ticket.id}`, '/api/v2/groups', '/api/v2/search?query=type:ticket'])
        assert.equal((await client.get(path)).status, 200, path)
    }
    for (const { status, body } of await Promise.all(changes)) assert.equal(status, 503, JSON.stringify(body))
    await second.start()
    await waitUntilSynchronous(first)
    await waitUntil('writes succeed', async () => (await client.post('/api/v2/groups', { group: { name: 'Four' } })).status === 201)
    await waitUntil('the heartbeats arrive', () => /hears again/.test(server.output()))
    assert.equal(await server.end('SIGTERM'), 0, server.output())
  },
)

test('an address that leads to standbys only is refused in a sentence', { skip: isAbsent, ...patience }, async (t) => {
  const { second } = await startPair(t, 'standby')
  const nobody = await freePort()
  const refusalOf = async (url: string) => {
    const server = spawnServer({ PORT: '0', ...envOf(url) })
    assert.equal(await server.ended, 1)
    return server.output().trim()
  }
  assert.deepEqual(
    await Promise.all([
      refusalOf(second.makeUrl('standby')),
      refusalOf(`postgres://operator@127.0.0.1:${second.port},127.0.0.1:${nobody}/standby`),
    ]),
    [
      'Deskhand cannot start: the database cannot be used: it is read-only, as a standby is (the server is a standby).',
      `Deskhand cannot start: DATABASE_URL cannot be reached: none of its hosts is a primary: 127.0.0.1:${second.port} (it is a standby), 127.0.0.1:${nobody} (connect ECONNREFUSED 127.0.0.1:${nobody})`,
    ],
  )
})
