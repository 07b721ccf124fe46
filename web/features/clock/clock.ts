// The clock of an instance as a form: real, frozen at a moment, or shifted by days.

import type { InstanceSettings } from '#features/settings/public.ts'
import { toWireMinute, toWireTime } from '#lib/wire_time.ts'

/** The clock as the server returns and accepts it, by its mode. */
export type ClockSetting = { mode: 'real' } | { mode: 'frozen'; at: string } | { mode: 'shifted'; offset_seconds: number }

/** The values of the fields. `at`: `2027-05-01T00:00`, in UTC. */
export interface ClockDraft {
  mode: ClockSetting['mode']
  at: string
  days: string
}

const DAY_SECONDS = 86_400

/** The clock of an answer, in which the members of all modes are optional. */
export function settingOf({ mode, at, offset_seconds }: InstanceSettings['clock']): ClockSetting {
  if (mode === 'frozen' && at !== undefined) return { mode, at }
  return mode === 'shifted' && offset_seconds !== undefined ? { mode, offset_seconds } : { mode: 'real' }
}

/** The fields for a clock, with defaults for the modes it is not in. */
export function draftOf(clock: ClockSetting, now: number): ClockDraft {
  return {
    mode: clock.mode,
    at: toWireMinute(clock.mode === 'frozen' ? clock.at : now),
    days: String(clock.mode === 'shifted' ? Math.round((clock.offset_seconds / DAY_SECONDS) * 100) / 100 : 1),
  }
}

/** What is sent for the fields. An invalid number or moment is left out, so that the server's error says what is allowed. */
export function clockOf({ mode, at, days }: ClockDraft): Record<string, unknown> {
  if (mode === 'frozen') return at === '' ? { mode } : { mode, at: `${at}:00Z` }
  if (mode === 'real') return { mode }
  const count = Number(days.replace(',', '.'))
  return days.trim() === '' || Number.isNaN(count) ? { mode } : { mode, offset_seconds: Math.round(count * DAY_SECONDS) }
}

/** The time a clock shows. */
export function getShownTime(clock: ClockSetting, now: number): number {
  if (clock.mode === 'frozen') return Date.parse(clock.at)
  return clock.mode === 'shifted' ? now + clock.offset_seconds * 1000 : now
}

/** The clock advanced by a number of seconds; a real clock becomes a shifted one. */
export function advanceClock(clock: ClockSetting, seconds: number): ClockSetting {
  if (clock.mode === 'frozen') return { mode: 'frozen', at: toWireTime(Date.parse(clock.at) + seconds * 1000) }
  return { mode: 'shifted', offset_seconds: seconds + (clock.mode === 'shifted' ? clock.offset_seconds : 0) }
}
