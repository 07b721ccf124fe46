/** Statements that find the tickets that may wait for an agent, and the agents who can be given some. */
import type { Context } from '#core/context.ts'
import { accountsWith } from '#db/clocks.ts'
import { defineStatement } from '#db/builder.ts'
import { keysOf } from '#lib/objects.ts'
import { BLANK_TICKET } from '#rules/facts.ts'
import type { Candidate } from './choose.ts'
import type { RoutedTicket } from './routed.ts'

// the conditions of the indexes tickets_in_views and tickets_unassigned; `w` is the table of tickets
const WAITS =
  "w.assignee_id is null and w.deleted_at is null and w.archived_at is null and w.status <> 'closed' and w.status in ('new', 'open', 'pending', 'hold')"
const FACTS = keysOf(BLANK_TICKET).filter((name) => name !== 'description')

// what is costly to read and rarely asked for is read only if a queue has conditions on the update
const selectRouted = (where: string, wantsUpdate: string) => `select ${FACTS.map((name) => `w.${name}`).join(', ')},
    array(select v.id from routing_attribute_values v where v.account_id = $1 and v.id = any(w.attribute_value_ids)) as skills,
    case when ${wantsUpdate}::boolean then w.description else '' end as description,
    case when ${wantsUpdate}::boolean then (select u.role from users u where u.account_id = $1 and u.id = w.submitter_id) end as submitter_role,
    ${wantsUpdate}::boolean and exists (select 1 from attachments a where a.account_id = $1 and a.ticket_id = w.id) as has_attachments
  from tickets w where w.account_id = $1 and ${where}`

const selectWaiting = defineStatement<RoutedTicket>(selectRouted(`w.id > $2 and ${WAITS} order by w.id limit $3`, '$4'))
const selectWithIds = defineStatement<RoutedTicket>(selectRouted('w.id = any($2::bigint[]) and w.deleted_at is null order by w.id', '$3'))

// an index scan of tickets_in_views for each agent, since a count of all open tickets would scan the table
const selectCandidates = defineStatement<Candidate>(`select u.id, coalesce(s.status, 'offline') as status, u.excluded_brand_ids,
    (select count(*) from tickets t where t.account_id = $1 and t.assignee_id = u.id and t.status = 'open'
      and t.status <> 'closed' and t.deleted_at is null and t.archived_at is null) as open,
    array(select m.group_id from group_memberships m where m.account_id = $1 and m.user_id = u.id order by m.group_id) as group_ids,
    array(select g.attribute_value_id from routing_agent_values g where g.account_id = $1 and g.user_id = u.id) as skills,
    coalesce((select t.id from tickets t where t.account_id = $1 and t.assignee_id = u.id order by t.id desc limit 1), 0) as newest
  from users u left join agent_availabilities s on s.account_id = $1 and s.user_id = u.id
  where u.account_id = $1 and u.active and not u.suspended and u.role <> 'end-user' and not u.only_private_comments
    and exists (select 1 from group_memberships m where m.account_id = $1 and m.user_id = u.id)`)

/** The accounts that give tickets to agents and have some that may wait. */
export const accountsWithWaitingTickets = accountsWith(
  'tickets d',
  `${WAITS.replaceAll('w.', 'd.')} and (d.status = 'new' and d.group_id is not null
      or exists (select 1 from routing_queues q where q.account_id = d.account_id))
    and exists (select 1 from accounts a where a.id = d.account_id and a.settings #>> '{assignment,method}' in ('round_robin', 'spare_capacity'))`,
)

/** Tickets without an agent that are not solved, the oldest first, after the ticket `after`. */
export function findWaitingTickets(ctx: Context, after: number, most: number, wantsUpdate: boolean): Promise<RoutedTicket[]> {
  return ctx.db.all(selectWaiting(ctx.account.id, after, most, wantsUpdate))
}

/** These tickets, as they are now, as far as they are not deleted. */
export function findRoutedTickets(ctx: Context, ids: readonly number[], wantsUpdate: boolean): Promise<RoutedTicket[]> {
  return ctx.db.all(selectWithIds(ctx.account.id, ids, wantsUpdate))
}

/** All agents who can be given tickets. */
export function findCandidates(ctx: Context): Promise<Candidate[]> {
  return ctx.db.all(selectCandidates(ctx.account.id))
}
