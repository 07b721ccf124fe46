/** What people did to a ticket, from its audits, as the steps of a rule test. What rules and the system did is left out: it follows. Pure. */
import { telling, tellingPerson } from './history.ts'
import type { ApiAudit, ApiTicket, ApiVia } from './api_shapes.ts'
import type { Names } from './names.ts'

/** Members that the public API writes, beside custom fields; others follow. */
const WRITABLE = ['subject', 'status', 'priority', 'type', 'assignee_id', 'group_id', 'requester_id', 'tags']
/** What an end user may say of a new request. */
const REQUESTABLE = ['subject', 'priority', 'type']

const isOfRule = (via: ApiVia | undefined) => ['trigger', 'automation'].includes(via?.source?.rel ?? '')

/** The steps of a ticket's history, the oldest first. */
export function stepsOf(audits: readonly ApiAudit[], names: Names, ticket: ApiTicket): object[] {
  const steps: object[] = []
  let now: string = ticket.created_at
  for (const [index, audit] of audits.entries()) {
    const { author_id, created_at, via } = audit
    if (index > 0 && (author_id === -1 || isOfRule(via))) continue
    if (created_at > now) steps.push({ advance_clock: { to: created_at } })
    now = created_at
    const by = author_id === -1 ? undefined : tellingPerson(names, author_id).replace('$', '')
    steps.push(
      index === 0
        ? { create_ticket: created(audit, names, by), as: 'ticket', by }
        : { update_ticket: 'ticket', by, set: written(audit, names) },
    )
  }
  const last: string = audits.at(-1)?.created_at ?? now
  return last > now ? [...steps, { advance_clock: { to: last } }] : steps
}

function created(audit: ApiAudit, names: Names, by: string | undefined): object {
  const whole = written(audit, names)
  if (by?.startsWith('customer_') !== true) return whole
  return Object.fromEntries(Object.entries(whole).filter(([member]) => [...REQUESTABLE, 'comment', 'custom_fields'].includes(member)))
}

/** What the caller of one write sent, as far as its audit shows it. */
function written({ events }: ApiAudit, names: Names): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  const custom_fields: object[] = []
  for (const { type, field_name = '', value, via, body, public: isPublic } of events) {
    if (isOfRule(via)) continue
    if (type === 'Comment') set.comment = { body, public: isPublic }
    else if ((type === 'Create' || type === 'Change') && value !== null) {
      if (/^\d+$/.test(field_name)) custom_fields.push({ id: names.nameOf('ticket_fields', field_name) ?? field_name, value })
      else if (WRITABLE.includes(field_name)) set[field_name] = telling(names, field_name, value)
    }
  }
  return custom_fields.length === 0 ? set : { ...set, custom_fields }
}
