/**
 * How one kind of value compares. Each operator holds its two meanings side by side: `test` in memory, `sql` as a where-clause.
 * Law, checked by parity.test.ts: both agree on every stored value, and `sql` is never NULL.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Timestamp, toDate } from '../lib/clock.ts'
import { type Argument, hours, id, ids, list, optional, text, words } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { containing, containingWord } from './text_pattern.ts'

export type Column = RawBuilder<unknown>

/** What an operator means once its argument is known. */
export interface Meaning<V> {
  test(value: V, ticket: TicketFacts, context: RuleContext): boolean
  sql(column: Column, context: RuleContext): RawBuilder<boolean>
}

/** One way to compare: its meaning in memory and in SQL, side by side. */
export interface Operator<V> {
  readonly argument: Argument<unknown>
  /** Undefined when the argument does not accept the value. */
  bind(value: unknown): Meaning<V> | undefined
}

/** Operators by name. */
export type Kind<V> = Readonly<Record<string, Operator<V>>>

/** An operator from what it takes and what it then means. */
export function operator<V, A>(argument: Argument<A>, mean: (arg: A) => Meaning<V>): Operator<V> {
  const bind = (value: unknown) => {
    const arg = argument.read(value)
    return arg === undefined ? undefined : mean(arg)
  }
  return { argument, bind }
}

/** The operator that holds exactly where `positive` does not. */
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

/** One of several words; '' among them means that nothing is set. */
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

/** A word out of a fixed choice. */
export function choice(values: readonly string[]): Kind<string | null> {
  const is = operator(list(values), (value) => among([value]))
  return { is, is_not: not(is) }
}

/** A word out of a choice that has an order, lowest first. */
export function ranked(ranks: readonly string[]): Kind<string | null> {
  return {
    ...choice(ranks),
    less_than: operator(list(ranks), (rank) => among(ranks.slice(0, ranks.indexOf(rank)))),
    greater_than: operator(list(ranks), (rank) => among(ranks.slice(ranks.indexOf(rank) + 1))),
  }
}

const isWord = operator(text, (value) => among([value]))

/** A word that may be any. */
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
  /** Where there is no current user nobody is it. */
  current_user: {
    test: (value, _ticket, context) => value !== null && value === context.current_user_id,
    sql: (column, context) =>
      context.current_user_id === null ? sql<boolean>`false` : exactly(context.current_user_id).sql(column, context),
  },
} satisfies Record<string, Meaning<number | null>>

/** The id of another record, or one of the `names` that stand for somebody. */
export function reference(nullable: boolean, names: readonly (keyof typeof named)[] = []): Kind<number | null> {
  const argument: Argument<number | keyof typeof named | null> = nullable ? optional(id(names)) : id(names)
  const is = operator(argument, (wanted) => (wanted === null ? unset : typeof wanted === 'number' ? exactly(wanted) : named[wanted]))
  return { is, is_not: not(is) }
}

/** A number out of a fixed list. */
export function code(values: readonly number[]): Kind<number> {
  const is = operator(list(values.map(String)), (value) => exactly(Number(value)))
  return { is, is_not: not(is) }
}

const isOneOf = operator(ids, (wanted): Meaning<number> => ({
  test: (value) => wanted.includes(value),
  sql: (column) => sql<boolean>`(${column} is not null and ${column} = any(${wanted}::bigint[]))`,
}))

/** An id that is asked for together with others. */
export const oneOfIds: Kind<number> = { includes: isOneOf, not_includes: not(isOneOf) }

/** A set of words; `includes` holds when at least one of those asked for is there. */
export function wordSet(argument: Argument<readonly string[]>): Kind<readonly string[]> {
  const includes = operator(argument, (wanted): Meaning<readonly string[]> => ({
    test: (value) => wanted.some((one) => value.includes(one)),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} && ${wanted}::text[])`,
  }))
  return { includes, not_includes: not(includes) }
}

/** Yes or no, under the two names that the wire has for it. */
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

/** Holds when at least one of the words stands in the text. */
export const findsWord = operator(words, (wanted) => finding(containingWord(wanted)))
/** Holds when the text contains what is asked for just as it stands, apart from case. */
export const findsText = operator(text, (wanted) => finding(containing(wanted)))

/** A text in which words are looked for. */
export const prose: Kind<string | null> = { includes: findsWord, not_includes: not(findsWord), is: findsText, is_not: not(findsText) }

const HOUR = 3_600_000
const ago = (context: RuleContext, milliseconds: number) => sql`${toDate(context.now.getTime() - milliseconds).toISOString()}::timestamptz`

/** Holds while at least `from` and less than `below` hours lie between a moment and now. */
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
 * Whole hours since (or until) a moment. The run within the first hour counts as 0, so under hourly runs `is 24` holds exactly
 * once. Nothing holds for a moment that never came or that lies on the other side of now.
 * @source docs/reference/business_rules.md §5.2
 */
export function hoursFrom(direction: 'since' | 'until'): Kind<Timestamp | null> {
  return {
    is: operator(hours, (count) => elapsed(direction, count, count + 1)),
    less_than: operator(hours, (count) => elapsed(direction, 0, count)),
    greater_than: operator(hours, (count) => elapsed(direction, count + 1, Infinity)),
  }
}
