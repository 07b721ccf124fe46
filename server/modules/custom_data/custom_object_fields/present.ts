import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { presentKeyedField, presentTypeMembers } from '../custom_fields/keyed_field.ts'
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
    ...presentKeyedField(urlOf(ctx.caller.base_url, `custom_objects/${objectKey}/fields/${row.id}`), row, shown),
    readonly: row.autoincrement_enabled,
    required: row.required,
    properties: propertiesOf(row),
    ...presentTypeMembers(row),
  }
}

/** Only the name field has autoincrement properties. */
function propertiesOf(row: ObjectFieldRow): AnswerOf<typeof Properties> {
  const { is_unique, autoincrement_enabled, autoincrement_prefix, autoincrement_padding, autoincrement_next_sequence } = row
  if (row.key !== STANDARD_NAME) return { is_unique }
  return { is_unique, autoincrement_enabled, autoincrement_prefix, autoincrement_padding, autoincrement_next_sequence }
}
