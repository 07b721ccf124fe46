import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Holder } from './holders.ts'
import { presentKeyedField, presentTypeMembers } from './keyed_field.ts'
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
    ...presentKeyedField(urlOf(base_url, `${fields}/${row.id}`), row, text),
    ...presentTypeMembers(row, text),
  }
}
