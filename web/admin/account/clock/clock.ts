// The clock of an instance as it is typed: real, stopped at a moment, or shifted by days.

/** The clock as the server shows and takes it. */
export type ClockSetting = { mode: 'real' } | { mode: 'frozen'; at: string } | { mode: 'shifted'; offset_seconds: number }

/** What stands in the fields. `at`: `2027-05-01T00:00`, in UTC. */
export interface ClockDraft {
  mode: ClockSetting['mode']
  at: string
  days: string
}

const DAY_SECONDS = 86_400

/** The fields for a clock; where it does not say, what one would begin with. */
export function draftOf(clock: ClockSetting, now: number): ClockDraft {
  return {
    mode: clock.mode,
    at: new Date(clock.mode === 'frozen' ? clock.at : now).toISOString().slice(0, 16),
    days: String(clock.mode === 'shifted' ? Math.round((clock.offset_seconds / DAY_SECONDS) * 100) / 100 : 1),
  }
}

/** What is sent for the fields. What is no number or no moment is left out, so that the server says what may be. */
export function clockOf({ mode, at, days }: ClockDraft): Record<string, unknown> {
  if (mode === 'frozen') return at === '' ? { mode } : { mode, at: `${at}:00Z` }
  if (mode === 'real') return { mode }
  const count = Number(days.replace(',', '.'))
  return days.trim() === '' || Number.isNaN(count) ? { mode } : { mode, offset_seconds: Math.round(count * DAY_SECONDS) }
}

/** The moment the clock shows. */
export function shownBy(clock: ClockSetting, now: number): number {
  if (clock.mode === 'frozen') return Date.parse(clock.at)
  return clock.mode === 'shifted' ? now + clock.offset_seconds * 1000 : now
}

/** The clock moved on by so many seconds; a real one becomes a shifted one. */
export function movedOn(clock: ClockSetting, seconds: number): ClockSetting {
  if (clock.mode === 'frozen') return { mode: 'frozen', at: new Date(Date.parse(clock.at) + seconds * 1000).toISOString() }
  return { mode: 'shifted', offset_seconds: seconds + (clock.mode === 'shifted' ? clock.offset_seconds : 0) }
}
