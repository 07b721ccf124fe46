import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BusinessHours, businessHours, addBusinessSeconds, secondsBetween, type WeekSchedule } from './business_time.ts'
import { measureProcessor } from '#test/processor_time.ts'
import { momentOf, offsetAt } from './zone_offset.ts'

const HOUR = 3600
const toSeconds = (text: string) => Date.parse(text) / 1000
const day = (weekday: number, from: number, to: number) => ({ start_time: weekday * 1440 + from * 60, end_time: weekday * 1440 + to * 60 })
const OFFICE = [1, 2, 3, 4, 5].map((weekday) => day(weekday, 9, 17))
const always = { start_time: 0, end_time: 10_080 }
const hoursIn = (time_zone: string, intervals: WeekSchedule['intervals'], holidays: WeekSchedule['holidays'] = []) =>
  businessHours({ time_zone, intervals, holidays })

test('only the hours of the week count, in the zone of the schedule', () => {
  const berlin = hoursIn('Europe/Berlin', OFFICE)
  // Friday 16:00 to Monday 10:00 in Berlin, which is an hour ahead of UTC in winter
  assert.equal(secondsBetween(berlin, toSeconds('2026-01-09T15:00:00Z'), toSeconds('2026-01-12T09:00:00Z')), 2 * HOUR)
  assert.equal(addBusinessSeconds(berlin, toSeconds('2026-01-09T15:00:00Z'), 2 * HOUR), toSeconds('2026-01-12T09:00:00Z'))
  // in summer two hours
  assert.equal(secondsBetween(berlin, toSeconds('2026-07-06T06:00:00Z'), toSeconds('2026-07-06T08:00:00Z')), HOUR)
})

test('holidays do not count, the last day included', () => {
  const hours = hoursIn('Etc/UTC', OFFICE, [{ start_date: '2026-12-24', end_date: '2026-12-28' }])
  assert.equal(secondsBetween(hours, toSeconds('2026-12-23T16:00:00Z'), toSeconds('2026-12-29T10:00:00Z')), 2 * HOUR)
  assert.equal(addBusinessSeconds(hours, toSeconds('2026-12-23T16:00:00Z'), HOUR + 60), toSeconds('2026-12-29T09:01:00Z'))
})

test('an interval over a change of the clocks has an hour less or more', () => {
  const sundays = hoursIn('Europe/Berlin', [day(0, 1, 4)])
  const spring = toSeconds('2026-03-29T00:00:00Z')
  const autumn = toSeconds('2026-10-24T23:00:00Z')
  assert.equal(secondsBetween(sundays, spring - 12 * HOUR, spring + 12 * HOUR), 2 * HOUR)
  assert.equal(secondsBetween(sundays, autumn - 12 * HOUR, autumn + 12 * HOUR), 4 * HOUR)
})

test('a local time that is skipped is the moment of the change, one that occurs twice the first', () => {
  const toBerlinSeconds = (text: string) => momentOf('Europe/Berlin', toSeconds(`${text}Z`))
  assert.equal(toBerlinSeconds('2026-03-29T02:30:00'), toSeconds('2026-03-29T01:00:00Z'))
  assert.equal(toBerlinSeconds('2026-03-29T03:00:00'), toSeconds('2026-03-29T01:00:00Z'))
  assert.equal(toBerlinSeconds('2026-10-25T02:30:00'), toSeconds('2026-10-25T00:30:00Z'))
  assert.equal(toBerlinSeconds('2026-10-25T03:00:00'), toSeconds('2026-10-25T02:00:00Z'))
})

test('hours that never come have no moment', () => {
  assert.equal(addBusinessSeconds(hoursIn('Etc/UTC', []), 0, 60), null)
  assert.equal(addBusinessSeconds(hoursIn('Etc/UTC', OFFICE, [{ start_date: '1970-01-01', end_date: '2026-12-31' }]), 0, 60), null)
})

// with changes at midnight, by half an hour, and over a whole day
const ZONES = [
  'Etc/UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Casablanca',
]
const moment = fc.integer({ min: toSeconds('2010-01-01T00:00:00Z'), max: toSeconds('2030-01-01T00:00:00Z') })
const span = fc.integer({ min: 0, max: 120 * 24 * HOUR })
const week = fc
  .uniqueArray(fc.integer({ min: 0, max: 10_080 }), { minLength: 2, maxLength: 14 })
  .map((times) => times.toSorted((one, other) => one - other))
  .map((times) =>
    Array.from({ length: Math.floor(times.length / 2) }, (_none, pair) => ({
      start_time: times[pair * 2] as number,
      end_time: times[pair * 2 + 1] as number,
    })),
  )
const holiday = moment.map((seconds) => {
  const start_date = new Date(seconds * 1000).toISOString().slice(0, 10)
  return { start_date, end_date: new Date((seconds + 3 * 24 * HOUR) * 1000).toISOString().slice(0, 10) }
})
const anyHours: fc.Arbitrary<BusinessHours> = fc
  .tuple(fc.constantFrom(...ZONES), week, fc.array(holiday, { maxLength: 4 }))
  .map(([time_zone, intervals, holidays]) => businessHours({ time_zone, intervals, holidays }))

test('so much time has passed at the moment at which it has passed, and a second earlier it has not', () => {
  fc.assert(
    fc.property(anyHours, moment, fc.integer({ min: 1, max: 200 * HOUR }), (hours, from, seconds) => {
      const reached = addBusinessSeconds(hours, from, seconds)
      if (reached === null) return
      assert.equal(secondsBetween(hours, from, reached), seconds)
      assert.equal(secondsBetween(hours, from, reached - 1), seconds - 1)
    }),
  )
})

test('time adds up: of two parts, and of the hours and all others', () => {
  fc.assert(
    fc.property(anyHours, moment, span, span, (hours, from, one, other) => {
      const whole = secondsBetween(hours, from, from + one + other)
      assert.equal(whole, secondsBetween(hours, from, from + one) + secondsBetween(hours, from + one, from + one + other))
      assert.ok(whole >= 0 && whole <= one + other)
    }),
  )
})

test('whole weeks count as their days do, over holidays and changes of the clocks', () => {
  const years = fc.integer({ min: 0, max: 800 * 24 * HOUR })
  fc.assert(
    fc.property(anyHours, moment, years, (hours, from, length) => {
      let seconds = 0
      for (let at = from; at < from + length; at += 5 * 24 * HOUR)
        seconds += secondsBetween(hours, at, Math.min(at + 5 * 24 * HOUR, from + length))
      assert.equal(secondsBetween(hours, from, from + length), seconds)
    }),
  )
})

test('of a very long span the last hundred years are counted, which takes some milliseconds', () => {
  const century = 36_525 * 24 * HOUR
  for (const now of ['2026-01-01T00:00:00Z', '9999-12-31T00:00:00Z'].map(toSeconds)) {
    const hours = hoursIn('Europe/Berlin', OFFICE)
    const used = measureProcessor()
    const seconds = secondsBetween(hours, toSeconds('0001-01-01T00:00:00Z'), now)
    assert.ok(used() < 250, `${used()} ms`)
    assert.equal(seconds, secondsBetween(hours, now - century, now))
  }
})

test('of many days and weeks not more than 10,000 are kept', () => {
  const hours = hoursIn('Europe/Berlin', OFFICE)
  const begin = toSeconds('0100-01-01T00:00:00Z')
  for (let number = 0; number < 10_500; number++) {
    const from = begin + number * 14 * 24 * HOUR
    assert.equal(secondsBetween(hours, from, from + 14 * 24 * HOUR), 80 * HOUR)
    assert.ok(hours.known.size <= 10_000 && hours.known_weeks.size <= 10_000)
  }
})

test('more time is passed later', () => {
  fc.assert(
    fc.property(anyHours, moment, span, span, (hours, from, one, other) => {
      const sooner = addBusinessSeconds(hours, from, one)
      const later = addBusinessSeconds(hours, from, one + other)
      assert.ok(sooner === null ? later === null : later === null || later >= sooner)
    }),
  )
})

test('hours around the clock, or none, are plain time in every zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, span, (zone, from, length) => {
      for (const hours of [null, hoursIn(zone, [always])]) {
        assert.equal(secondsBetween(hours, from, from + length), length)
        assert.equal(addBusinessSeconds(hours, from, length), from + length)
      }
    }),
  )
})

test('a moment is the local time that it has', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (zone, seconds) => {
      const local = seconds + offsetAt(zone, seconds)
      const first = momentOf(zone, local)
      assert.ok(first <= seconds)
      assert.equal(first + offsetAt(zone, first), local)
    }),
  )
})
