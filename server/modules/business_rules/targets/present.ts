import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { TargetRow } from './store.ts'
import { type MemberValue, TARGET_TYPES } from './types.ts'
import type { Target } from './schema.ts'

/** The URL of a target. */
export const targetUrl = (ctx: Context, { id }: Pick<TargetRow, 'id'>) => urlOf(ctx.caller.base_url, `targets/${id}`)

/** A target as JSON: the common members, then those of its kind; secrets are null. @source docs/reference/other.md §1 */
export function presentTarget(ctx: Context, row: TargetRow): AnswerOf<typeof Target> {
  const members: [name: string, value: MemberValue][] = (TARGET_TYPES[row.type] ?? []).map(({ name, secret }) => [
    name,
    secret === true ? null : (row.settings[name] ?? null),
  ])
  return {
    url: targetUrl(ctx, row),
    id: row.id,
    created_at: wireTime(row.created_at),
    type: row.type,
    title: row.title,
    active: row.active,
    ...Object.fromEntries(members),
  }
}
