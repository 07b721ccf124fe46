/** Measures the cost of calls as processor time, which other load on the machine hardly changes. */
import { existsSync, readFileSync } from 'node:fs'
import { stopwatch } from '../server/lib/clock.ts'
import type { TestApp } from '../test/app.ts'

/** Starts a measurement; the function returned gives the milliseconds of processor time since then, outside Linux of wall-clock time. */
export type Meter = () => () => number

/** A meter of this process and of its database backends; those that are opened later are not counted. */
export async function meterOf({ database: { database } }: TestApp): Promise<Meter> {
  const since = (clock: () => number) => {
    const begun = clock()
    return () => clock() - begun
  }
  if (process.platform !== 'linux') return () => since(stopwatch)
  const backends = await database.driver<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`
  const own = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  // a backend that has been idle for long may end
  const files = () => backends.map(({ pid }) => `/proc/${pid}/schedstat`).filter((file) => existsSync(file))
  const spent = (file: string) => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  return () => {
    const before = new Map(files().map((file) => [file, spent(file)]))
    const ours = since(own)
    return () => {
      const mine = ours()
      return files().reduce((sum, file) => sum + spent(file) - (before.get(file) ?? 0), mine)
    }
  }
}
