/** Which fields are required, and when. Pure. @source docs/reference/fields_and_forms.md §5.1, §6; docs/reference/tickets.md §3.1 */
import type { Problem } from '#core/errors.ts'
import { isBlank } from '#modules/custom_data/custom_fields/types.ts'
import { isRequiredOn, type ValueOf, visibleFields } from '#modules/ticket_setup/ticket_forms/conditions.ts'
import { problemOf } from './fields.ts'
import type { TicketState } from '../row.ts'
import type { SetupField, SetupForm, TicketSetup } from '../setup_store.ts'

const COLUMNS: Readonly<Record<string, keyof TicketState>> = {
  assignee: 'assignee_id',
  subject: 'subject',
  description: 'description',
  type: 'type',
  priority: 'priority',
  group: 'group_id',
  status: 'status',
  custom_status: 'custom_status_id',
}

/** Returns the value of a field of the ticket, system or custom. */
function valueIn(ticket: TicketState, setup: TicketSetup): ValueOf {
  return (id) => {
    const field = setup.fieldsById.get(id)
    if (field === undefined) return null
    const column = field.system ? COLUMNS[field.key] : undefined
    return column === undefined ? ticket.custom_fields[id] : ticket[column]
  }
}

const isEnding = ({ status }: Pick<TicketState, 'status'>) => status === 'solved' || status === 'closed'

/** True when a write solves or closes a ticket that was neither; `before` is null for a new one. */
export function isSolving(before: Pick<TicketState, 'status'> | null, after: Pick<TicketState, 'status'>): boolean {
  return isEnding(after) && !(before !== null && isEnding(before))
}

/** The form of the ticket; the default form if that is no longer active. */
function formOf(ticket: TicketState, setup: TicketSetup): SetupForm | undefined {
  return setup.forms.find((form) => form.id === ticket.ticket_form_id) ?? setup.forms.find((form) => form.id === setup.default_form_id)
}

function findMissing(ids: Iterable<number>, setup: TicketSetup, valueOf: ValueOf): SetupField[] {
  return [...new Set(ids)]
    .map((id) => setup.fieldsById.get(id))
    .filter((field) => field !== undefined)
    .filter((field) => isBlank(valueOf(field.id)))
}

/**
 * What a write of an agent lacks: fields required for solving, if it solves or closes the ticket, and those that a condition of the form
 * requires for the status. A child field depends on its conditions only; a field that is not visible is never required.
 */
export function checkRequired(after: TicketState, setup: TicketSetup, solves: boolean): Problem[] {
  const form = formOf(after, setup)
  if (form === undefined || (!solves && form.agent_conditions.length === 0)) return []
  const valueOf = valueIn(after, setup)
  const visible = visibleFields(form.ticket_field_ids, form.agent_conditions, valueOf)
  const required = [...visible].flatMap(([id, asChild]) => {
    const field = setup.fieldsById.get(id)
    if (field === undefined) return []
    if (asChild.length > 0) return asChild.some((child) => isRequiredOn(child, after.status, after.custom_status_id)) ? [id] : []
    return solves && (field.required || field.key === 'assignee') ? [id] : []
  })
  const sentence = solves ? 'is required when solving a ticket' : 'is required'
  return findMissing(required, setup, valueOf).map((field) => problemOf(field, sentence, null))
}

/**
 * What a new request of an end user lacks: the visible and editable fields of its form that are required, by its conditions for end users.
 * It is for code that creates a ticket from what an end user entered in a form.
 */
export function checkPortal(after: TicketState, setup: TicketSetup): Problem[] {
  const form = formOf(after, setup)
  if (form === undefined) return []
  const valueOf = valueIn(after, setup)
  const visible = visibleFields(form.ticket_field_ids, form.end_user_conditions, valueOf)
  const required = [...visible].flatMap(([id, asChild]) => {
    const field = setup.fieldsById.get(id)
    if (field === undefined || !field.editable_in_portal) return []
    return (asChild.length > 0 ? asChild.some((child) => child.is_required) : field.required_in_portal) ? [id] : []
  })
  return findMissing(required, setup, valueOf).map((field) =>
    problemOf({ ...field, title: field.title_in_portal }, 'cannot be blank', 'BlankValue'),
  )
}

/** True when the form of a ticket offers a status: a form without statuses offers all. @source docs/reference/fields_and_forms.md §5.2 */
export function offersStatus(ticket: Pick<TicketState, 'ticket_form_id'>, customStatusId: number, setup: TicketSetup): boolean {
  const offered = setup.forms.find((form) => form.id === ticket.ticket_form_id)?.status_ids ?? []
  return offered.length === 0 || offered.includes(customStatusId)
}
