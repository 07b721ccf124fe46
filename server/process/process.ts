// ONE PROCESS OF THE SERVER: assembles database, cache, limiter, log, jobs and application, and closes them in the right order.
// Not here: the program that starts it (start/), and several processes on one port (members/).
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#app/app.ts'
import type { Config } from '#config/config.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { openDatabase } from '#db/client.ts'
import type { Limits } from '#db/connection_loss.ts'
import { prepareDrain } from './drain.ts'
import { showFigures } from '#monitoring/figures.ts'
import { fillWithDemo, type FirstInstance } from './first_start.ts'
import { prepareHealth } from '#monitoring/health.ts'
import type { Server } from '#http/serve.ts'
import { startWorker, type Worker } from '#jobs/worker.ts'
import { getListeningAddress } from '#lib/listening.ts'
import { logOutput, makeLog } from '#monitoring/log.ts'
import { openServer, type OpenOptions, requestBounds } from './open_server.ts'
import { closeAll, type Opened } from './opened.ts'
import { hostOf, withVariableName } from '#http/port.ts'
import { AT_ONCE, makeStopping, type StopPlan, type Stopping } from '#core/stopping.ts'

/** A running process. */
export interface Running {
  /** Null where other processes answer requests, or none does. */
  readonly app: FastifyInstance | null
  /** Where requests are answered; null for a process that only runs jobs. */
  readonly address: AddressInfo | null
  /** The address for operators only; null without such a port, and for one of several web processes. */
  readonly health: AddressInfo | null
  readonly server: Server
  readonly first: FirstInstance | null
  /**
   * Finishes requests and jobs under way, flushes pending writes, closes the database; past the time limit of the plan nothing is awaited
   * any more. A stop that was already requested keeps its own plan.
   */
  stop(plan?: StopPlan): Promise<void>
}

/** How a process is started beside its configuration. */
export interface StartOptions extends OpenOptions {
  readonly stopping?: Stopping
  /** How requests get answered; by default this process listens itself. */
  readonly listen?: (server: Server, database: DatabaseAddress) => Promise<Listening>
}

/** Requests are answered. */
export interface Listening {
  readonly app: FastifyInstance | null
  readonly address: AddressInfo
  /** False while no process answers them; absent when this process answers them itself. */
  readonly isServing?: () => boolean
  close(): Promise<unknown>
}

/** Jobs have their own connections, since they may take longer than requests: one for each that runs, and two for scheduled work. */
const JOB_CONNECTIONS = 6
const JOB_LIMITS: Limits = { statement_seconds: 300, lock_seconds: 30 }
/** Past the limit of a stop, in milliseconds: longer than other processes are given to cut off what they are at. */
const LISTENING_LAST_MS = 3000

/** Starts everything the role needs, and listens. @throws StopRequested when a stop was requested before the first instance is ensured */
export async function startProcess(asked: Config, options: StartOptions = {}): Promise<Running> {
  const config = { ...asked }
  const stopping = options.stopping ?? makeStopping()
  const log = makeLog(config.log_level, logOutput(config))
  const opened: Opened[] = []
  let stopped: Promise<void> | undefined
  const stop = (plan = AT_ONCE) => {
    stopping.ask(plan)
    return (stopped ??= closeAll(opened, stopping, log))
  }
  try {
    const { server, first: made, address, pools } = await openServer({ config, log, stopping, opened }, options)
    showFigures(server, pools)
    const first = made?.has_demo === true ? { ...made, has_demo: await tryDemo(server, options) } : made
    // kept open until the end: a probe learns from its answer that the process is stopping
    const health = prepareHealth(server)
    opened.push({ close: () => health.close() })
    const listenForOperators = (isServing?: () => boolean) => (options.is_member ? null : health.listen(isServing ?? (() => true)))
    if (config.role !== 'web') {
      const bounds = requestBounds(config, options.checkStatement)
      const database = openDatabase(address, { ...bounds, max: JOB_CONNECTIONS, name: 'deskhand jobs', limits: JOB_LIMITS })
      opened.push({ close: () => database.close() })
      pools.jobs = database
      const worker: Worker = startWorker({ ...server, database }, address)
      opened.push({ close: () => worker.stop() })
    }
    if (config.role === 'worker') return { app: null, address: null, health: await listenForOperators(), server, first, stop }
    const listening = await (options.listen ?? listenHere)(server, address)
    opened.push({ close: () => listening.close(), grace_ms: LISTENING_LAST_MS })
    config.port = listening.address.port // PORT=0 picks a free port, and links in mails contain it
    const { app } = listening
    return { app, address: listening.address, health: await listenForOperators(listening.isServing), server, first, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Whether the first instance could be filled. If not, the start goes on: it shows the generated password, and nothing shows it again. */
async function tryDemo(server: Server, { say }: StartOptions): Promise<boolean> {
  say?.('filling the first instance with an invented company')
  try {
    await fillWithDemo(server)
    return true
  } catch (error) {
    server.log.error({ err: error }, 'the first instance could not be filled with an invented company')
    return false
  }
}

// PORT=0 picks a free port, and links in mails contain it
async function listenHere(server: Server): Promise<Listening> {
  const { host, port } = server.services.config
  const app = await buildApp(server)
  const close = prepareDrain(app, server.stopping)
  try {
    await withVariableName('PORT', app.listen({ port, host: hostOf(host) }))
  } catch (error) {
    await app.close()
    throw error
  }
  return { app, address: getListeningAddress(app.server), close }
}
