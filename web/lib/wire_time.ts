// Moments and days as the API takes them. Does not belong here: writing them for people (#kit/dates.ts).

/** A moment in UTC, `2026-11-20T11:36:22.000Z`. `at`: milliseconds since 1970, or a text that `Date` parses. @throws RangeError if it is none */
export function toWireTime(at: string | number): string {
  return new Date(at).toISOString()
}

/** The day in UTC of a moment, `2026-11-20`. `at` as in {@link toWireTime}. */
export function toWireDay(at: string | number): string {
  return toWireTime(at).slice(0, 'yyyy-mm-dd'.length)
}

/** The minute in UTC of a moment as fields take it, `2026-11-20T11:36`. `at` as in {@link toWireTime}. */
export function toWireMinute(at: string | number): string {
  return toWireTime(at).slice(0, 'yyyy-mm-ddThh:mm'.length)
}
