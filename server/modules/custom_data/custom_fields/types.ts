// CUSTOM FIELDS in general, for every holder: tickets, users, organizations, custom objects, assets. Types, options, values, tags.
// Not here: which fields there are and who may change them (ticket_fields/, user_fields/, organization_fields/); no routes.
//
// For another holder: FIELD_TYPES and readValue (this file), draftOptions, checkOptions (options.ts), rewriteOfOptions, rewriteAll (rewrite.ts),
// checkDefinition (definition.ts), draftKeyedField and checkKeyedField for fields that have a key (keyed_field.ts), readProfile and
// presentProfile (values.ts), tagsOf (tags.ts), withTargets (lookups/lookup_store.ts).
import { textOf } from '#lib/json.ts'
import { makeLru } from '#lib/lru.ts'
import { compilePattern, type Pattern } from '#lib/pattern.ts'
import { plainDigits, plainNumber } from '#lib/plain_number.ts'
import { isUlid } from '#lib/ulid.ts'
import type { FieldOption } from './options.ts'
import { targetObject } from './targets.ts'
import { composeLetters } from '#lib/text_forms.ts'

/** The value of a record's field. */
export type FieldValue = string | number | boolean | readonly string[] | null

/** The members of a field that its values depend on. */
export interface FieldRules {
  readonly type: string
  readonly tag: string | null
  readonly regexp_for_validation: string | null
  readonly relationship_target_type: string | null
  readonly options: readonly Pick<FieldOption, 'value'>[]
}

/** The value is not valid for the field's type: the write is refused. */
export const INVALID = Symbol('invalid')
/** The value is ignored: the record keeps its value. Used for unknown options. */
export const IGNORED = Symbol('ignored')
export type ReadValue = FieldValue | typeof INVALID | typeof IGNORED

/** The settings a type of field needs, and how it reads a value that is neither null nor an empty text. */
interface FieldType {
  /** The name of the type in errors on tickets. */
  readonly label: string
  readonly needs: 'options' | 'regexp' | 'target' | null
  read(value: unknown, field: FieldRules): ReadValue
}

/** The maximum length of a text value, in characters. */
const MAX_TEXT_LENGTH = 65_536
const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...([true, 'true', '1', 1, 'yes'] as const).map((word) => [word, true] as const),
  ...([false, 'false', '0', 0, 'no'] as const).map((word) => [word, false] as const),
])

const text = (value: unknown): ReadValue => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return INVALID
  return String(value).length > MAX_TEXT_LENGTH ? INVALID : String(value)
}

/** More digits than any number has that a client sends as a JSON number. */
const MAX_DIGITS = 400
/** Numbers are stored as decimal digits in one form, whether sent as numbers or as digits: `+05` and `5.0` are `5`, `-.50` is `-0.5`. */
const digits = (pattern: RegExp, fits: (value: number) => boolean) => (value: unknown) => {
  if (typeof value === 'number') return fits(value) ? plainDigits(plainNumber(value)) : INVALID
  return typeof value === 'string' && value.length <= MAX_DIGITS && pattern.test(value.trim()) ? plainDigits(value.trim()) : INVALID
}

/** A date from year 1 on, as PostgreSQL has them; of a timestamp its date. */
const day = (value: unknown): ReadValue => {
  const found = typeof value === 'string' ? /^(?!0000)(\d{4})-(\d\d)-(\d\d)(?=$|[T ]\d\d:\d\d)/.exec(value.trim()) : null
  if (found === null) return INVALID
  const [written, year, month, date] = found
  return Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= daysOf(Number(year), Number(month))
    ? written
    : INVALID
}
const daysOf = (year: number, month: number) => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}

/** Replaces all but the last four digits of a card number. */
const HIDDEN_DIGITS = 'X'.repeat(9)
const card = (value: unknown): ReadValue => {
  const last = /(\d{4})\s*$/.exec(textOf(value))?.[1]
  return last === undefined ? INVALID : `${HIDDEN_DIGITS}${last}`
}

const choice = (value: unknown, { options }: FieldRules): ReadValue => {
  if (typeof value !== 'string') return IGNORED
  const wanted = composeLetters(value)
  return options.some((option) => option.value === wanted) ? wanted : IGNORED
}

/** Unknown options are left out; a list with only unknown options is ignored. */
const choices = (value: unknown, field: FieldRules): ReadValue => {
  const named: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [INVALID]
  if (named.includes(INVALID)) return INVALID
  const options = new Set(field.options.map((option) => option.value))
  const given = named.filter((one) => typeof one === 'string').map(composeLetters)
  const chosen = [...new Set(given.filter((one) => options.has(one)))]
  return chosen.length > 0 ? chosen : named.length > 0 ? IGNORED : null
}

const patterns = makeLru<Pattern>(500)
function patternOf(source: string): Pattern {
  const pattern = patterns.get(source) ?? compilePattern(source)
  patterns.set(source, pattern)
  return pattern
}
const readMatching = (value: unknown, { regexp_for_validation }: FieldRules): ReadValue => {
  const read = text(value)
  return typeof read === 'string' && (regexp_for_validation === null || patternOf(regexp_for_validation).matches(read)) ? read : INVALID
}

/** The id of a record as text. Other ways to name a record were resolved to ids before; see lookups/lookup_store.ts. */
const id = (value: unknown, { relationship_target_type }: FieldRules): ReadValue => {
  const text = textOf(value)
  if (targetObject(relationship_target_type) !== undefined) return isUlid(text) ? text : INVALID
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : INVALID
}

/**
 * The types of custom fields by name. `tagger` is the name of `dropdown` on tickets.
 * @source docs/reference/fields_and_forms.md §2; docs/reference/people.md §7
 */
export const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  text: { label: 'FieldText', needs: null, read: text },
  textarea: { label: 'FieldTextarea', needs: null, read: text },
  checkbox: { label: 'FieldCheckbox', needs: null, read: (value) => FLAGS.get(value) ?? INVALID },
  date: { label: 'FieldDate', needs: null, read: day },
  integer: { label: 'FieldInteger', needs: null, read: digits(/^[-+]?\d+$/, Number.isSafeInteger) },
  decimal: { label: 'FieldDecimal', needs: null, read: digits(/^[-+]?(?:\d+\.?\d*|\.\d+)$/, Number.isFinite) },
  regexp: { label: 'FieldRegexp', needs: 'regexp', read: readMatching },
  partialcreditcard: { label: 'FieldPartialCreditCard', needs: null, read: card },
  tagger: { label: 'FieldTagger', needs: 'options', read: choice },
  dropdown: { label: 'FieldTagger', needs: 'options', read: choice },
  multiselect: { label: 'FieldMultiselect', needs: 'options', read: choices },
  lookup: { label: 'FieldLookup', needs: 'target', read: id },
}

const COMMON_TYPES = ['text', 'textarea', 'checkbox', 'date', 'integer', 'decimal', 'regexp', 'multiselect', 'lookup']
/** Types of ticket fields. */
export const TICKET_FIELD_TYPES: readonly string[] = [...COMMON_TYPES, 'partialcreditcard', 'tagger']
/** Types of fields of users, organizations and custom objects. */
export const PROFILE_FIELD_TYPES: readonly string[] = [...COMMON_TYPES, 'dropdown']

/** A sent value in its stored form: null for null and empty text, otherwise as the type reads it. */
export function readValue(value: unknown, field: FieldRules): ReadValue {
  if (value === null || value === undefined || value === '') return null
  const type = FIELD_TYPES[field.type]
  return type === undefined ? INVALID : type.read(value, field)
}

/** A value as tickets show it: numbers as text, as typed clients expect; older rows hold some as numbers. */
export function ticketFieldValue(value: FieldValue | undefined): Exclude<FieldValue, number> {
  return typeof value === 'number' ? plainNumber(value) : (value ?? null)
}

/** True for a value that counts as blank: none, an empty list, an unticked checkbox. @source docs/reference/fields_and_forms.md §6 */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)
}
