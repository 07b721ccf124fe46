/** A field of assets as it would be saved, and what is wrong with it. Pure. @source docs/reference/employee_service.md §1.5 */
import type { Details } from '../../../errors.ts'
import { writtenText } from '../../../lib/raw_text.ts'
import { checkDefinition } from '../../custom_data/custom_fields/definition.ts'
import { draftOptions, type OptionDraft } from '../../custom_data/custom_fields/options.ts'
import { targetObject } from '../../custom_data/custom_fields/targets.ts'
import { PROFILE_FIELD_TYPES } from '../../custom_data/custom_fields/types.ts'
import type { AssetFieldInput } from './schema.ts'
import { STANDARD_FIELDS } from './standard.ts'
import type { AssetFieldDraft, AssetFieldRow } from './store.ts'

/** A field whose new options have no ids yet. */
export type Draft = Omit<AssetFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

export const NEW_FIELD: Draft = {
  key: '',
  type: 'text',
  title: '',
  description: '',
  position: 9999,
  active: true,
  required: false,
  regexp_for_validation: null,
  tag: null,
  options: [],
  relationship_target_type: null,
  relationship_filter: null,
}

/** Letters, digits, underscores; not digits only, since paths name fields by id or key. */
const KEY = /^(?!\d+$)(?!__proto__$)[A-Za-z0-9_]{1,255}$/
/** Fields that an asset may have, the standard ones among them. */
const MAX_FIELDS = 100

/** The field with the input applied. */
export function draftField(before: Draft, input: AssetFieldInput): Draft {
  const { custom_field_options, tag = before.tag, relationship_filter = before.relationship_filter } = input
  const known = before.options.flatMap((option) => (option.id === null ? [] : [{ ...option, id: option.id }]))
  return {
    ...before,
    title: writtenText(input.raw_title, input.title, before.title).trim(),
    description: writtenText(input.raw_description, input.description, before.description),
    position: input.position ?? before.position,
    active: input.active ?? before.active,
    required: input.required ?? before.required,
    regexp_for_validation: input.regexp_for_validation === undefined ? before.regexp_for_validation : input.regexp_for_validation || null,
    tag: before.type === 'checkbox' ? tag?.trim().toLowerCase().replace(/\s+/g, '_') || null : null,
    options: custom_field_options === undefined ? before.options : draftOptions(known, custom_field_options),
    relationship_filter,
  }
}

/** What is wrong with the key of a new field, or with how many there are. `others`: the fields of the types above and below, and its own. */
export function checkNewField(draft: Draft, others: readonly AssetFieldRow[]): Details {
  const wrong = (name: string, description: string, error: string): Details => ({ [name]: [{ description, error }] })
  if (others.length + STANDARD_FIELDS.length >= MAX_FIELDS)
    return wrong('base', `An asset may have at most ${MAX_FIELDS} fields`, 'LimitExceeded')
  if (draft.key === '') return wrong('key', 'Key: cannot be blank', 'BlankValue')
  if (!KEY.test(draft.key)) return wrong('key', 'Key: is invalid', 'InvalidValue')
  return others.some((field) => field.key === draft.key) ? wrong('key', 'Key: has already been taken', 'DuplicateValue') : {}
}

/** What is wrong with a field. `objects` are the keys of the custom objects that a lookup field can target. */
export function checkField(draft: Draft, objects: readonly string[]): Details {
  const found = checkDefinition(draft, PROFILE_FIELD_TYPES)
  const target = targetObject(draft.relationship_target_type)
  return target === undefined || objects.includes(target)
    ? found
    : { ...found, relationship_target_type: [{ description: 'Relationship target type: is invalid', error: 'InvalidValue' }] }
}
