import assert from 'node:assert/strict'
import { test } from 'node:test'
import { businessHours, secondsBetween } from '#lib/business_time.ts'
import { scheduleClock } from './business_clock.ts'
import { compileConditions, matches } from './condition.ts'
import { BLANK_TICKET } from './facts.ts'

const HOUR = 3_600_000
const day = (weekday: number) => ({ start_time: weekday * 1440 + 9 * 60, end_time: weekday * 1440 + 17 * 60 })
/** Monday to Friday, 9 to 17 o'clock; New Year is a holiday. */
const hours = businessHours({
  time_zone: 'Europe/Berlin',
  intervals: [1, 2, 3, 4, 5].map(day),
  holidays: [{ start_date: '2026-01-01', end_date: '2026-01-01' }],
})
const clock = scheduleClock(hours)
/** Monday, 11 o'clock in Berlin. */
const monday = new Date('2026-01-19T10:00:00.000Z')
const none = new Map()

test('the clock of a schedule goes back over nights, weekends and holidays to the latest moment', () => {
  const subtractHours = (count: number, now = monday) => clock.before(now, count * HOUR).toISOString()
  assert.equal(subtractHours(0), monday.toISOString())
  assert.equal(subtractHours(2), '2026-01-19T08:00:00.000Z')
  assert.equal(subtractHours(3), '2026-01-16T15:00:00.000Z')
  assert.equal(subtractHours(1, new Date('2026-01-02T08:00:00.000Z')), '2025-12-31T15:00:00.000Z')
  assert.equal(subtractHours(2, new Date('2026-03-30T08:00:00.000Z')), '2026-03-27T15:00:00.000Z', 'summer time began on the Sunday')
})

test('the clock of a schedule goes on to the earliest moment', () => {
  const addHours = (count: number) => clock.after(monday, count * HOUR).toISOString()
  assert.equal(addHours(0), monday.toISOString())
  assert.equal(addHours(6), '2026-01-19T16:00:00.000Z')
  assert.equal(addHours(7), '2026-01-20T09:00:00.000Z')
})

test('between a moment of the clock and now lie so many business hours, and fewer from a millisecond later', () => {
  const measureBetween = (at: Date, skip: number) =>
    Math.round(secondsBetween(hours, (at.getTime() + skip) / 1000, monday.getTime() / 1000) * 1000)
  for (const count of [1, 2, 7, 8, 9, 41, 100, 2000]) {
    const at = clock.before(monday, count * HOUR)
    assert.equal(measureBetween(at, 0), count * HOUR)
    assert.equal(measureBetween(at, 1), count * HOUR - 1)
  }
})

test('a schedule without hours never has any', () => {
  const closed = scheduleClock(businessHours({ time_zone: 'Etc/UTC', intervals: [], holidays: [] }))
  assert.ok(closed.before(monday, HOUR).getTime() < 0)
  assert.ok(closed.after(monday, HOUR).getUTCFullYear() > 9000)
})

test('conditions count business hours by the clock, and all hours without one', () => {
  const ticket = { ...BLANK_TICKET, status: 'open' as const, updated_at: '2026-01-16T15:30:00.000Z', due_at: '2026-01-20T08:30:00.000Z' }
  const holds = (field: string, operator: string, value: string, business_clock = clock) =>
    matches(compileConditions({ all: [{ field, operator, value }], any: [] }, none), ticket, {
      now: monday,
      time_zone: 'Etc/UTC',
      current_user_id: null,
      business_clock,
    })
  assert.deepEqual([holds('updated_at', 'is_business_hours', '2'), holds('updated_at', 'is', '66')], [true, true])
  assert.deepEqual(
    [holds('updated_at', 'less_than_business_hours', '3'), holds('updated_at', 'greater_than_business_hours', '1')],
    [true, true],
  )
  assert.deepEqual([holds('until_due_date', 'is_business_hours', '6'), holds('until_due_date', 'less_than', '22')], [true, false])
  const open = { now: monday, time_zone: 'Etc/UTC', current_user_id: null }
  const calendar = compileConditions({ all: [{ field: 'updated_at', operator: 'is_business_hours', value: '66' }], any: [] }, none)
  assert.equal(matches(calendar, ticket, open), true)
})
