/** Any number of tickets like those of the story, fast: each the copy of one of them, some weeks earlier, with everything that belongs to it. */
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AccountError } from '../accounts/create.ts'
import {
  COPIED_TABLES,
  type CopiedTable,
  columnsOf,
  exampleIds,
  idBlocks,
  type Load,
  putIn,
  recount,
  reserveNumbers,
  takeOut,
} from './copy_store.ts'
import { type Cast, cast, makeMoulds, type Mould, type Rows } from './mould.ts'
import { makeRandom } from './random.ts'

/** Tickets of one transaction, and how many transactions run at a time. */
const AT_ONCE = 2000
const LANES = 2
/** Ids are drawn in blocks of this size; see db/ids.ts. */
const BLOCK = 1000
const WEEK_MS = 7 * 24 * 3_600_000
const MOST_WEEKS = 104

/** A copy that is to be made. */
interface Planned {
  readonly mould: Mould
  readonly shift: number
}

/** Makes `count` tickets. @throws AccountError where there is none that could be copied */
export async function multiply(database: Database, ctx: Context, count: number, seed: number): Promise<void> {
  const { moulds, tables } = await loadMoulds(database, ctx)
  if (moulds.length === 0) throw new AccountError('There are too few tickets to make more like them')
  const plan = planned(moulds, count, seed)
  let next = await reserveNumbers(ctx, count)
  const parts = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_none, index) => {
    const part = plan.slice(index * AT_ONCE, (index + 1) * AT_ONCE)
    const first = next
    next += part.length
    return { part, first }
  })
  const lane = async () => {
    for (let one = parts.shift(); one !== undefined; one = parts.shift()) {
      const casts = await withIds(ctx, one.part, one.first)
      await putIn(database, ctx, loadsOf(casts, tables), casts.length)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await recount(database)
}

async function loadMoulds(database: Database, ctx: Context): Promise<{ moulds: Mould[]; tables: Rows }> {
  const ids = await exampleIds(ctx)
  if (ids.length === 0) return { moulds: [], tables: {} as Rows }
  const tables: Partial<Record<CopiedTable, Rows[CopiedTable]>> = {}
  for (const table of COPIED_TABLES) {
    const columns = await columnsOf(ctx, table)
    const names = columns.map((column) => column.name)
    tables[table] = { columns, rows: await takeOut(database, ctx, table, { names, ids }) }
  }
  return { moulds: makeMoulds(ids, tables as Rows), tables: tables as Rows }
}

/** Which ticket is copied how many weeks earlier, in the order of time. A week keeps the day, some minutes keep them apart. */
function planned(moulds: readonly Mould[], count: number, seed: number): Planned[] {
  const random = makeRandom(seed)
  const plan = Array.from({ length: count }, () => ({
    mould: random.pick(moulds),
    shift: -random.whole(1, MOST_WEEKS) * WEEK_MS - random.whole(0, 3599) * 1000,
  }))
  return plan.sort((one, other) => one.mould.at + one.shift - other.mould.at - other.shift)
}

/** Gives each copy its number and a run of ids; what is left of a block when the next copy does not fit is skipped. */
async function withIds(ctx: Context, part: readonly Planned[], first: number): Promise<(Planned & Cast)[]> {
  const places: { block: number; from: number }[] = []
  let [block, from] = [0, 0]
  for (const { mould } of part) {
    if (from + mould.ids > BLOCK) [block, from] = [block + 1, 0]
    places.push({ block, from })
    from += mould.ids
  }
  const drawn = await idBlocks(ctx, block + 1)
  return part.map((one, index) => {
    const place = places[index] as { block: number; from: number }
    return { ...one, ticket: first + index, firstId: (drawn[place.block] as number) + place.from }
  })
}

function loadsOf(casts: readonly (Planned & Cast)[], tables: Rows): Load[] {
  return COPIED_TABLES.map((table) => ({
    table,
    names: tables[table].columns.map((column) => column.name),
    text: casts.map((one) => cast(one.mould.rows[table], one)),
  }))
}
