/** The start of a process once most of the server is imported: installs the fault handlers and starts what the configuration asks for. */
import cluster from 'node:cluster'
import type { Config } from '#config/config.ts'
import { makeMachineListening } from '#db/machine_listener.ts'
import type { EarlyStart } from '#process/early_start.ts'
import { guardFaults } from '#process/guard.ts'
import { logOutput, makeLog } from '#monitoring/log.ts'
import { startGroup } from '#members/group.ts'
import { startMember } from '#members/member.ts'
import { type Running, startProcess } from '#process/process.ts'
import type { Stopping } from '#core/stopping.ts'

/** Options of the start besides the configuration. */
interface Options {
  readonly say: (line: string) => void
  readonly stopping: Stopping
  /** Null for one of several web processes. */
  readonly early: EarlyStart | null
  /** Ends the process after an exception that nothing has caught. */
  readonly endAfterFault: () => void
}

/** Starts the process, or one of several web processes. */
export function startConfigured(config: Config, { say, stopping, early, endAfterFault }: Options): Promise<Running> {
  guardFaults(makeLog(config.log_level, logOutput(config)), endAfterFault)
  if (cluster.isWorker) return startMember(config, stopping)
  const options = { say, stopping, early }
  if (config.web_processes === 1 || config.role === 'worker') return startProcess(config, options)
  const listening = makeMachineListening()
  return startProcess(config, {
    ...options,
    openListener: listening.openListener,
    listen: (server, database) => startGroup({ server, database, listening }, config.web_processes),
  })
}
