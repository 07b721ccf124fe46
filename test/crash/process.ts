/** Real server processes for tests that kill, stop and starve them. Not here: the application inside the test's own process (app.ts). */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findProcess } from '#db/embedded/processes.ts'
import { ROOT } from '#lib/root.ts'
import { quickFolder } from '../quick_folder.ts'

/** The server as `npm start` runs it. */
export const MAIN = join(ROOT, 'dist/server/main.js')
const PATIENCE_MS = 60_000

/** How a process ended: its exit code, or the signal that killed it. */
export type End = number | NodeJS.Signals

/** A server process, started or starting. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** Its output so far, stdout and stderr. */
  output(): string
  readonly ended: Promise<End>
  /** Sends the signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<End>
}

const endings: (() => Promise<void>)[] = []
after(async () => {
  for (const ending of endings.reverse()) await ending()
})

/** A data directory accessible to every account; after the file's tests its PostgreSQL is stopped and it is removed. */
export function makeDataDir(name = 'deskhand-crash-'): string {
  const folder = mkdtempSync(join(quickFolder(), name))
  chmodSync(folder, 0o755)
  endings.push(async () => {
    const left = findPostgres(folder)
    if (left !== undefined && findProcess(left.pid) !== undefined) {
      process.kill(left.pid, 'SIGQUIT')
      await waitUntilGone(left.pid)
    }
    if (left !== undefined) rmSync(left.host, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

const { build } = createRequire(import.meta.url)('#tools/build.cjs') as {
  build(node: string, names: readonly string[]): Promise<void>
}
await build(process.execPath, ['server'])

/** The complete `npm start`, including the supervisor that restarts the server. */
export const WHOLE_START = [join(ROOT, 'tools/run.cjs'), 'start']
/** A module imported before the server; it makes the server fail on SIGUSR2 as the variable FAULT says: `exception` or `rejection`. */
export const FAULTS = join(ROOT, 'test/crash/faults.ts')

/**
 * Starts `npm start`'s program with exactly these variables, and without the delay for proxies when it stops; killed after the file's tests
 * if it still runs.
 */
export function spawnServer(env: Readonly<Record<string, string>>, program: readonly string[] = [MAIN]): ServerProcess {
  const { PATH = '', HOME = '/', NODE_COMPILE_CACHE = '' } = process.env
  const all = { PATH, HOME, NODE_COMPILE_CACHE, DESKHAND_DRAIN_SECONDS: '0', ...env }
  const child = spawn(process.execPath, program, { env: all, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  // 'close' comes after the last output, unlike 'exit'
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as End)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  endings.push(async () => void (isRunning(child) && (await end('SIGKILL'))))
  return { child, pid: child.pid ?? 0, output: () => text, ended, end }
}

/** Starts a server and waits until it is ready. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  program?: readonly string[],
): Promise<ServerProcess & { readonly base_url: string }> {
  const server = spawnServer({ PORT: '0', ...env }, program)
  const base_url = await waitUntil('the server says where it is', () => {
    assert.ok(isRunning(server.child), `the server ended: ${server.output()}`)
    return /Deskhand is ready at (\S+)/.exec(server.output())?.[1]
  })
  await waitUntil('the server is ready', () => isReady(base_url))
  return { ...server, base_url }
}

/** Waits until a running server is ready again. */
export async function waitUntilReady(server: ServerProcess & { readonly base_url: string }): Promise<void> {
  await waitUntil('the server has recovered', () => {
    assert.ok(isRunning(server.child), `the server ended: ${server.output()}`)
    return isReady(server.base_url)
  })
}

/** Whether the server and its database respond. */
export async function isReady(base_url: string): Promise<boolean> {
  return fetch(`${base_url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (answer) => (await answer.text()) !== '' && answer.ok,
    () => false,
  )
}

/** Waits until `read` returns a value, and returns it. */
export async function waitUntil<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  patience_ms = PATIENCE_MS,
): Promise<NonNullable<Exclude<Value, false>>> {
  for (const begun = performance.now(); performance.now() - begun < patience_ms; await sleep(10)) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) return value as NonNullable<Exclude<Value, false>>
  }
  throw new Error(`waited in vain until ${what}`)
}

/** Waits until a process has exited. */
export async function waitUntilGone(pid: number): Promise<void> {
  await waitUntil(`process ${pid} is gone`, () => findProcess(pid) === undefined)
}

/** The embedded PostgreSQL of a data directory according to its pid file; undefined when it was stopped cleanly. */
export function findPostgres(data_dir: string): { pid: number; host: string; port: number } | undefined {
  try {
    const [pid, , , port, host = ''] = readFileSync(join(data_dir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(pid), host, port: Number(port) }
  } catch {
    return undefined // no file: no server
  }
}

/** Asserts that nothing of a stopped server still runs, and that the next one has nothing to recover. */
export function leavesNothing(data_dir: string): void {
  assert.equal(findPostgres(data_dir), undefined)
  assert.deepEqual(usersOf(data_dir), [])
}

/** The pids that use the database of a data directory. */
export function usersOf(data_dir: string): number[] {
  return readdirSync(join(data_dir, 'postgres.users')).map((name) => Number.parseInt(name, 10))
}

/** The running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** Queries the database of a running server directly. */
export async function queryDatabase<Row extends object>(data_dir: string, statement: string): Promise<Row[]> {
  const { host, port } = findPostgres(data_dir) ?? assert.fail('PostgreSQL does not run')
  const sql = postgres({ host, port, username: 'deskhand', database: 'deskhand', max: 1 })
  try {
    return [...(await sql.unsafe<Row[]>(statement))]
  } finally {
    await sql.end()
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** The web processes of a running server: its child processes except PostgreSQL. */
export function membersOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => findProcess(child)?.program.startsWith('postgres') === false)
}
