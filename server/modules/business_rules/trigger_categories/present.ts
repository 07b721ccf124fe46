import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { TriggerCategory } from './schema.ts'
import type { CategoryRow, RuleCounts } from './store.ts'

/** A category as JSON, with the counts of its triggers where they were asked for. @source docs/reference/business_rules.md §2.5 */
export function presentCategory(ctx: Context, row: CategoryRow, counts?: RuleCounts): AnswerOf<typeof TriggerCategory> {
  const { id, name, position, created_at, updated_at } = row
  const url = urlOf(ctx.caller.base_url, `trigger_categories/${id}`)
  return { url, id: String(id), name, position, created_at: wireTime(created_at), updated_at: wireTime(updated_at), ...counts }
}
