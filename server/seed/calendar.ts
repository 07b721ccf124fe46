/** Plausible times: days of the week and hours as at a real company. Pure; all times are UTC. */
import { addSeconds, toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { Random } from './random.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Relative number of messages on each day of the week, from Sunday. */
const BY_WEEKDAY = [3, 19, 17, 16, 15, 13, 5]
/** Relative number of messages in each hour of the day. */
const BY_HOUR = [1, 1, 0, 0, 1, 3, 6, 12, 20, 24, 22, 18, 13, 17, 19, 18, 14, 10, 7, 5, 4, 4, 3, 2]
const OPENS = 8
const CLOSES = 18

/** Moments at which customers write in the `days` before `now`, ascending. */
export function drawWritingTimes(random: Random, now: Date, count: number, days: number): Date[] {
  const midnight = toDate(Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`))
  const dates = Array.from({ length: days }, (_none, index) => addSeconds(midnight, -(index + 1) * DAY))
  const weights = dates.map((date) => ensureDefined(BY_WEEKDAY[date.getUTCDay()]))
  const times = Array.from({ length: count }, () => {
    const date = ensureDefined(dates[random.weighted(weights)])
    return addSeconds(date, random.weighted(BY_HOUR) * HOUR + random.whole(0, HOUR - 1))
  })
  return times.sort((one, other) => one.getTime() - other.getTime())
}

/** The moment itself, or the start of the next working day when it is outside working hours. */
export function atWork(random: Random, moment: Date): Date {
  const hour = moment.getUTCHours()
  const isFree = moment.getUTCDay() % 6 === 0
  if (!isFree && hour >= OPENS && hour < CLOSES) return moment
  const date = Date.parse(`${moment.toISOString().slice(0, 10)}T00:00:00Z`)
  let morning = addSeconds(toDate(date), (hour < OPENS && !isFree ? 0 : DAY) + OPENS * HOUR + random.whole(60, 2 * HOUR))
  while (morning.getUTCDay() % 6 === 0) morning = addSeconds(morning, DAY)
  return morning
}

/** A moment later by between `least` and `most` minutes. */
export function minutesLater(random: Random, moment: Date, least: number, most: number): Date {
  return addSeconds(moment, random.whole(least * 60, most * 60))
}

/** The name of the day before a moment, as people write it. */
export function dayBefore(moment: Date): string {
  return ensureDefined(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][(moment.getUTCDay() + 6) % 7])
}
