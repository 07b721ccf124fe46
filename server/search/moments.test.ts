import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMoment } from './moments.ts'

const now = new Date('2026-03-31T12:00:00.000Z')
const read = (value: string) => readMoment(value, now, '2026-03-31')

test('days, instants and relative times are distinguished', () => {
  assert.deepEqual(read('2026-2-3'), { kind: 'day', day: '2026-02-03' })
  assert.deepEqual(read('02/03/2026'), { kind: 'day', day: '2026-02-03' })
  assert.deepEqual(read('today'), { kind: 'day', day: '2026-03-31' })
  assert.deepEqual(read('Yesterday'), { kind: 'day', day: '2026-03-30' })
  assert.deepEqual(read('2026-02-03T04:05:06Z'), { kind: 'instant', at: '2026-02-03T04:05:06.000Z' })
  assert.deepEqual(read('2026-02-03T04:05:06+02:00'), { kind: 'instant', at: '2026-02-03T02:05:06.000Z' })
  assert.deepEqual(read('2026-02-03T04:05:06+0200'), { kind: 'instant', at: '2026-02-03T02:05:06.000Z' })
  assert.deepEqual(read('4hours'), { kind: 'ago', at: '2026-03-31T08:00:00.000Z' })
  assert.deepEqual(read('2 weeks'), { kind: 'ago', at: '2026-03-17T12:00:00.000Z' })
  assert.deepEqual(read('1year'), { kind: 'ago', at: '2025-03-31T12:00:00.000Z' })
  for (const value of ['', 'soon', '2026-02-30', '2026-13-01', '0000-01-01', '4', '4lightyears', '2026-02-03T25:00:00Z'])
    assert.equal(read(value), undefined, value)
})

test('any text is parsed without an error, and results are dates that PostgreSQL accepts', () => {
  const unit = fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months', 'years')
  const text = fc.oneof(
    fc.string(),
    fc.tuple(fc.nat(999_999), unit).map(([amount, name]) => `${amount}${name}`),
  )
  fc.assert(
    fc.property(text, (value) => {
      const named = read(value)
      if (named !== undefined) assert.match(named.kind === 'day' ? named.day : named.at, /^\d{4}-\d\d-\d\d/)
    }),
    { numRuns: 1000, seed: 7 },
  )
})
