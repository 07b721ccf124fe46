/** A field of a custom object as it would be saved, and what is wrong with it. Pure. @source docs/reference/custom_objects.md §2 */
import type { Details } from '#core/errors.ts'
import { checkKey, checkKeyedField, draftKeyedField, draftNewKeyedField } from '../custom_fields/keyed_field.ts'
import type { OptionDraft } from '../custom_fields/options.ts'
import { MAX_FIELDS, MAX_LOOKUP_FIELDS } from '../custom_objects/limits.ts'
import { STANDARD_NAME } from '../custom_objects/store.ts'
import type { ObjectFieldInput } from './schema.ts'
import type { ObjectFieldDraft, ObjectFieldRow } from './store.ts'

export type Draft = Omit<ObjectFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

/** A new field with what can be chosen only once. */
export function newField(input: ObjectFieldInput): Draft {
  return {
    ...draftNewKeyedField(input),
    required: false,
    is_unique: false,
    autoincrement_enabled: false,
    autoincrement_prefix: '',
    autoincrement_padding: 0,
    autoincrement_next_sequence: 1,
  }
}

/** The field types that can be unique: those with a single plain value. */
const COMPARABLE = new Set(['text', 'regexp', 'integer', 'decimal'])
const MAX_PREFIX_LENGTH = 50
const MAX_NUMBER_LENGTH = 15

/** The field with the input applied. Standard fields accept only titles, description and properties. */
export function draftField(before: Draft & { readonly system?: boolean }, input: ObjectFieldInput): Draft {
  const { properties = {} } = input
  const own = {
    is_unique: properties.is_unique ?? before.is_unique,
    autoincrement_enabled: properties.autoincrement_enabled ?? before.autoincrement_enabled,
    autoincrement_prefix: properties.autoincrement_prefix ?? before.autoincrement_prefix,
    autoincrement_padding: properties.autoincrement_padding ?? before.autoincrement_padding,
    autoincrement_next_sequence: properties.autoincrement_next_sequence ?? before.autoincrement_next_sequence,
  }
  const { title, description, ...draft } = draftKeyedField(before, input)
  if (before.system === true) return { ...before, title, description, ...own }
  return { ...draft, title, description, required: input.required ?? before.required, ...own }
}

/** What is wrong with the key of a new field, or with the number of fields. `spent`: the keys of removed fields. */
export function checkNewField(draft: Draft, others: readonly ObjectFieldRow[], spent: readonly string[]): Details {
  const tooMany = (what: string): Details => ({ base: [{ description: `An object may have at most ${what}`, error: 'LimitExceeded' }] })
  const own = others.filter((field) => !field.system)
  if (own.length >= MAX_FIELDS) return tooMany(`${MAX_FIELDS} fields`)
  if (draft.type === 'lookup' && own.filter((field) => field.type === 'lookup').length >= MAX_LOOKUP_FIELDS)
    return tooMany(`${MAX_LOOKUP_FIELDS} lookup relationship fields`)
  return checkKey(draft.key, spent.includes(draft.key) || others.some((field) => field.key === draft.key))
}

/** What is wrong with a field. `objects` are the keys of the custom objects that a lookup field can target. */
export function checkField(draft: Draft, objects: readonly string[]): Details {
  const found = checkKeyedField(draft, objects)
  const properties = checkProperties(draft)
  return properties === undefined ? found : { ...found, properties: [{ description: `Properties: ${properties}`, error: 'InvalidValue' }] }
}

function checkProperties(draft: Draft): string | undefined {
  if (draft.is_unique && !COMPARABLE.has(draft.type)) return 'a field of this type cannot be unique'
  if (draft.autoincrement_enabled && draft.key !== STANDARD_NAME) return 'only the name field can be numbered automatically'
  if (draft.autoincrement_prefix.length > MAX_PREFIX_LENGTH) return `the prefix is too long (maximum is ${MAX_PREFIX_LENGTH} characters)`
  if (draft.autoincrement_padding < 0 || draft.autoincrement_padding > MAX_NUMBER_LENGTH) return 'the padding is out of range'
  return draft.autoincrement_next_sequence < 0 ? 'the next number is out of range' : undefined
}
