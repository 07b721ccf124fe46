// The conditions and actions of a form: each has a key for as long as the form is open. Pure.
// Does not belong here: drawing them (ConditionRows.tsx, ActionRows.tsx), validation; the server does that.

import type { ActionDefinition, ConditionDefinition, RuleAction, RuleCondition } from '../api/rule_types.ts'
import { choicesOf, conditionKind, actionKind, type ValueKind } from './definitions.ts'

/** The value of a condition or an action, as rules have it. */
export type RuleValue = RuleCondition['value'] | RuleAction['value']

/** A condition in a form. */
export interface ConditionEntry {
  readonly key: number
  readonly field: string
  readonly operator: string
  readonly value: RuleValue
}

/** An action in a form. */
export type ActionEntry = Omit<ConditionEntry, 'operator'>

/** Begins behind the keys of a draft that was kept before the page was loaded anew. */
let lastKey = Math.trunc(performance.timeOrigin)
/** The key of a new entry. */
export const newKey = () => (lastKey += 1)

/** Gives each entry a key. */
export function withKeys<Part extends object>(parts: readonly Part[]): (Part & { readonly key: number })[] {
  return parts.map((part) => ({ ...part, key: newKey() }))
}

/** The entries as they are sent. */
export function withoutKeys<Part extends { readonly key: number }>(entries: readonly Part[]): Omit<Part, 'key'>[] {
  return entries.map(({ key: _key, ...rest }) => rest)
}

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
  const [before, after] = [conditionKind(definition, entry.operator), conditionKind(definition, operator)]
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
export function textOf(value: RuleValue): string {
  return Array.isArray(value) ? value.map((part) => textOf(part as RuleValue)).join(' ') : String(value ?? '')
}

/** A value as the texts it consists of. */
export function textsOf(value: RuleValue): string[] {
  if (Array.isArray(value)) return value.map((part) => textOf(part as RuleValue))
  return textOf(value)
    .split(/[\s,]+/)
    .filter(Boolean)
}
