import type { Context } from '../../../context.ts'
import type { AnswerOf } from '../../../http/route.ts'
import { urlOf } from '../../../http/envelope.ts'
import { wireTime } from '../../../lib/clock.ts'
import { presentTypeMembers } from '../custom_fields/keyed_field.ts'
import { STANDARD_NAME } from '../custom_objects/store.ts'
import type { ObjectFieldRow } from './store.ts'
import type { ObjectField, Properties } from './schema.ts'

/** A field as JSON. `shown` resolves dynamic content. @source docs/reference/custom_objects.md §2 */
export function presentObjectField(
  ctx: Context,
  objectKey: string,
  row: ObjectFieldRow,
  shown: (text: string) => string,
): AnswerOf<typeof ObjectField> {
  return {
    url: urlOf(ctx.caller.base_url, `custom_objects/${objectKey}/fields/${row.id}`),
    id: row.id,
    type: row.type,
    key: row.key,
    title: shown(row.title),
    description: shown(row.description),
    raw_title: row.title,
    raw_description: row.description,
    position: row.position,
    active: row.active,
    system: row.system,
    readonly: row.autoincrement_enabled,
    required: row.required,
    regexp_for_validation: row.regexp_for_validation,
    properties: propertiesOf(row),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    ...presentTypeMembers(row),
  }
}

/** Only the name field has autoincrement properties. */
function propertiesOf(row: ObjectFieldRow): AnswerOf<typeof Properties> {
  const { is_unique, autoincrement_enabled, autoincrement_prefix, autoincrement_padding, autoincrement_next_sequence } = row
  if (row.key !== STANDARD_NAME) return { is_unique }
  return { is_unique, autoincrement_enabled, autoincrement_prefix, autoincrement_padding, autoincrement_next_sequence }
}
