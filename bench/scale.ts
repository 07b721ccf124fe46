/**
 * Measures how every GET grows with the account: first on the 300 tickets of the seeded story, then with many more like them in the same
 * account. Calls run one after the other; the minimum of several rounds counts. On Linux the unit is processor time, of this process and of
 * its database backends, which other load on the machine hardly changes. A GET fails the run when it takes more than {@link MAX_RATIO}
 * times as long and {@link NOISE_MS} more than before, or exceeds {@link MAX_MS}, unless GROWING gives a reason.
 */
import type { Account } from '#accounts/account.ts'
import { readAccount } from '#accounts/directory.ts'
import { withContext } from '#seed/context.ts'
import { multiply } from '#seed/multiply.ts'
import { seed, STORY_TICKETS } from '#seed/seed.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { firstInstance, populate } from '#test/invariants/populate.ts'
import { type Read, readsOf } from '#test/invariants/reads.ts'
import { meterOf } from './meter.ts'

const TICKETS = Number(process.env.BENCH_TICKETS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const MAX_RATIO = 1.5
const MAX_MS = 15
/** A smaller difference is noise. */
const NOISE_MS = 1
const SEED = 1

/** The GETs that may grow, and why. */
const TAGS = 'read from the tickets that changed last, thousands and no more'
const EXPORT = 'a page has 1,000 records, and few tickets make fewer'
const PAGE = 'a page has 100 records, and few tickets make fewer'
const FOUND = 'what is found is counted, exactly up to 10,000'
const COUNTED = 'tickets are counted, exactly up to 100,000'
const GROWING: Readonly<Record<string, string>> = {
  '/api/v2/autocomplete/tags': TAGS,
  '/api/v2/incremental/ticket_events': EXPORT,
  '/api/v2/incremental/ticket_metric_events': EXPORT,
  '/api/v2/incremental/tickets': EXPORT,
  '/api/v2/incremental/tickets/cursor': EXPORT,
  '/api/v2/organizations/:id/related': COUNTED,
  '/api/v2/organizations/:id/tickets': PAGE,
  '/api/v2/organizations/:id/tickets/count': COUNTED,
  '/api/v2/organizations/:organization_id/requests': PAGE,
  '/api/v2/problems': PAGE,
  '/api/v2/requests': PAGE,
  '/api/v2/requests/hold': PAGE,
  '/api/v2/requests/open': PAGE,
  '/api/v2/requests/search': PAGE,
  '/api/v2/requests/solved': PAGE,
  '/api/v2/search': FOUND,
  '/api/v2/search/count': FOUND,
  '/api/v2/tags': TAGS,
  '/api/v2/tags/count': TAGS,
  '/api/v2/users/:user_id/requests': PAGE,
  '/api/v2/users/:id/related': COUNTED,
  '/api/v2/users/:id/tickets/assigned': PAGE,
  '/api/v2/users/:id/tickets/assigned/count': COUNTED,
  '/api/v2/users/:id/tickets/ccd': PAGE,
  '/api/v2/users/:id/tickets/ccd/count': COUNTED,
  '/api/v2/users/:id/tickets/requested': PAGE,
  '/api/v2/users/:id/tickets/requested/count': COUNTED,
}

/** The minimum time of each call in milliseconds. Each round makes every call once, so that a disturbance affects all calls alike. */
async function timesOf(app: TestApp, reads: readonly Read[]): Promise<number[]> {
  const times = reads.map(() => Number.POSITIVE_INFINITY)
  // the first round opens connections and prepares statements
  for (const { path } of reads) await app.api.get(path)
  for (let round = 0; round < ROUNDS; round++) {
    const startMeasurement = await meterOf(app)
    for (const [index, { path }] of reads.entries()) {
      const readSpentTime = startMeasurement()
      const { status } = await app.api.get(path)
      times[index] = Math.min(times[index] as number, readSpentTime())
      if (status >= 500) throw new Error(`GET ${path} was answered ${status}`)
    }
  }
  return times
}

async function fill(app: TestApp, work: 'story' | 'many'): Promise<void> {
  const { database, address } = app.database
  const account = (await readAccount(database, 1)) as Account
  await withContext(app.config, { database, address }, account, async (ctx) => {
    if (work === 'story') await seed(database, ctx, { random: SEED, tickets: STORY_TICKETS, force: true })
    else await multiply(database, ctx, TICKETS - STORY_TICKETS, SEED)
  })
  await database.driver.unsafe('vacuum analyze')
}

async function main(): Promise<void> {
  const app = await startTestApp()
  try {
    await populate(app, firstInstance(app), 'Scale')
    await fill(app, 'story')
    const few = await readsOf(app)
    const before = await timesOf(app, few)
    await fill(app, 'many')
    const many = await readsOf(app)
    const after = await timesOf(app, many)
    report(many, before, after)
  } finally {
    await app.stop()
  }
}

function report(reads: readonly Read[], before: readonly number[], after: readonly number[]): void {
  console.log(`Node ${process.version}, ${STORY_TICKETS} and ${TICKETS} tickets, the least of ${ROUNDS} calls in milliseconds\n`)
  console.log(`${'few'.padStart(8)}${'many'.padStart(9)}${'ratio'.padStart(8)}  GET`)
  const rows = reads.map((read, index) => ({ read, few: before[index] as number, many: after[index] as number }))
  for (const { read, few, many } of rows.toSorted((one, other) => other.many / other.few - one.many / one.few)) {
    const ratio = many / few
    const hasGrown = (ratio > MAX_RATIO && many - few > NOISE_MS) || (many > MAX_MS && few <= MAX_MS)
    const reason = Object.hasOwn(GROWING, read.route.path) ? GROWING[read.route.path] : undefined
    const mark = !hasGrown ? '' : reason === undefined ? '  GROWS' : `  grows: ${reason}`
    if (hasGrown && reason === undefined) process.exitCode = 1
    console.log(
      `${few.toFixed(2).padStart(8)}${many.toFixed(2).padStart(9)}${ratio.toFixed(2).padStart(8)}  ${decodeURI(read.path)}${mark}`,
    )
  }
}

await main()
