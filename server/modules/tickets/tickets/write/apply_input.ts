/** The requested state of a ticket: the state before, with the input applied. Pure; the system rules are in system_rules.ts. */
import type { Context } from '#core/context.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import { isKeyOf, isOneOf, membersWhere } from '#lib/objects.ts'
import { applyFields } from './fields.ts'
import type { Loaded } from './load.ts'
import { participantsOf } from './participants.ts'
import { isPerson } from '../people.ts'
import type { Person } from '../people_store.ts'
import { STATUSES } from '#rules/facts.ts'
import { pluck } from '../define_members.ts'
import { BLANK_STATE, type TicketState } from '../row.ts'
import type { TicketInput } from '../schema.ts'
import { defaultStatusId, type TicketSetup } from '../setup_store.ts'
import type { TicketSkills } from '../skill_store.ts'
import { TICKET_MEMBERS } from '../ticket_members.ts'
import { viaOf } from '../via.ts'

/** A new ticket before the input is applied: only defaults. Those that depend on nothing are in ticket_members.ts. */
export function blankTicket(ctx: Context, setup: TicketSetup, input: TicketInput): TicketState {
  const now = ctx.now.toISOString()
  return {
    ...BLANK_STATE,
    ...viaOf(ctx, input),
    custom_status_id: defaultStatusId(setup, BLANK_STATE.status),
    requester_id: ctx.actor.id,
    submitter_id: ctx.actor.id,
    brand_id: setup.default_brand_id,
    ticket_form_id: setup.default_form_id,
    is_public: ctx.account.settings.tickets.comments_public_by_default,
    created_at: now,
    updated_at: now,
    generated_at: now,
    status_updated_at: now,
    requester_updated_at: now,
  }
}

/** Applies the input. References to people or records that do not exist leave the state as it was, and are reported by check.ts. */
export function applyInput(
  ctx: Context,
  before: TicketState,
  input: TicketInput,
  { people, setup, skills, fields, isNew }: Pick<Loaded, 'people' | 'setup' | 'skills' | 'fields'> & { readonly isNew: boolean },
): TicketState {
  const requester = isPerson(people.requester) ? people.requester : undefined
  const assignee = people.assignee
  return {
    ...before,
    ...pickSent(input),
    ...statusOf(before, input, setup),
    subject: subjectOf(before, input),
    due_at: dueOf(before, input),
    // a priority that is set can be changed, but not removed
    priority: input.priority || before.priority,
    type: input.type === undefined ? before.type : input.type || null,
    requester_id: requester?.id ?? before.requester_id,
    submitter_id: isPerson(people.submitter) ? people.submitter.id : before.submitter_id,
    assignee_id: assignee === null ? null : isPerson(assignee) ? assignee.id : before.assignee_id,
    organization_id: organizationOf(ctx, before, input, { requester, isNew }),
    brand_id: input.brand_id ?? before.brand_id,
    ticket_form_id: input.ticket_form_id ?? before.ticket_form_id,
    ...applyFields(before, input, setup, fields),
    attribute_value_ids:
      input.attribute_value_ids === undefined ? before.attribute_value_ids : filterExisting(skills, input.attribute_value_ids),
    ...participantsOf(ctx, before, input, people),
  }
}

/** Those of the skills that exist: others are ignored. @source docs/reference/other.md §12.2 */
function filterExisting(skills: TicketSkills, ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].filter((id) => skills.ids.has(id))
}

/** A client that sends back a ticket with another subject sends raw_subject unchanged. */
function subjectOf(before: TicketState, { raw_subject, subject }: TicketInput): string | null {
  if (raw_subject !== undefined && (raw_subject !== before.subject || subject === undefined)) return raw_subject
  return subject === undefined ? before.subject : (subject?.trim() ?? null)
}

/** Responses have times in whole seconds: if the same second is sent back, the stored milliseconds are kept. */
function dueOf(before: TicketState, { due_at = before.due_at }: TicketInput): TicketState['due_at'] {
  return wireTimeOrNull(due_at) === wireTimeOrNull(before.due_at) ? before.due_at : due_at
}

const AS_SENT = pluck(TICKET_MEMBERS, 'as_sent')

/** The members that are stored as they are sent, of those that were sent. */
function pickSent(input: TicketInput): Partial<TicketState> {
  const sent: Partial<Pick<TicketInput, keyof typeof AS_SENT>> = membersWhere(
    input,
    (name) => isKeyOf(AS_SENT, name) && input[name] !== undefined,
  )
  return sent
}

/**
 * A custom status decides the status; a status selects the default custom status of its category. An unchanged custom status gives way to
 * another status, because clients send back tickets as they have read them. A closed ticket keeps a custom status of the category solved. A
 * ticket never becomes new again.
 * @source docs/reference/tickets.md §1.1, §3.1
 */
function statusOf(before: TicketState, input: TicketInput, setup: TicketSetup): Pick<TicketState, 'status' | 'custom_status_id'> {
  const said = isOneOf(STATUSES, input.status) ? input.status : undefined
  const named = setup.statuses.find((status) => status.id === input.custom_status_id)
  const isClosed = said === 'closed' && named?.status_category === 'solved'
  const repeated = said !== undefined && said !== before.status && input.custom_status_id === before.custom_status_id
  const custom = repeated && !isClosed ? undefined : named
  const asked = isClosed ? said : (custom?.status_category ?? said)
  const unchanged = asked === undefined || (asked === 'new' && before.status !== 'new')
  if (unchanged) return { status: before.status, custom_status_id: before.custom_status_id }
  return {
    status: asked,
    custom_status_id: custom?.id ?? (asked === before.status ? before.custom_status_id : defaultStatusId(setup, asked)),
  }
}

/**
 * A new requester brings their organization, unless one is sent or new tickets are to have none.
 * @source docs/reference/tickets.md §1.1; docs/reference/account.md §7
 */
function organizationOf(
  ctx: Context,
  before: TicketState,
  input: TicketInput,
  { requester, isNew }: { readonly requester: Person | undefined; readonly isNew: boolean },
): number | null {
  if (input.organization_id !== undefined) return input.organization_id
  if (requester === undefined || (!isNew && requester.id === before.requester_id)) return before.organization_id
  return isNew && !ctx.account.settings.tickets.assign_default_organization ? null : requester.organization_id
}
