/** Moments of one process on the stopwatch of another one of the same machine. */
import { readMachineStopwatch, readStopwatch } from '#lib/clock.ts'

/** A moment of `readStopwatch` on the shared clock; a little too early rather than too late. */
export function toMachineStopwatch(moment: number): number {
  const machine = readMachineStopwatch()
  return machine - (readStopwatch() - moment)
}

/** A moment that a process of this machine has given by {@link toMachineStopwatch}, on the own stopwatch; too early rather than too late. */
export function fromMachineStopwatch(moment: number): number {
  const own = readStopwatch()
  return own - (readMachineStopwatch() - moment)
}
