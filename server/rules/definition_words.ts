/** The titles that definitions give to operators and values. */

/** How definitions write that a field has no value. */
export const NOTHING = '__NULL__'

const OPERATORS: Readonly<Record<string, string>> = {
  is: 'Is',
  is_not: 'Is not',
  less_than: 'Less than',
  less_than_equal: 'Less than or equal to',
  greater_than: 'Greater than',
  greater_than_equal: 'Greater than or equal to',
  changed: 'Changed',
  value: 'Changed to',
  value_previous: 'Changed from',
  not_changed: 'Not changed',
  not_value: 'Not changed to',
  not_value_previous: 'Not changed from',
  includes: 'Contains at least one of the following',
  not_includes: 'Contains none of the following',
  present: 'Present',
  not_present: 'Not present',
  includes_words: 'Contains at least one of the following words',
  not_includes_words: 'Contains none of the following words',
  includes_string: 'Contains the following string',
  not_includes_string: 'Does not contain the following string',
  within_previous_n_days: 'Within the previous number of days',
  within_next_n_days: 'Within the next number of days',
}
/** Operators on texts that are searched for words. */
const SEARCHES: Readonly<Record<string, string>> = {
  includes: 'Contains at least one of the following words',
  not_includes: 'Contains none of the following words',
  is: 'Contains the following string',
  is_not: 'Does not contain the following string',
}
/** Operators on hours. */
const HOURS: Readonly<Record<string, string>> = {
  is: '(calendar) Is',
  less_than: '(calendar) Less than',
  greater_than: '(calendar) Greater than',
  is_business_hours: '(business) Is',
  less_than_business_hours: '(business) Less than',
  greater_than_business_hours: '(business) Greater than',
}

/** The title of an operator. */
export function operatorTitle(name: string, kind: 'search' | 'hours' | 'other'): string {
  return (kind === 'search' ? SEARCHES[name] : kind === 'hours' ? HOURS[name] : undefined) ?? OPERATORS[name] ?? name
}

const VALUES: Readonly<Record<string, string>> = {
  '': '-',
  hold: 'On-hold',
  current_user: '(current user)',
  current_groups: "(current user's groups)",
  requester_id: '(requester)',
  assignee_id: '(assignee)',
  group_id: '(assigned group)',
  requester_and_ccs: '(requester and CCs)',
  all_agents: '(all agents)',
  agent: '(agent)',
  end_user: '(end user)',
  default_ticket_form: '(default ticket form)',
  true: 'Yes',
  false: 'No',
  Create: 'Created',
  Change: 'Updated',
  'channel:all': 'All channels',
  'channel:web': 'Web',
}

/** The title of a value that an operator names: a known one, or the word itself. */
export function valueTitle(value: string): string {
  return VALUES[value] ?? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')
}
