/** How many rows a list has: counted each time as far as that is quick; where they are very many, kept for a while. @source docs/reference/conventions.md §3.4 */
import type { CompiledQuery } from 'kysely'
import type { Context, Services } from '../context.ts'
import { stopwatch } from '../lib/clock.ts'
import { type Lru, makeLru } from '../lib/lru.ts'

/** More than this is not counted anew each time. */
export const MOST_COUNTED = 100_000
const KEPT_MS = 10 * 60_000
const LISTS_KEPT = 1000

interface Kept {
  readonly total: number
  readonly counted_at: number
}

/** A process keeps its own. A list is what its statement asks, caller and instance included. */
const keptBy = new WeakMap<Services, Lru<Kept>>()

/** What `statement` counts as `total`; where that is more than {@link MOST_COUNTED} it may be some minutes old. */
export async function total(ctx: Context, statement: CompiledQuery<{ total: number }>): Promise<number> {
  const list = JSON.stringify([statement.sql, statement.parameters])
  const kept = keptBy.get(ctx.services)?.get(list)
  if (kept !== undefined && stopwatch() - kept.counted_at < KEPT_MS) return kept.total
  const found = (await ctx.db.first(statement)) as { total: number }
  if (found.total > MOST_COUNTED) keep(ctx.services, list, { total: found.total, counted_at: stopwatch() })
  return found.total
}

function keep(services: Services, list: string, kept: Kept): void {
  const all = keptBy.get(services) ?? makeLru<Kept>(LISTS_KEPT)
  keptBy.set(services, all)
  all.set(list, kept)
}
