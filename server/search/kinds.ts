/**
 * The SQL of each kind of property. A condition may be NULL for a row; condition.ts treats that as false.
 * @source docs/reference/search.md §3
 */
import { type RawBuilder, sql } from 'kysely'
import { toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { dayBegins, dayIn } from '#lib/local_day.ts'
import { type Named, readMoment } from './moments.ts'
import type { Operator, Term } from './parse.ts'
import { phraseQuery, type Weights } from './words.ts'

/** The caller, time zone and time of a search. */
export interface SearchContext {
  readonly account_id: number
  readonly actor_id: number
  readonly now: Date
  /** The account's time zone, by its IANA name. */
  readonly time_zone: string
  /** Today's date in that time zone. */
  readonly today: string
}

export type Condition = RawBuilder<boolean>
export type Column = RawBuilder<unknown>
/** The condition of a term; null when its value is invalid, so that nothing matches. */
export type Kind = (term: Term, context: SearchContext) => Condition | null

const COMPARE: Readonly<Record<Operator, RawBuilder<unknown>>> = {
  ':': sql`=`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
}

/** True for `none`: no value is set. */
export const isNone = (term: Term) => !term.quoted && term.value.toLowerCase() === 'none'
/** True for `*`: any value is set. */
export const isAny = (term: Term) => !term.quoted && term.value === '*'
const hasWildcard = (term: Term) => !term.quoted && term.value.includes('*')

/** A LIKE pattern for text with wildcards. */
export function likePattern(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}

/** Handles `none` and `*` for a nullable column; other values are passed to `kind`. */
function allowNone(column: Column, kind: Kind): Kind {
  return (term, context) => {
    if (isNone(term)) return sql<boolean>`${column} is null`
    return isAny(term) ? sql<boolean>`${column} is not null` : kind(term, context)
  }
}

/** A word or text compared as a whole, ignoring case. `column` is in lower case. */
export function word(column: Column): Kind {
  return allowNone(column, (term) => {
    const value = term.value.toLowerCase()
    return hasWildcard(term) ? sql<boolean>`${column} like ${likePattern(value)}` : sql<boolean>`${column} = ${value}`
  })
}

/** One of some values in their order, with aliases for some of them. */
export function choice(column: Column, values: readonly string[], aliases: Readonly<Record<string, string>> = {}): Kind {
  return allowNone(column, (term) => {
    const lower = term.value.toLowerCase()
    const value = Object.hasOwn(aliases, lower) ? ensureDefined(aliases[lower]) : lower
    const rank = values.indexOf(value)
    if (rank === -1) return null
    const fits = values.filter((_value, index) => compare(term.operator, index, rank))
    return sql<boolean>`${column} = any(${fits}::text[])`
  })
}

function compare(operator: Operator, one: number, other: number): boolean {
  switch (operator) {
    case ':':
      return one === other
    case '<':
      return one < other
    case '>':
      return one > other
    case '<=':
      return one <= other
    case '>=':
      return one >= other
  }
}

/** A whole number, such as an id. */
export function number(column: Column): Kind {
  return allowNone(column, (term) => {
    const value = wholeNumber(term.value)
    return value === null ? null : sql<boolean>`${column} ${COMPARE[term.operator]} ${value}::bigint`
  })
}

/** The integer a text is; null for anything else. */
export function wholeNumber(text: string): number | null {
  const value = /^-?\d{1,18}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : null
}

/** `true` or `false`. */
export function flag(column: Column): Kind {
  return (term) => {
    const value = term.value.toLowerCase()
    if (value !== 'true' && value !== 'false') return null
    return value === 'true' ? sql<boolean>`${column}` : sql<boolean>`not ${column}`
  }
}

/** A time. A day is a whole: `:` within, `<` before, `>` after, `<=` and `>=` with it. A relative one such as `4hours` means since then. */
export function moment(column: Column): Kind {
  return allowNone(column, (term, context) => {
    const named = readMoment(term.value, context.now, context.today)
    return named === undefined ? null : compareMoment(column, term.operator, named, context)
  })
}

function compareMoment(column: Column, operator: Operator, named: Named, context: SearchContext): Condition {
  if (named.kind === 'day') {
    // computed here: PostgreSQL may have an older list of zones
    const begins = sql`to_timestamp(${dayBegins(context.time_zone, named.day)}::double precision)`
    const ends = sql`to_timestamp(${dayBegins(context.time_zone, named.day, 1)}::double precision)`
    if (operator === ':') return sql<boolean>`(${column} >= ${begins} and ${column} < ${ends})`
    if (operator === '<' || operator === '>=') return sql<boolean>`${column} ${COMPARE[operator]} ${begins}`
    return operator === '>' ? sql<boolean>`${column} >= ${ends}` : sql<boolean>`${column} < ${ends}`
  }
  if (operator !== ':') return sql<boolean>`${column} ${COMPARE[operator]} ${named.at}::timestamptz`
  if (named.kind === 'ago') return sql<boolean>`${column} >= ${named.at}::timestamptz`
  // times are written to the second, but stored with fractions
  return sql<boolean>`(${column} >= ${named.at}::timestamptz and ${column} < ${named.at}::timestamptz + interval '1 second')`
}

/** A list of tags, all of which must be set. */
export function tags(column: Column): Kind {
  return (term) => {
    if (isNone(term)) return sql<boolean>`${column} = '{}'`
    if (isAny(term)) return sql<boolean>`${column} <> '{}'`
    const wanted = term.value
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
    if (wanted.length === 0) return null
    const patterns = hasWildcard(term) ? wanted.filter((tag) => tag.includes('*')) : []
    const whole = wanted.filter((tag) => !patterns.includes(tag))
    const one = patterns.map(
      (pattern) => sql<boolean>`exists (select 1 from unnest(${column}) as e (tag) where e.tag like ${likePattern(pattern)})`,
    )
    return joinWithAnd([...(whole.length === 0 ? [] : [sql<boolean>`${column} @> ${whole}::text[]`]), ...one])
  }
}

/** Words in a text: adjacent and in order, the last one a prefix when it ends with `*`. `column` is the text itself, in any case. */
export function text(words: Column, column: Column, weights: Weights): Kind {
  return (term, context) => {
    if (isNone(term)) return sql<boolean>`coalesce(${column}, '') = ''`
    if (isAny(term)) return sql<boolean>`coalesce(${column}, '') <> ''`
    if (hasWildcard(term) && term.value.indexOf('*') < term.value.length - 1)
      return sql<boolean>`${column} ilike ${likePattern(term.value)}`
    return matchesWords(words, term, context, weights)
  }
}

/** Words as in {@link text}, by the word list alone. */
export function matchesWords(words: Column, term: Term, context: SearchContext, weights: Weights): Condition | null {
  const query = phraseQuery(context.account_id, term.value, { prefix: hasWildcard(term), weights })
  return query === null ? null : sql<boolean>`${words} @@ ${query}::tsquery`
}

/** A value under a key of a JSON column: equal as text or number, an element of a list, compared, or by wildcard. */
export function jsonValue(column: Column, key: string): Kind {
  const value = sql`(${column} -> ${key}::text)`
  const plain = sql`lower(${column} ->> ${key}::text)`
  return (term, context) => {
    if (isNone(term)) return sql<boolean>`not ${isSet(value)}`
    if (isAny(term)) return isSet(value)
    if (term.operator !== ':') return jsonComparison(term, context, plain)
    const wanted = term.value.toLowerCase()
    // the first two conditions are those the index on such columns serves
    const there = sql`${column} <> '{}' and ${column} ? ${key}::text`
    if (hasWildcard(term)) return sql<boolean>`(${there} and ${plain} like ${likePattern(wanted)})`
    return sql<boolean>`(${there} and (${plain} = ${wanted} or (jsonb_typeof(${value}) = 'array' and ${value} ? ${term.value}::text)
      or (jsonb_typeof(${value}) = 'string' and strpos(' ' || ${plain} || ' ', ${` ${wanted} `}) > 0)))`
  }
}

const isSet = (value: RawBuilder<unknown>) =>
  sql<boolean>`(coalesce(jsonb_typeof(${value}), 'null') <> 'null' and ${value} not in ('""'::jsonb, '[]'::jsonb))`

function jsonComparison(term: Term, context: SearchContext, plain: RawBuilder<unknown>): Condition | null {
  const amount = /^-?\d{1,15}(\.\d{1,15})?$/.test(term.value) ? term.value : null
  if (amount !== null)
    return sql<boolean>`(case when ${plain} ~ '^-?[0-9]+(\\.[0-9]+)?$' then (${plain})::numeric end) ${COMPARE[term.operator]} ${amount}::numeric`
  const named = readMoment(term.value, context.now, context.today)
  if (named === undefined) return null
  const day = named.kind === 'day' ? named.day : dayIn(context.time_zone, toDate(named.at))
  return sql<boolean>`(case when ${plain} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(${plain}, 10) end) ${COMPARE[term.operator]} ${day}::text`
}

/** The conjunction of conditions. */
export function joinWithAnd(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The disjunction of conditions. */
export function joinWithOr(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
