/**
 * Measures the product against the baseline server, alternating on one database in one run, and prints a line for each workload. Only the
 * ratio counts; the absolute figures hold for this machine only. Authentication by API token, the account's rate limit (set high) and the
 * request log are on; the limits of single endpoints are off, since they would refuse such a load.
 * @source docs/performance.md
 */
import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { connect } from '../server/db/connect.ts'

const CONNECTIONS = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const TICKETS = 2000
const TOKEN = 'bench-token-0123456789abcdef'
const auth = {
  authorization: `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`,
  'content-type': 'application/json',
}
const TEXT = 'The printer on the second floor does not print any more, since this morning. It says PC LOAD LETTER.'

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  path(): string
  readonly body?: string
}
/** One workload: the call to the product, the equivalent call to the baseline, and the required and the desired ratio. */
interface Work {
  readonly name: string
  readonly ours: Call
  readonly bare: Call
  readonly must: number
  readonly aim: number
}

let turn = 0
const someTicket = () => (turn++ % TICKETS) + 1
const bareCreate: Call = { method: 'POST', path: () => '/tickets/', body: JSON.stringify({ subject: 'Printer', text: TEXT }) }
const WORKS: readonly Work[] = [
  {
    name: 'GET one ticket',
    ours: { method: 'GET', path: () => `/api/v2/tickets/${someTicket()}.json` },
    bare: { method: 'GET', path: () => `/tickets/${someTicket()}` },
    must: 0.5,
    aim: 0.7,
  },
  {
    name: 'list 100 tickets',
    ours: { method: 'GET', path: () => '/api/v2/tickets.json?page[size]=100' },
    bare: { method: 'GET', path: () => '/tickets/' },
    must: 0.8,
    aim: 1,
  },
  {
    name: 'search a frequent word',
    ours: { method: 'GET', path: () => '/api/v2/search.json?query=printer' },
    bare: { method: 'GET', path: () => '/search/printer' },
    must: 0.5,
    aim: 0.8,
  },
  {
    name: 'create ticket',
    ours: {
      method: 'POST',
      path: () => '/api/v2/tickets.json',
      body: JSON.stringify({ ticket: { subject: 'Printer', comment: { body: TEXT } } }),
    },
    bare: bareCreate,
    must: 0.25,
    aim: 0.4,
  },
  {
    name: 'update with comment',
    ours: {
      method: 'PUT',
      path: () => `/api/v2/tickets/${someTicket()}.json`,
      body: JSON.stringify({ ticket: { comment: { body: TEXT }, priority: 'high' } }),
    },
    bare: bareCreate,
    must: 0.25,
    aim: 0.4,
  },
]

interface Figures {
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

async function load(url: string, call: Call, headers: Record<string, string>, seconds: number): Promise<Figures> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers,
    requests: [
      {
        method: call.method,
        ...(call.body === undefined ? {} : { body: call.body }),
        setupRequest: (request) => ({ ...request, path: call.path() }),
      },
    ],
  })
  const bad = result.non2xx + result.errors
  if (bad > 0) throw new Error(`${call.method} ${call.path()}: ${bad} of ${result.requests.total} answers were no success`)
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

const computeMedian = (figures: readonly Figures[], key: keyof Figures) =>
  figures.map((one) => one[key]).sort((one, other) => one - other)[Math.floor(figures.length / 2)] as number

async function startChild(file: string, env: Record<string, string>): Promise<{ process: ChildProcess; url: string }> {
  const started = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { port } = await new Promise<{ port: number }>((resolve, reject) =>
    started
      .once('message', (message) => resolve(message as { port: number }))
      .once('exit', (code) => reject(new Error(`${file} ended with ${code}`))),
  )
  return { process: started, url: `http://127.0.0.1:${port}` }
}

async function main(): Promise<void> {
  const data_dir = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  await chmod(data_dir, 0o755) // so that the database can be in it when this runs as root
  const connected = await connect({ database_url: null, database_pool: 2, data_dir }, () => {})
  const children: ChildProcess[] = []
  try {
    const address = connected.address as { host: string }
    const ours = await startChild('ours.ts', { DATA_DIR: data_dir, DESKHAND_API_TOKEN: TOKEN, DESKHAND_ADMIN_PASSWORD: 'bench password' })
    const bare = await startChild('bare.ts', { BARE_ADDRESS: JSON.stringify(address) })
    children.push(ours.process, bare.process)
    await fill(ours.url)
    await connected.database.driver.unsafe('vacuum analyze')
    console.log(`Node ${process.version}, ${CONNECTIONS} connections, ${TICKETS} tickets, median of ${ROUNDS} rounds of ${SECONDS} s\n`)
    console.log(
      `${'work'.padEnd(24)}${'ours/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'bare/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'ratio'.padStart(8)}${'must'.padStart(7)}${'aim'.padStart(7)}`,
    )
    let missed = 0
    for (const work of WORKS) missed += (await measure(work, ours.url, bare.url)) ? 0 : 1
    process.exitCode = missed > 0 ? 1 : 0
  } finally {
    for (const one of children) {
      one.kill('SIGTERM')
      await new Promise((resolve) => (one.exitCode === null ? one.once('exit', resolve) : resolve(null)))
    }
    await connected.close()
    await rm(data_dir, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  const body = JSON.stringify({ ticket: { subject: 'Printer', comment: { body: TEXT }, tags: ['hardware', 'printer'] } })
  const result = await autocannon({
    url: `${url}/api/v2/tickets.json`,
    method: 'POST',
    headers: auth,
    body,
    connections: CONNECTIONS,
    amount: TICKETS,
  })
  if (result['2xx'] !== TICKETS) throw new Error(`Only ${result['2xx']} of ${TICKETS} tickets could be made`)
}

/** Prints the line of a workload; true when the ratio is at least what is required. */
async function measure(work: Work, ours: string, bare: string): Promise<boolean> {
  await load(ours, work.ours, auth, 1)
  await load(bare, work.bare, {}, 1)
  const [mine, theirs]: [Figures[], Figures[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(await load(ours, work.ours, auth, SECONDS))
    theirs.push(await load(bare, work.bare, {}, SECONDS))
  }
  const ratio = computeMedian(mine, 'rate') / computeMedian(theirs, 'rate')
  const formatCells = (figures: readonly Figures[]) =>
    computeMedian(figures, 'rate').toFixed(0).padStart(9) +
    computeMedian(figures, 'p50').toFixed(1).padStart(8) +
    computeMedian(figures, 'p99').toFixed(1).padStart(8)
  const mark = ratio >= work.must ? '' : '  missed'
  console.log(
    `${work.name.padEnd(24)}${formatCells(mine)}${formatCells(theirs)}${ratio.toFixed(2).padStart(8)}${work.must.toFixed(2).padStart(7)}${work.aim.toFixed(2).padStart(7)}${mark}`,
  )
  return ratio >= work.must
}

await main()
