/** What became of what rules have sent: whether it was sent, and what the mail server or the receiver said. One statement for all that is asked. */
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { isRestricted } from '#permissions/people_scope.ts'
import type { SentEffect } from '#rules/sent_effect.ts'
import type { NotificationEvent } from './event.ts'
import type { AuditDelivery, Delivery, SentText } from './schema.ts'
import { pairSentEvents } from './sent.ts'
import { findOutcomes } from './sent_store.ts'
import type { AuditRow } from './store.ts'

type PresentedDelivery = AnswerOf<typeof Delivery>
/** Presents what became of one effect; null for one that is not kept. */
export type PresentSent = (sent: SentEffect | null) => AnswerOf<typeof SentText>

/** What became of mails and calls, by their ids. */
interface Outcomes {
  readonly states: ReadonlyMap<string, string>
  readonly waiting: ReadonlySet<string>
}

async function loadOutcomes(
  ctx: Context,
  sent: readonly SentEffect[],
  audits: readonly Pick<AuditRow, 'id' | 'ticket_id'>[],
): Promise<Outcomes> {
  const mail_ids = sent.flatMap((one) => one.mail_ids ?? [])
  const invocation_ids = sent.flatMap((one) => one.invocation_id ?? [])
  const found = await findOutcomes(ctx, { mail_ids, invocation_ids, audits })
  return {
    states: new Map(found.filter(({ kind }) => kind !== 'waiting').map(({ kind, id, state }) => [`${kind} ${id}`, state])),
    waiting: new Set(found.filter(({ kind }) => kind === 'waiting').map(({ id }) => id)),
  }
}

/** Whose texts are shown. Where none was kept, those of the rule are what was sent. */
function presentTextSource({ subject, body, is_removed }: SentEffect, hides: boolean): PresentedDelivery['texts'] {
  if (is_removed === true) return 'removed'
  return hides && (subject !== undefined || body !== undefined) ? 'hidden' : 'sent'
}

function presentDelivery(sent: SentEffect | null, isWaiting: boolean, states: Outcomes['states'], hides: boolean): PresentedDelivery {
  const nothing = { outcomes: [], webhook_invocation_id: null }
  if (sent === null) return { state: isWaiting ? 'waiting' : 'unknown', texts: 'rule', ...nothing }
  if (!sent.is_sent) return { state: 'not_sent', texts: 'rule', ...nothing }
  const keys = [
    ...(sent.mail_ids ?? []).map((id) => `mail ${id}`),
    ...(sent.invocation_id === undefined ? [] : [`call ${sent.invocation_id}`]),
  ]
  const counts = Map.groupBy(
    keys.flatMap((key) => states.get(key) ?? []),
    (state) => state,
  )
  return {
    state: 'sent',
    texts: presentTextSource(sent, hides),
    outcomes: [...counts].map(([state, { length: count }]) => ({ state, count })),
    webhook_invocation_id: sent.invocation_id ?? null,
  }
}

const ruleTexts = ({ subject, body, recipients }: NotificationEvent) => ({ subject, body, recipients: [...recipients] })

/** What became of the mails and calls in these audits, by event. */
export async function findDeliveries(ctx: Context, rows: readonly AuditRow[]): Promise<AnswerOf<typeof AuditDelivery>[]> {
  const audits = rows.map((row) => ({ row, events: pairSentEvents(row) })).filter(({ events }) => events.length > 0)
  const { states, waiting } = await loadOutcomes(
    ctx,
    audits.flatMap(({ events }) => events.flatMap(({ sent }) => sent ?? [])),
    audits.filter(({ row }) => row.sent === null).map(({ row }) => row),
  )
  return audits.flatMap(({ row, events }) =>
    events.map(({ event, sent }) => ({
      audit_id: row.id,
      event_id: event.id,
      ...presentDelivery(sent, waiting.has(String(row.id)), states, isRestricted(ctx)),
      rule: event.type === 'External' ? { subject: null, body: event.body, recipients: [] } : ruleTexts(event),
    })),
  )
}

/** How to present what rules have sent in one write; `isWaiting`: whether its effects wait to be performed. */
export async function makeSentPresenter(ctx: Context, sent: readonly SentEffect[], isWaiting: boolean): Promise<PresentSent> {
  const { states } = await loadOutcomes(ctx, sent, [])
  return (one) => {
    const delivery = presentDelivery(one, isWaiting, states, isRestricted(ctx))
    const { subject = null, body = null } = one === null || delivery.texts !== 'sent' ? {} : one
    return { ...delivery, subject, body, recipients: [...(one?.recipients ?? [])] }
  }
}
