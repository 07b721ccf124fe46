/** Measures in rounds that take turns, after as many to warm up as it takes until rates are level. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readStopwatch } from '#lib/clock.ts'
import type { Load, LoadResult } from './load.ts'
import { type Bench, CONNECTIONS, type Measured, waitForJobs } from './setup.ts'
import { isLevel } from './statistics.ts'
import type { Call } from './works.ts'

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 1)
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
/** Rates that are not level after so many rounds never will be: the machine is busy with other work. */
const MAX_WARM_UP_ROUNDS = 8
/** Of a round in which the effects of calls are awaited. */
export const CALLS_WITH_EFFECTS = 200

/** What a round came to; milliseconds are processor time for each call. */
export interface Round {
  readonly rate: number
  readonly server_ms: number
  readonly database_ms: number
}

/** The ids that a call names in turn. */
export type Ids = Pick<Load, 'first_id' | 'last_id'>

async function takeTurns(sides: readonly (() => Promise<Round>)[], isEnough: (rounds: Round[][]) => boolean): Promise<Round[][]> {
  const rounds = sides.map((): Round[] => [])
  while (!isEnough(rounds)) for (const [index, measureRound] of sides.entries()) rounds[index]?.push(await measureRound())
  return rounds
}

/**
 * Lets all sides take turns, A B A B, in rounds of which none counts until the rates of all are level, and then in `count` that do.
 * @returns the rounds of each side, and whether the rates became level
 */
export async function measureInTurn(
  sides: readonly (() => Promise<Round>)[],
  count: number,
): Promise<{ readonly rounds: readonly (readonly Round[])[]; readonly isWarm: boolean }> {
  const areLevel = (rounds: Round[][]) => rounds.every((side) => isLevel(side.map(({ rate }) => rate)))
  const haveRun = (most: number) => (rounds: Round[][]) => rounds.every(({ length }) => length >= most)
  const warmUp = await takeTurns(sides, (rounds) => areLevel(rounds) || haveRun(MAX_WARM_UP_ROUNDS)(rounds))
  return { rounds: await takeTurns(sides, haveRun(count)), isWarm: areLevel(warmUp) }
}

/** Measures `work`, which makes calls and says how many in which time. */
async function measureRound(bench: Bench, server: Measured, work: () => Promise<LoadResult>): Promise<Round> {
  const before = { server: await server.readProcessorTime(), database: await bench.readDatabaseTime() }
  const { calls, seconds } = await work()
  await sleep(server.rest_ms)
  const after = { server: await server.readProcessorTime(), database: await bench.readDatabaseTime() }
  return {
    rate: calls / seconds,
    server_ms: (after.server - before.server) / calls,
    database_ms: (after.database - before.database) / calls,
  }
}

function describeLoad({ port, headers }: Measured, call: Call, ids: Ids): Omit<Load, 'most'> {
  return { port, connections: CONNECTIONS, headers, ...call, ...ids }
}

/** A round of calls to one server. */
export function measureCalls(bench: Bench, server: Measured, call: Call, ids: Ids): Promise<Round> {
  const load: Load = { ...describeLoad(server, call, ids), most: { seconds: SECONDS } }
  return measureRound(bench, server, () => bench.generator.ask(load))
}

/** A round of calls to the product, until all that they have caused is done. */
export function measureEffects(bench: Bench, call: Call, ids: Ids): Promise<Round> {
  const load: Load = { ...describeLoad(bench.ours, call, ids), most: { calls: CALLS_WITH_EFFECTS } }
  return measureRound(bench, bench.ours, async () => {
    const begun = readStopwatch()
    const { calls } = await bench.generator.ask<LoadResult>(load)
    await waitForJobs(bench)
    return { calls, seconds: (readStopwatch() - begun) / 1000 }
  })
}
