/** Any number of tickets like those of the story, fast: each the copy of one of them, some weeks earlier, with everything that belongs to it. */
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AccountError } from '../accounts/create.ts'
import { forEachOf } from '../lib/all_of.ts'
import { toDate } from '../lib/clock.ts'
import { type Copy, type Example, findExamples, isNearlyEmpty, putIn, recount, reserveNumbers, takeSlots } from './copy_store.ts'
import { makeRandom } from './random.ts'

/** Tickets handed to PostgreSQL at once; and how many transactions share the work where others use the tables, too. */
const AT_ONCE = 5000
const LANES = 2
const WEEK_SECONDS = 7 * 24 * 3600
const MOST_WEEKS = 104

/** Makes `count` tickets. @throws AccountError where there is none that could be copied */
export async function multiply(database: Database, ctx: Context, count: number, seed: number): Promise<void> {
  const examples = await findExamples(ctx)
  if (examples.length === 0) throw new AccountError('There are too few tickets to make more like them')
  const copies = await planned(ctx, examples, { count, seed })
  const parts = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_none, index) => copies.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
  const bare = await isNearlyEmpty(database, ctx, count)
  // each takes what is left to do; a transaction without indexes has the tables for itself
  const left = parts.values()
  const lane = () => putIn(database, ctx, left, { examples, bare })
  await forEachOf(Array.from({ length: bare ? 1 : LANES }), lane)
  await recount(database)
}

/** Which ticket is copied how many weeks earlier, in the order of time. A week keeps the day, some minutes keep them apart. */
async function planned(ctx: Context, examples: readonly Example[], { count, seed }: { count: number; seed: number }): Promise<Copy[]> {
  const random = makeRandom(seed)
  const moulds = examples.map(({ id, created_at }) => ({ id, at: toDate(created_at).getTime() / 1000 }))
  const drawn = Array.from({ length: count }, () => {
    const mould = random.pick(moulds)
    const seconds = -random.whole(1, MOST_WEEKS) * WEEK_SECONDS - random.whole(0, 3599)
    return { mould: mould.id, seconds, at: mould.at + seconds }
  })
  drawn.sort((one, other) => one.at - other.at)
  const first = await reserveNumbers(ctx, count)
  const slots = await takeSlots(ctx, count)
  return drawn.map(({ mould, seconds }, index) => ({ mould, seconds, ticket: first + index, slot: slots[index] as number }))
}
