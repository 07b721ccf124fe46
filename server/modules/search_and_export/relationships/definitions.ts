/**
 * The conditions that the filter of a lookup field can have, as data.
 * @source docs/reference/custom_objects.md §5; docs/reference/fields_and_forms.md §1.1
 */
import type { AnswerOf } from '#http/route.ts'
import type { TargetType } from '#modules/custom_data/custom_fields/targets.ts'
import type { FilterDefinition } from './schema.ts'

type Definition = AnswerOf<typeof FilterDefinition>

const operator = (value: string, title: string, terminal = false) => ({ value, title, terminal })
const IS = [operator('is', 'Is'), operator('is_not', 'Is not')]
const PRESENCE = [operator('present', 'Is present', true), operator('not_present', 'Is not present', true)]
const WORDS = [operator('includes_words', 'Contains any of the words'), operator('not_includes_words', 'Contains none of the words')]
const TAGS = [operator('includes', 'Contains at least one of the following'), operator('not_includes', 'Contains none of the following')]

const choices = (...words: readonly (readonly [value: string, title: string])[]) =>
  words.map(([value, title]) => ({ value, title, enabled: true }))

function definition(group: string, subject: string, title: string, rest: Pick<Definition, 'type' | 'operators' | 'values'>): Definition {
  return { title, subject, group, nullable: false, repeatable: false, ...rest }
}

const user = (subject: string, title: string, rest: Pick<Definition, 'type' | 'operators' | 'values'>) =>
  definition('user', subject, title, rest)
const organization = (subject: string, title: string, rest: Pick<Definition, 'type' | 'operators' | 'values'>) =>
  definition('organization', subject, title, rest)
const ticket = (subject: string, title: string, rest: Pick<Definition, 'type' | 'operators' | 'values'>) =>
  definition('ticket', subject, title, rest)

/** The conditions for each type of record; the same under `conditions_all` and `conditions_any`. */
export const FILTER_DEFINITIONS: Readonly<Record<TargetType, readonly Definition[]>> = {
  'zen:user': [
    user('name', 'Name', { type: 'text', operators: [...IS, ...WORDS] }),
    user('role', 'Role', { type: 'list', operators: IS, values: choices(['0', 'End user'], ['4', 'Agent'], ['2', 'Administrator']) }),
    user('current_tags', 'Tags', { type: 'tags', operators: TAGS }),
    user('organization_id', 'Organization', { type: 'autocomplete', operators: [...IS, ...PRESENCE] }),
    user('locale_id', 'Language', { type: 'list', operators: IS, values: [] }),
    user('external_id', 'External id', { type: 'text', operators: [...IS, ...PRESENCE] }),
  ],
  'zen:organization': [
    organization('name', 'Name', { type: 'text', operators: [...IS, ...WORDS] }),
    organization('current_tags', 'Tags', { type: 'tags', operators: TAGS }),
    organization('external_id', 'External id', { type: 'text', operators: [...IS, ...PRESENCE] }),
  ],
  'zen:ticket': [
    ticket('status', 'Status', {
      type: 'list',
      operators: IS,
      values: choices(
        ['new', 'New'],
        ['open', 'Open'],
        ['pending', 'Pending'],
        ['hold', 'On-hold'],
        ['solved', 'Solved'],
        ['closed', 'Closed'],
      ),
    }),
    ticket('type', 'Type', {
      type: 'list',
      operators: IS,
      values: choices(['question', 'Question'], ['incident', 'Incident'], ['problem', 'Problem'], ['task', 'Task']),
    }),
    ticket('priority', 'Priority', {
      type: 'list',
      operators: IS,
      values: choices(['low', 'Low'], ['normal', 'Normal'], ['high', 'High'], ['urgent', 'Urgent']),
    }),
    ticket('current_tags', 'Tags', { type: 'tags', operators: TAGS }),
    ticket('group_id', 'Group', { type: 'autocomplete', operators: [...IS, ...PRESENCE] }),
    ticket('organization_id', 'Organization', { type: 'autocomplete', operators: [...IS, ...PRESENCE] }),
  ],
}
