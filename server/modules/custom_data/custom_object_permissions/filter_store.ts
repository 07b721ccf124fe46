/** Filters in SQL, on `custom_object_records`. This is their only implementation: single records are checked in SQL, too. */
import { type RawBuilder, sql } from 'kysely'
import { defined } from '../../../lib/defined.ts'
import type { Comparison, Filter, Operand, Subject } from './filter.ts'
import { isKeyOf } from '../../../lib/objects.ts'

type Condition = RawBuilder<boolean>

const TRUE: Condition = sql<boolean>`true`
const FALSE: Condition = sql<boolean>`false`
const VALUES = sql`custom_object_records.custom_object_fields`
type Scalar = string | number | boolean
const SIGNS = { greater: sql`>`, greater_or_equal: sql`>=`, less: sql`<`, less_or_equal: sql`<=` } as const
const NEGATED: Partial<Readonly<Record<Comparison, Comparison>>> = { unequal: 'equal', lacks: 'contains', none_of: 'one_of' }

/** A filter as a SQL condition. An unknown result is null, which matches no record; negated comparisons never yield null. */
export function filterSql(filter: Filter): Condition {
  if ('all' in filter) return joined(filter.all, sql` and `, TRUE)
  if ('any' in filter) return joined(filter.any, sql` or `, FALSE)
  const { subject, comparison, operand } = filter
  const opposite = NEGATED[comparison]
  // comparisons that are not negated are not wrapped, so that an index can serve them
  if (opposite === undefined) return comparisonSql(subject, comparison, operand)
  return sql<boolean>`not coalesce(${comparisonSql(subject, opposite, operand)}, false)`
}

function joined(filters: readonly Filter[], by: RawBuilder<unknown>, none: Condition): Condition {
  return filters.length === 0 ? none : sql<boolean>`(${sql.join(filters.map(filterSql), by)})`
}

function comparisonSql(subject: Subject, comparison: Comparison, operand: Operand): Condition {
  const present = subject.kind === 'flag' ? holds(subject, true) : presentSql(subject)
  if (comparison === 'present') return operand === true ? present : sql<boolean>`not coalesce(${present}, false)`
  if (operand === null) return sql<boolean>`not coalesce(${present}, false)`
  if (typeof operand === 'object') {
    // one_of: none_of is negated by the caller
    const each = operand.map((one) => equal(subject, one))
    return each.length === 0 ? FALSE : sql<boolean>`(${sql.join(each, sql` or `)})`
  }
  if (comparison === 'equal') return equal(subject, operand)
  if (comparison === 'contains') return contains(subject, String(operand))
  if (!isKeyOf(SIGNS, comparison)) throw new Error(`${comparison} does not compare one value`)
  return sql<boolean>`${comparable(subject)} ${SIGNS[comparison]} ${typed(subject, operand)}`
}

function presentSql(subject: Subject): Condition {
  if (subject.key === undefined) return sql<boolean>`${sql.ref(`custom_object_records.${subject.name}`)} is not null`
  const value = sql`${VALUES} -> ${subject.key}::text`
  return sql<boolean>`coalesce(${value}, '[]'::jsonb) not in ('[]'::jsonb, 'null'::jsonb, '""'::jsonb)`
}

/** Written in a form that the index on all values supports. */
function holds({ key, kind }: Subject, value: Scalar): Condition {
  const wanted = JSON.stringify({ [defined(key)]: kind === 'choices' ? [value] : value })
  return sql<boolean>`(${VALUES} <> '{}' and ${VALUES} @> ${wanted}::text::jsonb)`
}

function equal(subject: Subject, value: Scalar): Condition {
  if (subject.key === undefined) return sql<boolean>`${comparable(subject)} = ${typed(subject, value)}`
  if (subject.kind === 'flag' && value === false) return sql<boolean>`not ${holds(subject, true)}`
  return holds(subject, value)
}

function contains(subject: Subject, text: string): Condition {
  if (subject.kind === 'choices') return holds(subject, text)
  return sql<boolean>`position(lower(${text}::text) in lower(${comparable(subject)})) > 0`
}

function comparable({ key, name, kind }: Subject): RawBuilder<unknown> {
  if (key === undefined) return sql.ref(`custom_object_records.${name}`)
  if (kind !== 'number') return sql`(${VALUES} ->> ${key}::text)`
  return sql`(case when jsonb_typeof(${VALUES} -> ${key}::text) = 'number' then (${VALUES} -> ${key}::text)::numeric end)`
}

function typed({ kind }: Subject, value: Scalar): RawBuilder<unknown> {
  if (kind === 'number') return sql`${String(value)}::text::numeric`
  if (kind === 'person') return sql`${value}::bigint`
  return kind === 'moment' ? sql`${String(value)}::text::timestamptz` : sql`${String(value)}::text`
}
