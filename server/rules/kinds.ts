/**
 * How each kind of value is compared. Each operator has two implementations side by side: `test` in memory, `sql` as a where clause.
 * Invariant, checked by parity.test.ts: both agree on every stored value, and `sql` is never NULL.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Timestamp, toDate } from '../lib/clock.ts'
import { type Argument, hours, id, ids, list, optional, text, words } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { containing, containingWord } from './text_pattern.ts'

export type Column = RawBuilder<unknown>

/** An operator with its argument. */
export interface Meaning<V> {
  test(value: V, ticket: TicketFacts, context: RuleContext): boolean
  sql(column: Column, context: RuleContext): RawBuilder<boolean>
}

/** One way to compare values, implemented in memory and in SQL. */
export interface Operator<V> {
  readonly argument: Argument<unknown>
  /** Undefined when the argument does not accept the value. */
  bind(value: unknown): Meaning<V> | undefined
}

/** Operators by name. */
export type Kind<V> = Readonly<Record<string, Operator<V>>>

/** Builds an operator from its argument and a function from that argument to the meaning. */
export function operator<V, A>(argument: Argument<A>, mean: (arg: A) => Meaning<V>): Operator<V> {
  const bind = (value: unknown) => {
    const arg = argument.read(value)
    return arg === undefined ? undefined : mean(arg)
  }
  return { argument, bind }
}

/** The negation of an operator. */
export function not<V>(positive: Operator<V>): Operator<V> {
  const bind = (value: unknown): Meaning<V> | undefined => {
    const meaning = positive.bind(value)
    return (
      meaning && {
        test: (stored, ticket, context) => !meaning.test(stored, ticket, context),
        sql: (column, context) => sql<boolean>`(not ${meaning.sql(column, context)})`,
      }
    )
  }
  return { argument: positive.argument, bind }
}

/** One of several words; '' among them matches null. */
export function among(accepted: readonly string[]): Meaning<string | null> {
  const set = accepted.filter(Boolean)
  return {
    test: (value) => accepted.includes(value ?? ''),
    sql: (column) =>
      set.length < accepted.length
        ? sql<boolean>`(${column} is null or ${column} = any(${set}::text[]))`
        : sql<boolean>`(${column} is not null and ${column} = any(${set}::text[]))`,
  }
}

/** A word of a fixed list. */
export function choice(values: readonly string[]): Kind<string | null> {
  const is = operator(list(values), (value) => among([value]))
  return { is, is_not: not(is) }
}

/** A word of a fixed list with an order, lowest first. */
export function ranked(ranks: readonly string[]): Kind<string | null> {
  return {
    ...choice(ranks),
    less_than: operator(list(ranks), (rank) => among(ranks.slice(0, ranks.indexOf(rank)))),
    greater_than: operator(list(ranks), (rank) => among(ranks.slice(ranks.indexOf(rank) + 1))),
  }
}

const isWord = operator(text, (value) => among([value]))

/** Any word. */
export const word: Kind<string | null> = { is: isWord, is_not: not(isWord) }

const unset: Meaning<number | null> = { test: (value) => value === null, sql: (column) => sql<boolean>`(${column} is null)` }

function exactly(wanted: number): Meaning<number | null> {
  return { test: (value) => value === wanted, sql: (column) => sql<boolean>`(${column} is not null and ${column} = ${wanted}::bigint)` }
}

function sameAs(other: 'requester_id' | 'assignee_id'): Meaning<number | null> {
  return {
    test: (value, ticket) => value === ticket[other],
    sql: (column) => sql<boolean>`(${column} is not distinct from ${sql.ref(`tickets.${other}`)})`,
  }
}

const named = {
  requester_id: sameAs('requester_id'),
  assignee_id: sameAs('assignee_id'),
  /** Without a current user, no id matches. */
  current_user: {
    test: (value, _ticket, context) => value !== null && value === context.current_user_id,
    sql: (column, context) =>
      context.current_user_id === null ? sql<boolean>`false` : exactly(context.current_user_id).sql(column, context),
  },
} satisfies Record<string, Meaning<number | null>>

/** The id of another record, or one of the `names` that refer to a user. */
export function reference(nullable: boolean, names: readonly (keyof typeof named)[] = []): Kind<number | null> {
  const argument: Argument<number | keyof typeof named | null> = nullable ? optional(id(names)) : id(names)
  const is = operator(argument, (wanted) => (wanted === null ? unset : typeof wanted === 'number' ? exactly(wanted) : named[wanted]))
  return { is, is_not: not(is) }
}

/** A number of a fixed list. */
export function code(values: readonly number[]): Kind<number> {
  const is = operator(list(values.map(String)), (value) => exactly(Number(value)))
  return { is, is_not: not(is) }
}

const isOneOf = operator(ids, (wanted): Meaning<number> => ({
  test: (value) => wanted.includes(value),
  sql: (column) => sql<boolean>`(${column} is not null and ${column} = any(${wanted}::bigint[]))`,
}))

/** An id compared with a list of ids. */
export const oneOfIds: Kind<number> = { includes: isOneOf, not_includes: not(isOneOf) }

/** A set of words; `includes` is true when it has at least one of the given words. */
export function wordSet(argument: Argument<readonly string[]>): Kind<readonly string[]> {
  const includes = operator(argument, (wanted): Meaning<readonly string[]> => ({
    test: (value) => wanted.some((one) => value.includes(one)),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} && ${wanted}::text[])`,
  }))
  return { includes, not_includes: not(includes) }
}

/** A boolean, under the API's names for true and false. */
export function either(yes: string, no: string): Kind<boolean> {
  const is = operator(list([yes, no]), (value) => ({
    test: (stored: boolean) => stored === (value === yes),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} = ${value === yes})`,
  }))
  return { is }
}

function finding(pattern: string): Meaning<string | null> {
  const expression = new RegExp(pattern, 'u')
  return { test: (value) => expression.test(value ?? ''), sql: (column) => sql<boolean>`(coalesce(${column}, '') ~ ${pattern}::text)` }
}

/** True when the text has at least one of the words. */
export const findsWord = operator(words, (wanted) => finding(containingWord(wanted)))
/** True when the text contains the given text, ignoring case. */
export const findsText = operator(text, (wanted) => finding(containing(wanted)))

/** A text that is searched for words. */
export const prose: Kind<string | null> = { includes: findsWord, not_includes: not(findsWord), is: findsText, is_not: not(findsText) }

const HOUR = 3_600_000
const ago = (context: RuleContext, milliseconds: number) => sql`${toDate(context.now.getTime() - milliseconds).toISOString()}::timestamptz`

/** True when the time between a moment and now is at least `from` and less than `below` hours. */
function elapsed(direction: 'since' | 'until', from: number, below: number): Meaning<Timestamp | null> {
  const sign = direction === 'since' ? 1 : -1
  const [least, limit] = [from * HOUR, below * HOUR]
  return {
    test: (at, _ticket, context) => {
      if (at === null) return false
      const passed = sign * (context.now.getTime() - Date.parse(at))
      return passed >= least && passed < limit
    },
    sql: (column, context) => {
      const [near, far] = direction === 'since' ? [sql`<=`, sql`>`] : [sql`>=`, sql`<`]
      const reached = sql`${column} is not null and ${column} ${near} ${ago(context, sign * least)}`
      return limit === Infinity ? sql<boolean>`(${reached})` : sql<boolean>`(${reached} and ${column} ${far} ${ago(context, sign * limit)})`
    },
  }
}

/**
 * Whole hours since (or until) a moment. The run within the first hour counts as 0, so `is 24` is true in exactly one of the hourly runs.
 * No operator is true for a moment that is null, or that is in the other direction.
 * @source docs/reference/business_rules.md §5.2
 */
export function hoursFrom(direction: 'since' | 'until'): Kind<Timestamp | null> {
  return {
    is: operator(hours, (count) => elapsed(direction, count, count + 1)),
    less_than: operator(hours, (count) => elapsed(direction, 0, count)),
    greater_than: operator(hours, (count) => elapsed(direction, count + 1, Infinity)),
  }
}
