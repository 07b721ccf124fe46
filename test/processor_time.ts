/** Time of the processor, which depends less on what else the machine does than time by the clock. */

/** Begins to measure. The result tells the milliseconds of the processor that this thread has used since. */
export function measureProcessor(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}
