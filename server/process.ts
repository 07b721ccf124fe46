/** Assembles the process: database, cache, limiter, log, jobs, application; and closes it in the right order. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress } from './db/address.ts'
import { openDatabase } from './db/client.ts'
import type { Limits } from './db/connection_loss.ts'
import { prepareDrain } from './drain.ts'
import { showFigures } from './figures.ts'
import type { FirstInstance } from './first_start.ts'
import { prepareHealth } from './health.ts'
import type { Server } from './http/serve.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { logOutput, makeLog } from './log.ts'
import { openServer, type OpenOptions, requestBounds } from './open_server.ts'
import { closeAll, type Opened } from './opened.ts'
import { hostOf, named } from './port.ts'
import { AT_ONCE, makeStopping, type StopPlan, type Stopping } from './stopping.ts'

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

/** Options of the start besides the configuration. Tests pass an open database. */
export interface StartOptions {
  readonly say?: (line: string) => void
  readonly connected?: Connected
  /** What was checked and started before this module was imported; without it, startProcess does both. */
  readonly early?: EarlyStart | null
  readonly checkAnswer?: Server['checkAnswer']
  readonly stopping?: Stopping
  /** How requests get answered; by default this process listens itself. */
  readonly listen?: (server: Server, database: DatabaseAddress) => Promise<Listening>
  /** One of several web processes on one port: the leader has checked the port and created the first instance. */
  readonly is_member?: true
}

/** Requests are answered. */
export interface Listening {
  readonly app: FastifyInstance | null
  readonly address: AddressInfo
  /** False while no process answers them; absent when this process answers them itself. */
  readonly isServing?: () => boolean
  close(): Promise<unknown>
}

/** An opened part, closed in reverse order. Past the time limit of a stop each has `grace_ms` to close, by default {@link LAST_MS}. */
interface Opened {
  readonly close: () => Promise<unknown>
  readonly grace_ms?: number
}

/**
 * Connections for loading cached values, ids, the request log and heartbeats: statements that wait for no transaction of ours. One share is
 * six tenths, so three are left for the cache.
 */
const ASIDE_CONNECTIONS = 5
/** Jobs have their own connections, since they may take longer than requests: one for each that runs, and two for scheduled work. */
const JOB_CONNECTIONS = 6
const JOB_LIMITS: Limits = { statement_seconds: 300, lock_seconds: 30 }
/** The most seconds that a request waits for a lock. */
const LOCK_SECONDS = 5
/** The default grace past the time limit of a stop, in milliseconds. */
const LAST_MS = 500
/** The grace for observations of requests that are not written yet. */
const REPORTS_LAST_MS = 1000
/** Longer than other processes have to cut off their work. */
const LISTENING_LAST_MS = 3000
/** Longer than the forced ways to stop the embedded PostgreSQL take. */
const DATABASE_LAST_MS = 8000

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
    const { server, first, address, pools } = await openServer({ config, log, stopping, opened }, options)
    showFigures(server, pools)
    // kept open until the end: a probe learns from its answer that the process is stopping
    const health = prepareHealth(server)
    opened.push({ close: () => health.close() })
    const listenForOperators = (isServing?: () => boolean) => (options.is_member ? null : health.listen(isServing ?? (() => true)))
    if (config.role !== 'web') {
      const database = openDatabase(address, { ...requestBounds(config), max: JOB_CONNECTIONS, name: 'deskhand jobs', limits: JOB_LIMITS })
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

// PORT=0 picks a free port, and links in mails contain it
async function listenHere(server: Server): Promise<Listening> {
  const { host, port } = server.services.config
  const app = await buildApp(server)
  const close = prepareDrain(app, server.stopping)
  try {
    await named('PORT', app.listen({ port, host: hostOf(host) }))
  } catch (error) {
    await app.close()
    throw error
  }
  return { app, address: app.server.address() as AddressInfo, close }
}

/** A part that fails to close does not keep the others open. */
async function closeAll(opened: Opened[], stopping: Stopping, log: Log): Promise<void> {
  for (const { close, grace_ms = LAST_MS } of opened.splice(0).reverse()) {
    try {
      await within(stopping.hurry, grace_ms, close())
    } catch (error) {
      log.error({ err: error }, 'something could not be closed')
    }
  }
  stopping.done()
}

/** The limits and checks of requests' statements, by the configuration. */
export function requestBounds(config: Config): { limits: Limits; check?: StatementCheck } {
  const check = config.check_statements ? { check: tenantCheck(TENANT_TABLES) } : {}
  return { limits: { statement_seconds: config.statement_seconds, lock_seconds: LOCK_SECONDS }, ...check }
}

function sayHearing(log: Log, isHearing: boolean): void {
  if (isHearing) log.warn({}, 'the process hears again what others change')
  else log.error({}, 'the process receives no cache invalidations: it remembers nothing, and is not ready')
}

async function openServer(
  config: Config,
  options: StartOptions & { readonly stopping: Stopping; readonly log: Log },
  opened: Opened[],
): Promise<{ server: Server; first: FirstInstance | null; address: DatabaseAddress; pools: Pools }> {
  const { stopping, log } = options
  const { is_member = false } = options
  if (!options.early && !is_member) await requireStartable(config)
  const endTracing = await openTracing(config, log)
  if (endTracing !== null) opened.push({ close: endTracing, grace_ms: REPORTS_LAST_MS })
  const accessLog = config.access_log && config.role !== 'worker' ? openAccessLog(log) : null
  if (accessLog !== null) opened.push({ close: () => accessLog.close(), grace_ms: REPORTS_LAST_MS })
  const bounds = requestBounds(config)
  const opening = {
    ...bounds,
    shares_lookups: true,
    stopping,
    mayMigrate: mayMigrateWith(config),
    embedded: options.early?.embedded ?? null,
  }
  const connected = options.connected ?? (await connect(config, options.say ?? (() => {}), opening))
  opened.push({ close: () => connected.close(stopping.hurry), grace_ms: DATABASE_LAST_MS })
  const { database, address } = connected
  const pepper = await checkInstallationSecret(config, database, log)
  // a separate pool: transactions wait for values loaded here, so loading must never wait for a transaction
  const aside = openDatabase(address, { max: ASIDE_CONNECTIONS, ...bounds })
  opened.push({ close: () => aside.close() })
  const schema = await watchSchema(aside.for('beats'), (migration) =>
    log.error({ migration }, 'the database was migrated by a newer version: this process changes nothing any more, and is not ready'),
  )
  opened.push({ close: async () => schema.close() })
  const heard = (topic: string) => void (topic === SCHEMA_TOPIC && schema.look().catch(() => {})) // checked again periodically
  const cache = await openCache({ address, db: aside.for('beats'), state: (isHearing) => sayHearing(log, isHearing), heard })
  opened.push({ close: () => cache.close() })
  // imported only with a mail server configured
  const mailer = config.smtp_url === null ? null : (await import('./mail/transport.ts')).openMailer(config.smtp_url, config.mail_from)
  opened.push({ close: async () => mailer?.close() })
  const outbound = openOutbound(config.outbound_allow)
  opened.push({ close: () => outbound.close() })
  const files = openFiles(config)
  opened.push({ close: () => files.close() })
  const services: Services = { config, cache, database: aside, ids: makeIds(), pepper, mailer, outbound, files }
  stopping.asked.throwIfAborted() // not later: the credentials of the first instance are shown only once
  // workers do not bootstrap the first instance: they print no password
  const first = config.role === 'worker' || is_member ? null : await ensureFirstInstance(database, config, pepper)
  const requestLog = openRequestLog(aside.for('request log'), services.ids, log, config.request_log_days)
  opened.push({ close: () => requestLog.close() })
  const checkAnswer = options.checkAnswer === undefined ? {} : { checkAnswer: options.checkAnswer }
  return {
    server: {
      services,
      database,
      operations: aside.for('operations'),
      limiter: makeLimiter(),
      requestLog,
      log,
      observer: makeObserver(accessLog),
      stopping,
      schema,
      ...checkAnswer,
    },
    first,
    address,
    pools: { requests: database, aside },
  }
}
