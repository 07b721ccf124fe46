/** Values of the fields of users, organizations and custom objects: kept by the field's key, shown as the wire has them there. Pure. @source docs/reference/people.md §7 */
import type { Details } from '../../../errors.ts'
import { coupledTags, tagsOf } from './tags.ts'
import { type FieldRules, type FieldValue, IGNORED, INVALID, readValue } from './types.ts'

/** A field of such a record. */
export interface ProfileField extends FieldRules {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly active: boolean
  /** What its values are kept under where that is not its key: another field had the key before it. */
  readonly stored_as?: string | null
}

/** What the values of a field are kept under. */
export function storedAs({ stored_as, key }: Pick<ProfileField, 'stored_as' | 'key'>): string {
  return stored_as ?? key
}

/** Values as they are stored, each under what its field says; or as they are sent, by key. */
export type ProfileValues = Readonly<Record<string, unknown>>

/** What a write comes to: the stored values, the tags that follow, and what is wrong, each under its field's key. */
export interface ProfileDraft {
  readonly values: ProfileValues
  readonly tags: readonly string[]
  readonly problems: Details
}

/** Lays sent values over stored ones, key by key. Keys of no active field are ignored. `tags` are the record's own. */
export function readProfile(
  fields: readonly ProfileField[],
  before: ProfileValues,
  sent: ProfileValues,
  tags: readonly string[],
): ProfileDraft {
  const changed: Record<string, FieldValue> = {}
  const problems: Details = {}
  const named = fields.filter((field) => field.active && Object.hasOwn(sent, field.key))
  for (const field of named) {
    const value = numbersAsNumbers(field, readValue(sent[field.key], field))
    if (value === INVALID) problems[field.key] = [{ description: `${field.title}: is invalid`, error: 'InvalidValue' }]
    else if (value !== IGNORED) changed[storedAs(field)] = value
  }
  const values = Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value !== null))
  const isChanged = (field: ProfileField) => Object.hasOwn(changed, storedAs(field))
  const kept = (field: ProfileField) => before[storedAs(field)] as FieldValue
  const held = new Set(fields.filter((field) => !isChanged(field)).flatMap((field) => tagsOf(field, kept(field))))
  const changes = named.filter(isChanged).map((field) => ({ field, before: kept(field), after: changed[storedAs(field)] }))
  return { values, tags: coupledTags(tags, changes, held), problems }
}

/** Where tickets hold the digits of numbers, these records hold numbers. */
function numbersAsNumbers(field: ProfileField, value: ReturnType<typeof readValue>): ReturnType<typeof readValue> {
  if (typeof value !== 'string' || (field.type !== 'integer' && field.type !== 'decimal')) return value
  const number = Number(value)
  return Number.isFinite(number) && (field.type === 'decimal' || Number.isSafeInteger(number)) ? number : INVALID
}

/** Every active field with its value: null where there is none, false for a box that is not ticked; days as moments. */
export function presentProfile(fields: readonly ProfileField[], values: ProfileValues): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const field of fields) if (field.active) shown[field.key] = presentValue(field.type, values[storedAs(field)])
  return shown
}

function presentValue(type: string, value: unknown): unknown {
  if (type === 'checkbox') return value === true
  if (type === 'multiselect') return value ?? []
  if (value === undefined || value === null) return null
  return type === 'date' ? `${value as string}T00:00:00+00:00` : value
}
