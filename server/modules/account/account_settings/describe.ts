/** Values of settings in words, for the audit log. Pure. */
import type { ClockSetting } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { isObject } from '#lib/json.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const isMoment = (value: unknown): value is string => typeof value === 'string' && MOMENT.test(value)

const isClock = (path: string, value: unknown): value is ClockSetting => path === 'clock' && isObject(value)

/** The value of the setting at a path: moments and the clock in words, anything else as JSON. */
export function describeSetting(path: string, value: unknown): string {
  if (isClock(path, value)) return describeClock(value)
  if (isMoment(value)) return formatMoment(value)
  return JSON.stringify(value, (_key, inner: unknown) => (isMoment(inner) ? formatMoment(inner) : inner))
}

function describeClock(clock: ClockSetting): string {
  switch (clock.mode) {
    case 'real':
      return 'the real time'
    case 'frozen':
      return `stopped at ${formatMoment(clock.at)}`
    case 'shifted':
      return `${Math.abs(clock.offset_seconds)} seconds ${clock.offset_seconds < 0 ? 'before' : 'after'} the real time`
    case 'advancing':
      return `being advanced from ${formatMoment(clock.at)}`
  }
}
