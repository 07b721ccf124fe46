/** What is asked of a ticket: the state before, overlaid with what the client sent. Pure; the system's own rules are in settle.ts. */
import type { Context } from '../../context.ts'
import { normalTags } from '../../lib/tags.ts'
import { participantKey, type People } from './people.ts'
import type { Person } from './people_store.ts'
import { type FieldValue, type Status, STATUSES, type TicketState } from './row.ts'
import type { TicketInput } from './schema.ts'
import { defaultStatusId, type TicketSetup } from './setup_store.ts'
import { viaOf } from './via.ts'

/** A ticket before its first write: nothing but defaults. */
export function blankTicket(ctx: Context, setup: TicketSetup, input: TicketInput): TicketState {
  const now = ctx.now.toISOString()
  const none = {
    type: null,
    subject: null,
    priority: null,
    external_id: null,
    recipient: null,
    assignee_id: null,
    organization_id: null,
    group_id: null,
    problem_id: null,
    due_at: null,
    satisfaction_rating: null,
  }
  const never = {
    assignee_updated_at: null,
    latest_comment_added_at: null,
    initially_assigned_at: null,
    assigned_at: null,
    new_at: null,
    open_at: null,
    pending_at: null,
    hold_at: null,
    solved_at: null,
    closed_at: null,
  }
  const lists = { tags: [], email_cc_ids: [], follower_ids: [], followup_ids: [], sharing_agreement_ids: [] }
  return {
    ...none,
    ...never,
    ...lists,
    ...viaOf(ctx, input),
    description: '',
    status: 'new',
    custom_status_id: defaultStatusId(setup, 'new'),
    requester_id: ctx.actor.id,
    submitter_id: ctx.actor.id,
    brand_id: setup.default_brand_id,
    ticket_form_id: setup.default_form_id,
    has_incidents: false,
    is_public: ctx.account.settings.tickets.comments_public_by_default,
    custom_fields: {},
    comment_count: 0,
    created_at: now,
    updated_at: now,
    generated_at: now,
    status_updated_at: now,
    requester_updated_at: now,
  }
}

/** Overlays what the client sent. What names nobody or nothing that exists is left as it was and found by check.ts. */
export function applyInput(before: TicketState, input: TicketInput, people: People, setup: TicketSetup): TicketState {
  const requester = isPerson(people.requester) ? people.requester : undefined
  const assignee = people.assignee
  return {
    ...before,
    ...sent(input, ['external_id', 'recipient', 'group_id', 'problem_id', 'due_at']),
    ...statusOf(before, input, setup),
    subject: input.raw_subject ?? (input.subject === undefined ? before.subject : trimmed(input.subject)),
    // a priority once set can be changed and not taken away
    priority: input.priority || before.priority,
    type: input.type === undefined ? before.type : input.type || null,
    requester_id: requester?.id ?? before.requester_id,
    submitter_id: isPerson(people.submitter) ? people.submitter.id : before.submitter_id,
    assignee_id: assignee === null ? null : isPerson(assignee) ? assignee.id : before.assignee_id,
    organization_id: organizationOf(before, input, requester),
    brand_id: input.brand_id ?? before.brand_id,
    ticket_form_id: input.ticket_form_id ?? before.ticket_form_id,
    tags: tagsOf(before, input),
    custom_fields: fieldsOf(before, input, setup),
    sharing_agreement_ids: input.sharing_agreement_ids ?? before.sharing_agreement_ids,
    ...participantsOf(before, input, people),
  }
}

/** True when a person was named and exists. */
export function isPerson(named: Person | string | null | undefined): named is Person {
  return typeof named === 'object' && named !== null
}

const trimmed = (text: string | null) => (text === null ? null : text.trim())

function sent(input: TicketInput, keys: readonly (keyof TicketInput & keyof TicketState)[]): Partial<TicketState> {
  return Object.fromEntries(keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]))
}

/** A custom status decides the status; a status takes the default custom status of its category. A ticket never goes back to new. @source tickets.md §1.1, §3.1 */
function statusOf(before: TicketState, input: TicketInput, setup: TicketSetup): Pick<TicketState, 'status' | 'custom_status_id'> {
  const custom = setup.statuses.find((status) => status.id === input.custom_status_id)
  const asked = custom?.status_category ?? (STATUSES.includes(input.status as Status) ? (input.status as Status) : undefined)
  const unchanged = asked === undefined || (asked === 'new' && before.status !== 'new')
  if (unchanged) return { status: before.status, custom_status_id: before.custom_status_id }
  return {
    status: asked,
    custom_status_id: custom?.id ?? (asked === before.status ? before.custom_status_id : defaultStatusId(setup, asked)),
  }
}

/** A new requester brings his organization unless one is named. @source tickets.md §1.1 organization_id */
function organizationOf(before: TicketState, input: TicketInput, requester: Person | undefined): number | null {
  if (input.organization_id !== undefined) return input.organization_id
  return requester !== undefined && requester.id !== before.requester_id ? requester.organization_id : before.organization_id
}

function tagsOf(before: TicketState, input: TicketInput): readonly string[] {
  if (input.tags === undefined && input.additional_tags === undefined && input.remove_tags === undefined) return before.tags
  const removed = new Set(normalTags(input.remove_tags ?? []))
  return normalTags([...(input.tags ?? before.tags), ...(input.additional_tags ?? [])]).filter((tag) => !removed.has(tag))
}

function fieldsOf(before: TicketState, input: TicketInput, setup: TicketSetup): TicketState['custom_fields'] {
  const values = [
    ...(Array.isArray(input.fields) ? (input.fields as { id?: unknown; value?: unknown }[]) : []),
    ...(input.custom_fields ?? []),
  ]
  if (values.length === 0) return before.custom_fields
  const known = new Set(setup.fields.filter((field) => !field.system).map((field) => field.id))
  const changed = values
    .filter((field) => known.has(Number(field?.id)))
    .map((field) => [String(field.id), (field.value ?? null) as FieldValue])
  return { ...before.custom_fields, ...Object.fromEntries(changed) }
}

/** Collaborators: end users become e-mail copies, agents followers. @source tickets.md §1.1 collaborators, email_ccs, followers */
function participantsOf(before: TicketState, input: TicketInput, people: People): Pick<TicketState, 'email_cc_ids' | 'follower_ids'> {
  const named = (given: readonly unknown[]) => given.map((one) => people.participants.get(participantKey(one as string))).filter(isPerson)
  const replaced = input.collaborators ?? input.collaborator_ids
  const ccs = new Set(replaced === undefined ? before.email_cc_ids : [])
  const followers = new Set(replaced === undefined ? before.follower_ids : [])
  for (const person of named([...(replaced ?? []), ...(input.additional_collaborators ?? [])]))
    (person.role === 'end-user' ? ccs : followers).add(person.id)
  for (const [list, entries] of [
    [ccs, input.email_ccs],
    [followers, input.followers],
  ] as const)
    for (const entry of entries ?? []) {
      const person = people.participants.get(participantKey(entry))
      if (person === undefined || (list === followers && person.role === 'end-user')) continue
      if (entry.action === 'delete') list.delete(person.id)
      else list.add(person.id)
    }
  return { email_cc_ids: [...ccs], follower_ids: [...followers] }
}
