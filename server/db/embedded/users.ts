import { existsSync, lchownSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFoldersSync } from '#lib/folders.ts'
import type { Place } from './data_dir.ts'
import { systemCode } from './error.ts'
import { findProcess } from './processes.ts'

/** Our entry in the list of the processes that use a database. */
export interface Membership {
  /** Waits until no process is closing, which may or may not stop the server. */
  settled(): Promise<void>
  /** Announces that we are about to leave; returns the pids of the other live users. Without any, this process has to stop the server. */
  closing(): number[]
  leave(): void
}

let joined = 0

/**
 * Registers this process as a user of the database. The registry decides who stops the server: the last one to leave. An entry is a file
 * `<pid>.<number>` that holds the start time of the process, so that neither a killed process nor an unrelated one with a reused pid
 * counts. A leaving process first renames its entry to `closing.…`, then looks for others; a new one first registers, then waits until none
 * is closing. So no process ever attaches to a server that is about to be stopped.
 */
export function joinUsers(place: Place): Membership {
  const folder = join(place.home, 'postgres.users')
  makeFoldersSync(folder, 0o755)
  if (place.account) lchownSync(folder, place.account.uid, place.account.gid)
  const mine = `${process.pid}.${++joined}`
  // 'wx' follows no link: the folder belongs to an account that root, who may be writing here, does not trust. The rename makes sure that a
  // half-written entry is never read.
  rmSync(join(folder, `new.${mine}`), { force: true })
  writeFileSync(join(folder, `new.${mine}`), findProcess(process.pid)?.startedAt ?? '', { flag: 'wx' })
  renameSync(join(folder, `new.${mine}`), join(folder, mine))
  return {
    settled: async () => {
      while (listLivePids(folder, /^closing\.(\d+)/).length > 0) await sleep(5)
    },
    closing: () => {
      // The whole folder may have been removed under a running server: the server must still be stopped.
      if (existsSync(join(folder, mine))) renameSync(join(folder, mine), join(folder, `closing.${mine}`))
      return listLivePids(folder, /^(\d+)/)
    },
    leave: () => rmSync(join(folder, `closing.${mine}`), { force: true }),
  }
}

/** The pids of the live processes among those entries; entries of dead ones are removed. */
function listLivePids(folder: string, pattern: RegExp): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const pid = Number(pattern.exec(name)?.[1])
    return pid > 0 && isAlive(join(folder, name), pid) ? [pid] : []
  })
}

function isAlive(file: string, pid: number): boolean {
  const found = findProcess(pid)
  if (found && found.startedAt === readEntry(file)) return true
  rmSync(file, { force: true })
  return false
}

function readEntry(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Its owner has just left.
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
