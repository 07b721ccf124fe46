import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { CustomObjectRow } from './store.ts'
import type { CustomObject } from './schema.ts'

/**
 * An object as JSON. `shown` resolves dynamic content. User ids are strings here.
 * @source docs/reference/custom_objects.md §1
 */
export function presentCustomObject(ctx: Context, row: CustomObjectRow, shown: (text: string) => string): AnswerOf<typeof CustomObject> {
  return {
    url: urlOf(ctx.caller.base_url, `custom_objects/${row.key}`),
    key: row.key,
    created_by_user_id: String(row.created_by_user_id),
    updated_by_user_id: String(row.updated_by_user_id),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    title: shown(row.title),
    raw_title: row.title,
    title_pluralized: shown(row.title_pluralized),
    raw_title_pluralized: row.title_pluralized,
    description: shown(row.description),
    raw_description: row.description,
    include_in_list_view: row.include_in_list_view,
    allows_attachments: row.allows_attachments,
    allows_photos: row.allows_photos,
  }
}
