/**
 * Rows for custom ticket fields, derived from the field's type. Values are stored in `tickets.custom_fields` as JSON. A value that does
 * not fit its field's type counts as no value, in memory and in SQL.
 * @source docs/reference/business_rules.md §3.1
 */
import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '../lib/clock.ts'
import { type Argument, asText, date, days, id, list, none, number } from './argument.ts'
import type { CustomField, CustomFieldType, CustomFieldTypes, CustomValue, RuleContext } from './facts.ts'
import {
  among,
  type Column,
  either,
  findsText,
  findsWord,
  type Kind,
  type Meaning,
  not,
  type Operator,
  operator,
  word,
  wordSet,
} from './kinds.ts'
import { type FieldRow, row } from './row.ts'

/** How the JSON of a field is converted to the value its kind compares, in memory and in SQL. */
interface Form<V> {
  read(value: CustomValue): V
  column(json: Column): Column
}

const string: Form<string | null> = {
  read: (value) => (typeof value === 'string' && value !== '' ? value : null),
  column: (json) => sql`(case jsonb_typeof(${json}) when 'string' then nullif(${json} #>> '{}', '') end)`,
}

/** A text that matches `pattern`, which must mean the same in both engines. */
function stringLike(pattern: string): Form<string | null> {
  const fits = new RegExp(pattern)
  const read = (value: CustomValue) => (typeof value === 'string' && fits.test(value) ? value : null)
  return { read, column: (json) => sql`(substring(${string.column(json)} from ${pattern}::text) collate "C")` }
}

const day = stringLike('^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
/** Digits that PostgreSQL always casts to a double without an error. */
const digits = stringLike('^-?[0-9]{1,15}(?:[.][0-9]{1,15})?$')
const numeric: Form<number | null> = {
  read: (value) => {
    const written = digits.read(value)
    return typeof value === 'number' ? value : written === null ? null : Number(written)
  },
  column: (json) =>
    sql`(case jsonb_typeof(${json}) when 'number' then ${json}::double precision else ${digits.column(json)}::double precision end)`,
}
const flag: Form<boolean> = { read: (value) => value === true, column: (json) => sql`coalesce(${json} = 'true', false)` }
const texts: Form<readonly string[]> = {
  read: (value) => (Array.isArray(value) ? value : []),
  column: (json) => sql`array(select jsonb_array_elements_text(case jsonb_typeof(${json}) when 'array' then ${json} else '[]' end))`,
}

const present = operator(none, (): Meaning<string | number | null> => ({
  test: (value) => value !== null,
  sql: (column) => sql<boolean>`(${column} is not null)`,
}))
const presence: Kind<string | number | null> = { present, not_present: not(present) }

const text: Kind<string | null> = {
  ...word,
  ...presence,
  includes_words: findsWord,
  not_includes_words: not(findsWord),
  includes_string: findsText,
  not_includes_string: not(findsText),
}

function compared<V extends string | number>(argument: Argument<V>, type: RawBuilder<unknown>): Kind<V | null> {
  const compare = (sign: string, test: (value: V, arg: V) => boolean) =>
    operator(argument, (arg): Meaning<V | null> => ({
      test: (value) => value !== null && test(value, arg),
      sql: (column) => sql<boolean>`(${column} is not null and ${column} ${sql.raw(sign)} ${arg}::${type})`,
    }))
  const is = compare('=', (value, arg) => value === arg)
  return {
    is,
    is_not: not(is),
    less_than: compare('<', (value, arg) => value < arg),
    less_than_equal: compare('<=', (value, arg) => value <= arg),
    greater_than: compare('>', (value, arg) => value > arg),
    greater_than_equal: compare('>=', (value, arg) => value >= arg),
  }
}

/** The day `count` days from now, in UTC. */
export function dayAfter(context: RuleContext, count: number): string {
  return addSeconds(context.now, count * 86_400)
    .toISOString()
    .slice(0, 10)
}

/** Today is included in both directions. */
function within(direction: 'previous' | 'next'): Operator<string | null> {
  const bounds = (count: number, context: RuleContext) =>
    direction === 'previous'
      ? ([dayAfter(context, -count), dayAfter(context, 0)] as const)
      : ([dayAfter(context, 0), dayAfter(context, count)] as const)
  return operator(days, (count) => ({
    test: (value, _ticket, context) => {
      const [first, last] = bounds(count, context)
      return value !== null && value >= first && value <= last
    },
    sql: (column, context) => {
      const [first, last] = bounds(count, context)
      return sql<boolean>`(${column} is not null and ${column} between ${first}::text and ${last}::text)`
    },
  }))
}

const numbers: Kind<number | null> = { ...compared(number, sql`double precision`), ...presence }
const dates: Kind<string | null> = {
  ...compared(date, sql`text`),
  ...presence,
  within_previous_n_days: within('previous'),
  within_next_n_days: within('next'),
}

/** One option of a field, or one of `values`. Clients refer to an option by its value or its id; tickets store the value. */
export function option(field: CustomField, values: readonly string[]): Argument<string> {
  const known = list([...values, ...field.options.map((choice) => choice.value)])
  const read = (value: unknown) => known.read(value) ?? field.options.find((choice) => String(choice.id) === asText(value))?.value
  return { ...known, read }
}

/** One or more options of a field: a list, or a text separated by spaces. */
export function options(field: CustomField): Argument<readonly string[]> {
  const one = option(field, [])
  const read = (value: unknown) => {
    const found = (Array.isArray(value) ? value : (asText(value) ?? '').split(/\s+/).filter(Boolean)).map(one.read)
    return found.length === 0 || found.includes(undefined) ? undefined : (found as string[])
  }
  return { ...one, expects: one.expects.replace('one', 'one or more'), read }
}

const isSet = operator(none, (): Meaning<readonly string[]> => ({
  test: (value) => value.length > 0,
  sql: (column) => sql<boolean>`(cardinality(${column}) > 0)`,
}))
const isRecord = operator(id(), (wanted) => among([String(wanted)]))

function chosen(field: CustomField): Kind<string | null> {
  const is = operator(option(field, ['']), (value) => among([value]))
  return { is, is_not: not(is), ...presence }
}

type Make = <V>(form: Form<V>, kind: Kind<V>) => FieldRow

const byType: Record<CustomFieldType, (make: Make, field: CustomField) => FieldRow> = {
  text: (make) => make(string, text),
  textarea: (make) => make(string, text),
  regexp: (make) => make(string, presence),
  partialcreditcard: (make) => make(string, presence),
  checkbox: (make) => make(flag, either('true', 'false')),
  date: (make) => make(day, dates),
  integer: (make) => make(numeric, numbers),
  decimal: (make) => make(numeric, numbers),
  tagger: (make, field) => make(string, chosen(field)),
  multiselect: (make, field) => make(texts, { ...wordSet(options(field)), present: isSet, not_present: not(isSet) }),
  lookup: (make) => make(string, { is: isRecord, is_not: not(isRecord), ...presence }),
}

/** The row of `custom_fields_<id>`; undefined for other names and for fields that the account does not have. */
export function customRow(name: string, types: CustomFieldTypes): FieldRow | undefined {
  const fieldId = /^custom_fields_(\d+)$/.exec(name)?.[1]
  const field = fieldId === undefined ? undefined : types.get(fieldId)
  if (fieldId === undefined || field === undefined) return undefined
  const json = sql`(tickets.custom_fields -> ${sql.lit(fieldId)})`
  const make: Make = (form, kind) =>
    row({ title: name, kind, read: (ticket) => form.read(ticket.custom_fields[fieldId] ?? null), column: form.column(json) })
  return byType[field.type](make, field)
}
