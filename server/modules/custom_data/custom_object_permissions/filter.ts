/** Filters of records: comparisons of their fields, combined by all and any. Pure. @source docs/reference/custom_objects.md §3.2, §4.2 */
import { toDate } from '#lib/clock.ts'
import { readValue } from '../custom_fields/types.ts'
import type { ObjectFieldRow } from '../custom_object_fields/store.ts'

/** A comparison. `one_of` and `none_of` take a list, `present` true or false. */
export type Comparison =
  | 'equal'
  | 'unequal'
  | 'greater'
  | 'greater_or_equal'
  | 'less'
  | 'less_or_equal'
  | 'contains'
  | 'lacks'
  | 'one_of'
  | 'none_of'
  | 'present'

/** How values of a field are compared. */
export type Kind = 'text' | 'choice' | 'choices' | 'flag' | 'number' | 'day' | 'moment' | 'record' | 'person'

/** What is compared: a column of the record, or a value under one of its fields. */
export interface Subject {
  readonly name: string
  readonly title: string
  readonly kind: Kind
  /** The column it is compared by, where its name is another. */
  readonly column?: string
  /** For a field's value: the key it is stored under. */
  readonly key?: string
  readonly field?: ObjectFieldRow
}

export type Operand = string | number | boolean | null | readonly (string | number)[]

/** A condition that records match or not. */
export type Filter =
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly subject: Subject; readonly comparison: Comparison; readonly operand: Operand }

const ORDER = ['greater', 'greater_or_equal', 'less', 'less_or_equal'] as const
const SAME = ['equal', 'unequal', 'one_of', 'none_of', 'present'] as const
/** The comparisons that each kind of value supports. */
export const COMPARISONS: Readonly<Record<Kind, readonly Comparison[]>> = {
  text: [...SAME, 'contains', 'lacks'],
  choice: [...SAME, 'contains', 'lacks'],
  choices: [...SAME, 'contains', 'lacks'],
  flag: ['equal', 'unequal', 'present'],
  number: [...SAME, ...ORDER],
  day: [...SAME, ...ORDER],
  moment: [...SAME, ...ORDER],
  record: SAME,
  person: SAME,
}

const KINDS: Readonly<Record<string, Kind>> = {
  text: 'text',
  textarea: 'text',
  regexp: 'text',
  dropdown: 'choice',
  multiselect: 'choices',
  checkbox: 'flag',
  integer: 'number',
  decimal: 'number',
  date: 'day',
  lookup: 'record',
}

/** How values of a type of field are compared. */
export function kindOfField(type: string): Kind {
  return KINDS[type] ?? 'text'
}

const COLUMNS: readonly Subject[] = [
  { name: 'id', title: 'ID', kind: 'record' },
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'external_id', title: 'External ID', kind: 'text' },
  { name: 'created_at', title: 'Created', kind: 'moment' },
  { name: 'updated_at', title: 'Updated', kind: 'moment' },
  { name: 'created_by_user_id', title: 'Created by', kind: 'person' },
  { name: 'updated_by_user_id', title: 'Updated by', kind: 'person' },
]
const SPELLINGS: Readonly<Record<string, string>> = {
  'standard::name': 'name',
  'standard::external_id': 'external_id',
  created_by_user: 'created_by_user_id',
  updated_by_user: 'updated_by_user_id',
}
const VALUES = 'custom_object_fields.'

/** The subjects that records of an object can be filtered by. */
export function subjectsOf(fields: readonly ObjectFieldRow[]): Subject[] {
  const own = fields.filter((field) => field.active && !field.system)
  const values = own.map((field) => ({
    name: VALUES + field.key,
    title: field.title,
    kind: kindOfField(field.type),
    key: field.key,
    field,
  }))
  return [...COLUMNS, ...values]
}

/** The subject with this name: a column, `custom_object_fields.<key>`, or the key alone. */
export function subjectNamed(subjects: readonly Subject[], word: string): Subject | undefined {
  const name = Object.hasOwn(SPELLINGS, word) ? SPELLINGS[word] : word
  return subjects.find((subject) => subject.name === name) ?? subjects.find((subject) => subject.key === word)
}

/** The maximum number of values in a list. */
const MAX_VALUES = 1000
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** An operand in the form the kind of value needs; undefined if it cannot be compared with it. */
export function operandOf(subject: Subject, comparison: Comparison, value: unknown): Operand | undefined {
  if (comparison === 'present') return value === null || value === undefined ? true : flagOf(value)
  if (comparison === 'one_of' || comparison === 'none_of') {
    const list = (Array.isArray(value) ? value : [value]).slice(0, MAX_VALUES + 1).map((one) => scalarOf(subject.kind, one))
    if (list.length > MAX_VALUES) return undefined
    return list.every((one): one is string | number => typeof one === 'string' || typeof one === 'number') ? list : undefined
  }
  if (value === null || value === '') return comparison === 'equal' || comparison === 'unequal' ? null : undefined
  return scalarOf(subject.kind, value)
}

function flagOf(value: unknown): boolean | undefined {
  const flag = readValue(value, { type: 'checkbox', tag: null, regexp_for_validation: null, relationship_target_type: null, options: [] })
  return typeof flag === 'boolean' ? flag : undefined
}

/** The timestamp in the form rows hold; undefined if it is invalid or outside PostgreSQL's range. */
function momentOf(text: string): string | undefined {
  const day = `${text.slice(0, 10)}T00:00:00.000Z`
  const at = Date.parse(text)
  if (!MOMENT.test(text) || Number.isNaN(at) || Number.isNaN(Date.parse(day)) || toDate(day).toISOString() !== day) return undefined
  const moment = toDate(at).toISOString()
  return MOMENT.test(moment) ? moment : undefined
}

function scalarOf(kind: Kind, value: unknown): string | number | boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  const text = String(value)
  switch (kind) {
    case 'flag':
      return flagOf(value)
    case 'number':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
    case 'person':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'day':
      return DAY.test(text.slice(0, 10)) && (text.length === 10 || text[10] === 'T') ? text.slice(0, 10) : undefined
    case 'moment':
      return momentOf(text)
    default:
      return text
  }
}
