/** Puts the process together: database, memory, limiter, log, jobs, application; and takes it apart in the right order. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { type DatabaseAddress, openDatabase } from './db/client.ts'
import { connect, type Connected } from './db/connect.ts'
import { TENANT_TABLES } from './db/tables.ts'
import { tenantCheck } from './db/tenant_check.ts'
import { makeIds } from './db/ids.ts'
import { openMemory } from './db/memory.ts'
import { openFiles } from './files/files.ts'
import { ensureFirstInstance, type FirstInstance } from './first_start.ts'
import { makeLimiter } from './http/limits.ts'
import { openRequestLog } from './http/request_log.ts'
import type { Server } from './http/serve.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { makeLog } from './log.ts'
import { openOutbound } from './outbound/fetch.ts'
import { readPepper } from './pepper.ts'
import { requireFreePort } from './port.ts'

/** A running process. */
export interface Running {
  readonly app: FastifyInstance | null
  readonly server: Server
  readonly first: FirstInstance | null
  /** Stops taking requests, finishes those under way, writes what is waiting, lets go of the database. */
  stop(): Promise<void>
}

/** How a process is started beside its configuration. Tests give a database that is open already. */
export interface StartOptions {
  readonly say?: (line: string) => void
  readonly connected?: Connected
  readonly checkAnswer?: Server['checkAnswer']
}

/** Enough for what is remembered and for ids: statements that never wait for another. */
const ASIDE_CONNECTIONS = 2
const SWEEP_MS = 20

/** Starts everything the role asks for, and listens. */
export async function startProcess(asked: Config, options: StartOptions = {}): Promise<Running> {
  const config = { ...asked }
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const { server, first, address } = await openServer(config, options, closing)
    if (config.role !== 'web') {
      const worker: Worker = startWorker(server, address)
      closing.push(() => worker.stop())
    }
    if (config.role === 'worker') return { app: null, server, first, stop }
    const app = await buildApp(server)
    closing.push(() => closeApp(app))
    await app.listen({ port: config.port, host: config.host })
    config.port = (app.server.address() as AddressInfo).port // PORT=0 takes a free one, and links in mails name it
    return { app, server, first, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Connections that clients keep open are closed as soon as they have their last answer: without it a stop takes as long as they please. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close().finally(() => clearInterval(sweeping))
}

async function openServer(
  config: Config,
  options: StartOptions,
  closing: (() => Promise<unknown>)[],
): Promise<{ server: Server; first: FirstInstance | null; address: DatabaseAddress }> {
  const log = makeLog(config.log_level)
  if (config.role !== 'worker') await requireFreePort(config.port, config.host)
  const pepper = await readPepper(config)
  const check = config.check_statements ? { check: tenantCheck(TENANT_TABLES) } : {}
  const connected = options.connected ?? (await connect(config, options.say ?? (() => {}), check.check))
  closing.push(() => connected.close())
  const { database, address } = connected
  // connections of its own: transactions wait for what is loaded here, so it must never wait for theirs
  const aside = openDatabase(address, { max: ASIDE_CONNECTIONS, ...check })
  closing.push(() => aside.close())
  const memory = await openMemory(address)
  closing.push(() => memory.close())
  // read only where there is a mail server: nobody else waits for it
  const mailer = config.smtp_url === null ? null : (await import('./mail/transport.ts')).openMailer(config.smtp_url, config.mail_from)
  closing.push(async () => mailer?.close())
  const outbound = openOutbound(config.outbound_allow)
  closing.push(() => outbound.close())
  const files = openFiles(config)
  closing.push(() => files.close())
  const services: Services = { config, memory, database: aside, ids: makeIds(), pepper, mailer, outbound, files }
  // a worker shows nobody a password, so it leaves the first instance to a process that does
  const first = config.role === 'worker' ? null : await ensureFirstInstance(database, config, pepper)
  const requestLog = openRequestLog(aside, services.ids, log, config.request_log_days)
  closing.push(() => requestLog.close())
  const checkAnswer = options.checkAnswer === undefined ? {} : { checkAnswer: options.checkAnswer }
  return { server: { services, database, limiter: makeLimiter(), requestLog, log, ...checkAnswer }, first, address }
}
