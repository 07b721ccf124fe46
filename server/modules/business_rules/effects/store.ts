/** Statements of the effects of rules. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { TicketRow } from '#modules/tickets/tickets/row.ts'
import { ROW_COLUMNS } from '#modules/tickets/tickets/store.ts'

// in the order in which `lockEffects` of ticket_audits/sent_store.ts locks them
const claim = defineStatement<{ audit_id: number }>(`with waiting as materialized (
    select audit_id from ticket_rule_runs where account_id = $1 and ticket_id = any($2::bigint[]) and audit_id = any($3::bigint[])
      and performed_at is null order by audit_id for update)
  update ticket_rule_runs set performed_at = $4 where account_id = $1 and ticket_id = any($2::bigint[]) and audit_id in (select audit_id from waiting)
  returning audit_id`)
const selectWritten = defineStatement<WrittenRow>(`select r.audit_id, ${ROW_COLUMNS.map((name) => `t.${name}`).join(', ')},
    not exists (select from ticket_audits a where a.account_id = $1 and a.ticket_id = t.id and a.id < r.audit_id) as is_new
  from ticket_rule_runs r join tickets t on t.account_id = r.account_id and t.id = r.ticket_id
  where r.account_id = $1 and t.account_id = $1 and r.ticket_id = any($2::bigint[]) and r.audit_id = any($3::bigint[]) and t.deleted_at is null`)
const selectRecipients = defineStatement<Recipient>(`select u.id, u.email, u.role = 'end-user' as is_end_user, array(
      select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id and m.group_id = any($3::bigint[])) as group_ids
  from users u where u.account_id = $1 and u.active and not u.suspended and u.email is not null and u.id in (
      select unnest($2::bigint[])
      union all select m.user_id from group_memberships m where m.account_id = $1 and m.group_id = any($3::bigint[])
      union all select s.id from users s where $4 and s.account_id = $1 and s.role <> 'end-user')
  order by u.id`)

/** A user who can receive mail, with their primary address. */
export interface Recipient {
  readonly id: number
  readonly email: string
  readonly is_end_user: boolean
  /** Those of the groups asked for that they are in. */
  readonly group_ids: readonly number[]
}

/** Who is mailed: users by their ids, the agents of groups, all agents. */
interface Wanted {
  readonly user_ids: readonly number[]
  readonly group_ids: readonly number[]
  readonly all_agents: boolean
}

interface WrittenRow extends TicketRow {
  readonly audit_id: number
  readonly is_new: boolean
}

/** A write by its ticket and its audit. */
export interface WriteIds {
  readonly ticket_id: number
  readonly audit_id: number
}

/** A write whose effects are claimed. `is_new`: it created its ticket. */
export interface ClaimedWrite {
  readonly ticket: TicketRow
  readonly is_new: boolean
}

/** Claims the effects of writes: by their audits, without those performed before, and those whose ticket is gone. */
export async function claimEffects(tx: Context, writes: readonly WriteIds[]): Promise<ReadonlyMap<number, ClaimedWrite>> {
  const ticketIds = writes.map(({ ticket_id }) => ticket_id)
  const auditIds = writes.map(({ audit_id }) => audit_id)
  const claimed = await tx.db.all(claim(tx.account.id, ticketIds, auditIds, tx.now))
  if (claimed.length === 0) return new Map()
  // a statement of its own, which sees what a redaction that the claim has waited for has changed
  const rows = await tx.db.all(
    selectWritten(
      tx.account.id,
      ticketIds,
      claimed.map(({ audit_id }) => audit_id),
    ),
  )
  return new Map(rows.map(({ audit_id, is_new, ...ticket }) => [audit_id, { ticket, is_new }]))
}

/** Those of these users who can receive mail, each once, by id: deleted and suspended users and those without an address are left out. */
export function findRecipients(ctx: Context, { user_ids, group_ids, all_agents }: Wanted): Promise<Recipient[]> {
  return ctx.db.all(selectRecipients(ctx.account.id, user_ids, group_ids, all_agents))
}
