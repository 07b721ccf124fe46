/**
 * How each kind of value is compared. Each operator has two implementations side by side: `test` in memory, `sql` as a where clause.
 * Invariant, checked by parity.test.ts: both agree on every stored value, and `sql` is never NULL.
 */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { type Argument, id, ids, list, none, allowEmpty, allowSeveral, text, words } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { makeTextPattern, makeWordPattern } from './text_pattern.ts'

export type Column = RawBuilder<unknown>

/** An operator with its argument, in memory only: for values that exist only while a ticket is written. */
export interface Test<V> {
  test(value: V, ticket: TicketFacts, context: RuleContext): boolean
  /** The members of the ticket that the argument stands for. */
  readonly reads?: readonly (keyof TicketFacts)[]
}

/** An operator with its argument, in memory and in SQL. */
export interface Meaning<V> extends Test<V> {
  sql(column: Column, context: RuleContext): RawBuilder<boolean>
}

/** One way to compare values. */
export interface Operator<M> {
  readonly argument: Argument<unknown>
  /** Undefined when the argument does not accept the value. */
  bind(value: unknown): M | undefined
}

/** Operators by name. */
export type Kind<V> = Readonly<Record<string, Operator<Meaning<V>>>>
/** Operators by name that have no SQL. */
export type TestKind<V> = Readonly<Record<string, Operator<Test<V>>>>

/** Builds an operator from its argument and a function from that argument to the meaning. */
export function operator<M, A>(argument: Argument<A>, mean: (arg: A) => M): Operator<M> {
  const bind = (value: unknown) => {
    const arg = argument.read(value)
    return arg === undefined ? undefined : mean(arg)
  }
  return { argument, bind }
}

/** The negation of an operator. */
export function negate<M extends Test<never>>(positive: Operator<M>): Operator<M> {
  const bind = (value: unknown): M | undefined => {
    const meaning = positive.bind(value) as (Test<unknown> & Partial<Meaning<unknown>>) | undefined
    if (meaning === undefined) return undefined
    const { sql: search } = meaning
    const test: Test<unknown>['test'] = (stored, ticket, context) => !meaning.test(stored, ticket, context)
    const negated = search && ((column: Column, context: RuleContext) => sql<boolean>`(not ${search(column, context)})`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member has the type of the one it replaces
    return { ...meaning, test, ...(negated && { sql: negated }) } as unknown as M
  }
  return { argument: positive.argument, bind }
}

/** `is` and its negation. */
export function equality<M extends Test<never>>(is: Operator<M>): Readonly<Record<'is' | 'is_not', Operator<M>>> {
  return { is, is_not: negate(is) }
}

/** One of several words; '' among them matches null. */
export function matchAnyOf(accepted: readonly string[]): Meaning<string | null> {
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
  return equality(operator(list(values), (value) => matchAnyOf([value])))
}

/** A word of a fixed list with an order, lowest first. */
export function makeRankedKind(ranks: readonly string[]): Kind<string | null> {
  return {
    ...choice(ranks),
    less_than: operator(list(ranks), (rank) => matchAnyOf(ranks.slice(0, ranks.indexOf(rank)))),
    greater_than: operator(list(ranks), (rank) => matchAnyOf(ranks.slice(ranks.indexOf(rank) + 1))),
  }
}

/** Any word. */
export const word: Kind<string | null> = equality(operator(text, (value) => matchAnyOf([value])))

const unset: Meaning<number | null> = { test: (value) => value === null, sql: (column) => sql<boolean>`(${column} is null)` }

function matchExactly(wanted: number): Meaning<number | null> {
  return { test: (value) => value === wanted, sql: (column) => sql<boolean>`(${column} is not null and ${column} = ${wanted}::bigint)` }
}

function oneOf(wanted: readonly number[]): Meaning<number | null> {
  return {
    test: (value) => value !== null && wanted.includes(value),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} = any(${wanted}::bigint[]))`,
  }
}

function sameAs(other: 'requester_id' | 'assignee_id'): Meaning<number | null> {
  return {
    reads: [other],
    test: (value, ticket) => value === ticket[other],
    sql: (column) => sql<boolean>`(${column} is not distinct from ${sql.ref(`tickets.${other}`)})`,
  }
}

/** The ids of the caller. Without a current user, no id matches. */
const callers = {
  current_user: ({ current_user_id }: RuleContext) => (current_user_id === null ? [] : [current_user_id]),
  current_groups: ({ current_group_ids = [] }: RuleContext) => current_group_ids,
}

function ofCaller(name: keyof typeof callers): Meaning<number | null> {
  return {
    test: (value, ticket, context) => oneOf(callers[name](context)).test(value, ticket, context),
    sql: (column, context) => oneOf(callers[name](context)).sql(column, context),
  }
}

const named = {
  requester_id: sameAs('requester_id'),
  assignee_id: sameAs('assignee_id'),
  current_user: ofCaller('current_user'),
  current_groups: ofCaller('current_groups'),
} satisfies Record<string, Meaning<number | null>>

/** The id of another record, or one of the `names` that refer to a user or to groups. */
export function reference(nullable: boolean, names: readonly (keyof typeof named)[] = []): Kind<number | null> {
  const argument: Argument<number | keyof typeof named | null> = nullable ? allowEmpty(id(names)) : id(names)
  return equality(
    operator(argument, (wanted) => (wanted === null ? unset : typeof wanted === 'number' ? matchExactly(wanted) : named[wanted])),
  )
}

/** A number of a fixed list. */
export function code(values: readonly number[]): Kind<number | null> {
  return equality(operator(list(values.map(String)), (value) => matchExactly(Number(value))))
}

/** A number of a fixed list, compared with one or with several. */
export function codes(values: readonly number[]): Kind<number | null> {
  const includes = operator(allowSeveral(list(values.map(String))), (wanted) => oneOf(wanted.map(Number)))
  return { ...code(values), includes, not_includes: negate(includes) }
}

/** The number of a word of a fixed list: the position of the word in the list. */
export function position(words: readonly string[]): Kind<string | null> {
  return equality(operator(list(words.map((_word, index) => String(index))), (index) => matchAnyOf([ensureDefined(words[Number(index)])])))
}

const isOneOf = operator(ids, oneOf)

/** An id compared with a list of ids. */
export const oneOfIds: Kind<number | null> = { includes: isOneOf, not_includes: negate(isOneOf), ...equality(isOneOf) }

/** Whether a list of ids has an id. */
export const hasId: Kind<readonly number[]> = equality(
  operator(id(), (wanted): Meaning<readonly number[]> => ({
    test: (value) => value.includes(wanted),
    sql: (column) => sql<boolean>`(${column} is not null and ${wanted}::bigint = any(${column}))`,
  })),
)

/** A set of words; `includes` is true when it has at least one of the given words. */
export function wordSet(argument: Argument<readonly string[]>): Kind<readonly string[]> {
  const includes = operator(argument, (wanted): Meaning<readonly string[]> => ({
    test: (value) => wanted.some((one) => value.includes(one)),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} && ${wanted}::text[])`,
  }))
  return { includes, not_includes: negate(includes) }
}

/** A boolean, under the API's names for true and false. */
export function makeBooleanKind(yes: string, no: string): Kind<boolean> {
  const is = operator(list([yes, no]), (value): Meaning<boolean> => ({
    test: (stored) => stored === (value === yes),
    sql: (column) => sql<boolean>`(${column} is not null and ${column} = ${value === yes})`,
  }))
  return { is }
}

function matchPattern(pattern: string): Meaning<string | null> {
  const expression = new RegExp(pattern, 'u')
  return { test: (value) => expression.test(value ?? ''), sql: (column) => sql<boolean>`(coalesce(${column}, '') ~ ${pattern}::text)` }
}

/** True when the text has at least one of the words. */
export const findsWord = operator(words, (wanted) => matchPattern(makeWordPattern(wanted)))
/** True when the text contains the given text, ignoring case. */
export const findsText = operator(text, (wanted) => matchPattern(makeTextPattern(wanted)))

/** A text that is searched for words. */
export const prose: Kind<string | null> = { includes: findsWord, not_includes: negate(findsWord), ...equality(findsText) }

const present = operator(none, (): Meaning<string | number | null> => ({
  test: (value) => value !== null,
  sql: (column) => sql<boolean>`(${column} is not null)`,
}))
/** Whether there is a value. */
export const presence: Kind<string | number | null> = { present, not_present: negate(present) }

/** Comparisons of values that have an order in both engines. No comparison but `is_not` is true without a value. */
export function makeComparisons<V extends string | number>(argument: Argument<V>, type: RawBuilder<unknown>) {
  const compare = (sign: string, test: (value: V, arg: V) => boolean) =>
    operator(argument, (arg): Meaning<V | null> => ({
      test: (value) => value !== null && test(value, arg),
      sql: (column) => sql<boolean>`(${column} is not null and ${column} ${sql.raw(sign)} ${arg}::${type})`,
    }))
  return {
    ...equality(compare('=', (value, arg) => value === arg)),
    less_than: compare('<', (value, arg) => value < arg),
    less_than_equal: compare('<=', (value, arg) => value <= arg),
    greater_than: compare('>', (value, arg) => value > arg),
    greater_than_equal: compare('>=', (value, arg) => value >= arg),
  }
}
