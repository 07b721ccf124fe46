/** What a filter of a policy can be made of, for editors. Pure. @source docs/reference/business_rules.md §6.1 */
import type { AnswerOf } from '#http/route.ts'
import type { CustomField, RuleCatalogue } from '#rules/facts.ts'
import { CHANNELS } from '#rules/fields.ts'
import { slaField } from '#rules/sla_conditions.ts'
import { VIA_TITLES } from '#lib/via_titles.ts'
import type { FilterChoices, NamedRecord } from './definitions_store.ts'
import type { FilterDefinitions } from './schema.ts'

type Definition = AnswerOf<typeof FilterDefinitions>[number]
type Values = Definition['values']
type Choice = Values['list'][number]

const OPERATORS: Readonly<Record<string, string>> = {
  is: 'Is',
  is_not: 'Is not',
  includes: 'Contains at least one of the following',
  not_includes: 'Contains none of the following',
  less_than: 'Less than',
  less_than_equal: 'Less than or equal to',
  greater_than: 'Greater than',
  greater_than_equal: 'Greater than or equal to',
  present: 'Present',
  not_present: 'Not present',
  includes_words: 'Contains at least one of the following words',
  not_includes_words: 'Contains none of the following words',
  includes_string: 'Contains the following text',
  not_includes_string: 'Does not contain the following text',
  within_previous_n_days: 'Within the previous days',
  within_next_n_days: 'Within the next days',
}
const titleOf = (operator: string) => OPERATORS[operator] ?? operator

const NONE: Choice = { title: '-', value: null }
const list = (...choices: readonly Choice[]): Values => ({ type: 'list', list: [...choices] })
const makeTypedValues = (type: string): Values => ({ type, list: [] })
const choices = (records: readonly NamedRecord[]): Choice[] => records.map(({ id, name }) => ({ title: name, value: id }))
const CURRENT_USER: Choice = { title: '(current user)', value: 'current_user' }

const TYPES = ['-', 'Question', 'Incident', 'Problem', 'Task']
const ROLES: readonly Choice[] = [
  { title: 'Agent', value: 4 },
  { title: 'End user', value: 0 },
  { title: 'Administrator', value: 2 },
]
const channels = () => list(...CHANNELS.map((id) => ({ title: VIA_TITLES[id] ?? `Channel ${id}`, value: id })))

/** The values of each fixed field. */
const VALUES: Readonly<Record<string, (from: FilterChoices) => Values>> = {
  brand_id: ({ brands }) => list(...choices(brands)),
  ticket_form_id: ({ forms }) => list(...choices(forms)),
  ticket_type_id: () => list(...TYPES.map((title, value) => ({ title, value }))),
  group_id: ({ groups }) => list(NONE, ...choices(groups)),
  assignee_id: ({ agents }) => list(NONE, { title: '(requester)', value: 'requester_id' }, CURRENT_USER, ...choices(agents)),
  requester_id: ({ agents }) => list({ title: '(assignee)', value: 'assignee_id' }, CURRENT_USER, ...choices(agents)),
  organization_id: () => list(NONE),
  current_tags: () => makeTypedValues('text'),
  via_id: channels,
  current_via_id: channels,
  recipient: ({ addresses }) => list(...addresses.map((address) => ({ title: address, value: address }))),
  ticket_is_public: () => list({ title: 'Public', value: 'public' }, { title: 'Private', value: 'private' }),
  exact_created_at: () => makeTypedValues('datetime'),
  requester_role: () => list(...ROLES),
}

function toDefinitions(name: string, values: Values, catalogue: RuleCatalogue): Definition[] {
  const field = slaField(name, catalogue)
  if (field === undefined) return []
  const operators = [...field.operators.keys()].map((value) => ({ title: titleOf(value), value }))
  return [{ title: field.title, value: name, group: field.group, target: null, operators, values }]
}

const CUSTOM_VALUES: Readonly<Partial<Record<CustomField['type'], Values>>> = {
  checkbox: list({ title: 'Yes', value: 'true' }, { title: 'No', value: 'false' }),
  date: makeTypedValues('date'),
}

/** The values of a custom field: its options by their ids. */
function customValues({ type, options }: CustomField): Values {
  if (type !== 'tagger' && type !== 'multiselect') return CUSTOM_VALUES[type] ?? makeTypedValues('text')
  return list(NONE, ...options.map(({ id, value, name }) => ({ title: name ?? value, value: id })))
}

/** Every field a filter may have, with its operators and values. */
export function filterDefinitions(from: FilterChoices, catalogue: RuleCatalogue): Definition[] {
  const named = Object.entries(VALUES).map(([name, values]) => [name, values(from)] as const)
  const custom = [
    ...[...catalogue.ticket].map(([id, field]) => [`ticket_fields_${id}`, customValues(field)] as const),
    ...[...catalogue.user].map(([key, field]) => [`requester.custom_fields.${key}`, customValues(field)] as const),
    ...[...catalogue.organization].map(([key, field]) => [`organization.custom_fields.${key}`, customValues(field)] as const),
  ]
  return [...named, ...custom].flatMap(([name, values]) => toDefinitions(name, values, catalogue))
}

/** The only field that a filter of a group policy may have. @source docs/reference/business_rules.md §6.3 */
export function groupDefinition({ groups }: FilterChoices): Definition {
  const operators = [{ title: titleOf('includes'), value: 'includes' }]
  return { title: 'Group', value: 'group_id', group: 'ticket', target: null, operators, values: list(...choices(groups)) }
}
