/** The audits of a ticket as rule tests write them: what happened when, by whom or by which rule, with names in place of ids. */
import type { ApiAudit, ApiEvent, ApiVia } from './api_shapes.ts'
import { KIND_OF_MEMBER, type Names } from './names.ts'

/** One event of a history. */
type HistoryEvent = Readonly<Record<string, unknown>>

/** One audit of a history. */
export interface TellingAudit {
  readonly at: string
  readonly by: string
  readonly events: readonly HistoryEvent[]
}

/** The value of a member of a ticket, with the name of the record it names. */
export function tellValue(names: Names, member: string, value: unknown): unknown {
  const kind = KIND_OF_MEMBER[member]
  return (kind === undefined ? undefined : names.nameOf(kind, value)) ?? value
}

/** The name of a member of a ticket: that of a custom field is its name in the test. */
function tellingMember(names: Names, member: string): string {
  return /^\d+$/.test(member) ? (names.nameOf('ticket_fields', member) ?? member) : member
}

/** The person, by their name in the test; `system`, or their id. */
export function tellPerson(names: Names, id: number): string {
  return id === -1 ? 'system' : (names.nameOf('users', id) ?? String(id))
}

/** The history of a ticket from the audits of the API. What a new ticket holds is left out, and what follows from a member of it. */
export function historyOf(audits: readonly ApiAudit[], names: Names): TellingAudit[] {
  return audits.map(({ created_at, author_id, via, events }) => ({
    at: created_at,
    by: tellPerson(names, author_id),
    events: events.flatMap((event) => readHistoryEvent(event, ruleOf(event.via) ?? ruleOf(via), names)),
  }))
}

/** The title of the rule a channel names. */
function ruleOf(via: ApiVia | undefined): { rule: string } | undefined {
  const { rel, from } = via?.source ?? {}
  return rel === 'automation' || rel === 'trigger' ? { rule: from?.title ?? '' } : undefined
}

function readHistoryEvent(event: ApiEvent, rule: { rule: string } | undefined, names: Names): HistoryEvent[] {
  switch (event.type) {
    case 'Create':
    case 'Change':
      if ((event.type === 'Create' && rule === undefined) || event.field_name === 'custom_status_id') return []
      return [
        { field: tellingMember(names, event.field_name ?? ''), value: tellValue(names, event.field_name ?? '', event.value), ...rule },
      ]
    case 'Comment':
      return [{ comment: event.body, public: event.public, ...rule }]
    case 'Notification':
    case 'NotificationWithCcs':
      return [{ mail: event.subject, to: (event.recipients ?? []).map((id) => tellPerson(names, id)).toSorted(), ...rule }]
    case 'External':
      return [{ call: names.nameOf('webhooks', event.resource) ?? names.nameOf('targets', event.resource) ?? event.resource, ...rule }]
    default:
      return [{ event: event.type, ...rule }]
  }
}
