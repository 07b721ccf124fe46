import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isUlid, formatUlid } from './ulid.ts'

const moment = fc.integer({ min: 0, max: 2 ** 47 })
const chance = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('ULIDs match the specification', () => {
  assert.equal(formatUlid(1469918176385, new Uint8Array(10)), '01ARYZ6S410000000000000000')
  assert.equal(formatUlid(0, new Uint8Array(10).fill(255)), '0000000000ZZZZZZZZZZZZZZZZ')
})

test('a later moment has the greater ULID, and two random values of one moment have different ones', () => {
  fc.assert(
    fc.property(moment, moment, chance, chance, (one, other, first, second) => {
      const earlier = Math.min(one, other)
      const later = Math.max(one, other)
      assert.ok(isUlid(formatUlid(earlier, first)))
      assert.ok(earlier === later || formatUlid(earlier, first) < formatUlid(later, second))
      assert.equal(formatUlid(one, first) === formatUlid(one, second), Buffer.from(first).equals(Buffer.from(second)))
    }),
    { numRuns: 1000, seed: 7 },
  )
})

test('other text is not a ULID', () => {
  for (const text of ['', '01ARYZ6S41', '81ARYZ6S410000000000000000', '01ARYZ6S41000000000000000U', '01aryz6s410000000000000000'])
    assert.equal(isUlid(text), false, text)
})
