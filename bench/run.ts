/**
 * Measures the product against the bare loop, in turn on one database, and prints a line for each workload; then what PostgreSQL spends on a
 * ticket with all that the triggers of a fresh account mail about it. Authentication by API token, the account's rate limit (set high) and the
 * request log are on; the limits of single endpoints are off, since they would refuse such a load.
 * @source docs/performance.md
 */
import { defineStatement } from '#db/builder.ts'
import { CALLS_WITH_EFFECTS, type Ids, measureCalls, measureEffects, measureInTurn, type Round, ROUNDS, SECONDS } from './measure.ts'
import { ACCOUNT_ID, type Bench, CONNECTIONS, createCustomer, openBench, SEEDED_TICKETS, settleDatabase, switchTriggers } from './setup.ts'
import { computeMedian, judgeRounds } from './statistics.ts'
import { EFFECTS_WORKS, type EffectsWork, type Work, WORKS } from './works.ts'

const NOT_WARM = 'rates were not level'
const lastTicket = defineStatement<{ last_id: number }>('select last_id from ticket_counters where account_id = $1')
const countMails = defineStatement<{ mails: number }>('select count(*) as mails from mails where account_id = $1')

const formatLine = (name: string, cells: readonly string[], remarks: readonly string[] = []) =>
  `${name.padEnd(24)}${cells.map((cell) => cell.padStart(9)).join('')}  ${remarks.join('; ')}`.trimEnd()
const formatShare = (share: number) => `${(share * 100).toFixed(0)} %`
/** The median of a figure of rounds; a dash where it is not known. */
function formatMedian(rounds: readonly Round[], key: keyof Round, digits: number): string {
  const median = computeMedian(rounds.map((round) => round[key]))
  return Number.isNaN(median) ? '-' : median.toFixed(digits)
}

async function readLastTicket({ database }: Bench): Promise<number> {
  return (await database.one(lastTicket(ACCOUNT_ID))).last_id
}

/** Measures a workload and prints its line. @returns whether the ratio is at least what is required */
async function compare(bench: Bench, work: Work): Promise<boolean> {
  await settleDatabase(bench)
  const ids: Ids = { first_id: 1, last_id: await readLastTicket(bench) }
  const sides = [() => measureCalls(bench, bench.ours, work.ours, ids), () => measureCalls(bench, bench.bare, work.bare, ids)]
  const { rounds, isWarm } = await measureInTurn(sides, ROUNDS)
  const [ours = [], bare = []] = rounds
  const ratios = ours.map(({ rate }, index) => rate / (bare[index] as Round).rate)
  const { median, spread, isMissed, remarks } = judgeRounds(ratios, { least: work.must })
  const cells = [
    formatMedian(ours, 'rate', 0),
    formatMedian(bare, 'rate', 0),
    median.toFixed(2),
    formatShare(spread),
    work.must.toFixed(2),
    work.aim?.toFixed(2) ?? '-',
    formatMedian(ours, 'server_ms', 3),
    formatMedian(bare, 'server_ms', 3),
    formatMedian(ours, 'database_ms', 3),
    formatMedian(bare, 'database_ms', 3),
  ]
  console.log(formatLine(work.name, cells, [...remarks, ...(isWarm ? [] : [NOT_WARM])]))
  return !isMissed
}

/** Measures a workload with its effects and prints its line. @returns whether PostgreSQL spends no more than it may */
async function measureWithEffects(bench: Bench, { name, most_ms }: EffectsWork, measure: () => Promise<Round>): Promise<boolean> {
  await settleDatabase(bench)
  const countAll = async () => (await bench.database.one(countMails(ACCOUNT_ID))).mails
  const before = await countAll()
  let calls = 0
  const measureCounted = () => {
    calls += CALLS_WITH_EFFECTS
    return measure()
  }
  const { rounds, isWarm } = await measureInTurn([measureCounted], ROUNDS)
  const [ours = []] = rounds
  const times = ours.map(({ database_ms }) => database_ms)
  const { spread, isMissed, remarks } = judgeRounds(times, { most: most_ms })
  const cells = [
    formatMedian(ours, 'rate', 0),
    (((await countAll()) - before) / calls).toFixed(1),
    formatMedian(ours, 'server_ms', 3),
    formatMedian(ours, 'database_ms', 3),
    formatShare(spread),
    most_ms.toFixed(2),
  ]
  console.log(formatLine(name, cells, [...remarks, ...(isWarm ? [] : [NOT_WARM])]))
  return !isMissed
}

async function main(): Promise<void> {
  const bench = await openBench()
  try {
    console.log(
      `Node ${process.version}, ${CONNECTIONS} connections, ${SEEDED_TICKETS} tickets, medians of ${ROUNDS} rounds of ${SECONDS} s`,
    )
    console.log('in turn; milliseconds are processor time for each call, of the server and of PostgreSQL, ours and the bare loop’s\n')
    const heads = ['ours/s', 'bare/s', 'ratio', 'spread', 'must', 'aim', 'ours ms', 'bare ms', 'PG ours', 'PG bare']
    console.log(formatLine('', heads))
    const results: boolean[] = []
    for (const work of WORKS) results.push(await compare(bench, work))
    console.log(`\nwith the triggers of a fresh account, until their mails are in the outbox; ${CALLS_WITH_EFFECTS} calls a round\n`)
    console.log(formatLine('', ['ours/s', 'mails', 'ours ms', 'PG ms', 'spread', 'most']))
    await switchTriggers(bench, true)
    const customer_id = await createCustomer(bench)
    const first_id = (await readLastTicket(bench)) + 1
    for (const work of EFFECTS_WORKS) {
      const ids: Ids = { first_id, last_id: Math.max(first_id, await readLastTicket(bench)) }
      results.push(await measureWithEffects(bench, work, () => measureEffects(bench, work.makeCall(customer_id), ids)))
    }
    process.exitCode = results.every(Boolean) ? 0 : 1
  } finally {
    await bench.close()
  }
}

await main()
