const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The units, each with the count from which it is used; a time next week is clearer in days. */
const units = [
  { unit: 'year', seconds: 31_536_000, from: 1 },
  { unit: 'month', seconds: 2_592_000, from: 1 },
  { unit: 'week', seconds: 604_800, from: 2 },
  { unit: 'day', seconds: 86_400, from: 1 },
  { unit: 'hour', seconds: 3_600, from: 1 },
  { unit: 'minute', seconds: 60, from: 1 },
] as const

/** The fraction of a unit that is rounded up: a deadline 14 days ahead still reads "in 14 days" a minute later. */
const ROUND_UP_FRACTION = 0.02

/** "3 hours ago", "yesterday", "in 2 weeks"; both times in milliseconds. */
export function describeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000
  const step = units.find((candidate) => Math.abs(seconds) >= candidate.seconds * candidate.from)
  if (step === undefined) return 'just now'
  const count = Math.floor(Math.abs(seconds) / step.seconds + ROUND_UP_FRACTION)
  return relative.format(Math.sign(seconds) * count, step.unit)
}
