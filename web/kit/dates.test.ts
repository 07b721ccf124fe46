import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatDay,
  formatExactMoment,
  formatMoment,
  formatMomentRange,
  formatRelativeTime,
  formatShortDay,
  formatStoredDate,
} from './dates.ts'

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
  test(`${at} is "${words}" at noon of 2026-11-20`, () => assert.equal(formatRelativeTime(Date.parse(at), now), words))
}

for (const [zone, at, words] of [
  ['UTC', '2026-11-28T05:12:09Z', '28 Nov 2026, 05:12:09 (UTC)'],
  ['Europe/London', '2026-11-28T05:12:09Z', '28 Nov 2026, 05:12:09 (UTC)'],
  ['Pacific/Auckland', '2026-12-31T11:00:00Z', '1 Jan 2027, 00:00:00 (UTC+13)'],
  ['America/Los_Angeles', '2027-01-01T07:59:59Z', '31 Dec 2026, 23:59:59 (UTC-8)'],
  ['Asia/Kolkata', '2026-06-30T18:30:00Z', '1 Jul 2026, 00:00:00 (UTC+5:30)'],
  // the hour that occurs twice when clocks go back, and the one that is left out
  ['Europe/Vienna', '2026-10-25T00:30:00Z', '25 Oct 2026, 02:30:00 (UTC+2)'],
  ['Europe/Vienna', '2026-10-25T01:30:00Z', '25 Oct 2026, 02:30:00 (UTC+1)'],
  ['America/New_York', '2027-03-14T06:59:59Z', '14 Mar 2027, 01:59:59 (UTC-5)'],
  ['America/New_York', '2027-03-14T07:00:00Z', '14 Mar 2027, 03:00:00 (UTC-4)'],
] as const) {
  test(`${at} in ${zone} is "${words}"`, () => assert.equal(formatExactMoment(at, zone), words))
}

test('a moment is the same as text and as milliseconds, and in the time zone of the browser', () => {
  const at = new Date(2026, 10, 28, 0, 5)
  assert.equal(formatMoment(at.toISOString()), '28 Nov 2026, 00:05')
  assert.equal(formatMoment(at.getTime()), '28 Nov 2026, 00:05')
})

test('a day of the calendar is that day in every time zone', () => {
  assert.equal(formatDay('2026-12-31'), '31 Dec 2026')
  assert.equal(formatDay('2027-05-01T00:00:00Z'), '1 May 2027')
  assert.equal(formatShortDay('2028-02-29'), '29 Feb')
})

test('a range has what both ends share once', () => {
  const at = (hour: number, day = 28) => new Date(2026, 10, day, hour).toISOString()
  assert.equal(formatMomentRange([at(12), at(11), at(10)]), '28 Nov 2026, 10:00\u201312:00')
  assert.match(formatMomentRange([at(12), at(10, 27)]), /^27 Nov 2026, 10:00\s\u2013\s28 Nov 2026, 12:00$/)
})

test('values of date fields are said in words, and other texts stay as they are', () => {
  assert.equal(formatStoredDate('2026-11-28'), '28 Nov 2026')
  assert.equal(formatStoredDate(new Date(2026, 10, 28, 5, 12).toISOString()), '28 Nov 2026, 05:12')
  assert.equal(formatStoredDate('2026-11-28T05:12:09Z'), formatMoment('2026-11-28T05:12:09Z'))
  for (const text of ['7', '', 'soon', '2026-13-45', '2026']) assert.equal(formatStoredDate(text), text)
})
