/** The statements on what rules have sent: writing and removing it, and what became of it. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'
import type { SentEffect } from '#rules/sent_effect.ts'

const save =
  defineStatement<unknown>(`update ticket_audits a set sent = s.sent from jsonb_to_recordset($3::jsonb) as s (id bigint, sent jsonb)
  where a.account_id = $1 and a.id = any($2::bigint[]) and a.id = s.id`)
const hold = defineStatement<unknown>(
  'select audit_id from ticket_rule_runs where account_id = $1 and ticket_id = $2 and performed_at is null order by audit_id for update',
)
const removeTexts = defineStatement<unknown>(
  'update ticket_audits set sent = sent_without_texts(sent) where account_id = $1 and ticket_id = $2 and sent is not null',
)
const outcomes =
  defineStatement<Outcome>(`select 'mail' as kind, m.id::text as id, m.state from mails m where m.account_id = $1 and m.id = any($2::bigint[])
  union all select 'call', i.id, i.status from webhook_invocations i where i.account_id = $1 and i.id = any($3::text[])
  union all select 'waiting', r.audit_id::text, '' from ticket_rule_runs r
    where r.account_id = $1 and r.ticket_id = any($4::bigint[]) and r.audit_id = any($5::bigint[]) and r.performed_at is null`)

/** What became of a mail or a call; or an audit whose effects wait to be performed. */
interface Outcome {
  readonly kind: 'mail' | 'call' | 'waiting'
  readonly id: string
  readonly state: string
}

/** What is asked for: mails and calls by their ids, and which of these audits wait. */
interface Asked {
  readonly mail_ids: readonly number[]
  readonly invocation_ids: readonly string[]
  readonly audits: readonly { readonly id: number; readonly ticket_id: number }[]
}

/** Keeps what rules have sent in updates, by their audits. */
export async function saveSentEffects(tx: Context, sentByAudit: ReadonlyMap<number, readonly SentEffect[]>): Promise<void> {
  if (sentByAudit.size === 0) return
  const rows = [...sentByAudit].map(([id, sent]) => ({ id, sent }))
  await tx.db.run(save(tx.account.id, [...sentByAudit.keys()], toJson(rows)))
}

/**
 * Waits for jobs that perform effects of the ticket, and holds back others until the transaction ends: one that has read what is being redacted
 * would keep it. To be called before anything else is locked, as such a job changes the ticket after it has begun.
 */
export async function lockEffects(tx: Context, ticketId: number): Promise<void> {
  await tx.db.all(hold(tx.account.id, ticketId))
}

/** Removes the texts of what rules have sent about a ticket: they may contain what was redacted, in any form. */
export async function removeSentTexts(tx: Context, ticketId: number): Promise<void> {
  await tx.db.run(removeTexts(tx.account.id, ticketId))
}

/** What became of mails and calls, and which audits wait for their effects. Mails are kept for 90 days, calls for 7. */
export function findOutcomes(ctx: Context, { mail_ids, invocation_ids, audits }: Asked): Promise<Outcome[]> {
  if (mail_ids.length + invocation_ids.length + audits.length === 0) return Promise.resolve([])
  const tickets = [...new Set(audits.map((one) => one.ticket_id))]
  const ids = audits.map((one) => one.id)
  return ctx.db.all(outcomes(ctx.account.id, mail_ids, invocation_ids, tickets, ids))
}
