/** A record as it would be saved, and what is wrong with it. Pure. @source docs/reference/custom_objects.md §3 */
import type { Details } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { ensureDefined } from '#lib/defined.ts'
import { textOf } from '#lib/json.ts'
import { isBlank } from '../custom_fields/types.ts'
import { type ProfileValues, readProfile } from '../custom_fields/values.ts'
import type { ObjectFieldRow } from '../custom_object_fields/store.ts'
import { LARGEST_RECORD_BYTES } from '../custom_objects/limits.ts'
import { STANDARD_NAME } from '../custom_objects/store.ts'
import { wordsOf } from './words.ts'
import type { RecordInput } from './schema.ts'
import { composeLetters, plainLine } from '#lib/text_forms.ts'

/** The writable members of a record. */
export interface RecordDraft {
  readonly name: string
  readonly external_id: string | null
  readonly custom_object_fields: ProfileValues
}

const LONGEST = 255

/** The field for the record's name, with its autoincrement and uniqueness settings. */
export function nameField(fields: readonly ObjectFieldRow[]): ObjectFieldRow {
  return ensureDefined(fields.find((field) => field.key === STANDARD_NAME))
}

/** The fields that the instance defined, without the standard fields. */
export const ownFields = (fields: readonly ObjectFieldRow[]): readonly ObjectFieldRow[] => fields.filter((field) => !field.system)

/** Applies an input to a record; null = a new record. An autoincremented name is assigned when the record is written. */
export function draftRecord(
  fields: readonly ObjectFieldRow[],
  before: RecordDraft | null,
  input: RecordInput,
): { draft: RecordDraft; problems: Details } {
  const own = ownFields(fields)
  const sent = input.custom_object_fields ?? {}
  const { values, problems } = readProfile(own, before?.custom_object_fields ?? {}, sent, [])
  const draft: RecordDraft = {
    name: plainLine(input.name ?? before?.name ?? '').trim(),
    external_id: input.external_id === undefined ? (before?.external_id ?? null) : input.external_id?.trim() || null,
    custom_object_fields: values,
  }
  return { draft, problems: { ...checkRequired(own, before, sent, values), ...inFields(problems), ...checkNames(fields, before, draft) } }
}

const inFields = (problems: Details): Details =>
  Object.fromEntries(Object.entries(problems).map(([key, list]) => [`custom_object_fields.${key}`, list]))

/** Required fields must be set in a new record and cannot be emptied. Records older than the requirement can still be changed. */
function checkRequired(own: readonly ObjectFieldRow[], before: RecordDraft | null, sent: ProfileValues, values: ProfileValues): Details {
  const requiredFields = own.filter((field) => field.active && field.required && (before === null || Object.hasOwn(sent, field.key)))
  return inFields(
    Object.fromEntries(
      requiredFields.filter((field) => isBlank(values[field.key])).map((field) => [field.key, [makeBlankProblem(field.title)]]),
    ),
  )
}

function checkNames(
  fields: readonly ObjectFieldRow[],
  before: RecordDraft | null,
  { name, external_id, custom_object_fields }: RecordDraft,
): Details {
  const makeDetails = (key: string, description: string, error: string): Details => ({ [key]: [{ description, error }] })
  const tooLong = (key: string, title: string) => makeDetails(key, `${title}: is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  const isNumbered = nameField(fields).autoincrement_enabled
  if (isNumbered && name !== (before?.name ?? '')) return makeDetails('name', 'Name: is generated and cannot be set', 'InvalidValue')
  if (!isNumbered && name === '') return makeDetails('name', 'Name: cannot be blank', 'BlankValue')
  if (name.length > LONGEST) return tooLong('name', 'Name')
  if (external_id !== null && external_id.length > LONGEST) return tooLong('external_id', 'External ID')
  return Buffer.byteLength(JSON.stringify(custom_object_fields)) > LARGEST_RECORD_BYTES
    ? makeDetails('base', `A record may hold at most ${LARGEST_RECORD_BYTES} bytes`, 'TooLong')
    : {}
}

/** The name of an autoincremented record. */
export function makeNumberedName({ autoincrement_prefix, autoincrement_padding }: ObjectFieldRow, number: number): string {
  return autoincrement_prefix + String(number).padStart(autoincrement_padding, '0')
}

/** The words that searches find a record by: those of its name, and those of all other values. */
export function collectSearchedWords({ name, external_id, custom_object_fields }: RecordDraft): { name: string; rest: string } {
  const texts = Object.values(custom_object_fields).flatMap((value) => (typeof value === 'boolean' ? [] : [value].flat().map(String)))
  return { name: wordsOf(name).join(' '), rest: wordsOf([external_id ?? '', ...texts].join(' ')).join(' ') }
}

/** The values of a record that must be unique, as text by the field's id. */
export function uniqueValues(fields: readonly ObjectFieldRow[], draft: RecordDraft): { field_id: number; value: string }[] {
  return fields
    .filter((field) => field.is_unique && field.active)
    .map((field) => ({
      field_id: field.id,
      value: field.key === STANDARD_NAME ? draft.name : field.system ? '' : composeLetters(textOf(draft.custom_object_fields[field.key])),
    }))
    .filter(({ value }) => value !== '')
}
