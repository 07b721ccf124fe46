/** Measures the cost of calls as processor time, which other load on the machine hardly changes. */
import { existsSync, readFileSync } from 'node:fs'
import { readStopwatch } from '../server/lib/clock.ts'
import type { TestApp } from '../test/app.ts'

/** Starts a measurement; the function returned gives the milliseconds of processor time since then, outside Linux of wall-clock time. */
export type Meter = () => () => number

/** A meter of this process and of its database backends; those that are opened later are not counted. */
export async function meterOf({ database: { database } }: TestApp): Promise<Meter> {
  const startTimer = (clock: () => number) => {
    const begun = clock()
    return () => clock() - begun
  }
  if (process.platform !== 'linux') return () => startTimer(readStopwatch)
  const backends = await database.driver<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`
  const readOwnProcessorTime = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  // a backend that has been idle for long may end
  const listStatFiles = () => backends.map(({ pid }) => `/proc/${pid}/schedstat`).filter((file) => existsSync(file))
  const readProcessorTime = (file: string) => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6
  return () => {
    const before = new Map(listStatFiles().map((file) => [file, readProcessorTime(file)]))
    const measureOwnTime = startTimer(readOwnProcessorTime)
    return () => {
      const mine = measureOwnTime()
      return listStatFiles().reduce((sum, file) => sum + readProcessorTime(file) - (before.get(file) ?? 0), mine)
    }
  }
}
