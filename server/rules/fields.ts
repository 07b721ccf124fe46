/**
 * THE TABLE OF CONDITION FIELDS. Rules, their definitions and their editors all use it: to add a field, add a row.
 * Not here: fields that exist only during a change (they will come with triggers) and fields of features that do not exist yet.
 */
import { sql } from 'kysely'
import { tags } from './argument.ts'
import { customRow } from './custom.ts'
import type { CustomFieldTypes, TicketFacts } from './facts.ts'
import { choice, code, either, hoursFrom, type Kind, oneOfIds, prose, ranked, reference, word, wordSet } from './kinds.ts'
import { type Definition, type FieldRow, row } from './row.ts'

/** Lowest first. */
export const STATUSES = ['new', 'open', 'pending', 'hold', 'solved', 'closed']
/** Lowest first; '' is none. */
export const PRIORITIES = ['', 'low', 'normal', 'high', 'urgent']
/** '' is none. */
export const TYPES = ['', 'question', 'incident', 'problem', 'task']
/** The ids of the channels of tickets. @source docs/reference/tickets.md §4.2 */
export const CHANNELS = [
  0, 4, 5, 8, 16, 23, 24, 26, 27, 29, 30, 31, 33, 34, 35, 38, 41, 44, 45, 46, 48, 49, 50, 54, 55, 56, 57, 67, 72, 73, 74, 75, 78, 86, 88,
]

/** A field that is a column of the ticket. */
function column<Name extends keyof TicketFacts>(
  title: string,
  name: Name,
  kind: Kind<TicketFacts[Name]>,
  rest: Partial<Definition<never>> = {},
): FieldRow {
  return row({ title, kind, read: (ticket) => ticket[name], column: sql.ref(`tickets.${name}`), ...rest })
}

type Moment = { [Name in keyof TicketFacts]: TicketFacts[Name] extends string | null ? Name : never }[keyof TicketFacts] & `${string}_at`

const timed = { uses: ['automation', 'view'], timed: true } as const
const since = (title: string, name: Moment) => column(title, name, hoursFrom('since'), timed)
/** Hours since the ticket entered a status that it is still in. @source docs/reference/business_rules.md §5.2, §8 */
const sinceStatus = (title: string, name: Moment, during: string) => column(title, name, hoursFrom('since'), { ...timed, during })

/** @source docs/reference/business_rules.md §3 */
const fixed: ReadonlyMap<string, FieldRow> = new Map(
  Object.entries({
    status: column('Status', 'status', ranked(STATUSES)),
    custom_status_id: column('Ticket status', 'custom_status_id', oneOfIds),
    type: column('Type', 'type', choice(TYPES)),
    priority: column('Priority', 'priority', ranked(PRIORITIES)),
    group_id: column('Group', 'group_id', reference(true)),
    assignee_id: column('Assignee', 'assignee_id', reference(true, ['current_user', 'requester_id'])),
    requester_id: column('Requester', 'requester_id', reference(false, ['current_user', 'assignee_id'])),
    organization_id: column('Organization', 'organization_id', reference(true)),
    brand_id: column('Brand', 'brand_id', reference(false)),
    ticket_form_id: column('Form', 'ticket_form_id', reference(false)),
    current_tags: column('Tags', 'tags', wordSet(tags(1))),
    via_id: column('Channel', 'via_id', code(CHANNELS)),
    recipient: column('Received at', 'recipient', word),
    ticket_is_public: column('Privacy', 'is_public', either('public', 'private')),
    description_includes_word: column('Description', 'description', prose, { uses: ['automation', 'view'] }),
    NEW: sinceStatus('Hours since new', 'new_at', 'new'),
    OPEN: sinceStatus('Hours since open', 'open_at', 'open'),
    PENDING: sinceStatus('Hours since pending', 'pending_at', 'pending'),
    HOLD: sinceStatus('Hours since on-hold', 'hold_at', 'hold'),
    SOLVED: sinceStatus('Hours since solved', 'solved_at', 'solved'),
    CLOSED: sinceStatus('Hours since closed', 'closed_at', 'closed'),
    assigned_at: since('Hours since assigned', 'assigned_at'),
    updated_at: since('Hours since update', 'updated_at'),
    requester_updated_at: since('Hours since requester update', 'requester_updated_at'),
    assignee_updated_at: since('Hours since assignee update', 'assignee_updated_at'),
    due_at: since('Hours since due date', 'due_at'),
    due_date: since('Hours since due date', 'due_at'),
    until_due_date: column('Hours until due date', 'due_at', hoursFrom('until'), timed),
  }),
)

/** The names of all condition fields that every account has. */
export const fixedFields: readonly string[] = [...fixed.keys()]

/** The row of a field, fixed or custom; undefined when there is no such field. */
export function fieldRow(name: string, types: CustomFieldTypes): FieldRow | undefined {
  return fixed.get(name) ?? customRow(name, types)
}
