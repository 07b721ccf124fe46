/**
 * THE TABLE OF CONDITION FIELDS. Rules, their definitions and their editors all use it: to add a field, add a row here, in people_fields.ts or
 * in update_fields.ts.
 */
import { sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { VIA_TITLES } from '#lib/via_titles.ts'
import { tags } from './argument.ts'
import { customNames, customRow, recordRow } from './custom.ts'
import { catalogueOf, type Fields, type RuleCatalogue, STATUSES, type TicketFacts } from './facts.ts'
import {
  choice,
  codes,
  makeBooleanKind,
  hasId,
  type Kind,
  oneOfIds,
  position,
  prose,
  makeRankedKind,
  reference,
  word,
  wordSet,
} from './kinds.ts'
import { peopleFields } from './people_fields.ts'
import { recordNames } from './record.ts'
import { type Drawing, type FieldRow, row, type Searchable, type Use } from './row.ts'
import { satisfactionFields } from './satisfaction_fields.ts'
import { slaFields } from './sla_fields.ts'
import { hoursFrom, moments } from './time_kinds.ts'
import { updateFields } from './update_fields.ts'

/** Lowest first; '' is none. */
export const PRIORITIES = ['', 'low', 'normal', 'high', 'urgent']
/** '' is none. */
export const TYPES = ['', 'question', 'incident', 'problem', 'task']
/** The ids of the channels of tickets, in the order of the definitions. @source docs/reference/tickets.md §4.2 */
export const CHANNELS = [
  0, 4, 29, 30, 26, 23, 33, 34, 35, 44, 45, 46, 57, 16, 48, 49, 56, 50, 5, 8, 24, 27, 31, 38, 41, 54, 67, 55, 73, 72, 74, 75, 78, 88, 86,
]

const CHANNEL_CHOICES: Drawing = {
  type: 'list',
  choices: CHANNELS.map((id) => ({ value: String(id), title: ensureDefined(VIA_TITLES[id]) })),
}

/** A field that is a column of the ticket. */
function column<Name extends keyof TicketFacts>(
  title: string,
  name: Name,
  kind: Kind<TicketFacts[Name]>,
  rest: Partial<Searchable<TicketFacts[Name]>> = {},
): FieldRow {
  return row({ title, kind, read: (ticket) => ticket[name], reads: [name], column: sql.ref(`tickets.${name}`), ...rest })
}

const SEVERAL = ['includes', 'not_includes']

type Moment = { [Name in keyof TicketFacts]: TicketFacts[Name] extends string | null ? Name : never }[keyof TicketFacts] & `${string}_at`

const everywhere: readonly Use[] = ['trigger', 'automation', 'view', 'sla']
const timed = { uses: ['automation', 'view'], timed: true, drawing: { type: 'text' } } as const
const makeSinceField = (title: string, name: Moment) => column(title, name, hoursFrom('since'), timed)
/** Hours since the ticket entered a status that it is still in. @source docs/reference/business_rules.md §5.2, §8 */
const sinceStatus = (title: string, name: Moment, during: string) => column(title, name, hoursFrom('since'), { ...timed, during })
/** The id of a record; `changes`: triggers can ask for changes. */
const record = (records: NonNullable<Drawing['records']>) =>
  ({ uses: everywhere, changes: {}, drawing: { type: 'list', records } }) as const

/** @source docs/reference/business_rules.md §3 */
const fixed: ReadonlyMap<string, FieldRow> = new Map(
  Object.entries({
    status: column('Status', 'status', makeRankedKind(STATUSES), { changes: {} }),
    custom_status_id: column('Ticket status', 'custom_status_id', oneOfIds, {
      changes: {},
      hidden: ['is', 'is_not'],
      drawing: { type: 'list', records: 'statuses' },
    }),
    brand_id: column('Brand', 'brand_id', reference(false), record('brands')),
    ticket_form_id: column('Form', 'ticket_form_id', reference(false), record('forms')),
    type: column('Type', 'type', choice(TYPES), { uses: everywhere, changes: {} }),
    ticket_type_id: column('Type', 'type', position(TYPES), { uses: ['sla'] }),
    priority: column('Priority', 'priority', makeRankedKind(PRIORITIES), { changes: {} }),
    group_id: column('Group', 'group_id', reference(true, ['current_groups']), record('groups')),
    assignee_id: column('Assignee', 'assignee_id', reference(true, ['requester_id', 'current_user']), record('agents')),
    requester_id: column('Requester', 'requester_id', reference(false, ['assignee_id', 'current_user']), record('agents')),
    organization_id: column('Organization', 'organization_id', reference(true), record('organizations')),
    current_tags: column('Tags', 'tags', wordSet(tags(1)), { uses: everywhere }),
    via_id: column('Channel', 'via_id', codes(CHANNELS), { uses: everywhere, drawing: CHANNEL_CHOICES, hidden: SEVERAL }),
    recipient: column('Received at', 'recipient', word, {
      uses: everywhere,
      only: { is_not: ['automation', 'view'] },
      drawing: { type: 'list', records: 'recipients' },
    }),
    ticket_is_public: column('Privacy', 'is_public', makeBooleanKind('public', 'private'), { uses: everywhere }),
    description_includes_word: column('Description', 'description', prose, { uses: ['automation', 'view'] }),
    ...satisfactionFields,
    received_from: column('Ticket sharing: Received from', 'sharing_agreement_ids', hasId, {
      drawing: { type: 'list', records: 'inbound_agreements' },
    }),
    sent_to: column('Ticket sharing: Sent to', 'sharing_agreement_ids', hasId, {
      drawing: { type: 'list', records: 'outbound_agreements' },
    }),
    NEW: sinceStatus('Hours since new', 'new_at', 'new'),
    OPEN: sinceStatus('Hours since open', 'open_at', 'open'),
    PENDING: sinceStatus('Hours since pending', 'pending_at', 'pending'),
    HOLD: sinceStatus('Hours since on-hold', 'hold_at', 'hold'),
    SOLVED: sinceStatus('Hours since solved', 'solved_at', 'solved'),
    CLOSED: sinceStatus('Hours since closed', 'closed_at', 'closed'),
    assigned_at: makeSinceField('Hours since assigned', 'assigned_at'),
    updated_at: makeSinceField('Hours since update', 'updated_at'),
    requester_updated_at: makeSinceField('Hours since requester update', 'requester_updated_at'),
    assignee_updated_at: makeSinceField('Hours since assignee update', 'assignee_updated_at'),
    due_at: makeSinceField('Hours since due date', 'due_at'),
    due_date: makeSinceField('Hours since due date', 'due_at'),
    until_due_date: column('Hours until due date', 'due_at', hoursFrom('until'), timed),
    ...slaFields,
    exact_created_at: column('Created at', 'created_at', moments, { uses: ['view', 'sla'], drawing: { type: 'datetime' } }),
    ...peopleFields,
    ...updateFields(codes(CHANNELS), CHANNEL_CHOICES),
  }),
)

/** The names of all condition fields that every account has. */
export const fixedFields: readonly string[] = [...fixed.keys()]

/** What rules on records know besides the fields of the record: the kind of update, and who makes it. */
const ofRecords: ReadonlyMap<string, FieldRow> = new Map([
  ['update_type', { ...ensureDefined(fixed.get('update_type')), title: 'Update', group: 'custom_object' }],
  ['role', ensureDefined(fixed.get('role'))],
])

/** The names of all condition fields, fixed and custom, in the order of definitions. */
export function fieldNames(catalogue: RuleCatalogue): readonly string[] {
  const { record } = catalogue
  return record === undefined ? [...fixedFields, ...customNames(catalogue)] : [...ofRecords.keys(), ...recordNames(record)]
}

/** The row of a field, fixed or custom; undefined when there is no such field. */
export function fieldRow(name: string, fields: Fields): FieldRow | undefined {
  const catalogue = catalogueOf(fields)
  if (catalogue.record !== undefined) return ofRecords.get(name) ?? recordRow(name, catalogue.record)
  return fixed.get(name) ?? customRow(name, catalogue)
}
