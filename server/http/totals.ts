/**
 * The number of rows of a list: counted each time while that is quick; cached for a while when there are very many.
 * @source docs/reference/conventions.md §3.4
 */
import type { CompiledQuery } from 'kysely'
import type { Context, Services } from '#core/context.ts'
import { readStopwatch } from '#lib/clock.ts'
import { type Lru, makeLru } from '#lib/lru.ts'

/** Counts above this are cached. */
export const MAX_COUNTED = 100_000
const KEPT_MS = 10 * 60_000
const LISTS_KEPT = 1000

interface Kept {
  readonly total: number
  readonly counted_at: number
}

/** Each process has its own cache. The key is the statement with its parameters, including caller and account. */
const keptBy = new WeakMap<Services, Lru<Kept>>()

/** The `total` that `statement` counts; above {@link MAX_COUNTED} it may be some minutes old. */
export async function countTotal(ctx: Context, statement: CompiledQuery<{ total: number }>): Promise<number> {
  const list = JSON.stringify([statement.sql, statement.parameters])
  const kept = keptBy.get(ctx.services)?.get(list)
  if (kept !== undefined && readStopwatch() - kept.counted_at < KEPT_MS) return kept.total
  const found = await ctx.db.one(statement)
  if (found.total > MAX_COUNTED) keep(ctx.services, list, { total: found.total, counted_at: readStopwatch() })
  return found.total
}

function keep(services: Services, list: string, kept: Kept): void {
  const all = keptBy.get(services) ?? makeLru<Kept>(LISTS_KEPT)
  keptBy.set(services, all)
  all.set(list, kept)
}
