import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureInTurn, type Round } from './measure.ts'

/** A side whose rounds have these rates, the last one again and again; `log` gets its name for each. */
function sideOf(name: string, rates: readonly number[], log: string[]): () => Promise<Round> {
  let turn = 0
  return async () => {
    log.push(name)
    return { rate: rates[Math.min(turn++, rates.length - 1)] as number, server_ms: 0, database_ms: 0 }
  }
}
const ratesOf = (rounds: readonly Round[] | undefined) => rounds?.map(({ rate }) => rate)

test('sides take turns, and rounds count once the rates of all sides are level', async () => {
  const log: string[] = []
  const quick = sideOf('A', [100], log)
  const slow = sideOf('B', [10, 20, 30, 40, 40, 40, 41], log)
  const { rounds, isWarm } = await measureInTurn([quick, slow], 3)
  // B is level with its seventh round: 40 and 41 after 40 and 40
  assert.deepEqual(ratesOf(rounds[1]), [41, 41, 41])
  assert.deepEqual(ratesOf(rounds[0]), [100, 100, 100])
  assert.equal(isWarm, true)
  assert.equal(log.join(''), 'AB'.repeat(7 + 3))
})

test('rates that never become level are measured all the same, and that is reported', async () => {
  const log: string[] = []
  const { rounds, isWarm } = await measureInTurn([sideOf('A', [1, 2, 4, 8, 16, 32, 64, 128, 256], log)], 2)
  assert.equal(isWarm, false)
  assert.deepEqual(ratesOf(rounds[0]), [256, 256])
  assert.equal(log.length, 8 + 2)
})
