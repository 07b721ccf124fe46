// Which conditions of a rule the API can count tickets by: those that views have. Pure.

import type { ConditionDefinition, SentCondition, SentConditions } from '../queries/rule_records.ts'
import type { ViewDefinitions } from '../queries/views.ts'

/** Closed tickets are not changed by rules; a view needs a condition like this one. */
const NOT_CLOSED: SentCondition = { field: 'status', operator: 'less_than', value: 'closed' }

const isIn = (definitions: readonly ConditionDefinition[]) => {
  const operators = new Map(definitions.map(({ subject, operators: list }) => [subject, new Set(list.map(({ value }) => value))]))
  return ({ field, operator }: SentCondition) => operators.get(field)?.has(operator) === true
}

/**
 * The conditions without those that views cannot have, with one that leaves out closed tickets; undefined if none is left. Of the `any`
 * conditions either all can be counted or none: without one of them too few would be found. `isPartial`: some are left out.
 */
export function countableConditions(
  { all, any }: SentConditions,
  definitions: Pick<ViewDefinitions, 'conditions_all' | 'conditions_any'>,
): { conditions: SentConditions | undefined; isPartial: boolean; isEmpty: boolean } {
  const isChosen = ({ field }: SentCondition) => field !== ''
  const chosenAll = all.filter(isChosen)
  const chosenAny = any.filter(isChosen)
  const counted = chosenAll.filter(isIn(definitions.conditions_all))
  const countedAny = chosenAny.every(isIn(definitions.conditions_any)) ? chosenAny : []
  const isPartial = counted.length < chosenAll.length || countedAny.length < chosenAny.length
  const isNone = counted.length + countedAny.length === 0
  return {
    conditions: isNone ? undefined : { all: [...counted, NOT_CLOSED], any: countedAny },
    isPartial,
    isEmpty: chosenAll.length + chosenAny.length === 0,
  }
}
