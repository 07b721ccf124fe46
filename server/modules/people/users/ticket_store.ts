/** The few statements on tickets that deleting, merging and counting users need. Tickets themselves are written by their own acts. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { enqueue } from '#queue/enqueue.ts'

/** Counts of the tickets related to a user. @source docs/reference/people.md §1.1 */
export interface RelatedCounts {
  readonly assigned_tickets: number
  readonly requested_tickets: number
  readonly ccd_tickets: number
}

const countUnclosed = defineStatement<{ total: number }>(
  `select count(*) as total from tickets where account_id = $1 and requester_id = $2 and status <> 'closed' and deleted_at is null`,
)
const selectRelatedCounts = defineStatement<RelatedCounts>(`select
  (select count(*) from tickets a where a.account_id = $1 and a.assignee_id = $2 and a.deleted_at is null) as assigned_tickets,
  (select count(*) from tickets r where r.account_id = $1 and r.requester_id = $2 and r.deleted_at is null) as requested_tickets,
  (select count(*) from tickets c where c.account_id = $1 and c.email_cc_ids <> '{}' and c.email_cc_ids @> array[$2::bigint] and c.deleted_at is null) as ccd_tickets`)
const openByRequester = defineStatement<{ id: number; total: number }>(`select t.requester_id as id, count(*) as total from tickets t
  where t.account_id = $1 and t.requester_id = any($2::bigint[]) and t.status not in ('solved', 'closed') and t.deleted_at is null group by t.requester_id`)
// a requester is no copy of their own ticket
const moveRequested =
  defineStatement<unknown>(`update tickets set requester_id = $3, email_cc_ids = array_remove(email_cc_ids, $3::bigint), requester_updated_at = $4,
    updated_at = $4, generated_at = $4, lock_version = lock_version + 1 where account_id = $1 and requester_id = $2`)
const moveCcs =
  defineStatement<unknown>(`update tickets set email_cc_ids = case when requester_id = $3::bigint or email_cc_ids @> array[$3::bigint]
      then array_remove(email_cc_ids, $2::bigint) else array_replace(email_cc_ids, $2::bigint, $3::bigint) end,
    updated_at = $4, generated_at = $4, lock_version = lock_version + 1
  where account_id = $1 and email_cc_ids <> '{}' and email_cc_ids @> array[$2::bigint]`)

// of r alone: the ticket is changed by the jobs that are waited for
const hold = defineStatement<unknown>(`select r.audit_id from tickets t join ticket_rule_runs r on r.account_id = $1 and r.ticket_id = t.id
  where t.account_id = $1 and t.requester_id = $2 and r.performed_at is null order by r.ticket_id, r.audit_id for update of r`)
const removeTexts = defineStatement<unknown>(`update ticket_audits a set sent = sent_without_texts(a.sent) from tickets t
  where t.account_id = $1 and t.requester_id = $2 and a.account_id = $1 and a.ticket_id = t.id and a.sent is not null`)

/** How many tickets the user has requested that are not closed. */
export async function countUnclosedRequests(ctx: Context, userId: number): Promise<number> {
  return (await ctx.db.one(countUnclosed(ctx.account.id, userId))).total
}

/** How many tickets a user is assigned to, has requested, and is copied on. */
export async function countRelatedTickets(ctx: Context, userId: number): Promise<RelatedCounts> {
  return ctx.db.one(selectRelatedCounts(ctx.account.id, userId))
}

/** How many unsolved tickets each of these users has requested; users without one are left out. */
export async function countOpenTickets(ctx: Context, userIds: readonly number[]): Promise<{ id: number; total: number }[]> {
  return userIds.length === 0 ? [] : ctx.db.all(openByRequester(ctx.account.id, userIds))
}

/**
 * Queues a job that unassigns an agent's unclosed tickets, of which there may be many. Each ticket gets its audit.
 * @source docs/reference/people.md §1.2
 */
export async function unassignTickets(ctx: Context, userId: number): Promise<void> {
  await enqueue(ctx, 'rewrite_tickets', { member: 'assignee_id', from: userId, to: null, closed_too: false })
}

/** Moves the tickets a user has requested or is copied on to another user. */
export async function moveTickets(ctx: Context, fromUserId: number, toUserId: number): Promise<void> {
  await ctx.db.run(moveRequested(ctx.account.id, fromUserId, toUserId, ctx.now))
  await ctx.db.run(moveCcs(ctx.account.id, fromUserId, toUserId, ctx.now))
}

/**
 * Waits for jobs that perform effects of the tickets that a user has requested, and holds back others until the transaction ends, as
 * `lockEffects` does for one ticket. To be called before anything is locked.
 */
export async function holdEffectsOf(tx: Context, userId: number): Promise<void> {
  await tx.db.all(hold(tx.account.id, userId))
}

/** Removes the texts of what rules have sent about the tickets that a user has requested: they may say who and how to reach them. */
export async function removeSentTexts(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(removeTexts(ctx.account.id, userId))
}
