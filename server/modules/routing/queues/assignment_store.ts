/** Statements that find the tickets that wait for an agent, and the agents who can be given some. */
import type { Context } from '../../../context.ts'
import { accountsWith } from '../../../db/clocks.ts'
import { fixed } from '../../../db/builder.ts'
import type { Candidate, WaitingTicket } from './choose.ts'

const WAITS = "status = 'new' and deleted_at is null and assignee_id is null and group_id is not null"

const waiting = fixed<WaitingTicket>(`select t.id, t.group_id,
    array(select v.id from routing_attribute_values v where v.account_id = $1 and v.id = any(t.attribute_value_ids)) as skills
  from tickets t where t.account_id = $1 and t.id > $2 and ${WAITS.replaceAll(/\b(status|deleted_at|assignee_id|group_id)\b/g, 't.$1')}
  order by t.id limit $3`)

const candidates = fixed<Candidate>(`with busy as (
    select t.assignee_id, count(*) as open from tickets t
    where t.account_id = $1 and t.status = 'open' and t.deleted_at is null and t.assignee_id is not null group by t.assignee_id)
  select u.id, coalesce(b.open, 0) as open,
    array(select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id) as group_ids,
    array(select g.attribute_value_id from routing_agent_values g where g.account_id = $1 and g.user_id = u.id) as skills,
    coalesce((select t.id from tickets t where t.account_id = $1 and t.assignee_id = u.id order by t.id desc limit 1), 0) as newest
  from users u left join busy b on b.assignee_id = u.id
  where u.account_id = $1 and u.active and not u.suspended and u.role <> 'end-user' and not u.only_private_comments
    and exists (select 1 from group_memberships m where m.account_id = $1 and m.user_id = u.id)`)

/** The accounts that give tickets to agents and have some that wait. */
export const accountsWithWaitingTickets = accountsWith(
  'tickets d',
  `${WAITS.replaceAll(/\b(status|deleted_at|assignee_id|group_id)\b/g, 'd.$1')} and exists (select 1 from accounts a where a.id = d.account_id
    and a.settings #>> '{assignment,method}' in ('round_robin', 'spare_capacity'))`,
)

/** Tickets that wait for an agent of their group, the oldest first, after the ticket `after`. */
export function findWaitingTickets(ctx: Context, after: number, most: number): Promise<WaitingTicket[]> {
  return ctx.db.all(waiting(ctx.account.id, after, most))
}

/** All agents who can be given tickets. */
export function findCandidates(ctx: Context): Promise<Candidate[]> {
  return ctx.db.all(candidates(ctx.account.id))
}
