/**
 * Measures the cost of calls as processor time, which other load on the machine hardly changes. Only Linux tells that of other processes, such
 * as those of PostgreSQL.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Database } from '#db/client.ts'
import { readStopwatch } from '#lib/clock.ts'
import type { TestApp } from '#test/app.ts'

const IS_LINUX = process.platform === 'linux'
/** The unit of `/proc/<pid>/stat`. @source https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK_MS = 10

/** The milliseconds of processor time of this process since it began, in user and in system mode. */
export function readOwnProcessorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The milliseconds of processor time of a process with one thread; none once it has ended. */
function readProcessorTime(pid: number): number {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : 0
}

/** The parent of a process, and the milliseconds of processor time of those of its children that have ended. */
function readStat(pid: number): { readonly parent: number; readonly ended_ms: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the name of the program is in brackets, and may contain spaces
  const members = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(members[1]), ended_ms: (Number(members[13]) + Number(members[14])) * TICK_MS }
}

/** The milliseconds of processor time of a process and all its children since they began, those that have ended included. */
export function readFamilyTime(pid: number): number {
  for (;;) {
    const { ended_ms } = readStat(pid)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    const running = children.reduce((sum, child) => sum + readProcessorTime(Number(child)), readProcessorTime(pid))
    // a child that has ended meanwhile would count twice or not at all
    if (readStat(pid).ended_ms === ended_ms) return ended_ms + running
  }
}

/**
 * A function that reads the milliseconds of processor time of a whole PostgreSQL server since it began: of all backends, its workers, its
 * vacuum and its log, those that have ended included. Not a number outside Linux.
 */
export async function openServerMeter({ driver }: Database): Promise<() => number> {
  if (!IS_LINUX) return () => Number.NaN
  const [backend] = await driver<{ pid: number }[]>`select pg_backend_pid() as pid`
  if (backend === undefined) throw new Error('PostgreSQL did not name the process of a session')
  const { parent } = readStat(backend.pid)
  return () => readFamilyTime(parent)
}

/** Starts a measurement; the function returned gives the milliseconds of processor time since then, outside Linux of wall-clock time. */
export type Meter = () => () => number

/** A meter of this process and of its database backends; those that are opened later are not counted. Others may use the same PostgreSQL. */
export async function meterOf({ database: { database } }: TestApp): Promise<Meter> {
  const startTimer = (clock: () => number) => {
    const begun = clock()
    return () => clock() - begun
  }
  if (!IS_LINUX) return () => startTimer(readStopwatch)
  const backends = await database.driver<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`
  return () => {
    const before = new Map(backends.map(({ pid }) => [pid, readProcessorTime(pid)]))
    const measureOwnTime = startTimer(readOwnProcessorTime)
    return () => {
      const mine = measureOwnTime()
      // a backend that has been idle for long may end
      return backends.reduce((sum, { pid }) => sum + Math.max(readProcessorTime(pid) - (before.get(pid) ?? 0), 0), mine)
    }
  }
}
