/** Two PostgreSQL servers, the second a synchronous standby of the first, and HAProxy in front of them as documented. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { operationsFile, replacePart } from '../documents.ts'
import { type ExternalPostgres, freePort, startExternalPostgres, startStandby } from './external_postgres.ts'
import { waitUntil } from './process.ts'
import { type ProxyKind, startProxy } from './proxies.ts'

/** A primary and its standby. */
export interface Pair {
  readonly first: ExternalPostgres
  readonly second: ExternalPostgres
}

const STANDBY = 'second'

/** Starts a primary with an empty database and a synchronous standby; both are stopped after the test. */
export async function startPair(t: TestContext, database: string): Promise<Pair> {
  const first = await startExternalPostgres()
  await first.make(database)
  const second = await startStandby(first, STANDBY)
  t.after(async () => {
    for (const server of [first, second]) await killServer(server)
  })
  await first.query(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`)
  await first.query('select pg_reload_conf()')
  await waitUntilSynchronous(first)
  return { first, second }
}

/** Ends a server at once, as the loss of its machine would. */
export async function killServer(server: ExternalPostgres): Promise<void> {
  server.signal('SIGKILL')
  await server.stop()
}

/** Waits until the standby confirms what its primary commits. */
export async function waitUntilSynchronous(primary: ExternalPostgres): Promise<void> {
  await waitUntil('the standby is synchronous', async () => {
    const rows = await primary.query(`select sync_state from pg_stat_replication where application_name = '${STANDBY}'`)
    return rows[0]?.sync_state === 'quorum'
  })
}

/** What Patroni answers on its port for one server: 200 to `GET /primary` if it is the primary. */
export async function startRoleService(t: TestContext, server: ExternalPostgres): Promise<number> {
  const isPrimary = async () => (await server.query('select pg_is_in_recovery() as is_standby'))[0]?.is_standby === false
  const service = createServer((request, response) => {
    assert.equal(request.url, '/primary')
    void isPrimary()
      .catch(() => false) // it does not answer
      .then((is) => response.writeHead(is ? 200 : 503).end())
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.after(() => service.close())
  return (service.address() as { port: number }).port
}

/** The documented HAProxy in front of databases. */
export const DATABASE_PROXY: ProxyKind = {
  name: 'HAProxy',
  program: '/usr/sbin/haproxy',
  rest_ms: 0,
  args: (file) => ['-db', '-f', file],
  check: (file) => ['-c', '-f', file],
  configuration: ({ port, servers: [first, firstRole, second, secondRole] }) =>
    [
      ['bind :5000', `bind 127.0.0.1:${port}`],
      ['10.0.0.11:5432', `127.0.0.1:${first} port ${firstRole}`],
      ['10.0.0.12:5432', `127.0.0.1:${second} port ${secondRole}`],
    ].reduce((text, [part = '', by = '']) => replacePart(text, part, by), operationsFile('# haproxy.cfg of a database', 'failover.md')),
}

/** Starts HAProxy in front of two servers, and returns its port. */
export async function startDatabaseProxy(
  t: TestContext,
  servers: readonly { readonly port: number; readonly role_port: number }[],
): Promise<number> {
  const port = await freePort()
  const proxy = await startProxy(
    DATABASE_PROXY,
    port,
    servers.flatMap((server) => [server.port, server.role_port]),
  )
  t.after(() => proxy.stop())
  return port
}
