/** Which events a write of a ticket means. Pure. @source docs/reference/webhooks.md §5 */
import type { Role } from '#core/context.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import { keysOf } from '#lib/objects.ts'
import type { EventDraft } from '#modules/common/webhook_events/publish.ts'
import { type ChangeRow, changesOf, fieldEvents, idText, tagEvents, textOrEmpty } from '#modules/common/webhook_events/values.ts'
import { toCapitals, addSequence } from '../event_values.ts'
import { pluck } from '../define_members.ts'
import { COLUMN_TYPES, isMoment, type TicketState } from '../row.ts'
import type { NewComment } from '../store.ts'
import { TICKET_MEMBERS } from '../ticket_members.ts'
import type { AuditedWrite } from './ticket_write.ts'

const EVENTS = pluck(TICKET_MEMBERS, 'event')
type EventMember = keyof typeof EVENTS

/** Members whose words stand in capitals in events. */
const CAPITALS: ReadonlySet<EventMember> = new Set(['priority', 'status', 'type'] as const)

/** A member as events show it: ids as text, moments in whole seconds. */
function showMember(ticket: TicketState, name: EventMember): unknown {
  if (isMoment(name)) return textOrEmpty(wireTimeOrNull(ticket[name]))
  const value = ticket[name]
  if (value === null) return COLUMN_TYPES[name] === 'bigint' ? idText(null) : textOrEmpty(null)
  if (typeof value === 'object') return value.map(String)
  if (typeof value === 'number') return idText(value)
  return typeof value === 'string' && CAPITALS.has(name) ? toCapitals(value) : value
}

const showSchedule: ChangeRow<TicketState> = ['schedule_changed', (ticket) => idText(ticket.sla?.schedule_id ?? null)]

/** In alphabetical order of their types. */
const CHANGES: readonly ChangeRow<TicketState>[] = [
  ...keysOf(EVENTS).map((name): ChangeRow<TicketState> => [EVENTS[name], (ticket) => showMember(ticket, name)]),
  showSchedule,
].sort(([one], [other]) => (one < other ? -1 : 1))

function commentEvent({ id, author_id, body, public: is_public }: NewComment, role: Role): EventDraft {
  const author = { id: String(author_id), is_staff: role !== 'end-user' }
  return { type: 'ticket.comment_added', event: { comment: { author, body, id: String(id), is_public } } }
}

/** The events of a write, each with its place among them. */
export function ticketEvents(write: AuditedWrite): EventDraft[] {
  const { before, after, comment, author_role, audit } = write
  const drafts = [
    ...(before === null
      ? [{ type: 'ticket.created', event: {} }]
      : [
          ...changesOf('ticket', CHANGES, before, after),
          ...tagEvents('ticket', before.tags, after.tags),
          ...fieldEvents('ticket', before.custom_fields, after.custom_fields),
        ]),
    ...(comment === null ? [] : [commentEvent(comment, author_role)]),
  ]
  return addSequence(String(audit.id), drafts)
}
