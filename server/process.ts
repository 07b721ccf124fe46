/** Puts the process together: database, memory, limiter, log, jobs, application; and takes it apart in the right order. */
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Log, Services } from './context.ts'
import { connect, type Connected } from './db/connect.ts'
import { TENANT_TABLES } from './db/tables.ts'
import { tenantCheck } from './db/tenant_check.ts'
import { makeIds } from './db/ids.ts'
import { openMemory } from './db/memory.ts'
import { ensureFirstInstance, type FirstInstance } from './first_start.ts'
import { makeLimiter } from './http/limits.ts'
import { openRequestLog } from './http/request_log.ts'
import type { Server } from './http/serve.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { readPepper } from './pepper.ts'

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

/** Starts everything the role asks for, and listens. */
export async function startProcess(config: Config, options: StartOptions = {}): Promise<Running> {
  const say = options.say ?? (() => {})
  const log: Log = pino({
    level: config.log_level,
    redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', 'headers.authorization'], remove: true },
  })
  const pepper = await readPepper(config)
  const connected = options.connected ?? (await connect(config, say, config.check_statements ? tenantCheck(TENANT_TABLES) : undefined))
  const { database, address } = connected
  const services: Services = { config, memory: await openMemory(address), database, ids: makeIds(), pepper }
  const first = await ensureFirstInstance(database, config, pepper)
  const requestLog = openRequestLog(database, services.ids, log, config.request_log_days)
  const server: Server = {
    services,
    database,
    limiter: makeLimiter(),
    requestLog,
    log,
    ...(options.checkAnswer === undefined ? {} : { checkAnswer: options.checkAnswer }),
  }
  const closing: (() => Promise<unknown>)[] = [() => connected.close(), () => services.memory.close(), () => requestLog.close()]
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    if (config.role !== 'web') {
      const worker: Worker = startWorker(server, address)
      closing.push(() => worker.stop())
    }
    if (config.role === 'worker') return { app: null, server, first, stop }
    const app = await buildApp(server)
    closing.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    return { app, server, first, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
