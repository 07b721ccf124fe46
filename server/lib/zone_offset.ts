/** Local times of IANA zones as moments, in seconds since 1970. Offsets change with daylight saving time. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, made)
  return made
}

/** Seconds that the local time of a zone is ahead of UTC at a moment. */
export function offsetAt(zone: string, moment: number): number {
  const text = formatOf(zone).format(moment * 1000)
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (sign === undefined) return 0
  const ahead = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
  return sign === '-' ? -ahead : ahead
}

const DAY_SECONDS = 86_400

/**
 * The moment of a local time, given as the seconds since 1970 that it would be in UTC. A time that a change of the offset skips is the moment
 * of the change, one that occurs twice is the first of both: later local times are never earlier moments.
 */
export function momentOf(zone: string, local: number): number {
  const before = offsetAt(zone, local - DAY_SECONDS)
  const after = offsetAt(zone, local + DAY_SECONDS)
  const first = local - before
  if (before === after || offsetAt(zone, first) === before) return first
  const second = local - after
  return offsetAt(zone, second) === after ? second : changeOf(zone, before, [second, first])
}

/** The first moment after `from` at which the offset is another one, by halving. At `to` it is. */
function changeOf(zone: string, offset: number, [from, to]: readonly [number, number]): number {
  let same = from
  let other = to
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offsetAt(zone, middle) === offset) same = middle
    else other = middle
  }
  return other
}
