/** One row of the table of condition fields: how a field is called, who may use it, and its operators tied to the ticket. */
import { type RawBuilder, sql } from 'kysely'
import type { Argument } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import type { Column, Kind, Operator } from './kinds.ts'

export type Use = 'trigger' | 'automation' | 'view'

/** A condition whose field, operator and value are known: nothing is left to look up when it is read. */
export interface Predicate {
  holds(ticket: TicketFacts, context: RuleContext): boolean
  /** The same over the table `tickets`; never NULL. */
  sql(context: RuleContext): RawBuilder<boolean>
}

/** An operator tied to the field it compares. */
export interface FieldOperator {
  readonly argument: Argument<unknown>
  bind(value: unknown): Predicate | undefined
}

/** One row of the table of condition fields. */
export interface FieldRow {
  readonly title: string
  readonly uses: readonly Use[]
  /** True for hours since or until a moment. Such conditions may only stand in `all`. */
  readonly timed: boolean
  /** The status that the ticket must be in for any operator to hold. */
  readonly during: string | undefined
  readonly operators: ReadonlyMap<string, FieldOperator>
}

/** What a row is made of before its operators are tied to its field. */
export interface Definition<V> {
  title: string
  kind: Kind<V>
  read(ticket: TicketFacts): V
  /** Whatever views and automations can ask for must be searchable. */
  column: Column
  uses?: readonly Use[]
  timed?: boolean
  during?: string
}

/** Makes a row. Without `uses` every sort of rule may use it. */
export function row<V>(definition: Definition<V>): FieldRow {
  const { title, kind, uses = ['trigger', 'automation', 'view'], timed = false, during } = definition
  const operators = new Map(Object.entries(kind).map(([name, operator]) => [name, tie(operator, definition)]))
  return { title, uses, timed, during, operators }
}

function tie<V>(operator: Operator<V>, { read, column, during }: Definition<V>): FieldOperator {
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
