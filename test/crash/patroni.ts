/** Two servers of Debian's PostgreSQL 15 under Patroni, with its settings as documented. Without etcd: Patroni's own Raft, of three members. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import postgres from 'postgres'
import { parse } from 'yaml'
import { operationsFile } from '../documents.ts'
import { ACCOUNT_OPTIONS, BIN, freePort, makeClusterFolder, signalServer } from './external_postgres.ts'
import { waitUntilGone, waitUntil } from './process.ts'

/** A server under Patroni. */
export interface PatroniNode {
  /** The port of PostgreSQL, and that on which Patroni answers. */
  readonly port: number
  readonly role_port: number
  isPrimary(): Promise<boolean>
  query(statement: string, database?: string): Promise<readonly Record<string, unknown>[]>
  /** Ends PostgreSQL and Patroni at once, as the loss of their machine would. */
  kill(): void
}

const findProgram = (name: string) =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
const PATRONI = findProgram('patroni')
const CONTROLLER = findProgram('patroni_raft_controller')

/** Why it is not available, for `skip`; false when it is. */
export const isPatroniAbsent: string | false = PATRONI === undefined || CONTROLLER === undefined ? 'there is no patroni' : false

/** Starts two nodes; returns the primary and its synchronous standby. Both are stopped after the test. */
export async function startPatroni(t: TestContext): Promise<{ first: PatroniNode; second: PatroniNode }> {
  const members = [await freePort(), await freePort(), await freePort()]
  const [own = 0, ...partners] = members
  const folder = makeClusterFolder()
  const controller = run(CONTROLLER, folder, { raft: raftOf(folder, own, partners) })
  t.after(() => controller.kill('SIGKILL'))
  const nodes = [await startNode(t, 'db1', { members, index: 1 }), await startNode(t, 'db2', { members, index: 2 })] as const
  const isStandbySynchronous = async (node: PatroniNode) => {
    const rows = await node.query("select sync_state from pg_stat_replication where sync_state in ('sync', 'quorum')").catch(() => [])
    return rows.length === 1
  }
  const first = await waitUntil('there is a primary with a synchronous standby', async () => {
    for (const node of nodes) if ((await node.isPrimary()) && (await isStandbySynchronous(node))) return node
    return undefined
  })
  return { first, second: nodes[0] === first ? nodes[1] : nodes[0] }
}

async function startNode(
  t: TestContext,
  name: string,
  { members, index }: { members: readonly number[]; index: number },
): Promise<PatroniNode> {
  const folder = makeClusterFolder()
  const port = await freePort()
  const role_port = await freePort()
  const data_dir = join(folder, 'data')
  const child = run(PATRONI, folder, {
    scope: 'deskhand',
    name,
    restapi: { listen: `127.0.0.1:${role_port}`, connect_address: `127.0.0.1:${role_port}` },
    raft: raftOf(
      folder,
      members[index] ?? 0,
      members.filter((_member, other) => other !== index),
    ),
    bootstrap: {
      dcs: parse(operationsFile('# patroni.yml, below bootstrap.dcs', 'failover.md')),
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir,
      pgpass: join(folder, 'pgpass'),
      bin_dir: BIN,
      authentication: { superuser: { username: 'operator' }, replication: { username: 'operator' } },
      parameters: { unix_socket_directories: folder, fsync: 'off' },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  })
  const findServer = () =>
    Number.parseInt(existsSync(join(data_dir, 'postmaster.pid')) ? readFileSync(join(data_dir, 'postmaster.pid'), 'utf8') : '', 10)
  const kill = () => {
    child.kill('SIGKILL')
    signalServer(findServer(), 'SIGKILL')
  }
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const pid = findServer()
    child.kill('SIGTERM') // it stops PostgreSQL
    await waitUntilGone(pid)
  })
  return {
    port,
    role_port,
    kill,
    isPrimary: () =>
      fetch(`http://127.0.0.1:${role_port}/primary`, { signal: AbortSignal.timeout(5000) }).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      ),
    query: async (statement, database = 'postgres') => {
      const sql = postgres({ host: '127.0.0.1', port, username: 'operator', database, max: 1, connect_timeout: 5 })
      return [...(await sql.unsafe(statement).finally(() => sql.end()))]
    },
  }
}

function raftOf(folder: string, own: number, partners: readonly number[]): object {
  return { data_dir: join(folder, 'raft'), self_addr: `127.0.0.1:${own}`, partner_addrs: partners.map((port) => `127.0.0.1:${port}`) }
}

/** Starts a program of Patroni. A configuration in JSON is one in YAML. */
function run(program = '', folder: string, configuration: object): ChildProcess {
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, JSON.stringify(configuration))
  return spawn(program, [file], { ...ACCOUNT_OPTIONS, stdio: 'ignore' })
}
