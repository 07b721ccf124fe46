import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFoldersSync } from '#lib/folders.ts'
import { chooseAccount, firstClosed } from './account.ts'
import type { Account } from './account.ts'
import { EmbeddedPostgresError, messageOf, systemCode } from './error.ts'

/** For files of PostgreSQL when this process is root and its home is closed to other accounts. */
export const SYSTEM_HOME = '/var/lib/deskhand'

/** The location of the database, and its owner. */
export interface Place {
  /** The PostgreSQL data directory itself, without symbolic links. It need not exist yet. */
  cluster: string
  /** The folder around it: log, list of users. */
  home: string
  /** The account PostgreSQL runs under; undefined = our own. */
  account: Account | undefined
}

/**
 * Finds, and if needed creates, the location of the database: `<dataDir>/postgres`. When we are root and the account PostgreSQL must run
 * under cannot reach it (a closed home), the database is in /var/lib/deskhand and `<dataDir>/postgres` is a link to it.
 * @throws EmbeddedPostgresError when the location cannot be created, entered or owned
 */
export function preparePlace(dataDir: string, log: (line: string) => void): Place {
  const root = makeDataDir(resolve(dataDir))
  const entry = join(root, 'postgres')
  const cluster = lstatSync(entry, { throwIfNoEntry: false }) ? follow(entry) : entry
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && !owner.isDirectory())
    throw new EmbeddedPostgresError(`${cluster} is not a folder: move it away, or choose another DATA_DIR.`)
  const account = chooseAccount(owner)
  const closed = account && firstClosed(dirname(cluster), account)
  if (account && closed) {
    if (cluster !== entry || owner) throw cannotEnter(cluster, account, closed)
    return openPlace(entry, account, log)
  }
  if (owner) takeOwnership(cluster, owner, account)
  return { cluster, home: dirname(cluster), account }
}

/**
 * Whether there is a database already.
 * @throws EmbeddedPostgresError when it is of another major version than `major`, or the folder holds something else
 */
export function hasDatabase(cluster: string, major: number): boolean {
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return false
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(file))
    throw new EmbeddedPostgresError(`${cluster} holds something that is no PostgreSQL database: move it away, or choose another DATA_DIR.`)
  const found = readFileSync(file, 'utf8').trim()
  if (found === String(major)) return true
  throw new EmbeddedPostgresError(
    `The database in ${cluster} belongs to PostgreSQL ${found}, but this Deskhand carries PostgreSQL ${major}: start it with the Deskhand that made it, export the data and import it here, or run a PostgreSQL ${found} of your own on it and set DATABASE_URL.`,
  )
}

/** A short hash of a text, the same in every process. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function makeDataDir(root: string): string {
  try {
    const first = makeFoldersSync(root)
    // Created by root under a restrictive umask, other accounts could not enter them.
    if (first && process.getuid?.() === 0) for (let made = root; made.length >= first.length; made = dirname(made)) chmodSync(made, 0o755)
    accessSync(root, constants.W_OK | constants.X_OK)
    return realpathSync(root)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data directory ${root} cannot be used (${messageOf(error)}): make it writable, or choose another DATA_DIR.`,
    )
  }
}

function follow(entry: string): string {
  if (!lstatSync(entry).isSymbolicLink()) return entry
  const target = resolve(dirname(entry), readlinkSync(entry))
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target))
  throw new EmbeddedPostgresError(
    `${entry} is a link to ${target}, which is gone: bring it back, or delete the link to begin with an empty database.`,
  )
}

function cannotEnter(cluster: string, account: Account, closed: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL has to run as '${account.name}', which may not enter ${closed} to reach its data in ${cluster}: run 'chmod o+x' on that folder, or choose another DATA_DIR.`,
  )
}

/** Creates a new home below /var/lib/deskhand, so that an old database whose link was deleted is never reused by surprise. */
function openPlace(entry: string, account: Account, log: (line: string) => void): Place {
  const home = makeHome(join(SYSTEM_HOME, shortHash(entry)))
  const cluster = join(home, 'postgres')
  try {
    symlinkSync(cluster, entry)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
    // Another process has created the link first; its location is used.
    rmdirSync(home)
    return { cluster: follow(entry), home: dirname(follow(entry)), account }
  }
  log(`${dirname(entry)} is closed to '${account.name}', under which PostgreSQL has to run, so the database lies in ${cluster}`)
  return { cluster, home, account }
}

function makeHome(wished: string): string {
  try {
    makeFoldersSync(SYSTEM_HOME, 0o755)
    for (let count = 1; ; count++) {
      const home = count === 1 ? wished : `${wished}-${count}`
      if (!existsSync(home)) return makeFoldersSync(home, 0o755) ?? makeHome(wished)
    }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No place for the database can be made in ${SYSTEM_HOME} (${messageOf(error)}): set DATA_DIR to a folder that every account may enter.`,
    )
  }
}

function takeOwnership(cluster: string, owner: Stats, account: Account | undefined): void {
  const uid = account?.uid ?? process.getuid?.()
  if (uid === undefined) return
  // A copy made by root (a restored backup) belongs to root; PostgreSQL must own all of it.
  if (account && owner.uid === 0) giveAll(cluster, account)
  else if (owner.uid !== uid) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to uid ${owner.uid} and we are uid ${uid}: start as its owner or as root, or hand it over with 'chown -R'.`,
    )
  }
  // PostgreSQL accepts 0700 and 0750 only.
  if ((owner.mode & 0o027) !== 0) chmodSync(cluster, 0o700)
}

function giveAll(folder: string, account: Account): void {
  lchownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
  }
}
