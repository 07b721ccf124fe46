import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { presentProfile } from '../custom_fields/values.ts'
import { ownFields } from './draft.ts'
import type { RecordRow } from './store.ts'
import type { Kind } from './write.ts'
import type { CustomObjectRecord } from './schema.ts'

/** A record as JSON, with every active field. User ids are strings here. @source docs/reference/custom_objects.md §3 */
export function presentRecord(ctx: Context, { object, fields }: Kind, row: RecordRow): AnswerOf<typeof CustomObjectRecord> {
  return {
    url: urlOf(ctx.caller.base_url, `custom_objects/${object.key}/records/${row.id}`),
    id: row.id,
    name: row.name,
    custom_object_key: object.key,
    custom_object_fields: presentProfile(ownFields(fields), row.custom_object_fields),
    created_by_user_id: String(row.created_by_user_id),
    updated_by_user_id: String(row.updated_by_user_id),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    external_id: row.external_id,
    photo: null,
  }
}

const GONE = '[DELETED]'

/** A deleted record as exports show it. @source docs/reference/conventions.md §4.1 */
export function presentDeletedRecord(ctx: Context, kind: Kind, row: RecordRow): AnswerOf<typeof CustomObjectRecord> {
  const active = ownFields(kind.fields).filter((field) => field.active)
  const custom_object_fields = Object.fromEntries(active.map((field) => [field.key, GONE]))
  return { ...presentRecord(ctx, kind, row), name: GONE, external_id: GONE, custom_object_fields }
}
