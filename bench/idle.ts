/** Leaves out of processor times what is used while nobody calls: heartbeats, and looking for work. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readStopwatch } from '#lib/clock.ts'

/** Reads the milliseconds of processor time that something has used, from an arbitrary beginning. */
export type ReadTime = () => number | Promise<number>

/**
 * Measures for `idle_ms`, while nobody calls, what these read; returns the same without that. On a busy machine a round has fewer calls, and
 * each would bear more of it.
 */
export async function subtractIdleTime(readers: readonly ReadTime[], idle_ms: number): Promise<ReadTime[]> {
  const readAll = async () => {
    const times: number[] = []
    for (const read of readers) times.push(await read())
    return times
  }
  const begun = readStopwatch()
  const before = await readAll()
  await sleep(idle_ms)
  const after = await readAll()
  const elapsed = readStopwatch() - begun
  return readers.map((read, index) => {
    const share = ((after[index] as number) - (before[index] as number)) / elapsed
    return async () => (await read()) - share * readStopwatch()
  })
}
