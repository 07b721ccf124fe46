/** One row of the table of condition fields: a field's title, the kinds of rules that can use it, and its operators bound to the ticket. */
import { type RawBuilder, sql } from 'kysely'
import type { Argument } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import type { Column, Kind, Operator } from './kinds.ts'

export type Use = 'trigger' | 'automation' | 'view'

/** A condition with its field, operator and value, which can be evaluated without further lookups. */
export interface Predicate {
  holds(ticket: TicketFacts, context: RuleContext): boolean
  /** The same over the table `tickets`; never NULL. */
  sql(context: RuleContext): RawBuilder<boolean>
}

/** An operator bound to the field it compares. */
export interface FieldOperator {
  readonly argument: Argument<unknown>
  bind(value: unknown): Predicate | undefined
}

/** One row of the table of condition fields. */
export interface FieldRow {
  readonly title: string
  readonly uses: readonly Use[]
  /** True for hours since or until a moment. Such conditions are allowed in `all` only. */
  readonly timed: boolean
  /** The status the ticket must be in for any operator to be true. */
  readonly during: string | undefined
  readonly operators: ReadonlyMap<string, FieldOperator>
}

/** The definition of a row, before its operators are bound to its field. */
export interface Definition<V> {
  title: string
  kind: Kind<V>
  read(ticket: TicketFacts): V
  /** The SQL of the field, because views and automations search by it. */
  column: Column
  uses?: readonly Use[]
  timed?: boolean
  during?: string
}

/** Creates a row. Without `uses` every kind of rule can use it. */
export function row<V>(definition: Definition<V>): FieldRow {
  const { title, kind, uses = ['trigger', 'automation', 'view'], timed = false, during } = definition
  const operators = new Map(Object.entries(kind).map(([name, operator]) => [name, bindOperator(operator, definition)]))
  return { title, uses, timed, during, operators }
}

function bindOperator<V>(operator: Operator<V>, { read, column, during }: Definition<V>): FieldOperator {
  const bind = (value: unknown): Predicate | undefined => {
    const meaning = operator.bind(value)
    if (meaning === undefined) return undefined
    if (during === undefined)
      return { holds: (ticket, context) => meaning.test(read(ticket), ticket, context), sql: (context) => meaning.sql(column, context) }
    return {
      holds: (ticket, context) => ticket.status === during && meaning.test(read(ticket), ticket, context),
      sql: (context) => sql<boolean>`(tickets.status = ${during} and ${meaning.sql(column, context)})`,
    }
  }
  return { argument: operator.argument, bind }
}
