/** What people did to a ticket, from its audits, as the steps of a rule test. What rules and the system did is left out: it follows. Pure. */
import { tellValue, tellPerson } from './history.ts'
import type { ApiAudit, ApiEvent, ApiTicket, ApiVia } from './api_shapes.ts'
import type { Names } from './names.ts'

/** Members that the public API writes, beside custom fields; others follow. */
const WRITABLE = [
  'subject',
  'status',
  'custom_status_id',
  'priority',
  'type',
  'assignee_id',
  'group_id',
  'requester_id',
  'tags',
  'ticket_form_id',
  'organization_id',
]
/** What an end user may say of a new request. */
const REQUESTABLE = ['subject', 'priority', 'type', 'email_ccs']

const isOfRule = (via: ApiVia | undefined) => ['trigger', 'automation'].includes(via?.source?.rel ?? '')

/**
 * The audits that a test can have again: of the creation, of what rules did by themselves, and of what people did by a call for this ticket.
 * Left out is what the system did or what came from elsewhere, such as a merge.
 */
export function findRepeatableAudits(audits: readonly ApiAudit[]): ApiAudit[] {
  return audits.filter(
    ({ author_id, via, events }, index) => index === 0 || isOfRule(via) || (author_id !== -1 && events.some((event) => isWritten(event))),
  )
}

function isWritten({ type, field_name = '', via }: ApiEvent): boolean {
  if (isOfRule(via)) return false
  if (type === 'Create' || type === 'Change') return /^\d+$/.test(field_name) || WRITABLE.includes(field_name)
  return ['Comment', 'SatisfactionRating', 'FollowerChange', 'EmailCcChange'].includes(type)
}

/** The steps of a ticket's history, the oldest first. `audits`: those that are {@link findRepeatableAudits}. */
export function stepsOf(audits: readonly ApiAudit[], names: Names, ticket: ApiTicket): object[] {
  const steps: object[] = []
  let now: string = ticket.created_at
  for (const [index, audit] of audits.entries()) {
    const { author_id, created_at, via } = audit
    if (index > 0 && isOfRule(via)) continue
    if (created_at > now) steps.push({ advance_clock: { to: created_at } })
    now = created_at
    const by = author_id === -1 ? undefined : tellPerson(names, author_id).replace('$', '')
    steps.push(
      index === 0
        ? { create_ticket: recoverCreateInput(audit, names, by), as: 'ticket', by }
        : { update_ticket: 'ticket', by, set: recoverInput(audit, names) },
    )
  }
  const last: string = audits.at(-1)?.created_at ?? now
  return last > now ? [...steps, { advance_clock: { to: last } }] : steps
}

function recoverCreateInput(audit: ApiAudit, names: Names, by: string | undefined): object {
  const whole = recoverInput(audit, names)
  if (by?.startsWith('customer_') !== true) return whole
  return Object.fromEntries(Object.entries(whole).filter(([member]) => [...REQUESTABLE, 'comment', 'custom_fields'].includes(member)))
}

/** What the caller of one write sent, as far as its audit shows it. */
function recoverInput({ events }: ApiAudit, names: Names): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  const custom_fields: object[] = []
  for (const event of events.filter(isWritten)) {
    const { type, field_name = '', value, body, score } = event
    if (type === 'Comment') set.comment = { body, public: event.public }
    else if (type === 'SatisfactionRating') set.satisfaction_rating = { score, ...(body ? { comment: body } : {}) }
    else if (type === 'FollowerChange') set.followers = changesOf(names, event.previous_followers, event.current_followers)
    else if (type === 'EmailCcChange') set.email_ccs = changesOf(names, event.previous_email_ccs, event.current_email_ccs)
    else if (/^\d+$/.test(field_name)) custom_fields.push({ id: names.nameOf('ticket_fields', field_name) ?? field_name, value })
    else if (type === 'Change' || value !== null) set[field_name] = tellValue(names, field_name, value)
  }
  return custom_fields.length === 0 ? set : { ...set, custom_fields }
}

/** Who was added and who removed. */
function changesOf(names: Names, before: readonly number[] = [], after: readonly number[] = []): object[] {
  const change = (action: string) => (id: number) => ({ user_id: tellPerson(names, id), action })
  return [
    ...after.filter((id) => !before.includes(id)).map(change('put')),
    ...before.filter((id) => !after.includes(id)).map(change('delete')),
  ]
}
