/** The monotonic clock that all processes of a machine share: the stopwatch of a process begins when the process does. */
import { readStopwatch } from '../lib/clock.ts'

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

function readMachineStopwatch(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
