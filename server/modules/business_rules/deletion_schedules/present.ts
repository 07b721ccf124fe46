import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { Schedule } from './schema.ts'
import type { ScheduleRow } from './store.ts'

/** A deletion schedule as the wire shows it. @source docs/reference/other.md §7 */
export function presentSchedule(ctx: Context, row: ScheduleRow): AnswerOf<typeof Schedule> {
  // the database keeps the members of a condition in an order of its own
  const side = (name: 'all' | 'any') => row.conditions[name].map(({ field, operator, value }) => ({ field, operator, value }))
  return {
    url: urlOf(ctx.caller.base_url, `deletion_schedules/${row.id}`),
    id: row.id,
    title: row.title,
    description: row.description,
    active: row.active,
    default: row.default,
    object: row.object,
    conditions: { all: side('all'), any: side('any') },
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
