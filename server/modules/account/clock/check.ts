/** Checks of an advance of the clock. */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { addSeconds, CLOCK_YEARS, isClockTime, toDate } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import type { AdvanceInput } from './schema.ts'

/** A leap year. */
const MAX_SECONDS = 366 * 86_400

const refuse = (path: string, must: string) => refuseInvalid({ [path]: [{ description: `${path}: ${must}`, error: 'InvalidValue' }] })

/** Only the clock of an instance that is not in production may be moved. @throws RecordInvalid */
export function requireMovable(ctx: Context): void {
  if (ctx.account.kind === 'production')
    refuse('clock', 'of a production instance shows the real time: expired credentials would be valid again')
}

/**
 * Where an input says the clock should go, from where it stands: to a whole second. The check of the distance follows when that is known.
 * @throws RecordInvalid here and when called
 */
export function readAdvance({ seconds, to }: AdvanceInput): (from: Date) => Date {
  const hasSeconds = typeof seconds === 'number'
  const hasTo = typeof to === 'string'
  if (hasSeconds === hasTo) refuse('clock', 'must have either seconds or to')
  if (hasSeconds && (seconds < 1 || seconds > MAX_SECONDS)) refuse('clock.seconds', `must be a number from 1 to ${MAX_SECONDS}`)
  return (from) => {
    const target = wholeSecond(hasSeconds ? addSeconds(from, seconds) : toDate(to ?? ''))
    if (target < from) refuse('clock.to', `must not be before the time of this instance, ${formatMoment(from)}`)
    if (target > addSeconds(from, MAX_SECONDS)) refuse('clock.to', `must be at most ${MAX_SECONDS} seconds from now`)
    if (!isClockTime(target)) refuse('clock.to', `must not be after the year ${CLOCK_YEARS.last}`)
    return target
  }
}

const wholeSecond = (moment: Date) => toDate(Math.floor(moment.getTime() / 1000) * 1000)
