/**
 * Measures what it costs to invalidate what all processes have cached, and to be ready for that: 1, 4 and 16 web processes of one machine, and this
 * process as another machine that writes. Nobody calls meanwhile.
 * @source docs/performance.md
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cache, openCache } from '#db/cache.ts'
import type { Database } from '#db/client.ts'
import { connect } from '#db/setup/connect.ts'
import { INVALIDATION_CHANNEL } from '#db/topics.ts'
import { readStopwatch } from '#lib/clock.ts'
import { ROOT } from '#lib/root.ts'
import { openServerMeter } from './meter.ts'
import { computeQuantile } from './statistics.ts'

const PROCESSES = [1, 4, 16]
const INVALIDATIONS = Number(process.env.BENCH_INVALIDATIONS ?? 500)
/** Also after the start, whose work must be done before. */
const IDLE_MS = 10_000
const HEARTBEAT = '["beat-'
const OWN_HEARTBEAT = `${HEARTBEAT}${process.pid}-`
const READY = 'Deskhand is ready at'
/** Nothing is kept under it. */
const TOPIC = 'bench'

/** Messages on the channel so far, without the heartbeats of this process. */
interface Counts {
  heartbeats: number
  others: number
}

const format = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(12)).join('')

/** Starts the product with so many web processes, and waits until it is ready. */
async function startServer(data_dir: string, processes: number): Promise<ChildProcess> {
  const env = { ...process.env, DATA_DIR: data_dir, PORT: '0', DESKHAND_ADMIN_PASSWORD: 'bench password', DESKHAND_LOG_LEVEL: 'error' }
  const args = [join(ROOT, 'server/start/main.ts'), '--workers', String(processes)]
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes(READY)) break
  }
  server.stdout.resume()
  if (!output.includes(READY)) throw new Error(`The server has ended: ${output}`)
  return server
}

/** Invalidates something, and waits until all processes have confirmed that. @returns the milliseconds from the commit to that */
async function invalidateOnce(database: Database, cache: Cache): Promise<number> {
  await database.transaction((tx) => cache.invalidate(tx, TOPIC))
  const committed = readStopwatch()
  await cache.settled()
  return readStopwatch() - committed
}

/** Measures on an installation whose server is running, and prints the line. */
async function measure(database: Database, cache: Cache, counts: Counts, processes: number): Promise<void> {
  const readDatabaseTime = await openServerMeter(database)
  await sleep(IDLE_MS)
  const idle = { from: readStopwatch(), ms: readDatabaseTime(), ...counts }
  await sleep(IDLE_MS)
  const seconds = (readStopwatch() - idle.from) / 1000
  const idle_ms = (readDatabaseTime() - idle.ms) / seconds
  const beats = (counts.heartbeats - idle.heartbeats) / seconds
  const busy = { from: readStopwatch(), ms: readDatabaseTime(), ...counts }
  const times: number[] = []
  while (times.length < INVALIDATIONS) times.push(await invalidateOnce(database, cache))
  const busy_ms = readDatabaseTime() - busy.ms - (idle_ms * (readStopwatch() - busy.from)) / 1000
  const listeners = await database.driver`select 1 from pg_stat_activity where application_name = 'deskhand listener'`
  console.log(
    format([
      processes,
      listeners.length - 1,
      beats.toFixed(1),
      idle_ms.toFixed(1),
      ((counts.others - busy.others) / INVALIDATIONS).toFixed(1),
      (busy_ms / INVALIDATIONS).toFixed(3),
      computeQuantile(times, 0.5).toFixed(2),
      computeQuantile(times, 0.95).toFixed(2),
    ]),
  )
}

async function measureProcesses(processes: number): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  await chmod(data_dir, 0o755) // so that the database can be in it when this runs as root
  const closing: (() => Promise<unknown>)[] = [() => rm(data_dir, { recursive: true, force: true })]
  try {
    const { database, address, close } = await connect({ database_url: null, database_pool: 2, data_dir }, () => {})
    closing.push(close)
    const server = await startServer(data_dir, processes)
    const ended = once(server, 'exit')
    closing.push(() => (server.kill('SIGINT') ? ended : Promise.resolve()))
    const counts: Counts = { heartbeats: 0, others: 0 }
    const cache = await openCache({ address, db: database })
    closing.push(() => cache.close())
    const subscription = await database.driver.listen(INVALIDATION_CHANNEL, (payload) => {
      if (!payload.startsWith(OWN_HEARTBEAT)) counts[payload.startsWith(HEARTBEAT) ? 'heartbeats' : 'others'] += 1
    })
    closing.push(() => subscription.unlisten())
    await measure(database, cache, counts, processes)
  } finally {
    for (const end of closing.toReversed()) await end()
  }
}

console.log(`Node ${process.version}, ${INVALIDATIONS} invalidations; milliseconds of PostgreSQL are processor time\n`)
console.log(format(['processes', 'sessions', 'beats/s', 'PG idle ms/s', 'messages', 'PG ms', 'p50 ms', 'p95 ms']))
for (const processes of PROCESSES) await measureProcesses(processes)
