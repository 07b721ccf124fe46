/** Creates any number of tickets like those of the story, fast: each is a copy of one of them, some weeks earlier, with all its rows. */
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { AccountError } from '#accounts/create.ts'
import { forEachOf } from '#lib/all_of.ts'
import { toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { type Copy, type Example, findExamples, isNearlyEmpty, insertCopies, recount, reserveNumbers, takeSlots } from './copy_store.ts'
import { makeRandom } from './random.ts'

/** The number of tickets inserted at once; and of concurrent transactions, where others use the tables, too. */
const AT_ONCE = 5000
const LANES = 2
const WEEK_SECONDS = 7 * 24 * 3600
const MAX_WEEKS = 104

/** Creates `count` tickets. @throws AccountError where there is none that can be copied */
export async function multiply(database: Database, ctx: Context, count: number, seed: number): Promise<void> {
  const examples = await findExamples(ctx)
  if (examples.length === 0) throw new AccountError('There are too few tickets to make more like them')
  const copies = await planCopies(ctx, examples, { count, seed })
  const parts = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_none, index) => copies.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
  const bare = await isNearlyEmpty(database, ctx, count)
  // the transactions share one iterator of the remaining parts; one without indexes has exclusive access to the tables
  const left = parts.values()
  const lane = () => insertCopies(database, ctx, left, { examples, bare })
  await forEachOf(Array.from({ length: bare ? 1 : LANES }), lane)
  await recount(database)
}

/** Plans which ticket is copied how many weeks earlier, in chronological order. Copies keep the day of the week, but not the minute. */
async function planCopies(ctx: Context, examples: readonly Example[], { count, seed }: { count: number; seed: number }): Promise<Copy[]> {
  const random = makeRandom(seed)
  const moulds = examples.map(({ id, created_at }) => ({ id, at: toDate(created_at).getTime() / 1000 }))
  const drawn = Array.from({ length: count }, () => {
    const mould = random.pick(moulds)
    const seconds = -random.whole(1, MAX_WEEKS) * WEEK_SECONDS - random.whole(0, 3599)
    return { mould: mould.id, seconds, at: mould.at + seconds }
  })
  drawn.sort((one, other) => one.at - other.at)
  const first = await reserveNumbers(ctx, count)
  const slots = await takeSlots(ctx, count)
  return drawn.map(({ mould, seconds }, index) => ({ mould, seconds, ticket: first + index, slot: ensureDefined(slots[index]) }))
}
