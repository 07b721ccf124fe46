import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareRounds } from './share_rounds.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Rounds that end when the test says so. */
function makeRounds() {
  const rounds: PromiseWithResolvers<void>[] = []
  const call = shareRounds(() => {
    const round = Promise.withResolvers<void>()
    rounds.push(round)
    return round.promise
  })
  return { rounds, call }
}

test('who calls while a round is under way shares the next one, which begins when that has ended', async () => {
  const { rounds, call } = makeRounds()
  const first = call()
  const later = [call(), call(), call()]
  await turn()
  assert.equal(rounds.length, 1)
  rounds[0]?.resolve()
  await first
  await turn()
  const latest = call()
  await turn()
  assert.equal(rounds.length, 2)
  rounds[1]?.resolve()
  await Promise.all(later)
  await turn()
  assert.equal(rounds.length, 3, 'the last one came when the second round had begun')
  rounds[2]?.resolve()
  await latest
})

test('a round that fails does so for those who share it, and the next one begins all the same', async () => {
  const { rounds, call } = makeRounds()
  const first = call()
  const second = call()
  rounds[0]?.reject(new Error('no connection'))
  await assert.rejects(first, /no connection/)
  await turn()
  rounds[1]?.resolve()
  await second
})
