import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayBegins, dayIn } from './local_day.ts'

/** On both sides of UTC and of the date line, by half and quarter hours, and with clocks that change, at midnight, too. */
const ZONES = [
  'Etc/UTC',
  'America/New_York',
  'Pacific/Pago_Pago',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Europe/Berlin',
  'Pacific/Apia',
]
const HOUR = 3_600
/** Around the changes of clocks in the spring and autumn of 2027 in both hemispheres, and at any time since 1971. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2040, 0) }),
  fc
    .tuple(
      fc.constantFrom('2027-03-14', '2027-03-28', '2027-04-04', '2027-09-26', '2027-10-31', '2027-11-07', '2011-12-30'),
      fc.integer({ min: -30, max: 30 }),
    )
    .map(([day, hours]) => Date.parse(day) + hours * HOUR * 1000),
)
/** What another part of the platform says: the Canadian locale writes days as ISO 8601. */
const formatDay = (zone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
const calendarDays = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * HOUR * 1000).toISOString().slice(0, 10)

test('the day of a moment is the one that its zone has, and later days follow on the calendar', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, fc.integer({ min: -400, max: 400 }), (zone, at, days) => {
      const today = dayIn(zone, new Date(at))
      assert.equal(today, formatDay(zone, new Date(at)))
      assert.equal(dayIn(zone, new Date(at), days), calendarDays(today, days))
    }),
  )
})

test('a day begins with its first second, also where clocks change at midnight', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, fc.integer({ min: -3, max: 3 }), (zone, at, days) => {
      const day = dayIn(zone, new Date(at), days)
      const begins = dayBegins(zone, dayIn(zone, new Date(at)), days)
      // Apia had no 30 December 2011: that day begins with the next one
      assert.ok(formatDay(zone, new Date(begins * 1000)) >= day)
      assert.ok(formatDay(zone, new Date(begins * 1000 - 1)) < day)
    }),
  )
})

test('in Auckland the day after 12:30 UTC is the fourteenth, in New York still the thirteenth', () => {
  const at = new Date('2027-03-13T12:30:00Z')
  assert.deepEqual(
    ['Pacific/Auckland', 'Etc/UTC', 'America/New_York'].map((zone) => [dayIn(zone, at), dayIn(zone, at, 1), dayIn(zone, at, -14)]),
    [
      ['2027-03-14', '2027-03-15', '2027-02-28'],
      ['2027-03-13', '2027-03-14', '2027-02-27'],
      ['2027-03-13', '2027-03-14', '2027-02-27'],
    ],
  )
  // 23 and 25 hours long
  assert.deepEqual(
    ['2027-03-14', '2027-11-07'].map((day) => dayBegins('America/New_York', day, 1) - dayBegins('America/New_York', day)),
    [23 * HOUR, 25 * HOUR],
  )
})

test('days at the ends of the calendar that searches may name are moments', () => {
  for (const zone of ZONES) for (const day of ['0001-01-01', '9999-12-31']) assert.ok(Number.isFinite(dayBegins(zone, day, 1)))
})
