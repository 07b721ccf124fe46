import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import type { OrganizationMergeRow } from './store.ts'

/** A merge as JSON. @source docs/reference/people.md §4 */
export function presentMerge(ctx: Context, row: OrganizationMergeRow): Record<string, unknown> {
  return {
    id: row.id,
    loser_id: row.loser_id,
    winner_id: row.winner_id,
    status: row.status,
    url: urlOf(ctx.caller.base_url, `organization_merges/${row.id}`),
  }
}
