/**
 * A field that has a key as it would be saved, and what is wrong with it. Pure.
 * @source docs/reference/people.md §7; docs/reference/custom_objects.md §2; docs/reference/employee_service.md §1.5
 */
import type { Details } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import type { AnswerOf } from '#http/route.ts'
import { type Timestamp, wireTime } from '#lib/clock.ts'
import { chooseWrittenText } from '#lib/raw_text.ts'
import { checkDefinition, type FieldDefinition } from './definition.ts'
import type { KeyedField, KeyedFieldInput, TypeMembers } from './keyed_field_schema.ts'
import { draftOptions, type FieldOption, presentOption } from './options.ts'
import { targetObject } from './targets.ts'
import { FIELD_TYPES, PROFILE_FIELD_TYPES } from './types.ts'

/** What fields that have a key share; new options have no ids yet. */
export interface KeyedFieldDraft extends FieldDefinition {
  readonly key: string
  readonly description: string
  readonly position: number
  readonly active: boolean
  readonly relationship_filter: Readonly<Record<string, unknown>> | null
}

/** Letters, digits, underscores; not digits only, since paths identify fields by id or key. */
const KEY = /^(?!\d+$)(?!__proto__$)[A-Za-z0-9_]{1,255}$/

/** A new field with what can be chosen only once: its key, its type and what it refers to. */
export function draftNewKeyedField(input: KeyedFieldInput): KeyedFieldDraft {
  const type = input.type || 'text'
  return {
    key: (input.key ?? '').trim(),
    type,
    title: '',
    description: '',
    position: 9999,
    active: true,
    regexp_for_validation: null,
    tag: null,
    options: [],
    relationship_target_type: type === 'lookup' ? (input.relationship_target_type ?? null) : null,
    relationship_filter: null,
  }
}

/** The field with the input applied; its key and type stay. */
export function draftKeyedField<Field extends KeyedFieldDraft>(
  before: Field,
  input: KeyedFieldInput,
): Omit<Field, 'options'> & Pick<KeyedFieldDraft, 'options'> {
  const { custom_field_options, tag = before.tag, relationship_filter = before.relationship_filter } = input
  return {
    ...before,
    title: chooseWrittenText(input.raw_title, input.title, before.title).trim(),
    description: chooseWrittenText(input.raw_description, input.description, before.description),
    position: input.position ?? before.position,
    active: input.active ?? before.active,
    regexp_for_validation: input.regexp_for_validation === undefined ? before.regexp_for_validation : input.regexp_for_validation || null,
    tag: before.type === 'checkbox' ? tag?.trim().toLowerCase().replace(/\s+/g, '_') || null : null,
    options: custom_field_options === undefined ? before.options : draftOptions(before.options, custom_field_options),
    relationship_filter,
  }
}

/** What is wrong with the key of a new field. */
export function checkKey(key: string, isTaken: boolean): Details {
  if (key === '') return { key: [makeBlankProblem('Key')] }
  if (!KEY.test(key)) return { key: [makeInvalidProblem('Key')] }
  return isTaken ? { key: [{ description: 'Key: has already been taken', error: 'DuplicateValue' }] } : {}
}

/** What is wrong with a field. `objects` are the keys of the custom objects that a lookup field can target. */
export function checkKeyedField(draft: KeyedFieldDraft, objects: readonly string[]): Details {
  const found = checkDefinition(draft, PROFILE_FIELD_TYPES)
  const target = targetObject(draft.relationship_target_type)
  return target === undefined || objects.includes(target)
    ? found
    : { ...found, relationship_target_type: [makeInvalidProblem('Relationship target type')] }
}

/** A stored field as it is presented. */
type PresentedField = Pick<KeyedFieldDraft, 'type' | 'key' | 'title' | 'description' | 'position' | 'active' | 'regexp_for_validation'> & {
  readonly id: number
  readonly system: boolean
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
}

/** The members that fields of all types have; `text` resolves dynamic content. */
export function presentKeyedField(
  url: string,
  row: PresentedField,
  text: (raw: string) => string = (raw) => raw,
): Omit<AnswerOf<typeof KeyedField>, keyof typeof TypeMembers.properties> {
  return {
    url,
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
  }
}

/** The members that only fields of this type have; `text` resolves dynamic content. */
export function presentTypeMembers(
  row: Omit<KeyedFieldDraft, 'options'> & { readonly options: readonly FieldOption[] },
  text: (raw: string) => string = (raw) => raw,
): AnswerOf<typeof TypeMembers> {
  if (row.type === 'checkbox') return { tag: row.tag }
  const needs = FIELD_TYPES[row.type]?.needs
  if (needs === 'options')
    return { custom_field_options: row.options.map((option) => ({ ...presentOption(option), name: text(option.name) })) }
  return needs === 'target' ? presentTarget(row.relationship_target_type, row.relationship_filter) : {}
}

/** What a lookup field refers to, and which of it can be chosen. */
export function presentTarget(
  relationship_target_type: string | null,
  filter: KeyedFieldDraft['relationship_filter'],
): AnswerOf<typeof TypeMembers> {
  return { relationship_target_type, relationship_filter: filter ?? { all: [], any: [] } }
}
