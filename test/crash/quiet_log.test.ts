/** A database outage under load, with jobs in the queue: one log line per second, not one per request, job or connection. */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../processes.ts'
import { makeClient } from '../client.ts'
import { isAbsent, startExternalPostgres } from './external_postgres.ts'
import { waitUntilReady, makeDataDir, startServer } from './process.ts'

const TOKEN = 'a-token-for-the-quiet-log'
const authorization = `Basic ${Buffer.from(`admin@example.com/token:${TOKEN}`).toString('base64')}`
/** An outage lasts at least OUTAGE_MS and until FAILURES requests have failed. */
const CLIENTS = 64
const JOBS = 8
const OUTAGE_MS = 4000
const FAILURES = 40
/** Slightly less than a second, because log times are whole milliseconds. */
const MIN_MS = 990

interface Line {
  readonly time: number
  readonly level: number
  readonly msg: string
  readonly times?: number
  /** Log lines of the queue's library. */
  readonly worker?: string
  readonly err?: { readonly code?: string; readonly message?: string; readonly stack?: string }
}

/** The lines grouped by message and failure. */
function kindsOf(text: string): Line[][] {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
  const findPlace = ({ err }: Line) => err?.code ?? /^\s+at .*$/m.exec(err?.stack ?? '')?.[0]
  return [...Map.groupBy(lines, (line) => `${line.msg} ${line.worker} ${findPlace(line)}`).values()]
}

test(
  'an outage under load logs one line per second of each kind, with the number of failures it stands for',
  { skip: isAbsent, timeout: 120_000 },
  async () => {
    const own = await startExternalPostgres()
    after(() => own.stop())
    const server = await startServer({
      DATABASE_URL: await own.make('quiet'),
      DATA_DIR: makeDataDir(),
      DESKHAND_SECRET: 'a pepper for the quiet log, long enough to be one',
      DESKHAND_API_TOKEN: TOKEN,
      DESKHAND_ADMIN_PASSWORD: 'a password for the quiet log',
      DESKHAND_RATE_LIMIT: 'off',
    })
    const api = makeClient(server.base_url, { authorization })
    for (let job = 0; job < JOBS; job += 1) {
      const tickets = Array.from({ length: 100 }, (_none, index) => ({ subject: `Job ${job}`, comment: { body: `Ticket ${index}` } }))
      assert.equal((await api.post('/api/v2/tickets/create_many', { tickets })).status, 200)
    }
    let ends = false
    let failed = 0
    const load = Array.from({ length: CLIENTS }, async (_none, client) => {
      while (!ends) {
        const answer =
          client % 4 === 0 ? await api.post('/api/v2/groups', { group: { name: 'Under load' } }) : await api.get('/api/v2/tickets')
        if (answer.status === 503) failed += 1
      }
    })
    await own.stop()
    await sleep(OUTAGE_MS)
    while (failed < FAILURES) await sleep(50)
    await own.start()
    ends = true
    await Promise.all(load)
    await waitUntilReady(server)
    assert.equal(await server.end('SIGINT'), 0)
    // jobs that a stop leaves to the next worker are logged one by one
    const kinds = kindsOf(server.output()).filter(([line]) => line?.err?.message?.startsWith('The worker stops') !== true)
    for (const [first, ...rest] of kinds.filter(([line]) => (line?.level ?? 0) >= 40))
      rest.reduce((before, line) => {
        assert.ok(line.time - before.time >= MIN_MS, `twice within a second: ${JSON.stringify([before, line])}`)
        return line
      }, first as Line)
    const requests = kinds.flat().filter(({ msg }) => msg === 'the database failed a request')
    const told = requests.reduce((sum, { times = 1 }) => sum + times, 0)
    assert.ok(told > requests.length && told <= failed, `${requests.length} lines tell of ${told} of ${failed}`)
  },
)
