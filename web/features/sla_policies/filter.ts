// Filters of SLA policies as the editor of conditions takes them: definitions in the shape of those of rules, values as texts. Pure.
// Does not belong here: the editor (web/features/business_rules/rules/ConditionRows.tsx), validation; the server does that.

import { type ConditionDefinition, type RuleValue, type ConditionEntry, textOf } from '#features/business_rules/public_words.ts'
import type { SentFilter, SlaCondition, SlaDefinition } from './queries.ts'
import { isList } from '#lib/objects.ts'
import { withKeys } from '#lib/keyed.ts'

/** How definitions of rules write that a field has no value; in filters it is null. */
const NOTHING = '__NULL__'

/** Fields whose records are found by name, since the definitions list none or only some of them. */
const FOUND_BY_NAME: Readonly<Record<string, { collection_key: string; item_key: string }>> = {
  organization_id: { collection_key: 'organizations', item_key: 'organization' },
  requester_id: { collection_key: 'users', item_key: 'user' },
}
const AGENTS = { collection_key: 'users', item_key: 'user' }
/** Longer lists of agents are searched, too. */
const MAX_AGENTS = 500
/** Operators without a value. */
const TERMINAL: readonly string[] = ['present', 'not_present']

const isId = (text: string) => /^[1-9]\d{0,15}$/.test(text)

/** Where the records of a field are found by name; undefined if all of them are listed. */
function collectionOf({ value, values }: SlaDefinition) {
  return value === 'assignee_id' && values.list.length > MAX_AGENTS ? AGENTS : FOUND_BY_NAME[value]
}

/** The fields of a filter, as the editor of conditions takes them. */
export function conditionDefinitions(definitions: readonly SlaDefinition[]): ConditionDefinition[] {
  return definitions.map((definition) => {
    const { title, value: subject, group, operators, values } = definition
    const collection = collectionOf(definition)
    // of records that are found by name the list has those values that mean something else, such as the current user
    const listed = collection === undefined ? values.list : values.list.filter(({ value }) => typeof value !== 'number')
    return {
      title,
      subject,
      group,
      nullable: false,
      repeatable: false,
      type: collection === undefined ? values.type : 'autocomplete',
      operators: operators.map((operator) => ({ ...operator, terminal: TERMINAL.includes(operator.value) })),
      values: listed.map((choice) => ({ title: choice.title, value: String(choice.value ?? NOTHING), enabled: true })),
      ...(collection === undefined ? {} : { metadata: collection }),
    }
  })
}

/** Clients may name a type; the definitions number them, in this order. */
const TYPES: readonly unknown[] = ['', 'question', 'incident', 'problem', 'task']

/** A condition on the name of a type, as the same condition on its number; others as they are. */
function onNumberOfType(condition: SlaCondition): SlaCondition {
  const place = condition.field === 'type' ? TYPES.indexOf(condition.value ?? '') : -1
  return place < 0 ? condition : { ...condition, field: 'ticket_type_id', value: place }
}

/** Conditions of a saved filter as entries of a form. */
export function entriesOf(conditions: readonly SlaCondition[]): ConditionEntry[] {
  const plain = conditions.map(onNumberOfType).map(({ field, operator, value }) => ({
    field,
    operator,
    value: Array.isArray(value) ? value.map(textOf) : textOf(value),
  }))
  return withKeys(plain)
}

/** Entries of a form as the conditions that are sent: a value that the definitions list has the type that it has there, and ids are numbers. */
export function conditionsOf(entries: readonly ConditionEntry[], definitions: readonly SlaDefinition[]): SentFilter[] {
  const byField = new Map(definitions.map((definition) => [definition.value, definition]))
  return entries.map(({ field, operator, value }) => {
    const definition = byField.get(field)
    return { field, operator, value: definition === undefined ? value : typedValue(operator, value, definition) }
  })
}

function typedValue(operator: string, value: RuleValue, { values }: SlaDefinition): RuleValue {
  if (TERMINAL.includes(operator)) return null
  const parseValue = (text: string) => {
    const choice = values.list.find((one) => String(one.value ?? '') === text)
    if (choice !== undefined) return choice.value
    return values.type === 'list' && isId(text) ? Number(text) : text
  }
  return isList(value) ? value.map((part) => parseValue(textOf(part))) : parseValue(textOf(value))
}
