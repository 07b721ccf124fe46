// ADVANCING A CLOCK: the clock of one account goes from one moment at which work falls due to the next; at each the work is done, and the jobs
// it caused have run before the clock goes on. So everything happens in the order of its time, and carries it.
// Not here: what is due and what is done (the scheduled works of the modules).
import { setTimeout as sleep } from 'node:timers/promises'
import { baseUrlOf } from '#accounts/address.ts'
import { type Context, systemContext } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { addSeconds, readStopwatch, toDate, wireTime } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { ClockAdvance } from '#modules/account/clock/schema.ts'
import { claimScheduled, releaseScheduled } from '../claim.ts'
import { SCHEDULED_WORKS } from '../scheduled_works.ts'
import { countRunnable, listDelayed, releaseDelayed } from './delayed_store.ts'
import { firstDue } from './due.ts'
import { worksDue } from './due_store.ts'
import { type Hold, moveClock, releaseClock, takeClock } from './hold.ts'
import { beginReport, type Report } from './report.ts'

/** The part of the time limit of a request after which no further moment is begun. */
const SHARE = 0.6
/** How long the clock stays held when the process dies, beyond the time limit of the request. */
const BEYOND_SECONDS = 5
const POLL_MS = 5
/** The longest pause between two looks at the queue. */
const MAX_POLL_MS = 100
/** The clock stops at least this often, so that the search for the next moment has an end. */
const STRIDE_SECONDS = 7 * 86_400
/** How often one work is done at one moment, as long as it finds more to do. */
const MAX_ROUNDS = 25

/** An advance under way. */
interface Advance {
  readonly ctx: Context
  readonly hold: Hold
  readonly report: Report
  /** By the stopwatch. */
  readonly ends_at: number
  /** Works that are due and find nothing to do: they are tried at each moment, and cause none. */
  readonly idle: Set<string>
  /** When delayed jobs are due, by the account's clock, by their ids. */
  readonly delayed: Map<number, Date>
}

/** Why an advance ended before its end. */
const REASONS = {
  time: 'The time of one request was over. Send the same request with what is left, or with `to`, to go on.',
  jobs: 'Jobs of this instance still run or wait for a worker. Send the same request with what is left, or with `to`, to go on.',
} as const

/**
 * Advances the clock of an account as far as the time of the request allows.
 * @throws Conflict while another advance or worker does the scheduled work, and when the clock is set meanwhile @throws whatever `target` throws
 */
export async function advanceClock(ctx: Context, target: (from: Date) => Date): Promise<ClockAdvance> {
  const { answer_seconds } = ctx.services.config
  const ends_at = readStopwatch() + answer_seconds * 1000 * SHARE
  const hold = await takeClock(ctx, answer_seconds + BEYOND_SECONDS, target)
  const holder = `advance ${hold.clock.by}`
  const advance: Advance = { ctx, hold, report: beginReport(), ends_at, idle: new Set(), delayed: new Map() }
  try {
    await claim(advance, holder, answer_seconds + BEYOND_SECONDS)
    const { reached, reason } = await run(advance)
    await releaseClock(ctx, hold)
    return presentAdvance(advance, reached, reason)
  } catch (error) {
    // if this fails too, the hold is over at its time
    await releaseClock(ctx, hold).catch((left: unknown) =>
      ctx.log.warn({ err: left, account_id: ctx.account.id }, 'a clock could not be released'),
    )
    throw error
  } finally {
    await releaseScheduled(ctx.db, ctx.account.id, holder)
  }
}

/** Claims the scheduled work of the account. A worker that has it is soon done. @throws Conflict */
async function claim({ ctx, ends_at }: Advance, holder: string, seconds: number): Promise<void> {
  while (!(await claimScheduled(ctx.db, ctx.account.id, holder, seconds))) {
    if (readStopwatch() > ends_at)
      throw new Conflict('ScheduledWorkIsRunning', 'A worker is doing the scheduled work of this instance; try again when it is done')
    await sleep(POLL_MS)
  }
}

/** Goes from moment to moment. Returns how far it came, and why not further. */
async function run(advance: Advance): Promise<{ reached: Date; reason: string | null }> {
  const { hold, ends_at } = advance
  let at = hold.from
  for (;;) {
    const now = await standAt(advance, at)
    await doWork(advance, now)
    if (!(await jobsAreDone(advance))) return { reached: at, reason: REASONS.jobs }
    if (readStopwatch() > ends_at) return { reached: at, reason: at < hold.to ? REASONS.time : null }
    const next = await nextMoment(advance, now)
    if (next === undefined) return { reached: at, reason: null }
    at = next
  }
}

/** Moves the clock and returns a context of that moment. */
async function standAt({ ctx, hold }: Advance, at: Date): Promise<Context> {
  const { services, db, log } = ctx
  const account = await moveClock(ctx, hold, at)
  return systemContext({ account, db, log, services, base_url: baseUrlOf(account, services.config) })
}

/** Does everything that is due at a moment, and lets jobs run that have waited for it. */
async function doWork(advance: Advance, now: Context): Promise<void> {
  const { idle, delayed, report } = advance
  const at = wireTime(now.now.toISOString())
  await doScheduled(advance, now, at)
  // work of which the database knows only that there may be some, and there was none
  for (const name of idle) if (!(await isStillDue(now, name))) idle.delete(name)
  const due = [...delayed].filter(([, moment]) => moment <= now.now).map(([id]) => id)
  if (due.length === 0) return
  await releaseDelayed(now.db, due)
  for (const id of due) delayed.delete(id)
  report.note('delayed_jobs', at, due.length)
}

/** Does the scheduled work of a moment, again as long as there is some. */
async function doScheduled({ idle, report }: Advance, now: Context, at: string): Promise<void> {
  idle.clear()
  for (let round = 0; ; round++) {
    const due = ((await worksDue(now, [now.now]))[0] ?? []).filter((name) => !idle.has(name))
    if (due.length === 0) return
    for (const name of due) {
      const changed = await actOf(name)(now).catch((error: unknown) => {
        now.log.error({ err: error, due: name, account_id: now.account.id }, 'what is due could not be done')
        return null
      })
      report.note(name, at, changed)
      if (changed === null || changed === 0 || round >= MAX_ROUNDS) idle.add(name)
    }
  }
}

const actOf = (name: string) => (now: Context) => ensureDefined(SCHEDULED_WORKS[name]).act(now)

async function isStillDue(now: Context, name: string): Promise<boolean> {
  const { nextDue } = ensureDefined(SCHEDULED_WORKS[name])
  return nextDue === undefined || (await nextDue(now, now.now)) !== undefined
}

/** Waits until no job of the account runs or can; false when the time is over. */
async function jobsAreDone({ ctx, ends_at }: Advance): Promise<boolean> {
  for (let pause = POLL_MS; (await countRunnable(ctx.db, ctx.account.id)) > 0; pause = Math.min(pause * 2, MAX_POLL_MS)) {
    if (readStopwatch() > ends_at) return false
    await sleep(pause)
  }
  return true
}

/** The next moment at which something is due; undefined when the clock has arrived. */
async function nextMoment(advance: Advance, now: Context): Promise<Date | undefined> {
  const { hold, idle, delayed } = advance
  if (now.now >= hold.to) return undefined
  const stride = addSeconds(now.now, STRIDE_SECONDS)
  let next = stride < hold.to ? stride : hold.to
  for (const { id, seconds } of await listDelayed(now.db, now.account.id)) {
    // the delay is known when the job is seen first: from then on only the account's clock counts
    const at = delayed.get(id) ?? toDate((Math.floor(now.now.getTime() / 1000) + Math.ceil(seconds)) * 1000)
    delayed.set(id, at)
    if (at < next) next = at
  }
  return (await firstDue(now, idle, next)) ?? next
}

function presentAdvance({ hold, report }: Advance, reached: Date, reason: string | null): ClockAdvance {
  const wire = (moment: Date) => wireTime(moment.toISOString())
  const done = { works: report.works(), events: report.events, events_left_out: report.events_left_out() }
  return { from: wire(hold.from), to: wire(hold.to), now: wire(reached), is_complete: reason === null, reason, ...done }
}
