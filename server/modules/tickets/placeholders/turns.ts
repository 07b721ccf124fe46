/**
 * Renderings that may be slow take turns, so that however many there are others are served between them. Each has a limit of time, and so have
 * those of a person and of an account together. See docs/decisions/0041_renderings_take_turns.md.
 */
import type { Context } from '#core/context.ts'
import { readStopwatch } from '#lib/clock.ts'
import { makeLru } from '#lib/lru.ts'
import { runInterruptibly, TookTooLong } from '#markup/interrupt.ts'
import { makeTurnQueue } from './turn_queue.ts'

/** Milliseconds of one rendering, and of one whose person or account has used up its share; from when on one is slow, and counts. */
const TURN = { limit: 50, exhausted: 10, slow: 10 } as const
/** Milliseconds of slow renderings, in each minute of this process. */
const SHARES = { person: 500, account: 2000 } as const
const MINUTE_MS = 60_000

interface Used {
  readonly since: number
  milliseconds: number
}

const used = makeLru<Used>(10_000)
/** Each begins the turn of one rendering. */
const waiting = makeTurnQueue<() => void>()
let isTaken = false
/** Milliseconds of the turns since others were served. */
let together = 0

/** Whose share a rendering uses. What runs without a person uses that of the account alone. */
function sharesOf({ account, actor }: Context): readonly (readonly [key: string, most: number])[] {
  const whole = [`${account.id}`, SHARES.account] as const
  return actor.id > 0 ? [whole, [`${account.id} ${actor.id}`, SHARES.person] as const] : [whole]
}

function usedBy(key: string, now: number): Used {
  const known = used.get(key)
  if (known !== undefined && now - known.since < MINUTE_MS) return known
  const fresh = { since: now, milliseconds: 0 }
  used.set(key, fresh)
  return fresh
}

/**
 * The result of `work`, synchronous, when it is its turn: accounts have turns one after the other, and so have the people of one. Undefined if
 * it took too long, or too many of the same person wait. After {@link TURN.slow} milliseconds of turns, what else waits is served before the next.
 */
export async function inTurn<Result>(ctx: Context, work: () => Result): Promise<Result | undefined> {
  const turn = Promise.withResolvers<void>()
  if (!waiting.add(ctx.account.id, ctx.actor.id, turn.resolve)) return undefined
  if (!isTaken) giveTurn()
  await turn.promise
  const taken = runTurn(ctx, work)
  together += taken.milliseconds
  if (together < TURN.slow) giveTurn()
  else {
    together = 0
    setImmediate(giveTurn)
  }
  if (taken.error !== undefined && !(taken.error instanceof TookTooLong)) throw taken.error
  return taken.result
}

/** Begins the next turn, if one is waited for. Called where none is taken, or one has ended. */
function giveTurn(): void {
  const begin = waiting.takeNext()
  isTaken = begin !== undefined
  begin?.()
}

/** Never throws: a turn that did not end would hold up all others. */
function runTurn<Result>(ctx: Context, work: () => Result): { result?: Result; error?: unknown; milliseconds: number } {
  const now = readStopwatch()
  const shares = sharesOf(ctx).map(([key, most]) => ({ most, by: usedBy(key, now) }))
  const isExhausted = shares.some(({ most, by }) => by.milliseconds >= most)
  const before = process.threadCpuUsage()
  const ended = outcomeOf(() => runInterruptibly(isExhausted ? TURN.exhausted : TURN.limit, work))
  const { user, system } = process.threadCpuUsage(before)
  const milliseconds = (user + system) / 1000
  if (milliseconds >= TURN.slow) for (const { by } of shares) by.milliseconds += milliseconds
  return { ...ended, milliseconds }
}

function outcomeOf<Result>(work: () => Result): { result?: Result; error?: unknown } {
  try {
    return { result: work() }
  } catch (error) {
    // the caller throws it when the next turn has been given
    return { error }
  }
}
