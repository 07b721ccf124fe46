// THE TIME: the only file that reads the machine's clock. Everything else gets `ctx.now`.
// Not here: schedules and business hours.
import { hrtime } from 'node:process'

/** A moment in rows and in code: ISO-8601 in UTC with milliseconds, `2026-11-20T11:36:22.123Z`. Sorts as text. */
export type Timestamp = string

/** How an account's clock runs. `offset_seconds` may be negative. */
export type ClockSetting =
  | { mode: 'real' }
  | { mode: 'frozen'; at: Timestamp }
  | { mode: 'shifted'; offset_seconds: number }
  | AdvancingClock

/**
 * A clock that is being advanced: it stands at `at` while the work of that moment is done. `by` is the advance. It is over at `until` by the
 * machine's clock, also when its process has died: then the clock runs on from there if it did before (`runs`).
 */
export interface AdvancingClock {
  readonly mode: 'advancing'
  readonly at: Timestamp
  readonly by: string
  readonly until: Timestamp
  readonly runs: boolean
}

/** The machine's time. Only for what belongs to no account: the process itself, log lines, caches. */
export function machineNow(): Date {
  return new Date()
}

/** Milliseconds of a monotonic clock; for measuring durations. */
export function readStopwatch(): number {
  return performance.now()
}

/** Milliseconds of the monotonic clock that all processes of a machine share: the stopwatch begins with each of them. */
export function readMachineStopwatch(): number {
  return Number(hrtime.bigint()) / 1e6
}

/**
 * The years an account's clock may show. What is computed from its time stays within the years that PostgreSQL and the API write with four digits:
 * scheduled work asks for all accounts with one statement, which a moment beyond them would make fail.
 */
export const CLOCK_YEARS = { first: 1900, last: 8999 } as const

/** True for a moment that an account's clock may show. */
export function isClockTime(moment: Date): boolean {
  return moment.getUTCFullYear() >= CLOCK_YEARS.first && moment.getUTCFullYear() <= CLOCK_YEARS.last
}

/** The time by an account's clock, which ends with its last year. @source docs/decisions/0010_two_clocks.md */
export function accountNow(clock: ClockSetting): Date {
  const now = shownBy(clock)
  return now.getUTCFullYear() > CLOCK_YEARS.last ? new Date(Date.UTC(CLOCK_YEARS.last, 11, 31)) : now
}

function shownBy(clock: ClockSetting): Date {
  if (clock.mode === 'frozen') return new Date(clock.at)
  if (clock.mode === 'advancing')
    return new Date(Date.parse(clock.at) + (clock.runs ? Math.max(Date.now() - Date.parse(clock.until), 0) : 0))
  if (clock.mode === 'shifted') return new Date(Date.now() + clock.offset_seconds * 1000)
  return new Date()
}

/** True while an advance holds this clock; false when it has died. */
export function isHeld(clock: AdvancingClock): boolean {
  return Date.now() < Date.parse(clock.until)
}

/** A `Date` from an ISO text or from milliseconds since 1970. The result is invalid when the text is not a date. */
export function toDate(moment: string | number): Date {
  return new Date(moment)
}

/** `moment` moved by `seconds` (negative: earlier). */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

/** A moment as the API writes it: second precision, `2026-11-20T11:36:22Z`. @source docs/reference/conventions.md §1.6 */
export function wireTime(moment: Timestamp): string {
  return `${moment.slice(0, 19)}Z`
}

/** As {@link wireTime}; null stays null. */
export function wireTimeOrNull(moment: Timestamp | null): string | null {
  return moment === null ? null : `${moment.slice(0, 19)}Z`
}

/** Whole seconds since 1970 of a moment. */
export function epochSeconds(moment: Timestamp): number {
  return Math.floor(Date.parse(moment) / 1000)
}
