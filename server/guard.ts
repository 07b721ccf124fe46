/** The last guard of a process: faults that nothing has handled. */
import type { Log } from './context.ts'
import { countFault } from './metrics.ts'

/**
 * A promise that was rejected and that nobody has handled is logged and counted, and the process goes on. After an exception that nobody
 * has caught nobody knows what state the process is in: it is logged and counted, and `end` is called.
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
