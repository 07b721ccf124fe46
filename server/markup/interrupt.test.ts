import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessor } from '../../test/processor_time.ts'
import { interruptible, TookTooLong } from './interrupt.ts'

/** Takes hours, within one call of the pattern. */
const backtrack = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)

test('work has its result, or the error that it throws', () => {
  assert.equal(
    interruptible(1000, () => 6 * 7),
    42,
  )
  assert.equal(
    interruptible(1000, () => undefined),
    undefined,
  )
  assert.throws(
    () =>
      interruptible(1000, () => {
        throw new RangeError('own')
      }),
    /^RangeError: own$/,
  )
})

test('work is broken off within a loop and within one regular expression, and cannot prevent it', () => {
  const stubborn = () => {
    for (;;)
      try {
        backtrack()
      } catch {
        // what breaks it off is not caught
      }
  }
  for (const work of [backtrack, stubborn]) {
    const used = measureProcessor()
    assert.throws(() => interruptible(10, work), TookTooLong)
    const milliseconds = used()
    assert.ok(milliseconds < 100, String(milliseconds))
  }
})

test('work within work is broken off alone', () => {
  const inner = () => {
    assert.throws(() => interruptible(5, backtrack), TookTooLong)
    return 'on'
  }
  assert.equal(interruptible(5000, inner), 'on')
})
