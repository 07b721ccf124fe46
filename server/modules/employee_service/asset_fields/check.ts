/** A field of assets as it would be saved, and what is wrong with it. Pure. @source docs/reference/employee_service.md §1.5 */
import type { Details } from '#core/errors.ts'
import { checkKey, draftKeyedField, draftNewKeyedField } from '#modules/custom_data/custom_fields/keyed_field.ts'
import type { OptionDraft } from '#modules/custom_data/custom_fields/options.ts'
import type { AssetFieldInput } from './schema.ts'
import { STANDARD_FIELDS } from './standard.ts'
import type { AssetFieldDraft, AssetFieldRow } from './store.ts'

/** A field whose new options have no ids yet. */
export type Draft = Omit<AssetFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

/** Fields that an asset may have, the standard ones among them. */
const MAX_FIELDS = 100

/** A new field with what can be chosen only once. */
export const newField = (input: AssetFieldInput): Draft => ({ ...draftNewKeyedField(input), required: false })

/** The field with the input applied. */
export function draftField(before: Draft, input: AssetFieldInput): Draft {
  return { ...draftKeyedField(before, input), required: input.required ?? before.required }
}

/** What is wrong with the key of a new field, or with how many there are. `others`: the fields of the types above and below, and its own. */
export function checkNewField(draft: Draft, others: readonly AssetFieldRow[]): Details {
  if (others.length + STANDARD_FIELDS.length >= MAX_FIELDS)
    return { base: [{ description: `An asset may have at most ${MAX_FIELDS} fields`, error: 'LimitExceeded' }] }
  return checkKey(
    draft.key,
    others.some((field) => field.key === draft.key),
  )
}
