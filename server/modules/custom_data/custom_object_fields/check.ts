/** A field of a custom object as it would be saved, and what is wrong with it. Pure. @source docs/reference/custom_objects.md §2 */
import type { Details, Problem } from '../../../errors.ts'
import { writtenText } from '../../../lib/raw_text.ts'
import { checkDefinition } from '../custom_fields/definition.ts'
import { draftOptions, type OptionDraft } from '../custom_fields/options.ts'
import { targetObject } from '../custom_fields/targets.ts'
import { PROFILE_FIELD_TYPES } from '../custom_fields/types.ts'
import { MOST_FIELDS, MOST_LOOKUP_FIELDS } from '../custom_objects/limits.ts'
import { STANDARD_NAME } from '../custom_objects/store.ts'
import type { ObjectFieldInput } from './schema.ts'
import type { ObjectFieldDraft, ObjectFieldRow } from './store.ts'

export type Draft = Omit<ObjectFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

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
  is_unique: false,
  autoincrement_enabled: false,
  autoincrement_prefix: '',
  autoincrement_padding: 0,
  autoincrement_next_sequence: 1,
}
/** Letters, digits, underscores; not digits only, since paths identify fields by id or key. */
const KEY = /^(?!\d+$)(?!__proto__$)[A-Za-z0-9_]{1,255}$/
/** The field types that can be unique: those with a single plain value. */
const COMPARABLE = new Set(['text', 'regexp', 'integer', 'decimal'])
const LONGEST_PREFIX = 50
const LONGEST_NUMBER = 15

/** The field with the input applied. Standard fields accept only titles, description and properties. */
export function draftField(
  before: Draft & { readonly options: readonly OptionDraft[]; readonly system?: boolean },
  input: ObjectFieldInput,
): Draft {
  const { properties = {} } = input
  const titles = {
    title: writtenText(input.raw_title, input.title, before.title).trim(),
    description: writtenText(input.raw_description, input.description, before.description),
    is_unique: properties.is_unique ?? before.is_unique,
    autoincrement_enabled: properties.autoincrement_enabled ?? before.autoincrement_enabled,
    autoincrement_prefix: properties.autoincrement_prefix ?? before.autoincrement_prefix,
    autoincrement_padding: properties.autoincrement_padding ?? before.autoincrement_padding,
    autoincrement_next_sequence: properties.autoincrement_next_sequence ?? before.autoincrement_next_sequence,
  }
  if (before.system === true) return { ...before, ...titles }
  const { custom_field_options, tag = before.tag, relationship_filter = before.relationship_filter } = input
  return {
    ...before,
    ...titles,
    position: input.position ?? before.position,
    active: input.active ?? before.active,
    required: input.required ?? before.required,
    regexp_for_validation: input.regexp_for_validation === undefined ? before.regexp_for_validation : input.regexp_for_validation || null,
    tag: before.type === 'checkbox' ? tag?.trim().toLowerCase().replace(/\s+/g, '_') || null : null,
    options:
      custom_field_options === undefined
        ? before.options
        : draftOptions(
            before.options.flatMap((option) => (option.id === null ? [] : [{ ...option, id: option.id }])),
            custom_field_options,
          ),
    relationship_filter,
  }
}

/** What is wrong with the key of a new field, or with the number of fields. `spent`: the keys of removed fields. */
export function checkNewField(draft: Draft, others: readonly ObjectFieldRow[], spent: readonly string[]): Details {
  const wrong = (name: string, description: string, error: string): Details => ({ [name]: [{ description, error }] })
  const own = others.filter((field) => !field.system)
  if (own.length >= MOST_FIELDS) return wrong('base', `An object may have at most ${MOST_FIELDS} fields`, 'LimitExceeded')
  if (draft.type === 'lookup' && own.filter((field) => field.type === 'lookup').length >= MOST_LOOKUP_FIELDS)
    return wrong('base', `An object may have at most ${MOST_LOOKUP_FIELDS} lookup relationship fields`, 'LimitExceeded')
  if (draft.key === '') return wrong('key', 'Key: cannot be blank', 'BlankValue')
  if (!KEY.test(draft.key)) return wrong('key', 'Key: is invalid', 'InvalidValue')
  const isUsed = spent.includes(draft.key) || others.some((field) => field.key === draft.key)
  return isUsed ? wrong('key', 'Key: has already been taken', 'DuplicateValue') : {}
}

/** What is wrong with a field. `objects` are the keys of the custom objects that a lookup field can target. */
export function checkField(draft: Draft, objects: readonly string[]): Details {
  const found: Record<string, Problem[]> = { ...checkDefinition(draft, PROFILE_FIELD_TYPES) }
  const target = targetObject(draft.relationship_target_type)
  if (target !== undefined && !objects.includes(target))
    found.relationship_target_type = [{ description: 'Relationship target type: is invalid', error: 'InvalidValue' }]
  const properties = checkProperties(draft)
  return properties === undefined ? found : { ...found, properties: [{ description: `Properties: ${properties}`, error: 'InvalidValue' }] }
}

function checkProperties(draft: Draft): string | undefined {
  if (draft.is_unique && !COMPARABLE.has(draft.type)) return 'a field of this type cannot be unique'
  if (draft.autoincrement_enabled && draft.key !== STANDARD_NAME) return 'only the name field can be numbered automatically'
  if (draft.autoincrement_prefix.length > LONGEST_PREFIX) return `the prefix is too long (maximum is ${LONGEST_PREFIX} characters)`
  if (draft.autoincrement_padding < 0 || draft.autoincrement_padding > LONGEST_NUMBER) return 'the padding is out of range'
  return draft.autoincrement_next_sequence < 0 ? 'the next number is out of range' : undefined
}
