/** Which events of an audit tell of what rules have sent, and what that was. Pure. */
import { filterSentEffects, type SendingRule, type SentEffect } from '#rules/sent_effect.ts'
import type { ExternalEvent, NotificationEvent, TicketEvent } from './event.ts'
import type { AuditRow } from './store.ts'

/** An event of a mail or a call by a rule. */
type SendingEvent = TicketEvent & (NotificationEvent | ExternalEvent)

const isSendingEvent = (event: TicketEvent): event is SendingEvent =>
  event.type === 'Notification' || event.type === 'NotificationWithCcs' || event.type === 'External'

/** An event with what was sent for it; null until that is known. */
export interface SentEvent {
  readonly event: SendingEvent
  readonly sent: SentEffect | null
}

function ruleOf({ via }: TicketEvent): SendingRule | undefined {
  const { rel, from } = via?.source ?? {}
  const id = from?.['id']
  return (rel === 'trigger' || rel === 'automation') && typeof id === 'number' ? { kind: rel, id } : undefined
}

/** The events of mails and calls, with what was sent: a rule has both in the order of its actions. */
export function pairSentEvents({ events, sent }: Pick<AuditRow, 'events' | 'sent'>): SentEvent[] {
  const left = new Map<string, SentEffect[]>()
  return events.filter(isSendingEvent).map((event) => {
    const rule = ruleOf(event)
    if (rule === undefined || sent === null) return { event, sent: null }
    const key = `${rule.kind} ${rule.id}`
    // replies and side conversations have audits of their own
    const own = left.get(key) ?? filterSentEffects(sent, rule).filter(({ kind }) => kind !== 'reply' && kind !== 'side_conversation')
    left.set(key, own.slice(1))
    return { event, sent: own[0] ?? null }
  })
}

/** An audit whose events show what was sent. `hides`: without its texts. */
export function fillSentTexts(row: AuditRow, hides: boolean): AuditRow {
  if (row.sent === null) return row
  const known = new Map(pairSentEvents(row).map(({ event, sent }) => [event.id, sent]))
  return { ...row, events: row.events.map((event) => showEvent(event, known.get(event.id) ?? null, hides)) }
}

function showEvent(event: TicketEvent, sent: SentEffect | null, hides: boolean): TicketEvent {
  if (sent === null || !isSendingEvent(event)) return event
  const { body = event.body } = hides ? {} : sent
  if (event.type === 'External') return { ...event, body }
  const { subject = event.subject } = hides ? {} : sent
  return { ...event, subject, body, recipients: sent.recipients ?? [] }
}
