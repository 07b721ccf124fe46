// Days as charts need them: every day of a span, including those without calls.

import { toWireDay } from '#lib/wire_time.ts'

const DAY_MS = 86_400_000

/** The calls of one day, by outcome. */
export interface DaySums {
  /** `2026-11-20` */
  day: string
  calls: number
  errors: number
  /** Rate limited. */
  limited: number
}

/** Every day from the first to the last, inclusive; days not in `given` have no calls. */
export function everyDay(from: string, to: string, given: readonly DaySums[]): DaySums[] {
  const known = new Map(given.map((sums) => [sums.day, sums]))
  const days: DaySums[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = toWireDay(at)
    days.push(known.get(day) ?? { day, calls: 0, errors: 0, limited: 0 })
  }
  return days
}
