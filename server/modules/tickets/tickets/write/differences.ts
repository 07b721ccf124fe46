/** The events of an audit: Create for a new ticket, Change for each difference. Pure. @source docs/reference/tickets.md §1.3, §5 */
import type { EventValue, TicketEventDraft } from '#modules/tickets/ticket_audits/event.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import { type FieldValue, ticketFieldValue } from '#modules/custom_data/custom_fields/types.ts'
import { keysOf } from '#lib/objects.ts'
import { pluck } from '../define_members.ts'
import { isMoment, type TicketState } from '../row.ts'
import { TICKET_MEMBERS } from '../ticket_members.ts'

const AUDITS = pluck(TICKET_MEMBERS, 'audit')
type AuditedMember = keyof typeof AUDITS

/** Members of a ticket whose changes are audited, in the order of their events. */
const AUDITED_MEMBERS = keysOf(AUDITS).sort((one, other) => AUDITS[one].place - AUDITS[other].place)
/** These appear in the audit of a new ticket even when they are empty. */
const ALWAYS: ReadonlySet<AuditedMember> = new Set(AUDITED_MEMBERS.filter((name) => 'always' in AUDITS[name]))

/** A member as audits contain it: ids and flags as texts, moments in whole seconds. */
function memberValue(state: TicketState, name: AuditedMember): string | null {
  if (isMoment(name)) return wireTimeOrNull(state[name])
  const value = state[name]
  return typeof value === 'string' || value === null ? value : String(value)
}

/** The value of a custom field as audits contain it. */
function fieldValue(value: FieldValue | undefined): EventValue {
  const shown = ticketFieldValue(value)
  return typeof shown === 'boolean' ? String(shown) : shown
}

/** Events of a new ticket, after its comment. */
export function createEvents(after: TicketState): TicketEventDraft[] {
  const events: TicketEventDraft[] = []
  for (const name of AUDITED_MEMBERS)
    if (ALWAYS.has(name) || after[name] !== null) events.push({ type: 'Create', value: memberValue(after, name), field_name: name })
  if (after.tags.length > 0) events.push({ type: 'Create', value: after.tags, field_name: 'tags' })
  for (const [id, value] of Object.entries(after.custom_fields))
    if (value !== null) events.push({ type: 'Create', value: fieldValue(value), field_name: id })
  return [...events, ...participantEvents({ email_cc_ids: [], follower_ids: [] }, after), ...sharingEvents([], after.sharing_agreement_ids)]
}

/** Events of a change: one for each difference. */
export function changeEvents(before: TicketState, after: TicketState): TicketEventDraft[] {
  const events: TicketEventDraft[] = []
  const change = (field_name: string, value: EventValue, previous_value: EventValue) =>
    events.push({ type: 'Change', value, field_name, previous_value })
  for (const name of AUDITED_MEMBERS) if (before[name] !== after[name]) change(name, memberValue(after, name), memberValue(before, name))
  if (before.tags.join(' ') !== after.tags.join(' ')) change('tags', after.tags, before.tags)
  for (const [id, value] of Object.entries(after.custom_fields)) {
    const is = fieldValue(value)
    const was = fieldValue(before.custom_fields[id])
    if (JSON.stringify(was) !== JSON.stringify(is)) change(id, is, was)
  }
  const sharing = sharingEvents(before.sharing_agreement_ids, after.sharing_agreement_ids)
  return [...events, ...participantEvents(before, after), ...ratingEvents(before, after), ...sharing, ...scheduleEvents(before, after)]
}

/** @source docs/reference/tickets.md §5.1 */
function ratingEvents(before: TicketState, after: TicketState): TicketEventDraft[] {
  if (after.satisfaction_rating === null || JSON.stringify(before.satisfaction_rating) === JSON.stringify(after.satisfaction_rating))
    return []
  const { score, comment } = after.satisfaction_rating
  return [{ type: 'SatisfactionRating', score, assignee_id: after.assignee_id, body: comment }]
}

function participantEvents(
  before: Pick<TicketState, 'email_cc_ids' | 'follower_ids'>,
  after: Pick<TicketState, 'email_cc_ids' | 'follower_ids'>,
): TicketEventDraft[] {
  const events: TicketEventDraft[] = []
  if (before.email_cc_ids.join() !== after.email_cc_ids.join())
    events.push({ type: 'EmailCcChange', current_email_ccs: after.email_cc_ids, previous_email_ccs: before.email_cc_ids })
  if (before.follower_ids.join() !== after.follower_ids.join())
    events.push({ type: 'FollowerChange', current_followers: after.follower_ids, previous_followers: before.follower_ids })
  return events
}

/** @source docs/reference/tickets.md §5.1 */
function scheduleEvents(before: TicketState, after: TicketState): TicketEventDraft[] {
  const was = before.sla?.schedule_id ?? null
  const is = after.sla?.schedule_id ?? null
  return was === is ? [] : [{ type: 'ScheduleAssignment', previous_schedule_id: was, new_schedule_id: is }]
}

/** One for each agreement that a ticket is newly shared under, and for each it no longer is. */
function sharingEvents(before: readonly number[], after: readonly number[]): TicketEventDraft[] {
  const event = (agreement_id: number, action: 'shared' | 'unshared'): TicketEventDraft => ({
    type: 'TicketSharingEvent',
    agreement_id,
    action,
  })
  return [
    ...after.filter((id) => !before.includes(id)).map((id) => event(id, 'shared')),
    ...before.filter((id) => !after.includes(id)).map((id) => event(id, 'unshared')),
  ]
}
