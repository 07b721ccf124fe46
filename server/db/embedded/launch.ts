import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, constants, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getProgramPath } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { hasDatabase } from './data_dir.ts'
import type { Place } from './data_dir.ts'
import { EmbeddedPostgresError } from './error.ts'
import { findServer, hasExited, readPidFile } from './find.ts'
import type { Server } from './find.ts'
import { createDatabase, spawnError, spawnOptions, USUAL_CONNECTIONS } from './initdb.ts'
import { chooseEndpoint, listenOptions, openSocketFolder, removeSocketFolder } from './listen.ts'
import type { Endpoint } from './listen.ts'
import { findProcess } from './processes.ts'

/** Everything needed to run the database of one place. */
export interface Site {
  place: Place
  binaries: Binaries
  /** The minimum of connections the server must accept; the value in postgresql.conf applies when it suffices. */
  connections?: number
  log: (line: string) => void
}

/** Milliseconds for which a start is retried while another process is starting one, or those of a killed server are still ending. */
const START_RETRY_MS = 15_000
const LOG_LIMIT_BYTES = 8 * 1024 * 1024
/** PostgreSQL's messages when a server, or a remnant of one, still uses the data, or when one that stopped removed the socket's folder. */
const IN_USE =
  /lock file .* already exists|lock file .* is empty|shared memory block .* still in use|could not create lock file .* No such file/

/**
 * Ensures that a server runs on the site and accepts connections: attaches to a running one, else starts one. Safe to call in several
 * processes at once; PostgreSQL's own lock lets one server start and the others find it.
 * @param whenEmpty what to do when there is no database yet
 * @param signal ends the waiting; the server is then returned as it is
 * @throws EmbeddedPostgresError when no running server can be reached
 */
export async function bringUp(site: Site, whenEmpty: 'create' | 'refuse', signal: AbortSignal): Promise<Server> {
  const { place, binaries } = site
  for (let usedSince: number | undefined; ; await sleep(50)) {
    const endpoint = await chooseEndpoint(place)
    const { server, deadPid } = await findServer(place.cluster, endpoint)
    if (server) {
      if (await isReady(server, site, signal)) return server
      continue
    }
    if (!hasDatabase(place.cluster, binaries.major)) {
      if (whenEmpty === 'refuse')
        throw new EmbeddedPostgresError(
          `The database in ${place.cluster} has been removed: bring it back, or restart Deskhand to begin with an empty one.`,
        )
      await createDatabase(binaries, place)
    }
    const started = await launch(site, endpoint, deadPid)
    if (await isReady(started.server, site, signal)) return started.server
    const words = started.readLog()
    usedSince = IN_USE.test(words) ? (usedSince ?? performance.now()) : undefined
    if (usedSince !== undefined && performance.now() - usedSince < START_RETRY_MS) continue
    removeSocketFolder(endpoint)
    throw startError(site, words)
  }
}

/** The server that runs on the site, whichever process started it. */
export async function findRunning(site: Site): Promise<Server | undefined> {
  return (await findServer(site.place.cluster, await chooseEndpoint(site.place))).server
}

/** Waits until the server accepts connections. False when it ends instead. */
async function isReady(server: Server, site: Site, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now()
  for (let hasSaid = false; !hasExited(server); await sleep(5)) {
    const file = readPidFile(site.place.cluster)
    if (signal.aborted || (file?.pid === server.pid && file.status === 'ready')) return true
    if (hasSaid || performance.now() - begun < 3000) continue
    site.log(`PostgreSQL is ${file?.status || 'starting'}, probably recovering; waiting for it`)
    hasSaid = true
  }
  return false
}

/** @param deadPid the pid a killed server has left in the lock files */
async function launch(site: Site, endpoint: Endpoint, deadPid: number | undefined): Promise<{ server: Server; readLog: () => string }> {
  const { place, binaries } = site
  openSocketFolder(endpoint, place)
  const logFile = join(place.home, 'postgres.log')
  const { descriptor, size } = openLog(logFile, place)
  const options = spawnOptions(place)
  // PostgreSQL takes a lock file whose pid exists (reused, or a zombie) for a running server, unless it is its "grandparent's" pid. With
  // this variable it still detects a running server by the shared memory; deleting the lock file would lose that protection.
  if (deadPid) options.env.PG_GRANDPARENT_PID = String(deadPid)
  const file = getProgramPath(binaries, 'postgres')
  // Detached: Ctrl-C in the terminal must not end it before the application has drained.
  const child = spawn(file, ['-D', place.cluster, ...listenOptions(endpoint), ...connectionOptions(site)], {
    ...options,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  const pid = await pidOf(child, file)
  child.unref()
  const server = { pid, startedAt: findProcess(pid)?.startedAt ?? '', endpoint, child, isOurs: true }
  return { server, readLog: () => readFileSync(logFile).subarray(size).toString('utf8') }
}

/** None where the usual number is enough: then postgresql.conf decides. */
function connectionOptions({ connections = 0 }: Site): string[] {
  return connections > USUAL_CONNECTIONS ? ['-c', `max_connections=${connections}`] : []
}

function pidOf(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(spawnError(file, error)))
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

/** Opens the server's log for appending; a large one is renamed first. Follows no link: root may write into another account's folder. */
function openLog(file: string, place: Place): { descriptor: number; size: number } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.old`)
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const descriptor = openSync(file, flags, 0o600)
  if (place.account) fchownSync(descriptor, place.account.uid, place.account.gid)
  return { descriptor, size: fstatSync(descriptor).size }
}

function startError(site: Site, words: string): EmbeddedPostgresError {
  const reason = words.split('\n').findLast((line) => /FATAL|PANIC|error/.test(line)) ?? words.trim().split('\n').at(-1) ?? ''
  const log = join(site.place.home, 'postgres.log')
  return new EmbeddedPostgresError(
    `PostgreSQL did not start on ${site.place.cluster} (${reason.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'no message'}): see ${log}.`,
  )
}
