// What conditions and actions can be made of, as the pages of rules read the definitions of the API. Pure.
// Does not belong here: drawing the fields (the other files of this folder), fetching the definitions (queries/rules.ts).

import type { ActionDefinition, ConditionDefinition } from '../queries/rule_records.ts'
import { capitalize } from '#kit/words.ts'

/** A condition or an action as it can be chosen. */
export type Definition = ConditionDefinition | ActionDefinition

/** How definitions write that a field has no value; rules write an empty text. */
const NOTHING = '__NULL__'

/** A value to choose. */
export interface ValueChoice {
  value: string
  label: string
}

const GROUPS: Readonly<Record<string, string>> = {
  ticket: 'Ticket',
  requester: 'Requester',
  organization: 'Organization',
  notifications: 'Notifications',
  other: 'Other',
}

/** Titles that the API gives to two actions of macros. */
const DISTINCT: Readonly<Record<string, string>> = { comment_value_html: 'Comment/description as HTML' }

/** The title of a field or an action, which no other one has. */
export function titleOf({ subject, title }: Definition): string {
  return DISTINCT[subject] ?? title
}

/** Definitions under the title of their group, in the order of the API. */
export function groupsOf(definitions: readonly Definition[]): { title: string; definitions: Definition[] }[] {
  const groups = new Map<string, Definition[]>()
  for (const definition of definitions) groups.set(definition.group, [...(groups.get(definition.group) ?? []), definition])
  return [...groups].map(([group, members]) => ({ title: titleOfGroup(group), definitions: members }))
}

function titleOfGroup(group: string): string {
  return GROUPS[group] ?? capitalize(group.replaceAll('_', ' '))
}

/** The values a definition lists, as rules write them. */
export function choicesOf({ values = [] }: Pick<Definition, 'values'>): ValueChoice[] {
  return values.map(({ value, title }) => (value === NOTHING ? { value: '', label: '(nothing)' } : { value, label: title }))
}

/** How the value of a condition or an action is entered. */
export type ValueKind =
  | 'none'
  | 'choice'
  | 'choices'
  | 'record'
  | 'tags'
  | 'date'
  | 'text'
  | 'long_text'
  | 'mail'
  | 'message'
  | 'call'
  | 'comment'
  | 'other'

const KINDS: Readonly<Record<string, ValueKind>> = {
  list: 'choice',
  multiselect_list: 'choices',
  autocomplete: 'record',
  tags: 'tags',
  date: 'date',
  text: 'text',
  datetime: 'text',
  lookup: 'text',
  textarea: 'long_text',
  email: 'mail',
  sms: 'message',
  webhook: 'call',
  target: 'call',
  list_with_textarea: 'comment',
}

/** Whether the values are days or moments. */
export function isDateType(definition: Definition | undefined): boolean {
  return definition?.type === 'date' || definition?.type === 'datetime'
}

const SEVERAL: readonly string[] = ['includes', 'not_includes']
const isDays = (operator: string) => operator.endsWith('_n_days')

/** How the value of a condition is entered. */
export function conditionKind(definition: ConditionDefinition, operator: string): ValueKind {
  if (definition.operators.find(({ value }) => value === operator)?.terminal === true) return 'none'
  if (isDays(operator)) return 'text'
  if (definition.type === 'list' && (definition.repeatable || SEVERAL.includes(operator))) return 'choices'
  return KINDS[definition.type] ?? 'other'
}

/** How the value of an action is entered. A day can also be given as a number of days. */
export function actionKind({ type }: ActionDefinition): ValueKind {
  return type === 'date' ? 'text' : (KINDS[type] ?? 'other')
}

/** What follows for a rule that runs by itself when a line of it names what is gone. */
export const SKIPPED = 'The rule is skipped until this line is changed or removed.'

/**
 * What is wrong with a saved condition or action whose field or choice the account no longer has; undefined if nothing is. `broken`: what
 * follows from that.
 */
export function noteOn(
  entry: { field: string; value: unknown },
  definition: Definition | undefined,
  broken: string = SKIPPED,
): string | undefined {
  if (entry.field === '') return undefined
  if (definition === undefined) return `This is gone. ${broken}`
  const isId = definition.type === 'list' && typeof entry.value === 'string' && /^[1-9]\d*$/.test(entry.value)
  const isGone = isId && definition.values !== undefined && !definition.values.some(({ value }) => value === entry.value)
  return isGone ? 'What this line names is gone, or cannot be chosen any more.' : undefined
}
