/**
 * Statements that close tickets solved long ago, in bulk, each with its audit. No business rule is run.
 * @source docs/reference/tickets.md §3.1
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { type AccountsWithWork, accountsWith, subtractFromNow } from '#db/clocks.ts'
import { toJson } from '#db/types.ts'
import type { TicketEventDraft } from '../ticket_audits/event.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'

const find = defineStatement<{
  id: number
}>(`select id from tickets where account_id = $1 and status = 'solved' and deleted_at is null and solved_at <= $2
  order by solved_at, id limit $3 for update`)
const close = defineStatement<unknown>(`with closed as (
    update tickets t set status = 'closed', closed_at = $5, status_updated_at = $5, updated_at = $5, generated_at = $5, lock_version = t.lock_version + 1
    from unnest($2::bigint[]) as f (id) where t.account_id = $1 and t.id = f.id)
  insert into ticket_audits (account_id, id, ticket_id, author_id, via, metadata, events, created_at)
  select $1, f.audit_id, f.id, $6, $7::jsonb, $8::jsonb, jsonb_build_array($9::jsonb || jsonb_build_object('id', f.event_id)), $5
  from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as f (id, audit_id, event_id)`)

const CLOSED: TicketEventDraft = { type: 'Change', field_name: 'status', value: 'closed', previous_value: 'solved' }

/** Closes up to `most` tickets solved until a moment, in the caller's transaction; returns how many. */
export async function closeSolved(tx: Context, before: Date, most: number): Promise<number> {
  const ids = (await tx.db.all(find(tx.account.id, before, most))).map((row) => row.id)
  if (ids.length === 0) return 0
  const fresh = await tx.services.ids.take(tx.services.database, ids.length * 2)
  const auditIds = fresh.slice(0, ids.length)
  const eventIds = fresh.slice(ids.length)
  const by = [tx.actor.id, toJson(tx.via), toJson(auditMetadata(tx))]
  await tx.db.run(close(tx.account.id, ids, auditIds, eventIds, tx.now, ...by, toJson(CLOSED)))
  return ids.length
}

/** Of the given accounts, those with tickets that were solved this many seconds ago. */
export function accountsToClose(seconds: number): AccountsWithWork {
  return accountsWith('tickets d', `d.status = 'solved' and d.deleted_at is null and d.solved_at <= ${subtractFromNow(seconds)}`)
}
