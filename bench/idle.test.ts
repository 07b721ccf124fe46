import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStopwatch } from '#lib/clock.ts'
import { type ReadTime, subtractIdleTime } from './idle.ts'

const BUSY_MS = 40

test('what is used all the time is left out, and what is used in between is not', async () => {
  let extra = 0
  const half = () => readStopwatch() / 2 + extra
  const none = () => extra
  const [readHalf, readNone] = (await subtractIdleTime([half, none], BUSY_MS)) as [ReadTime, ReadTime]
  const before = [await readHalf(), await readNone()] as const
  const begun = readStopwatch()
  while (readStopwatch() - begun < BUSY_MS) extra = 1000
  const used = [(await readHalf()) - before[0], (await readNone()) - before[1]] as const
  // the two readings of the idle time are not taken at the same moment
  assert.ok(Math.abs(used[0] - 1000) < BUSY_MS / 4, String(used[0]))
  assert.equal(used[1], 1000)
})
