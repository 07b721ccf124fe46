/** What is wrong with a ticket as it would be saved. Pure. @source conventions.md §2 `details` map, tickets.md §3 */
import type { Context } from '../../context.ts'
import type { Details, Problem } from '../../errors.ts'
import { isPerson } from './draft.ts'
import type { People } from './people.ts'
import { PRIORITIES, type Status, STATUSES, type TicketRow, type TicketState, TYPES } from './row.ts'
import type { TicketInput } from './schema.ts'
import type { SetupGroup, TicketSetup } from './setup_store.ts'

/** What the check looks at beside the ticket. `problem` is the ticket named by problem_id: undefined when not named, null when there is none. */
export interface Surroundings {
  readonly input: TicketInput
  readonly people: People
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
  readonly problem: TicketRow | null | undefined
  /** An organization that is named must be one of these. */
  readonly requesterOrganizations: readonly number[]
}

const invalid = (title: string): Problem => ({ description: `${title}: is invalid`, error: 'InvalidValue' })

/** The closed ticket that cannot be changed any more, else nothing. @source tickets.md §3.1 */
export function checkOpen(before: TicketState): Details {
  return before.status === 'closed' ? { status: [{ description: 'closed prevents ticket update' }] } : {}
}

/** Problems of a ticket after everything has been applied; `before` is null for a new one. */
export function checkTicket(ctx: Context, before: TicketState | null, after: TicketState, at: Surroundings): Details {
  const { input } = at
  const base: Problem[] = [...checkChoices(ctx, input, at), ...checkNames(at)]
  if (before === null && after.description.trim() === '') base.push({ description: 'Description: cannot be blank', error: 'BlankValue' })
  if (input.problem_id !== undefined && input.problem_id !== null && (at.problem?.type !== 'problem' || after.type !== 'incident'))
    base.push(invalid('Problem'))
  if ((after.external_id ?? '').length > 255)
    base.push({ description: 'External: is too long (maximum is 255 characters)', error: 'TooLong' })
  if ((after.subject ?? '').length > 1000) base.push({ description: 'Subject: is too long (maximum is 1000 characters)', error: 'TooLong' })
  const isEnding = (status: Status) => status === 'solved' || status === 'closed'
  if (isEnding(after.status) && !(before !== null && isEnding(before.status))) base.push(...checkRequired(after, at.setup))
  return { ...checkRequester(at.people), ...(base.length > 0 ? { base } : {}) }
}

function checkChoices(ctx: Context, input: TicketInput, at: Surroundings): Problem[] {
  const problems: Problem[] = []
  const among = (value: string | null | undefined, allowed: readonly string[]) =>
    value === undefined || value === null || value === '' || allowed.includes(value)
  if (!among(input.priority, PRIORITIES)) problems.push(invalid('Priority'))
  if (!among(input.type, TYPES)) problems.push(invalid('Type'))
  const onHold = input.status === 'hold' && !ctx.account.settings.tickets.on_hold_status
  if (!among(input.status, STATUSES) || onHold) problems.push(invalid('Status'))
  const named = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null
  if (named(input.custom_status_id) && !at.setup.statuses.some((status) => status.id === input.custom_status_id))
    problems.push(invalid('Custom status'))
  if (named(input.group_id) && !at.groups.some((group) => group.id === input.group_id)) problems.push(invalid('Group'))
  if (named(input.brand_id) && !at.setup.brand_ids.includes(input.brand_id)) problems.push(invalid('Brand'))
  if (named(input.ticket_form_id) && !at.setup.form_ids.includes(input.ticket_form_id)) problems.push(invalid('Ticket form'))
  if (named(input.organization_id) && !at.requesterOrganizations.includes(input.organization_id)) problems.push(invalid('Organization'))
  return problems
}

/** Persons who were named and do not exist, or may not be what they were named as. */
function checkNames({ people }: Surroundings): Problem[] {
  const problems: Problem[] = []
  const { assignee, submitter, author } = people
  const staff = isPerson(assignee) && assignee.active && assignee.role !== 'end-user' && !assignee.only_private_comments
  if (typeof assignee === 'string' || (isPerson(assignee) && !staff)) problems.push(invalid('Assignee'))
  if (typeof submitter === 'string') problems.push(invalid('Submitter'))
  if (typeof author === 'string') problems.push(invalid('Author'))
  return problems
}

function checkRequester({ requester }: People): Details {
  if (typeof requester === 'string' || (isPerson(requester) && !requester.active)) return { requester: [invalid('Requester')] }
  if (isPerson(requester) && requester.suspended) return { requester: [{ description: `Requester: ${requester.name} is suspended.` }] }
  return {}
}

const FIELD_KINDS: Readonly<Record<string, string>> = {
  assignee: 'FieldAssignee',
  tagger: 'FieldTagger',
  integer: 'FieldInteger',
  text: 'FieldText',
  textarea: 'FieldTextarea',
  checkbox: 'FieldCheckbox',
  date: 'FieldDate',
  decimal: 'FieldDecimal',
  regexp: 'FieldRegexp',
  multiselect: 'FieldMultiselect',
  subject: 'FieldSubject',
  description: 'FieldDescription',
  tickettype: 'FieldTicketType',
  priority: 'FieldPriority',
  group: 'FieldGroup',
  status: 'FieldStatus',
  lookup: 'FieldLookup',
  partialcreditcard: 'FieldPartialCreditCard',
}
const SYSTEM_COLUMNS: Readonly<Record<string, keyof TicketState>> = {
  assignee: 'assignee_id',
  subject: 'subject',
  description: 'description',
  type: 'type',
  priority: 'priority',
  group: 'group_id',
  status: 'status',
}

/** Fields that must be filled before a ticket is solved. @source tickets.md §3.1 → solved */
function checkRequired(after: TicketState, setup: TicketSetup): Problem[] {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0)
  const valueOf = (field: TicketSetup['fields'][number]) => {
    const column = SYSTEM_COLUMNS[field.key]
    return field.system ? (column === undefined ? true : after[column]) : after.custom_fields[field.id]
  }
  return setup.fields
    .filter((field) => field.required && isEmpty(valueOf(field)))
    .map((field) => ({
      description: `${field.title}: is required when solving a ticket`,
      error: null,
      ticket_field_id: field.id,
      ticket_field_type: FIELD_KINDS[field.type] ?? 'FieldText',
    }))
}
