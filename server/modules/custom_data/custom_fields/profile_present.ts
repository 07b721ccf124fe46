import { urlOf } from '../../../http/envelope.ts'
import type { AnswerOf } from '../../../http/route.ts'
import { wireTime } from '../../../lib/clock.ts'
import type { Holder } from './holders.ts'
import { presentTypeMembers } from './keyed_field.ts'
import type { KeyedField } from './keyed_field_schema.ts'
import type { ProfileFieldRow } from './profile_store.ts'

/**
 * A field of users or organizations as JSON, members in the recorded order; `text` resolves dynamic content.
 * @source docs/reference/people.md §7
 */
export function presentProfileField(
  base_url: string,
  { fields }: Holder,
  row: ProfileFieldRow,
  text: (raw: string) => string,
): AnswerOf<typeof KeyedField> {
  return {
    url: urlOf(base_url, `${fields}/${row.id}`),
    id: row.id,
    type: row.type,
    key: row.key,
    title: text(row.title),
    description: text(row.description),
    raw_title: row.title,
    raw_description: row.description,
    position: row.position,
    active: row.active,
    system: row.system,
    regexp_for_validation: row.regexp_for_validation,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    ...presentTypeMembers(row, text),
  }
}
