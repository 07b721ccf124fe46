import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { lchownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getProgramPath } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './data_dir.ts'
import { EmbeddedPostgresError, systemCode } from './error.ts'
import { accessOptions } from './listen.ts'
import { findProcess } from './processes.ts'

export const USERNAME = 'deskhand'
/** Enough for one process with its jobs. */
export const USUAL_CONNECTIONS = 100

/** Settings that an operator may change later in postgresql.conf. Everything about durability keeps PostgreSQL's default: on. */
const SETTINGS = ['shared_buffers=64MB', `max_connections=${USUAL_CONNECTIONS}`, 'timezone=UTC', 'log_timezone=UTC', 'log_checkpoints=off']

/** Code-point order and Unicode case from PostgreSQL's builtin provider: the same on every platform, and a plain index serves LIKE 'x%'. */
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`]

/**
 * Creates an empty database at the place. It is created beside it and then renamed, so that a half-made one is never found there, and of
 * two concurrent processes one wins and the other uses the winner's.
 * @throws EmbeddedPostgresError with initdb's own message when it fails
 */
export async function createDatabase(binaries: Binaries, place: Place): Promise<void> {
  removeLeftovers(place.home)
  const half = join(place.home, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  unfinished.add(half)
  mkdirSync(half, { mode: 0o700 })
  if (place.account) lchownSync(half, place.account.uid, place.account.gid)
  try {
    const options = ['-D', half, '-U', USERNAME, '-E', 'UTF8', '--data-checksums', '--no-instructions', ...LOCALE, ...accessOptions(place)]
    await runInitdb(binaries, place, [...options, ...SETTINGS.flatMap((setting) => ['-c', setting])])
    renameSync(half, place.cluster)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    const code = systemCode(error)
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  } finally {
    unfinished.delete(half)
  }
}

/** The options for running PostgreSQL's programs: as the account, outside our folder and our environment. */
export function spawnOptions(place: Place): { uid?: number; gid?: number; cwd: string; env: Record<string, string> } {
  const identity = place.account ? { uid: place.account.uid, gid: place.account.gid } : {}
  if (process.platform === 'win32') return { cwd: place.home, env: { SystemRoot: process.env.SystemRoot ?? '', TZ: 'UTC' } }
  return { ...identity, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
}

/** The error when a program of PostgreSQL could not be started at all. */
export function spawnError(file: string, error: Error): EmbeddedPostgresError {
  const reason = systemCode(error) === 'ENOENT' ? 'this system lacks the C library it was built for (glibc)' : error.message
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL ${file} cannot be run because ${reason}: set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/** The unfinished databases of this process. */
const unfinished = new Set<string>()

function runInitdb(binaries: Binaries, place: Place, options: string[]): Promise<void> {
  const file = getProgramPath(binaries, 'initdb')
  const child = spawn(file, options, { ...spawnOptions(place), stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(spawnError(file, error)))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new EmbeddedPostgresError(
            `No database could be made in ${place.cluster} (${words.trim().replaceAll(/\s+/g, ' ')}): see that ${place.home} has room and is writable.`,
          ),
        )
    })
  })
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    const isAbandoned = pid === process.pid ? !unfinished.has(join(home, name)) : pid > 0 && !findProcess(pid)
    if (isAbandoned) rmSync(join(home, name), { recursive: true, force: true })
  }
}
