/** Statements of the effects of rules. */
import type { Context } from '../../../context.ts'
import { defineStatement } from '../../../db/builder.ts'
import type { TicketRow } from '../../tickets/tickets/row.ts'
import { ROW_COLUMNS } from '../../tickets/tickets/store.ts'

const claim = defineStatement<{ ticket_id: number }>(`update ticket_rule_runs set performed_at = $4
  where account_id = $1 and ticket_id = $2 and audit_id = $3 and performed_at is null returning ticket_id`)
const selectWritten = defineStatement<TicketRow & { is_new: boolean }>(`select ${ROW_COLUMNS.map((name) => `t.${name}`).join(', ')},
    not exists (select from ticket_audits a where a.account_id = $1 and a.ticket_id = t.id and a.id < $3) as is_new
  from tickets t where t.account_id = $1 and t.id = $2 and t.deleted_at is null`)
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

/** Claims the effects of a write: undefined if they were performed before, or its ticket is gone. `is_new`: the write created its ticket. */
export async function claimEffects(
  tx: Context,
  ticketId: number,
  auditId: number,
): Promise<{ is_new: boolean; ticket: TicketRow } | undefined> {
  if ((await tx.db.first(claim(tx.account.id, ticketId, auditId, tx.now))) === undefined) return undefined
  // a statement of its own, which sees what a redaction that the claim has waited for has changed
  const row = await tx.db.first(selectWritten(tx.account.id, ticketId, auditId))
  if (row === undefined) return undefined
  const { is_new, ...ticket } = row
  return { is_new, ticket }
}

/** Those of these users who can receive mail, each once, by id: deleted and suspended users and those without an address are left out. */
export function findRecipients(ctx: Context, { user_ids, group_ids, all_agents }: Wanted): Promise<Recipient[]> {
  return ctx.db.all(selectRecipients(ctx.account.id, user_ids, group_ids, all_agents))
}
