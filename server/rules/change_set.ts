/**
 * Operators that compare a value with the one before the update. A new ticket had no values before.
 * @source docs/reference/business_rules.md §3.2
 */
import { none } from './argument.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { negate, operator, type Operator, type Test } from './kinds.ts'

/** A value before the update and now. */
export interface Change<V> {
  readonly previous: V
  readonly current: V
}

const isChanged = <V>({ previous, current }: Change<V>) => previous !== current && JSON.stringify(previous) !== JSON.stringify(current)

function onChange<V>(is: Operator<Test<V>>, side: keyof Change<V>): Operator<Test<Change<V>>> {
  const bind = (value: unknown): Test<Change<V>> | undefined => {
    const meaning = is.bind(value)
    if (meaning === undefined) return undefined
    // names such as `requester_id` stand for the people of the same state of the ticket
    const ticketOf = (ticket: TicketFacts, context: RuleContext) => (side === 'previous' ? context.update?.before : ticket) ?? ticket
    return {
      ...meaning,
      test: (change, ticket, context) => isChanged(change) && meaning.test(change[side], ticketOf(ticket, context), context),
    }
  }
  return { argument: is.argument, bind }
}

/** The operators on changes of a value for which `is` compares it. `value` is true when it has been changed to the given value. */
export function changeSet<V>(is: Operator<Test<V>>) {
  const changed = operator(none, (): Test<Change<V>> => ({ test: isChanged }))
  const value = onChange(is, 'current')
  const previous = onChange(is, 'previous')
  return {
    changed,
    value,
    value_previous: previous,
    not_changed: negate(changed),
    not_value: negate(value),
    not_value_previous: negate(previous),
  }
}
