// Days as charts need them: every day of a span, including those without calls.

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
    const day = new Date(at).toISOString().slice(0, 10)
    days.push(known.get(day) ?? { day, calls: 0, errors: 0, limited: 0 })
  }
  return days
}

const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Nov 20" */
export function dayName(day: string): string {
  return short.format(Date.parse(day))
}

const number = new Intl.NumberFormat('en')

/** "1,234" */
export function count(value: number): string {
  return number.format(value)
}

/** "1 call", "1,234 calls" */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
