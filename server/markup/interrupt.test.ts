import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '#test/processor_time.ts'
import { runInterruptibly, TookTooLong } from './interrupt.ts'

/** Takes hours, within one call of the pattern. */
const backtrack = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)

test('work has its result, or the error that it throws', () => {
  assert.equal(
    runInterruptibly(1000, () => 6 * 7),
    42,
  )
  assert.equal(
    runInterruptibly(1000, () => undefined),
    undefined,
  )
  assert.throws(
    () =>
      runInterruptibly(1000, () => {
        throw new RangeError('own')
      }),
    /^RangeError: own$/,
  )
})

test('work is broken off within a loop and within one regular expression, and cannot prevent it', () => {
  const backtrackForever = () => {
    for (;;)
      try {
        backtrack()
      } catch {
        // what breaks it off is not caught
      }
  }
  for (const work of [backtrack, backtrackForever]) {
    const readUsedTime = measureProcessor()
    assert.throws(() => runInterruptibly(10, work), TookTooLong)
    const milliseconds = readUsedTime()
    assert.ok(milliseconds < 100, String(milliseconds))
  }
})

test('work within work is broken off alone', () => {
  const runInner = () => {
    assert.throws(() => runInterruptibly(5, backtrack), TookTooLong)
    return 'on'
  }
  assert.equal(runInterruptibly(5000, runInner), 'on')
})
