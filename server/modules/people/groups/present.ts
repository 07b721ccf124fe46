import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { GroupRow } from './store.ts'
import type { Group } from './schema.ts'

/** A group as JSON. @source docs/reference/people.md §5 */
export function presentGroup(ctx: Context, row: GroupRow): AnswerOf<typeof Group> {
  return {
    url: urlOf(ctx.caller.base_url, `groups/${row.id}`),
    id: row.id,
    is_public: row.is_public,
    name: row.name,
    description: row.description,
    default: row.default,
    deleted: row.deleted,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
