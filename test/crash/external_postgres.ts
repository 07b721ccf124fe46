/** A PostgreSQL as an operator runs it: Debian's 15, on a loopback port, with its own data directory. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { makeDataDir, waitUntil } from './process.ts'

/** The folder of Debian's programs. */
export const BIN = '/usr/lib/postgresql/15/bin'

/** Why it is not available, for `skip`; false when it is. */
export const isAbsent: string | false = existsSync(join(BIN, 'initdb')) ? false : `${BIN} does not exist`

/** A server that can be stopped and restarted. */
export interface ExternalPostgres {
  readonly port: number
  /** The URL of a database on it. */
  makeUrl(database: string): string
  /** Creates a database and returns its URL. */
  make(database: string): Promise<string>
  /** Runs a statement in a database, by default `postgres`. */
  query(statement: string, database?: string): Promise<readonly Record<string, unknown>[]>
  start(): Promise<void>
  stop(): Promise<void>
  /** Pauses all its processes, resumes them, or ends them at once. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Creates a cluster and starts a server on it. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const cluster = makeClusterFolder()
  runProgram('initdb', ['-D', cluster, '-U', 'operator', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  return serve(cluster)
}

/** Copies the cluster of a running server and starts a standby on the copy, which is named so in `synchronous_standby_names`. */
export async function startStandby(of: ExternalPostgres, name: string): Promise<ExternalPostgres> {
  const cluster = makeClusterFolder()
  runProgram('pg_basebackup', ['-D', cluster, '-d', of.makeUrl('postgres'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  return serve(cluster, ['-c', `cluster_name=${name}`])
}

/** A folder for a cluster, of the account that its programs run under. */
export function makeClusterFolder(): string {
  const cluster = join(makeDataDir('deskhand-pg15-'), 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  const account = findUnprivilegedAccount()
  if (account !== undefined) chownSync(cluster, account.uid, account.gid)
  return cluster
}

/** How programs of PostgreSQL run; as root, under the account of `findUnprivilegedAccount`, because PostgreSQL refuses to run as root. */
export const ACCOUNT_OPTIONS = { cwd: '/', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, ...findUnprivilegedAccount() }

function runProgram(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(BIN, program), args, ACCOUNT_OPTIONS)
  if (status !== 0) throw new Error(`${program}: ${stderr.toString()}`)
}

/** Starts a server on a cluster. */
async function serve(cluster: string, more: readonly string[] = []): Promise<ExternalPostgres> {
  const port = await freePort()
  const places = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', `unix_socket_directories=${cluster}`, '-c', 'fsync=off']
  const makeUrl = (database: string) => `postgres://operator@127.0.0.1:${port}/${database}`
  const query = async (statement: string, database = 'postgres') => {
    const sql = postgres(makeUrl(database), { max: 1, connect_timeout: 5 })
    return [...(await sql.unsafe(statement).finally(() => sql.end()))]
  }
  let child: ChildProcess
  const start = async () => {
    child = spawn(join(BIN, 'postgres'), ['-D', cluster, ...places, ...more], { ...ACCOUNT_OPTIONS, stdio: 'ignore' })
    await waitUntil('PostgreSQL 15 answers', () => query('select 1').catch(() => false))
  }
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (isOver()) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  const make = async (database: string) => {
    await query(`create database ${database}`)
    return makeUrl(database)
  }
  await start()
  return { port, makeUrl, make, query, start, stop, signal: (name) => void (isOver() || signalServer(child.pid ?? 0, name)) }
}

/** Sends a signal to a server and all its processes. */
export function signalServer(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  process.kill(pid, name === 'SIGKILL' ? 'SIGSTOP' : name) // first, so that it starts no further processes meanwhile
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
  for (const one of stdout.toString().split(/\s+/).filter(Boolean).map(Number)) signalIfThere(one, name)
  if (name === 'SIGKILL') process.kill(pid, name)
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has exited meanwhile
  }
}

/** The account for servers that refuse to run as root; undefined when the tests do not run as root. */
export function findUnprivilegedAccount(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? accountOf('nobody') : undefined
}

function accountOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
