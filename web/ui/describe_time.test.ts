import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTime } from './describe_time.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

for (const [at, words] of [
  ['2026-11-20T11:59:30Z', 'just now'],
  ['2026-11-20T12:00:10Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T09:00:00Z', '3 hours ago'],
  ['2026-11-19T12:00:00Z', 'yesterday'],
  ['2026-11-06T12:00:00Z', '2 weeks ago'],
  ['2025-11-20T12:00:00Z', 'last year'],
  ['2026-11-12T12:00:00Z', '8 days ago'],
  ['2026-11-22T12:00:00Z', 'in 2 days'],
  ['2026-11-27T11:58:00Z', 'in 7 days'],
  ['2026-12-04T11:58:00Z', 'in 14 days'],
  ['2026-12-05T12:00:00Z', 'in 2 weeks'],
  ['2027-02-18T11:58:00Z', 'in 3 months'],
] as const) {
  test(`${at} is "${words}" at noon of 2026-11-20`, () => assert.equal(describeTime(Date.parse(at), now), words))
}
