/** Puts the process together: database, memory, limiter, log, jobs, application; and takes it apart in the right order. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Log, Services } from './context.ts'
import type { DatabaseAddress } from './db/address.ts'
import { openDatabase, type StatementCheck } from './db/client.ts'
import { connect, type Connected } from './db/connect.ts'
import type { Limits } from './db/connection_loss.ts'
import { TENANT_TABLES } from './db/tables.ts'
import { tenantCheck } from './db/tenant_check.ts'
import { makeIds } from './db/ids.ts'
import { openCache } from './db/cache.ts'
import { watchSchema } from './db/schema_watch.ts'
import { SCHEMA_TOPIC } from './db/topics.ts'
import { prepareDrain } from './drain.ts'
import { type EarlyStart, requireStartable } from './early_start.ts'
import { openFiles } from './files/files.ts'
import { type Pools, showFigures } from './figures.ts'
import { ensureFirstInstance, type FirstInstance } from './first_start.ts'
import { prepareHealth } from './health.ts'
import { openAccessLog } from './http/access_log.ts'
import { makeLimiter } from './http/limits.ts'
import { makeObserver } from './http/observe.ts'
import { openRequestLog } from './http/request_log.ts'
import type { Server } from './http/serve.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { logOutput, makeLog } from './log.ts'
import { openOutbound } from './outbound/fetch.ts'
import { mayMigrateWith, checkInstallationSecret } from './check_installation_secret.ts'
import { hostOf, named } from './port.ts'
import { openTracing } from './tracing/open.ts'
import { AT_ONCE, makeStopping, type StopPlan, type Stopping, within } from './stopping.ts'

/** A running process. */
export interface Running {
  /** Null where other processes answer calls, or nobody does. */
  readonly app: FastifyInstance | null
  /** Where calls are answered; null for one that only works on jobs. */
  readonly address: AddressInfo | null
  /** Where operators are answered alone; null without such a port, and for one of several web processes. */
  readonly health: AddressInfo | null
  readonly server: Server
  readonly first: FirstInstance | null
  /**
   * Finishes requests and jobs under way, writes what is waiting, lets go of the database; by the limit of the plan nothing is waited
   * for any more. A stop that was asked for already goes by its own plan.
   */
  stop(plan?: StopPlan): Promise<void>
}

/** How a process is started beside its configuration. Tests give a database that is open already. */
export interface StartOptions {
  readonly say?: (line: string) => void
  readonly connected?: Connected
  /** What was checked and started before this module was imported; without it, startProcess does both. */
  readonly early?: EarlyStart | null
  readonly checkAnswer?: Server['checkAnswer']
  readonly stopping?: Stopping
  /** How calls come to be answered; by default this process listens itself. */
  readonly listen?: (server: Server, database: DatabaseAddress) => Promise<Listening>
  /** One of several web processes on one port: whoever has started it has seen to the port and the first instance. */
  readonly is_member?: true
}

/** Calls are answered. */
export interface Listening {
  readonly app: FastifyInstance | null
  readonly address: AddressInfo
  /** False while nobody answers them; left out by who answers them itself. */
  readonly isServing?: () => boolean
  close(): Promise<unknown>
}

/** What was opened, to be closed in the opposite order. Past the limit of a stop each has `grace_ms` to close, by default {@link LAST_MS}. */
interface Opened {
  readonly close: () => Promise<unknown>
  readonly grace_ms?: number
}

/**
 * Enough for what is remembered, for ids, for the request log and for beats: statements that wait for no transaction of ours. One share is
 * six tenths, so three are left for what is remembered.
 */
const ASIDE_CONNECTIONS = 5
/** Jobs have connections of their own: they may take longer, and hold up no request. As many as run at once, and two for what is due. */
const JOB_CONNECTIONS = 6
const JOB_LIMITS: Limits = { statement_seconds: 300, lock_seconds: 30 }
/** A request waits for a lock no longer than this. */
const LOCK_SECONDS = 5
/** Past the limit of a stop, in milliseconds. */
const LAST_MS = 500
/** For what was noticed of requests and is not written yet. */
const REPORTS_LAST_MS = 1000
/** Longer than other processes are given to cut off what they are at. */
const LISTENING_LAST_MS = 3000
/** Longer than the last ways to end the embedded PostgreSQL take. */
const DATABASE_LAST_MS = 8000

/** Starts everything the role asks for, and listens. @throws StopRequested when a stop was asked for before the first instance was looked for */
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
    const { server, first, address, pools } = await openServer(config, { ...options, stopping, log }, opened)
    showFigures(server, pools)
    // asked until the end: a probe learns that the process stops from its answer
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
    config.port = listening.address.port // PORT=0 takes a free one, and links in mails name it
    const { app } = listening
    return { app, address: listening.address, health: await listenForOperators(listening.isServing), server, first, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Listens in this process. */
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

/** One that cannot be closed keeps no other open. */
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

/** What statements of requests must obey, by the configuration. */
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
  // connections of its own: transactions wait for what is loaded here, so it must never wait for theirs
  const aside = openDatabase(address, { max: ASIDE_CONNECTIONS, ...bounds })
  opened.push({ close: () => aside.close() })
  const schema = await watchSchema(aside.for('beats'), (migration) =>
    log.error({ migration }, 'the database was migrated by a newer version: this process changes nothing any more, and is not ready'),
  )
  opened.push({ close: async () => schema.close() })
  const heard = (topic: string) => void (topic === SCHEMA_TOPIC && schema.look().catch(() => {})) // looked at again in a moment
  const cache = await openCache({ address, db: aside.for('beats'), state: (isHearing) => sayHearing(log, isHearing), heard })
  opened.push({ close: () => cache.close() })
  // read only where there is a mail server: nobody else waits for it
  const mailer = config.smtp_url === null ? null : (await import('./mail/transport.ts')).openMailer(config.smtp_url, config.mail_from)
  opened.push({ close: async () => mailer?.close() })
  const outbound = openOutbound(config.outbound_allow)
  opened.push({ close: () => outbound.close() })
  const files = openFiles(config)
  opened.push({ close: () => files.close() })
  const services: Services = { config, cache, database: aside, ids: makeIds(), pepper, mailer, outbound, files }
  stopping.asked.throwIfAborted() // and not later: what the start shows of the first instance is shown once
  // a worker shows nobody a password, so it leaves the first instance to a process that does
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
