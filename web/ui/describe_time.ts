const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  { unit: 'year', seconds: 31_536_000 },
  { unit: 'month', seconds: 2_592_000 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** "3 hours ago", "yesterday", "in 2 weeks"; both times in milliseconds. */
export function describeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000
  const step = units.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step === undefined ? 'just now' : relative.format(Math.trunc(seconds / step.seconds), step.unit)
}
