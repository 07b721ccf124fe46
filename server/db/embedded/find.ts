import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, systemCode } from './error.ts'
import { isListening, socketPath } from './listen.ts'
import type { Endpoint } from './listen.ts'
import { findProcess } from './processes.ts'

/** A running server. `child` is set when this process started it. */
export interface Server {
  pid: number
  startedAt: string
  endpoint: Endpoint
  child: ChildProcess | undefined
  /** Started by a Deskhand process (this one, a killed one, another one), not by an operator by hand. */
  isOurs: boolean
}

/** The contents of `postmaster.pid`; the lines after the pid appear one by one while the server starts. */
export interface PidFile {
  pid: number
  endpoint: Endpoint | undefined
  status: string
}

/** How long to wait for a process that may be a starting PostgreSQL to listen, in milliseconds. */
const LISTEN_TIMEOUT_MS = 2000

/** Reads `postmaster.pid`, whose lines are: pid, data directory, start time, port, socket folder, address, memory key, status. */
export function readPidFile(cluster: string): PidFile | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10))
  if (!(pid > 0)) return undefined
  const host = process.platform === 'win32' ? lines[5] : lines[4]
  const port = Number(lines[3])
  return { pid, endpoint: host !== undefined && port > 0 ? { host, port } : undefined, status: (lines[7] ?? '').trim() }
}

/**
 * Looks for a server that runs on the cluster, whatever its state. Without one, `deadPid` is the pid that a killed server has left in its
 * lock files; it may meanwhile belong to another process, or still to a zombie that is never reaped.
 * @param endpoint where a new server would listen
 * @throws EmbeddedPostgresError when a server runs that we cannot reach
 */
export async function findServer(
  cluster: string,
  endpoint: Endpoint,
): Promise<{ server: Server | undefined; deadPid: number | undefined }> {
  for (const begun = performance.now(); ; await sleep(20)) {
    const file = readPidFile(cluster)
    const running = file && findProcess(file.pid)
    if (!file || !running) return { server: undefined, deadPid: file?.pid ?? socketLockPid(endpoint) }
    if (file.endpoint?.host && (await isListening(file.endpoint))) {
      const isOurs = process.platform === 'win32' || basename(file.endpoint.host).startsWith('deskhand-')
      const server = { pid: file.pid, startedAt: running.startedAt, endpoint: file.endpoint, child: undefined, isOurs }
      return { server, deadPid: undefined }
    }
    const isPostgres = running.program === '' || running.program.startsWith('postgres')
    if (isPostgres && file.endpoint?.host === '' && file.status === 'ready') {
      throw new EmbeddedPostgresError(
        `A PostgreSQL that Deskhand did not start (process ${file.pid}) runs on ${cluster} without a Unix socket: stop it, or set DATABASE_URL to it.`,
      )
    }
    if (!isPostgres || performance.now() - begun > LISTEN_TIMEOUT_MS) return { server: undefined, deadPid: file.pid }
  }
}

/** Whether the server's process has ended. */
export function hasExited(server: Server): boolean {
  if (server.child) return server.child.exitCode !== null || server.child.signalCode !== null
  return findProcess(server.pid)?.startedAt !== server.startedAt
}

function socketLockPid(endpoint: Endpoint): number | undefined {
  const pid = Number.parseInt(readLines(`${socketPath(endpoint)}.lock`)[0] ?? '', 10)
  return pid > 0 ? pid : undefined
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  }
}
