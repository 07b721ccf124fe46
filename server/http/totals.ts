/**
 * The number of rows of a list: counted each time while that is quick; cached for a while when there are very many.
 * @source docs/reference/conventions.md §3.4
 */
import type { CompiledQuery } from 'kysely'
import type { Context, Services } from '../context.ts'
import { stopwatch } from '../lib/clock.ts'
import { type Lru, makeLru } from '../lib/lru.ts'
import { defined } from '../lib/defined.ts'

/** Counts above this are cached. */
export const MOST_COUNTED = 100_000
const KEPT_MS = 10 * 60_000
const LISTS_KEPT = 1000

interface Kept {
  readonly total: number
  readonly counted_at: number
}

/** Each process has its own cache. The key is the statement with its parameters, including caller and account. */
const keptBy = new WeakMap<Services, Lru<Kept>>()

/** The `total` that `statement` counts; above {@link MOST_COUNTED} it may be some minutes old. */
export async function total(ctx: Context, statement: CompiledQuery<{ total: number }>): Promise<number> {
  const list = JSON.stringify([statement.sql, statement.parameters])
  const kept = keptBy.get(ctx.services)?.get(list)
  if (kept !== undefined && stopwatch() - kept.counted_at < KEPT_MS) return kept.total
  const found = await ctx.db.one(statement)
  if (found.total > MOST_COUNTED) keep(ctx.services, list, { total: found.total, counted_at: stopwatch() })
  return found.total
}

function keep(services: Services, list: string, kept: Kept): void {
  const all = keptBy.get(services) ?? makeLru<Kept>(LISTS_KEPT)
  keptBy.set(services, all)
  all.set(list, kept)
}

/** Kept numbers of at least this many rows are kept a second for each. */
const ROWS_PER_SECOND = 100

/**
 * Several totals by keys of the caller's choice. Those not kept are counted by `count`, all at once, which is given their places. Totals above
 * `most` are kept for some seconds up to {@link KEPT_MS}, the longer the larger they are; `fresh`: counted just now.
 */
export async function keptTotals(
  ctx: Context,
  keys: readonly string[],
  count: (places: readonly number[]) => Promise<readonly number[]>,
  most: number,
): Promise<{ value: number; fresh: boolean }[]> {
  const now = stopwatch()
  const known = keys
    .map((key) => keptBy.get(ctx.services)?.get(key))
    .map((kept) => (kept !== undefined && now - kept.counted_at < lifeOf(kept) ? kept : undefined))
  const missing = [...keys.keys()].filter((place) => known[place] === undefined)
  const counted = missing.length === 0 ? [] : await count(missing)
  const found = new Map(missing.map((place, index) => [place, defined(counted[index])]))
  for (const [place, total] of found) if (total > most) keep(ctx.services, defined(keys[place]), { total, counted_at: stopwatch() })
  return keys.map((_key, place) => ({ value: found.get(place) ?? known[place]?.total ?? 0, fresh: known[place] === undefined }))
}

const lifeOf = ({ total: rows }: Kept) => Math.min((rows / ROWS_PER_SECOND) * 1000, KEPT_MS)
