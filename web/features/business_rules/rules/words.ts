// Conditions and actions in words, as the history shows them. Pure.

import type { RuleDefinitions } from '../queries/rule_records.ts'
import { formatStoredDate } from '#kit/dates.ts'
import { choicesOf, type Definition, isDateType, titleOf } from './definitions.ts'
import { textOf } from './entries.ts'

/** A condition or an action, as far as it is said. */
interface Said {
  field: string
  operator?: string
  value: unknown
}

/** Returns a function that says a condition or an action in words; what the definitions do not have is said as it is stored. */
export function wordsWith(definitions: RuleDefinitions | undefined): (part: Said) => string {
  const bySubject = (list: readonly Definition[] = []) => new Map(list.map((definition) => [definition.subject, definition]))
  const conditions = bySubject(definitions?.conditions_all)
  const actions = bySubject(definitions?.actions)
  return ({ field, operator, value }) => {
    const definition = (operator === undefined ? actions : conditions).get(field)
    const operators = definition !== undefined && 'operators' in definition ? definition.operators : []
    const known = operators.find((one) => one.value === operator)
    const verb = known?.title.toLowerCase() ?? operator
    const said = known?.terminal === true ? '' : valueWords(value, definition)
    return [definition === undefined ? field : titleOf(definition), verb, said].filter(Boolean).join(operator === undefined ? ': ' : ' ')
  }
}

/** A value in words; what the definition does not list is said as it is stored. */
export function valueWords(value: unknown, definition: Definition | undefined): string {
  const titles = new Map(definition === undefined ? [] : choicesOf(definition).map((choice) => [choice.value, choice.label]))
  const findTitle = (text: string) => titles.get(text) ?? (isDateType(definition) ? formatStoredDate(text) : text)
  if (!Array.isArray(value)) return findTitle(textOf(value))
  return value.map((part) => findTitle(textOf(part))).join(' · ')
}
