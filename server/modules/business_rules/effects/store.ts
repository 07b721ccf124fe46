/** Statements of the effects of rules. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'

const claim = fixed<{ is_new: boolean }>(`update ticket_rule_runs r set performed_at = $3
  where r.account_id = $1 and r.audit_id = $2 and r.performed_at is null
  returning not exists (select from ticket_audits a where a.account_id = $1 and a.ticket_id = r.ticket_id and a.id < r.audit_id) as is_new`)
const ofGroup = fixed<{ user_id: number }>('select user_id from group_memberships where account_id = $1 and group_id = $2 order by user_id')
const agents = fixed<{ id: number }>("select id from users where account_id = $1 and role <> 'end-user' and active order by id")
const endUsers = fixed<{ id: number }>("select id from users where account_id = $1 and id = any($2::bigint[]) and role = 'end-user'")

/** Claims the effects of a write: undefined if they were performed before. `is_new`: the write created its ticket. */
export function claimEffects(tx: Context, auditId: number): Promise<{ is_new: boolean } | undefined> {
  return tx.db.first(claim(tx.account.id, auditId, tx.now))
}

/** The agents of a group. */
export async function groupAgents(ctx: Context, groupId: number): Promise<number[]> {
  return (await ctx.db.all(ofGroup(ctx.account.id, groupId))).map((row) => row.user_id)
}

/** All agents and administrators. */
export async function agentIds(ctx: Context): Promise<number[]> {
  return (await ctx.db.all(agents(ctx.account.id))).map((row) => row.id)
}

/** Those of these users who are end users. */
export async function endUserIds(ctx: Context, ids: readonly number[]): Promise<number[]> {
  return (await ctx.db.all(endUsers(ctx.account.id, ids))).map((row) => row.id)
}
