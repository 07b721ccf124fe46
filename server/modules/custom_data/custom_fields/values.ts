/**
 * Values of the fields of users, organizations and custom objects: stored by the field's key, presented for the wire. Pure.
 * @source docs/reference/people.md §7
 */
import type { Details } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { coupleTags, tagsOf } from './tags.ts'
import { type FieldRules, type FieldValue, IGNORED, INVALID, readValue } from './types.ts'
import { exactNumber } from '#http/exact_json.ts'
import { textOf } from '#lib/json.ts'

/** A field of such a holder. */
export interface ProfileField extends FieldRules {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly active: boolean
  /** The key its values are stored under if that is not `key`, because an earlier field had the same key. */
  readonly stored_as?: string | null
}

/** The key that a field's values are stored under. */
export function getStoredKey({ stored_as, key }: Pick<ProfileField, 'stored_as' | 'key'>): string {
  return stored_as ?? key
}

/** Stored values by the key of {@link getStoredKey}, or sent values by the field's key. */
export type ProfileValues = Readonly<Record<string, unknown>>

/** The result of a write: the stored values, the resulting tags, and problems by the field's key. */
export interface ProfileDraft {
  readonly values: ProfileValues
  readonly tags: readonly string[]
  readonly problems: Details
}

/** Merges sent values into stored ones, key by key. Unknown keys and those of inactive fields are ignored. `tags` are the record's own. */
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
    if (value === INVALID) problems[field.key] = [makeInvalidProblem(field.title)]
    else if (value !== IGNORED) changed[getStoredKey(field)] = value
  }
  const values = Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, value]) => value !== null))
  const isChanged = (field: ProfileField) => Object.hasOwn(changed, getStoredKey(field))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored has been read by readValue
  const readBefore = (field: ProfileField) => before[getStoredKey(field)] as FieldValue
  const held = new Set(fields.filter((field) => !isChanged(field)).flatMap((field) => tagsOf(field, readBefore(field))))
  const changes = named.filter(isChanged).map((field) => ({ field, before: readBefore(field), after: changed[getStoredKey(field)] }))
  return { values, tags: coupleTags(tags, changes, held), problems }
}

/** These holders store numbers as JSON numbers, unlike tickets, which store digits. One that would lose digits is not valid. */
function numbersAsNumbers(field: ProfileField, value: ReturnType<typeof readValue>): ReturnType<typeof readValue> {
  if (typeof value !== 'string' || (field.type !== 'integer' && field.type !== 'decimal')) return value
  const number = exactNumber(value)
  return number !== undefined && (field.type === 'decimal' || Number.isSafeInteger(number)) ? number : INVALID
}

/** Every active field with its value: null if unset, false for an unticked checkbox; dates as timestamps. */
export function presentProfile(fields: readonly ProfileField[], values: ProfileValues): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const field of fields) if (field.active) shown[field.key] = presentValue(field.type, values[getStoredKey(field)])
  return shown
}

function presentValue(type: string, value: unknown): unknown {
  if (type === 'checkbox') return value === true
  if (type === 'multiselect') return value ?? []
  if (value === undefined || value === null) return null
  return type === 'date' ? `${textOf(value)}T00:00:00+00:00` : value
}
