// The conditions and actions of a form, as they begin and change. Pure.
// Does not belong here: drawing them (ConditionRows.tsx, ActionRows.tsx), validation; the server does that.

import type { ActionDefinition, ConditionDefinition, RuleValue } from '../queries/rule_records.ts'
import { newKey } from '#lib/keyed.ts'
import { isList } from '#lib/objects.ts'
import { choicesOf, conditionKind, actionKind, type ValueKind } from './definitions.ts'

/** A condition in a form. */
export interface ConditionEntry {
  readonly key: number
  readonly field: string
  readonly operator: string
  readonly value: RuleValue
}

/** An action in a form. */
export type ActionEntry = Omit<ConditionEntry, 'operator'>

/** The value of an entry whose kind of value has changed: the first choice, or nothing. */
function firstValue(kind: ValueKind, values: ReturnType<typeof choicesOf>): RuleValue {
  const first = values[0]?.value ?? ''
  if (kind === 'none') return null
  if (kind === 'choice') return first
  if (kind === 'choices') return []
  if (kind === 'mail') return [first, '', '']
  if (kind === 'message' || kind === 'call' || kind === 'comment') return [first, '']
  return ''
}

/** A condition on a field, as it begins: its first operator and its first value. */
export function conditionOn(definition: ConditionDefinition): Omit<ConditionEntry, 'key'> {
  const operator = definition.operators[0]?.value ?? ''
  return { field: definition.subject, operator, value: firstValue(conditionKind(definition, operator), choicesOf(definition)) }
}

/** The same condition with another operator; its value stays where the operator takes such a value. */
export function withOperator(entry: ConditionEntry, operator: string, definition: ConditionDefinition): ConditionEntry {
  const before = conditionKind(definition, entry.operator)
  const after = conditionKind(definition, operator)
  return { ...entry, operator, value: before === after ? entry.value : firstValue(after, choicesOf(definition)) }
}

/** An action, as it begins. */
export function actionOn(definition: ActionDefinition): Omit<ActionEntry, 'key'> {
  return { field: definition.subject, value: firstValue(actionKind(definition), choicesOf(definition)) }
}

/** A new entry that has nothing yet. */
export const emptyCondition = (): ConditionEntry => ({ key: newKey(), field: '', operator: '', value: '' })
/** The same of an action. */
export const emptyAction = (): ActionEntry => ({ key: newKey(), field: '', value: '' })

/** A value as one text. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A value as the texts it consists of. */
export function textsOf(value: RuleValue): string[] {
  if (isList(value)) return value.map(textOf)
  return textOf(value)
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** The list that a text is as JSON, if its parts are those of a value; undefined for any other text. */
export function listIn(text: string): readonly RuleValue[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isValue) ? value : undefined
  } catch {
    // not JSON, or not yet
    return undefined
  }
}

function isValue(value: unknown): value is RuleValue {
  return Array.isArray(value) ? value.every(isValue) : value === null || SINGLE.includes(typeof value)
}

/** The types of values that are no lists. */
const SINGLE: readonly string[] = ['string', 'number', 'boolean']
