// The members of a ticket and their values in words, as changes by rules and audits name them. Pure.
// Does not belong here: conditions and actions in words (words.ts).

import type { RuleDefinitions } from '../queries/rule_records.ts'
import type { TicketField } from '#features/ticket_fields/public.ts'
import { formatStoredDate } from '#kit/dates.ts'
import { capitalize } from '#kit/words.ts'
import { choicesOf, type Definition, isDateType } from './definitions.ts'

/** What members and their values are called. */
export interface MemberWords {
  readonly title: (member: string) => string
  readonly value: (member: string, value: unknown) => string
}

/** The kind of records that a member names, as the API calls it. Of the others the definitions have all values. */
export const COLLECTIONS: Readonly<Record<string, string>> = {
  requester_id: 'users',
  submitter_id: 'users',
  assignee_id: 'users',
  organization_id: 'organizations',
}

/** Members that the definitions have under another name, or not at all. */
const TITLES: Readonly<Record<string, string>> = {
  requester_id: 'Requester',
  submitter_id: 'Submitter',
  assignee_id: 'Assignee',
  group_id: 'Group',
  organization_id: 'Organization',
  subject: 'Subject',
  tags: 'Tags',
  problem_id: 'Problem',
  external_id: 'External ID',
  recipient: 'Recipient',
  is_public: 'Public',
  due_at: 'Due date',
  satisfaction_rating: 'Rating',
}

/** The key of a record's name in the names that {@link memberWords} takes. */
export const nameKey = (collection: string, id: number | string) => `${collection} ${id}`

/** What the words are drawn from; what none of them knows is said as it is stored. */
interface WordSources {
  readonly definitions: RuleDefinitions | undefined
  /** Ticket fields; without them custom fields are named by the definitions. */
  readonly fields?: readonly TicketField[]
  /** Of the records of {@link COLLECTIONS}, by their {@link nameKey}. */
  readonly names?: ReadonlyMap<string, string>
}

/** What members and their values are called. */
export function memberWords({ definitions, fields = [], names = new Map() }: WordSources): MemberWords {
  const { conditions_all = [], actions = [] } = definitions ?? {}
  const bySubject = new Map<string, Definition>([...actions, ...conditions_all].map((one) => [one.subject, one]))
  const byId = new Map(fields.map((field) => [String(field.id), field]))
  const definitionOf = (member: string) => bySubject.get(member) ?? bySubject.get(`custom_fields_${member}`)
  const findChoice = (member: string, text: string) => {
    const definition = definitionOf(member)
    const option = byId.get(member)?.custom_field_options?.find(({ value }) => value === text)
    return option?.name ?? (definition && choicesOf(definition).find(({ value }) => value === text)?.label)
  }
  const isDate = (member: string) => member === 'due_at' || byId.get(member)?.type === 'date' || isDateType(definitionOf(member))
  const describeValue = (member: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '(nothing)'
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value)
    const text = String(value)
    const name = names.get(nameKey(COLLECTIONS[member] ?? '', text)) ?? findChoice(member, text)
    return name ?? (isDate(member) ? formatStoredDate(text) : text)
  }
  return {
    title: (member) => TITLES[member] ?? byId.get(member)?.title ?? definitionOf(member)?.title ?? humanizeMember(member),
    value: (member, value) =>
      Array.isArray(value) && value.length > 0
        ? value.map((part: unknown) => describeValue(member, part)).join(', ')
        : describeValue(member, Array.isArray(value) ? null : value),
  }
}

/** "sla_policy" → "Sla policy", "360" → "Field 360" */
function humanizeMember(member: string): string {
  if (/^\d+$/.test(member)) return `Field ${member}`
  return capitalize(member.replaceAll('_', ' '))
}

/** A change of a member, as audits and traces have it. */
interface MemberChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** A change in one line: "Priority: from Normal to High"; of tags and other lists what was added and removed. */
export function changeWords({ title, value }: MemberWords, { field, before, after }: MemberChange): string {
  if (!Array.isArray(before) && !Array.isArray(after)) return `${title(field)}: from ${value(field, before)} to ${value(field, after)}`
  const was = asList(before)
  const is = asList(after)
  const added = is.filter((part) => !was.includes(part))
  const removed = was.filter((part) => !is.includes(part))
  const parts = [...added.map((part) => `added ${value(field, part)}`), ...removed.map((part) => `removed ${value(field, part)}`)]
  return `${title(field)}: ${parts.length === 0 ? 'in another order' : parts.join(', ')}`
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])
