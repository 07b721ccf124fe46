/** What is wrong with a ticket as it would be saved. Pure. @source docs/reference/conventions.md §2.2; docs/reference/tickets.md §3 */
import type { Context } from '#core/context.ts'
import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { checkTags } from '#modules/custom_data/custom_fields/tags.ts'
import type { SentFields } from './fields.ts'
import { isPerson, MAX_PARTICIPANTS, type People } from '../people.ts'
import { checkPortal, checkRequired, isSolving, offersStatus } from './required.ts'
import { STATUSES } from '#rules/facts.ts'
import { PRIORITIES, type TicketRow, type TicketState, TYPES } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import type { SetupGroup, TicketSetup } from '../setup_store.ts'

/**
 * What the check needs besides the ticket. `problem` is the ticket with problem_id: undefined if none was sent, null if it does not exist.
 */
export interface CheckInputs {
  readonly input: TicketInput
  readonly people: People
  readonly setup: TicketSetup
  readonly groups: readonly SetupGroup[]
  readonly problem: TicketRow | null | undefined
  readonly fields: SentFields
  /** An organization that is sent must be one of these. */
  readonly requesterOrganizations: readonly number[]
  /** The write follows from another one: no fields are required. */
  readonly follows: boolean
  /** A new request: the fields that its form requires of end users are required. */
  readonly requested: boolean
}

/** Problems of a ticket after everything has been applied; `before` is null for a new one. */
export function checkTicket(ctx: Context, before: TicketState | null, after: TicketState, at: CheckInputs): Details {
  const { input } = at
  const base: Problem[] = [
    ...checkChoices(ctx, before, after, at),
    ...at.fields.problems,
    ...checkNames(at),
    ...checkCopies(before, after),
    // the limit is for tags that the caller sends, not for those that fields, rules and the requester add
    ...(input.tags === undefined && input.additional_tags === undefined ? [] : checkTags(before?.tags ?? [], after.tags)),
    ...checkSwitches(ctx, before, after, input),
  ]
  if (before === null && after.description.trim() === '') base.push(makeBlankProblem('Description'))
  // the present problem can be sent back, even if it was deleted or the ticket is no longer an incident
  const isNewProblem = input.problem_id !== undefined && input.problem_id !== null && input.problem_id !== before?.problem_id
  if (isNewProblem && (at.problem?.type !== 'problem' || after.type !== 'incident')) base.push(makeInvalidProblem('Problem'))
  if ((after.external_id ?? '').length > 255)
    base.push({ description: 'External: is too long (maximum is 255 characters)', error: 'TooLong' })
  if ((after.subject ?? '').length > 1000) base.push({ description: 'Subject: is too long (maximum is 1000 characters)', error: 'TooLong' })
  if (at.requested)
    base.push(...checkPortal(after, at.setup).filter((problem) => !base.some((one) => one.description === problem.description)))
  else if (!at.follows) base.push(...checkRequired(after, at.setup, isSolving(before, after)))
  return { ...checkRequester(before, at.people), ...(base.length > 0 ? { base } : {}) }
}

function checkChoices(ctx: Context, before: TicketState | null, after: TicketState, at: CheckInputs): Problem[] {
  const { input } = at
  const problems: Problem[] = []
  const isAmong = (value: string | null | undefined, allowed: readonly string[]) =>
    value === undefined || value === null || value === '' || allowed.includes(value)
  // present values can be sent back, even if they have been switched off since
  const findNewValue = <Key extends 'priority' | 'group_id' | 'brand_id' | 'ticket_form_id'>(key: Key) =>
    input[key] === before?.[key] ? null : input[key]
  if (!isAmong(findNewValue('priority'), prioritiesOf(at.setup))) problems.push(makeInvalidProblem('Priority'))
  if (!isAmong(input.type, TYPES)) problems.push(makeInvalidProblem('Type'))
  const custom = at.setup.statuses.find((status) => status.id === input.custom_status_id)
  const isMoved = before?.status !== after.status || before.custom_status_id !== after.custom_status_id
  const onHold = isMoved && after.status === 'hold' && !ctx.account.settings.tickets.on_hold_status
  if (!isAmong(input.status, STATUSES) || onHold) problems.push(makeInvalidProblem('Status'))
  const isGiven = <Value>(value: Value | null | undefined): value is Value => value !== undefined && value !== null
  const group = findNewValue('group_id')
  const brand = findNewValue('brand_id')
  const form = findNewValue('ticket_form_id')
  const isKept = before?.custom_status_id === input.custom_status_id && before?.ticket_form_id === after.ticket_form_id
  const isOpen = custom?.active === true && offersStatus(after, custom.id, at.setup)
  if (isGiven(input.custom_status_id) && !isKept && !isOpen) problems.push(makeInvalidProblem('Custom status'))
  if (isGiven(group) && !at.groups.some((one) => one.id === group)) problems.push(makeInvalidProblem('Group'))
  if (isGiven(brand) && !at.setup.brand_ids.includes(brand)) problems.push(makeInvalidProblem('Brand'))
  if (isGiven(form) && !at.setup.form_ids.includes(form)) problems.push(makeInvalidProblem('Ticket form'))
  if (isGiven(input.organization_id) && !at.requesterOrganizations.includes(input.organization_id))
    problems.push(makeInvalidProblem('Organization'))
  return problems
}

/** The valid priorities: all, or the two in the middle. @source docs/reference/fields_and_forms.md §1.1 */
function prioritiesOf(setup: TicketSetup): readonly string[] {
  return setup.fields.some((field) => field.key === 'priority' && field.sub_type_id === 1) ? ['normal', 'high'] : PRIORITIES
}

/** Changes that the settings of the account do not allow. @source docs/reference/account.md §7 */
function checkSwitches(ctx: Context, before: TicketState | null, after: TicketState, input: TicketInput): Problem[] {
  if (before === null) return []
  const { allow_group_reset, agent_can_change_requester } = ctx.account.settings.tickets
  const problems: Problem[] = []
  const isReset = input.group_id === null && before.group_id !== null && after.group_id === null
  if (isReset && !allow_group_reset) problems.push(makeBlankProblem('Group'))
  const isMoved = before.requester_id !== after.requester_id
  if (isMoved && !agent_can_change_requester && ctx.actor.role === 'agent')
    problems.push({ description: 'Requester: cannot be changed', error: 'InvalidValue' })
  return problems
}

/** Problems with people who were sent and do not exist, or cannot have the role they were sent for. */
function checkNames({ people }: CheckInputs): Problem[] {
  const problems: Problem[] = []
  const { assignee, submitter, author } = people
  const staff = isPerson(assignee) && assignee.active && assignee.role !== 'end-user' && !assignee.only_private_comments
  if (typeof assignee === 'string' || (isPerson(assignee) && !staff)) problems.push(makeInvalidProblem('Assignee'))
  if (typeof submitter === 'string') problems.push(makeInvalidProblem('Submitter'))
  if (typeof author === 'string') problems.push(makeInvalidProblem('Author'))
  return problems
}

/** Limits the copies of a ticket. A ticket with more can lose some, but get no new ones. */
function checkCopies(before: TicketState | null, { email_cc_ids }: TicketState): Problem[] {
  const isGrowing = email_cc_ids.some((id) => before?.email_cc_ids.includes(id) !== true)
  return email_cc_ids.length > MAX_PARTICIPANTS && isGrowing
    ? [{ description: `Collaborators: cannot be more than ${MAX_PARTICIPANTS}`, error: 'TooLong' }]
    : []
}

/** The present requester can be sent back, even if suspended or deleted since. */
function checkRequester(before: TicketState | null, { requester }: People): Details {
  if (isPerson(requester) && requester.id === before?.requester_id) return {}
  if (typeof requester === 'string' || (isPerson(requester) && !requester.active)) return { requester: [makeInvalidProblem('Requester')] }
  if (isPerson(requester) && requester.suspended) return { requester: [{ description: `Requester: ${requester.name} is suspended.` }] }
  return {}
}
