/** Handles the uncaught errors of a process. */
import type { Log } from '#core/context.ts'
import { countFault } from '#core/metrics.ts'

/**
 * Logs and counts an unhandled rejection, and the process continues. After an uncaught exception the state of the process is unknown: it is
 * logged and counted, and `end` is called.
 */
export function guardFaults(log: Log, end: () => void): void {
  process.on('unhandledRejection', (reason) => {
    countFault('rejection')
    log.error({ err: reason }, 'a promise was rejected and nobody has handled it')
  })
  process.on('uncaughtException', (error) => {
    countFault('exception')
    log.error({ err: error }, 'an exception was caught by nobody: the process ends')
    end()
  })
}
