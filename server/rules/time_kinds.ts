/** How moments are compared: by the hours between them and now, and with another moment. */
import { type RawBuilder, sql } from 'kysely'
import type { Timestamp } from '#lib/clock.ts'
import { hours, moment } from './argument.ts'
import { clockOf, type Hours } from './business_clock.ts'
import type { RuleContext } from './facts.ts'
import { makeComparisons, type Kind, type Meaning, operator } from './kinds.ts'

const HOUR = 3_600_000
type Direction = 'since' | 'until'

const toSqlTime = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** True when the time between a moment and now is at least `from` and less than `below` hours. */
function matchElapsed(direction: Direction, counted: Hours, from: number, below: number): Meaning<Timestamp | null> {
  const findLimit = (count: number, context: RuleContext) =>
    clockOf(counted, context)[direction === 'since' ? 'before' : 'after'](context.now, count * HOUR)
  const hasReached = (at: number, limit: Date) => (direction === 'since' ? at <= limit.getTime() : at >= limit.getTime())
  const sign = direction === 'since' ? sql`<=` : sql`>=`
  return {
    test: (value, _ticket, context) => {
      if (value === null) return false
      const at = Date.parse(value)
      return hasReached(at, findLimit(from, context)) && (below === Infinity || !hasReached(at, findLimit(below, context)))
    },
    sql: (column, context) => {
      const near: RawBuilder<unknown> = sql`${column} is not null and ${column} ${sign} ${toSqlTime(findLimit(from, context))}`
      return below === Infinity
        ? sql<boolean>`(${near})`
        : sql<boolean>`(${near} and not ${column} ${sign} ${toSqlTime(findLimit(below, context))})`
    },
  }
}

const countedIn = (direction: Direction, counted: Hours) => ({
  is: operator(hours, (count) => matchElapsed(direction, counted, count, count + 1)),
  less_than: operator(hours, (count) => matchElapsed(direction, counted, 0, count)),
  greater_than: operator(hours, (count) => matchElapsed(direction, counted, count + 1, Infinity)),
})

/**
 * Whole calendar hours since (or until) a moment. The run within the first hour counts as 0, so `is 24` is true in exactly one of the hourly
 * runs. No operator is true for a moment that is null, or that is in the other direction.
 * @source docs/reference/business_rules.md §5.2
 */
export function calendarHours(direction: Direction): Kind<Timestamp | null> {
  return countedIn(direction, 'calendar')
}

/** The same, and the same operators in business hours. */
export function hoursFrom(direction: Direction): Kind<Timestamp | null> {
  const business = countedIn(direction, 'business')
  return {
    ...countedIn(direction, 'calendar'),
    is_business_hours: business.is,
    less_than_business_hours: business.less_than,
    greater_than_business_hours: business.greater_than,
  }
}

const { less_than, less_than_equal, greater_than, greater_than_equal } = makeComparisons(moment, sql`timestamptz`)

/** Before and after a moment. */
export const moments: Kind<Timestamp | null> = { less_than, less_than_equal, greater_than, greater_than_equal }
