import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import type { OrganizationMergeRow } from './store.ts'
import type { Merge } from './schema.ts'

/** A merge as JSON. @source docs/reference/people.md §4 */
export function presentMerge(ctx: Context, row: OrganizationMergeRow): AnswerOf<typeof Merge> {
  return {
    id: row.id,
    loser_id: row.loser_id,
    winner_id: row.winner_id,
    status: row.status,
    url: urlOf(ctx.caller.base_url, `organization_merges/${row.id}`),
  }
}
