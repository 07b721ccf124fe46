/** The program of a measured server; see measured_server.ts. It ends when its parent disconnects. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { DatabaseAddress } from '#db/address.ts'
import { defineStatement } from '#db/builder.ts'
import { openDatabase } from '#db/client.ts'
import { readConfig } from '#config/config.ts'
import { type Running, startProcess } from '#process/process.ts'
import { measureProcessor } from '../processor_time.ts'
import type { Measurement, Question, Report } from './measured_server.ts'

/** How often the event loop is asked whether it answers, in milliseconds. */
const TURN_MS = 10
/** On a busy machine a process may miss its heartbeats for a moment; it logs that and continues. */
const OF_BUSY_MACHINES = /receives no cache invalidations/
const countPrepared = defineStatement<{ count: number }>('select count(*)::int as count from pg_prepared_statements')
const tell = (report: Report) => void process.send?.(report)
const collect = (globalThis as { gc?: () => void }).gc as () => void

/** Requests under way, and those that were while the last turn was measured. */
const underWay = new Set<string>()
let inTurn: string[] = []
let stall: Measurement['stall'] = { ms: 0, requests: [] }

function watchRequests(): void {
  const nameOf = (message: unknown) => {
    const { method, url } = (message as { request: IncomingMessage }).request
    return `${method} ${url?.slice(0, 150)}`
  }
  subscribe('http.server.request.start', (message) => {
    underWay.add(nameOf(message))
    inTurn.push(nameOf(message))
  })
  subscribe('http.server.response.finish', (message) => underWay.delete(nameOf(message)))
}

/** Time of the processor, not of the clock: a busy machine stalls a process that does nothing. */
function watchStalls(): void {
  let readUsedTime = measureProcessor()
  setInterval(() => {
    const ms = readUsedTime()
    if (ms > stall.ms) stall = { ms, requests: [...new Set([...underWay, ...inTurn])] }
    inTurn = [...underWay]
    readUsedTime = measureProcessor()
  }, TURN_MS)
}

async function start(env: Readonly<Record<string, string>>, address: DatabaseAddress): Promise<Running> {
  const database = openDatabase(address, { max: 8 })
  const running = await startProcess(readConfig(env), { connected: { database, address, embedded: false, close: () => database.close() } })
  const { log } = running.server
  log.error = (data: object, text: string) => {
    if (!OF_BUSY_MACHINES.test(text)) tell({ fault: `${text}: ${(data as { err?: Error }).err?.stack ?? JSON.stringify(data)}` })
  }
  process.on('unhandledRejection', (error) => tell({ fault: `unhandled: ${error instanceof Error ? error.stack : String(error)}` }))
  return running
}

async function measure({ server }: Running): Promise<Measurement> {
  const counted = await Promise.all(Array.from({ length: 40 }, () => server.database.first(countPrepared())))
  await server.requestLog.flush()
  const measured = stall
  collect()
  await new Promise(setImmediate)
  collect()
  // collecting is no stall of the server's
  await new Promise((resolve) => setTimeout(resolve, 2 * TURN_MS))
  stall = { ms: 0, requests: [] }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap_used: heapUsed, resident: rss, stall: measured, prepared: Math.max(...counted.map((row) => row?.count ?? 0)) }
}

let running: Promise<Running> | undefined
process.on('message', async (question: Question) => {
  if (question === 'measure') return tell({ measured: await measure(await (running as Promise<Running>)) })
  running = start(question.start.env, question.start.address)
  const { address } = await running
  watchRequests()
  watchStalls()
  return tell({ base_url: `http://127.0.0.1:${address?.port}` })
})
process.on('disconnect', async () => {
  await (await running)?.stop()
  process.exit(0)
})
