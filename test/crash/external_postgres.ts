/** A PostgreSQL as an operator runs it: Debian's 15, on a loopback port, with its own data directory. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import { makeDataDir, waitUntil } from './process.ts'

const BIN = '/usr/lib/postgresql/15/bin'

/** Why it is not available, for `skip`; false when it is. */
export const isAbsent: string | false = existsSync(join(BIN, 'initdb')) ? false : `${BIN} does not exist`

/** A server that can be stopped and restarted. */
export interface ExternalPostgres {
  /** Creates a database and returns its URL. */
  make(database: string): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
  /** Pauses all its processes, or resumes them. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
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

/** Creates a cluster and starts a server on it; as root, under the account of `findUnprivilegedAccount`, because PostgreSQL refuses to run as root. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const cluster = join(makeDataDir('deskhand-pg15-'), 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  const account = findUnprivilegedAccount()
  if (account !== undefined) chownSync(cluster, account.uid, account.gid)
  const options = { cwd: cluster, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, ...account }
  const made = spawnSync(join(BIN, 'initdb'), ['-D', cluster, '-U', 'operator', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options)
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr.toString()}`)
  const port = await freePort()
  const places = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, '-c', `unix_socket_directories=${cluster}`, '-c', 'fsync=off']
  const makeUrl = (database: string) => `postgres://operator@127.0.0.1:${port}/${database}`
  const run = async (statement: string) => {
    const sql = postgres(makeUrl('postgres'), { max: 1, connect_timeout: 5 })
    await sql.unsafe(statement).finally(() => sql.end())
    return true
  }
  let child: ChildProcess
  const start = async () => {
    child = spawn(join(BIN, 'postgres'), ['-D', cluster, ...places], { ...options, stdio: 'ignore' })
    await waitUntil('PostgreSQL 15 answers', () => run('select 1').catch(() => false))
  }
  const stop = async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  const make = async (database: string) => {
    await run(`create database ${database}`)
    return makeUrl(database)
  }
  await start()
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    const pid = child.pid ?? 0
    process.kill(pid, name) // first, so that it starts no further processes meanwhile
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    for (const one of stdout.toString().split(/\s+/).filter(Boolean).map(Number)) signalIfThere(one, name)
  }
  return { make, start, stop, signal }
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
