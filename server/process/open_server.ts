/**
 * Opens what a process of every role needs: reports, database, cache, mail, files; and makes the first instance. Not here: jobs, and answering
 * calls (process.ts).
 */
import { type AccountGate, makeGate } from '#accounts/gate.ts'
import { addStandardRules } from '#accounts/standard_rules.ts'
import { recordTwinAddresses } from '#accounts/twin_addresses.ts'
import { checkInstallationSecret, mayMigrateWith } from '#installation/check_secret.ts'
import type { Config } from '#config/config.ts'
import type { Log, Services } from '#core/context.ts'
import type { DatabaseAddress } from '#db/address.ts'
import { type Cache, openCache } from '#db/cache.ts'
import type { StatementCheck } from '#db/db.ts'
import { type Database, openDatabase } from '#db/client.ts'
import { connect, type Connected } from '#db/setup/connect.ts'
import type { Limits } from '#db/connection_loss.ts'
import { type Ids, makeIds } from '#db/ids.ts'
import type { OpenListener } from '#db/listening.ts'
import { type SchemaWatch, watchSchema } from '#db/setup/schema_watch.ts'
import { ACCOUNT_MOVES_TOPIC, RECORD_IDS_TOPIC, SCHEMA_TOPIC } from '#db/topics.ts'
import { type EarlyStart, requireStartable } from './early_start.ts'
import type { Pools } from '#monitoring/figures.ts'
import { openFiles } from '#files/files.ts'
import { ensureFirstInstance, type FirstInstance } from './first_start.ts'
import { type AccessLog, openAccessLog } from '#http/access_log.ts'
import { makeWaker } from '#queue/wake.ts'
import { makeLimiter } from '#http/limits.ts'
import { makeObserver } from '#http/observe.ts'
import { machineNow } from '#lib/clock.ts'
import { openRequestLog } from '#http/request_log.ts'
import type { Server } from '#http/serve.ts'
import type { Opened } from './opened.ts'
import { openOutbound } from '#outbound/fetch.ts'
import type { Stopping } from '#core/stopping.ts'
import { openTracing } from '#tracing/open.ts'

/** How a server is opened beside its configuration. Tests give a database that is open already. */
export interface OpenOptions {
  readonly say?: (line: string) => void
  readonly connected?: Connected
  /** What was checked and started before this module was imported; without it, both are done here. */
  readonly early?: EarlyStart | null
  readonly checkAnswer?: Server['checkAnswer']
  /** Refuses statements that break a rule; tests give one. */
  readonly checkStatement?: StatementCheck
  /** One of several web processes on one port: the process that started it has checked the port and made the first instance. */
  readonly is_member?: true
  /** How the process receives notifications, where several of a machine do so together. */
  readonly openListener?: OpenListener
}

/** The process that opens a server. What it opens is added to `opened`. */
interface Opener {
  readonly config: Config
  readonly log: Log
  readonly stopping: Stopping
  readonly opened: Opened[]
}

/** An open server, the first instance if it was made now, and its database. */
export interface OpenServer {
  readonly server: Server
  readonly first: FirstInstance | null
  readonly address: DatabaseAddress
  readonly pools: Pools
}

/**
 * Enough for the cache, for ids and for the request log: statements that wait for no transaction of ours. One share is six tenths, so three
 * are left for the cache.
 */
const ASIDE_CONNECTIONS = 5
/**
 * For heartbeats and probes: short statements of the process itself, at most three at a time, that nothing else may delay. The second serves
 * them while the first is lost and nobody knows it yet.
 */
const PROBE_CONNECTIONS = 2
/** A statement that takes longer proves nothing any more. */
const PROBE_LIMITS: Limits = { statement_seconds: 5, lock_seconds: 5 }
/** A request waits for a lock no longer than this. */
const LOCK_SECONDS = 5
/** For reports of requests that are not written yet, in milliseconds. */
const REPORTS_LAST_MS = 1000
/** Longer than the last ways to end the embedded PostgreSQL take. */
const DATABASE_LAST_MS = 8000

/** Limits of the statements of requests, by the configuration, and their check. */
export function requestBounds(config: Config, check?: StatementCheck): { limits: Limits; check?: StatementCheck } {
  return { limits: { statement_seconds: config.statement_seconds, lock_seconds: LOCK_SECONDS }, ...(check && { check }) }
}

/** What an upgrade leaves to the first start after it. */
async function finishUpgrade(database: Database, log: Log): Promise<void> {
  for (const added of await addStandardRules(database, machineNow()))
    log.warn({ ...added }, 'views and triggers that a fresh instance has were added after the upgrade, switched off')
  for (const named of await recordTwinAddresses(database, machineNow()))
    log.warn(
      { ...named },
      'addresses of two people differ by invisible characters or the way a letter is written; the audit log names them',
    )
}

/** Opens the server of a process. @throws StopRequested when a stop was asked for before the first instance was looked for */
export async function openServer(opener: Opener, options: OpenOptions): Promise<OpenServer> {
  const { config, log, stopping, opened } = opener
  const { is_member = false } = options
  if (!options.early && !is_member) await requireStartable(config)
  const accessLog = await openReports(opener)
  const bounds = requestBounds(config, options.checkStatement)
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
  const probes = openDatabase(address, { max: PROBE_CONNECTIONS, name: 'deskhand probes', limits: PROBE_LIMITS })
  opened.push({ close: () => probes.close() })
  const ids = makeIds()
  const { openListener } = options
  const { schema, cache, gate } = await listenToOthers(opener, { address, probes, aside, ids, ...(openListener && { openListener }) })
  const wakeWorkers = makeWaker(aside.for('waker'))
  const services: Services = { config, cache, database: aside, ids, pepper, wakeWorkers, ...(await openOutside(opener)) }
  stopping.asked.throwIfAborted() // and not later: what the start shows of the first instance is shown once
  // a worker shows nobody a password, so it leaves the first instance to a process that does
  const first = config.role === 'worker' || is_member ? null : await ensureFirstInstance(database, config, pepper)
  if (config.role !== 'worker' && !is_member) await finishUpgrade(database, log)
  const requestLog = openRequestLog(aside.for('request log'), services.ids, log, config.request_log_days)
  opened.push({ close: () => requestLog.close() })
  const checkAnswer = options.checkAnswer === undefined ? {} : { checkAnswer: options.checkAnswer }
  return {
    server: {
      services,
      database,
      operations: aside.for('operations'),
      probes,
      limiter: makeLimiter(),
      requestLog,
      log,
      observer: makeObserver(accessLog, config.trusted_proxies),
      stopping,
      schema,
      gate,
      ...checkAnswer,
    },
    first,
    address,
    pools: { requests: database, aside, probes },
  }
}

/** Opens what tells the operator of requests: traces and the access log. @returns the access log, null without one */
async function openReports({ config, log, opened }: Opener): Promise<AccessLog | null> {
  const endTracing = await openTracing(config, log)
  if (endTracing !== null) opened.push({ close: endTracing, grace_ms: REPORTS_LAST_MS })
  const accessLog = config.access_log && config.role !== 'worker' ? openAccessLog(log) : null
  if (accessLog !== null) opened.push({ close: () => accessLog.close(), grace_ms: REPORTS_LAST_MS })
  return accessLog
}

/** How a process receives notifications, and what it then reads again. */
interface NotificationParts {
  readonly address: DatabaseAddress
  readonly probes: Database
  readonly aside: Database
  readonly ids: Ids
  readonly openListener?: OpenListener
}

/** Opens what learns of other processes: the watch for a migration by a newer version, the cache with its invalidations, the gate of accounts. */
async function listenToOthers(
  { log, opened }: Opener,
  { address, probes, aside, ids, ...how }: NotificationParts,
): Promise<{ schema: SchemaWatch; cache: Cache; gate: AccountGate }> {
  const schema = await watchSchema(probes, (migration) =>
    log.error({ migration }, 'the database was migrated by a newer version: this process changes nothing any more, and is not ready'),
  )
  opened.push({ close: async () => schema.close() })
  let cache: Cache | undefined
  const gate = makeGate(aside, () => cache?.isHearing() === true)
  const handleTopic = (topic: string, key: string | undefined) => {
    if (topic === ACCOUNT_MOVES_TOPIC) return gate.change(Number(key))
    if (topic === SCHEMA_TOPIC) void schema.look().catch(() => {}) // looked at again in a moment
    if (topic === RECORD_IDS_TOPIC) ids.forget()
  }
  const handleMissed = () => {
    ids.forget() // it may have been RECORD_IDS_TOPIC
    gate.doubt()
  }
  const handleHearing = (isHearing: boolean) => sayHearing(log, isHearing)
  const opening = openCache({ ...how, address, db: probes, state: handleHearing, heard: handleTopic, missed: handleMissed })
  const openedCache = (cache = await opening)
  opened.push({ close: () => openedCache.close() })
  return { schema, cache: openedCache, gate }
}

function sayHearing(log: Log, isHearing: boolean): void {
  if (isHearing) log.warn({}, 'the process hears again what others change')
  else log.error({}, 'the process receives no cache invalidations: it remembers nothing')
}

/** Opens the ways out of the process: mail, calls to other servers, files. */
async function openOutside({ config, opened }: Opener): Promise<Pick<Services, 'mailer' | 'outbound' | 'files'>> {
  // imported only where there is a mail server: nobody else waits for it
  const mailer = config.smtp_url === null ? null : (await import('#mail/transport.ts')).openMailer(config.smtp_url, config.mail_from)
  opened.push({ close: async () => mailer?.close() })
  const outbound = openOutbound(config.outbound_allow)
  opened.push({ close: () => outbound.close() })
  const files = openFiles(config)
  opened.push({ close: () => files.close() })
  return { mailer, outbound, files }
}
