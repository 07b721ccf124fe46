const short = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** The time that a page of a log covers, such as "Nov 14, 2027, 10:00 – 11:30 AM". `times`: of its rows, the newest first; not empty. */
export function spanOf(times: readonly string[]): string {
  return short.formatRange(Date.parse(times.at(-1) ?? ''), Date.parse(times[0] ?? ''))
}
