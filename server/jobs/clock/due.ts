/** Finds the moments at which scheduled work of one account falls due, without doing any. */
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { SCHEDULED_WORKS } from '../scheduled_works.ts'
import { countMomentsDue, worksDue } from './due_store.ts'

/** Moments asked for with one statement. */
const AT_ONCE = 64
const SECOND_MS = 1000

/** The moment after `ctx.now`, to the second, at which a work falls due that is due at `until` and not before. */
async function sinceWhen(ctx: Context, work: string, until: Date): Promise<Date> {
  // not due at `before`, due at `at`; both whole seconds but for the ends
  let before = Math.floor(ctx.now.getTime() / SECOND_MS)
  let at = Math.ceil(until.getTime() / SECOND_MS)
  while (at - before > 1) {
    const step = Math.max(Math.ceil((at - before) / AT_ONCE), 1)
    const seconds = Array.from({ length: Math.ceil((at - before) / step) - 1 }, (_none, index) => before + (index + 1) * step)
    // the last ones: what is due stays due until it is done
    const due = await countMomentsDue(
      ctx,
      work,
      seconds.map((second) => toDate(second * SECOND_MS)),
    )
    const first = seconds.length - due
    before = first === 0 ? before : (seconds[first - 1] ?? before)
    at = seconds[first] ?? at
  }
  return wholeSecond(toDate(at * SECOND_MS), ctx.now, until)
}

/** A moment, rounded up to the second and kept within bounds. */
function wholeSecond(moment: Date, from: Date, until: Date): Date {
  const rounded = toDate(Math.ceil(moment.getTime() / SECOND_MS) * SECOND_MS)
  if (moment <= from) return from
  return rounded > until ? until : rounded
}

/** The first moment from `ctx.now` to `until`, to the second, at which one of the works is due, those left out; undefined when there is none. */
export async function firstDue(ctx: Context, leftOut: ReadonlySet<string>, until: Date): Promise<Date | undefined> {
  const [now = [], then = []] = await worksDue(ctx, [ctx.now, until])
  const isAsked = (name: string) => !leftOut.has(name) && SCHEDULED_WORKS[name]?.nextDue === undefined
  if (now.some(isAsked)) return ctx.now
  let first: Date | undefined
  for (const name of then.filter(isAsked)) first = await sinceWhen(ctx, name, first ?? until)
  for (const [name, work] of Object.entries(SCHEDULED_WORKS)) {
    const next = leftOut.has(name) ? undefined : await work.nextDue?.(ctx, first ?? until)
    if (next !== undefined) first = wholeSecond(next, ctx.now, first ?? until)
  }
  return first
}
