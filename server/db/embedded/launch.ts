import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, constants, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { program } from './binaries.ts'
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

/** All that is needed to run the database of one place. */
export interface Site {
  place: Place
  binaries: Binaries
  /** How many connections the server must take at least; what postgresql.conf says when that is enough. */
  connections?: number
  log: (line: string) => void
}

/** Milliseconds a start is tried again since another process was first seen starting, or those of a killed server still going. */
const PATIENCE = 15_000
const LOG_LIMIT_BYTES = 8 * 1024 * 1024
/** What PostgreSQL says when a server, or what is left of one, is still on the data, or one that stopped took the socket's folder along. */
const IN_USE = /lock file .* already exists|shared memory block .* still in use|could not create lock file .* No such file/

/**
 * Sees that a server runs on the site and takes connections: attaches to a running one, else starts one. Safe to call in several
 * processes at once; PostgreSQL's own lock lets one server start and the others find it.
 * @param whenEmpty what to do when there is no database yet
 * @param signal gives up waiting; the server is then returned as it is
 * @throws EmbeddedPostgresError when there is no way to a running server
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
    if (usedSince !== undefined && performance.now() - usedSince < PATIENCE) continue
    removeSocketFolder(endpoint)
    throw startError(site, words)
  }
}

/** The server that runs on the site, whoever started it. */
export async function findRunning(site: Site): Promise<Server | undefined> {
  return (await findServer(site.place.cluster, await chooseEndpoint(site.place))).server
}

/** Waits until the server takes connections. False when it ends instead. */
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

/** @param deadPid what a killed server has left in the lock files */
async function launch(site: Site, endpoint: Endpoint, deadPid: number | undefined): Promise<{ server: Server; readLog: () => string }> {
  const { place, binaries } = site
  openSocketFolder(endpoint, place)
  const logFile = join(place.home, 'postgres.log')
  const { descriptor, size } = openLog(logFile, place)
  const options = spawnOptions(place)
  // PostgreSQL takes a lock file whose pid exists (as a stranger, as a zombie) for a running server, unless it is its "grandparent's".
  // Told so, it still finds out by the shared memory whether anybody is on the data; deleting the file would take that safety away.
  if (deadPid) options.env.PG_GRANDPARENT_PID = String(deadPid)
  const file = program(binaries, 'postgres')
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

/** Nothing where the usual number is enough: then postgresql.conf decides. */
function connectionOptions({ connections = 0 }: Site): string[] {
  return connections > USUAL_CONNECTIONS ? ['-c', `max_connections=${connections}`] : []
}

function pidOf(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(spawnError(file, error)))
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
}

/** Opens the server's log for appending; an overlong one is set aside first. Follows no link: root may be writing into somebody's folder. */
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
    `PostgreSQL did not start on ${site.place.cluster} (${reason.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'it said nothing'}): see ${log}.`,
  )
}
