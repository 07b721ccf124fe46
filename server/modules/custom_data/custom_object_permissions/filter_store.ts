/** Filters in SQL, on records of custom objects and their like. This is their only implementation: single records are checked in SQL, too. */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import type { Comparison, Filter, Operand, Subject } from './filter.ts'
import { isKeyOf } from '#lib/objects.ts'

type Condition = RawBuilder<boolean>

const TRUE: Condition = sql<boolean>`true`
const FALSE: Condition = sql<boolean>`false`

/** The table that a filter is on, and its column of the values of fields. */
export interface Filtered {
  readonly table: string
  readonly values: string
}
const RECORDS: Filtered = { table: 'custom_object_records', values: 'custom_object_fields' }
type Scalar = string | number | boolean
const SIGNS = { greater: sql`>`, greater_or_equal: sql`>=`, less: sql`<`, less_or_equal: sql`<=` } as const
const NEGATED: Partial<Readonly<Record<Comparison, Comparison>>> = { unequal: 'equal', lacks: 'contains', none_of: 'one_of' }

/** A filter as a SQL condition. An unknown result is null, which matches no record; negated comparisons never yield null. */
export function filterSql(filter: Filter, on: Filtered = RECORDS): Condition {
  if ('all' in filter) return joinFilters(filter.all, on, sql` and `, TRUE)
  if ('any' in filter) return joinFilters(filter.any, on, sql` or `, FALSE)
  const { subject, comparison, operand } = filter
  const opposite = NEGATED[comparison]
  // comparisons that are not negated are not wrapped, so that an index can serve them
  if (opposite === undefined) return comparisonSql(on, subject, comparison, operand)
  return sql<boolean>`not coalesce(${comparisonSql(on, subject, opposite, operand)}, false)`
}

function joinFilters(filters: readonly Filter[], on: Filtered, by: RawBuilder<unknown>, none: Condition): Condition {
  return filters.length === 0
    ? none
    : sql<boolean>`(${sql.join(
        filters.map((one) => filterSql(one, on)),
        by,
      )})`
}

function comparisonSql(on: Filtered, subject: Subject, comparison: Comparison, operand: Operand): Condition {
  const present = subject.kind === 'flag' ? holds(on, subject, true) : presentSql(on, subject)
  if (comparison === 'present') return operand === true ? present : sql<boolean>`not coalesce(${present}, false)`
  if (operand === null) return sql<boolean>`not coalesce(${present}, false)`
  if (typeof operand === 'object') {
    // one_of: none_of is negated by the caller
    const each = operand.map((one) => isEqualSql(on, subject, one))
    return each.length === 0 ? FALSE : sql<boolean>`(${sql.join(each, sql` or `)})`
  }
  if (comparison === 'equal') return isEqualSql(on, subject, operand)
  if (comparison === 'contains') return contains(on, subject, String(operand))
  if (!isKeyOf(SIGNS, comparison)) throw new Error(`${comparison} does not compare one value`)
  return sql<boolean>`${toComparable(on, subject)} ${SIGNS[comparison]} ${castValue(subject, operand)}`
}

function presentSql(on: Filtered, subject: Subject): Condition {
  if (subject.key === undefined) return sql<boolean>`${columnOf(on, subject)} is not null`
  const value = sql`${valuesOf(on)} -> ${subject.key}::text`
  return sql<boolean>`coalesce(${value}, '[]'::jsonb) not in ('[]'::jsonb, 'null'::jsonb, '""'::jsonb)`
}

/** Written in a form that the index on all values supports. */
function holds(on: Filtered, { key, kind }: Subject, value: Scalar): Condition {
  const wanted = JSON.stringify({ [ensureDefined(key)]: kind === 'choices' ? [value] : value })
  return sql<boolean>`(${valuesOf(on)} <> '{}' and ${valuesOf(on)} @> ${wanted}::text::jsonb)`
}

function isEqualSql(on: Filtered, subject: Subject, value: Scalar): Condition {
  if (subject.key === undefined) return sql<boolean>`${toComparable(on, subject)} = ${castValue(subject, value)}`
  if (subject.kind === 'flag' && value === false) return sql<boolean>`not ${holds(on, subject, true)}`
  return holds(on, subject, value)
}

function contains(on: Filtered, subject: Subject, text: string): Condition {
  if (subject.kind === 'choices') return holds(on, subject, text)
  return sql<boolean>`position(lower(${text}::text) in lower(${toComparable(on, subject)})) > 0`
}

const valuesOf = ({ table, values }: Filtered) => sql.ref(`${table}.${values}`)
const columnOf = ({ table }: Filtered, { column, name }: Subject) => sql.ref(`${table}.${column ?? name}`)

function toComparable(on: Filtered, subject: Subject): RawBuilder<unknown> {
  const { key, kind } = subject
  if (key === undefined) return columnOf(on, subject)
  if (kind !== 'number') return sql`(${valuesOf(on)} ->> ${key}::text)`
  return sql`(case when jsonb_typeof(${valuesOf(on)} -> ${key}::text) = 'number' then (${valuesOf(on)} -> ${key}::text)::numeric end)`
}

function castValue({ kind }: Subject, value: Scalar): RawBuilder<unknown> {
  if (kind === 'number') return sql`${String(value)}::text::numeric`
  if (kind === 'person') return sql`${value}::bigint`
  return kind === 'moment' ? sql`${String(value)}::text::timestamptz` : sql`${String(value)}::text`
}
