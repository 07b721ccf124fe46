import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDay, formatMoment } from './dates.ts'

for (const [zone, at, words] of [
  ['UTC', '2026-11-28T05:12:09.000Z', '28 November 2026, 05:12 (UTC)'],
  ['UTC', '2026-12-31T23:59:59.999Z', '31 December 2026, 23:59 (UTC)'],
  ['Pacific/Auckland', '2026-12-31T11:00:00.000Z', '1 January 2027, 00:00 (UTC+13)'],
  ['America/Los_Angeles', '2027-01-01T07:59:59.000Z', '31 December 2026, 23:59 (UTC-8)'],
  ['Asia/Kolkata', '2026-06-30T18:30:00.000Z', '1 July 2026, 00:00 (UTC+5:30)'],
  // the hour that occurs twice when clocks go back, and the one that is left out
  ['Europe/Vienna', '2026-10-25T00:30:00.000Z', '25 October 2026, 02:30 (UTC+2)'],
  ['Europe/Vienna', '2026-10-25T01:30:00.000Z', '25 October 2026, 02:30 (UTC+1)'],
  ['America/New_York', '2027-03-14T06:59:59.000Z', '14 March 2027, 01:59 (UTC-5)'],
  ['America/New_York', '2027-03-14T07:00:00.000Z', '14 March 2027, 03:00 (UTC-4)'],
  ['Etc/UTC', '2026-11-28T05:12:09.000Z', '28 November 2026, 05:12 (UTC)'],
  ['Europe/London', '2026-11-28T05:12:09.000Z', '28 November 2026, 05:12 (UTC)'],
  ['UTC', '1900-01-01T00:00:00.000Z', '1 January 1900, 00:00 (UTC)'],
] as const) {
  test(`${at} in ${zone} is "${words}"`, () => {
    assert.equal(formatMoment(at, zone), words)
    assert.equal(formatMoment(new Date(at), zone), words)
  })
}

test('a day of the calendar is that day, whatever the zone of the machine', () => {
  assert.equal(formatDay('2026-12-31'), '31 December 2026')
  assert.equal(formatDay('2027-05-01T00:00:00.000Z'), '1 May 2027')
})
