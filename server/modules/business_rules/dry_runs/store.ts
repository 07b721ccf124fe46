/** Statements of dry runs. They read only. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { keysOf } from '#lib/objects.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'
import { checkConditions, compileConditions, type Conditions, toSql } from '#rules/condition.ts'
import { BLANK_TICKET, type RuleCatalogue, type SearchContext, type TicketFacts } from '#rules/facts.ts'
import type { TicketState } from '#modules/tickets/tickets/row.ts'
import type { StoredRun } from '../rule_traces/store.ts'

/** The condition of a rule as SQL; false for one that is switched off, or names what is gone, and for none. */
export function whereOf(
  rule: { readonly active: boolean; readonly conditions: Conditions } | null,
  catalogue: RuleCatalogue,
  context: SearchContext,
): RawBuilder<boolean> {
  const runs = rule !== null && rule.active && checkConditions(rule.conditions, 'automation', catalogue).length === 0
  return runs ? toSql(compileConditions(rule.conditions, catalogue), context) : sql<boolean>`false`
}

/** A write with its ticket. */
export interface PastRun extends StoredRun {
  readonly ticket_id: number
  readonly subject: string | null
  /** With the schedule of the ticket as it is now. */
  readonly sla: TicketState['sla']
}

/** Where a page of writes begins: behind this one. */
export interface RunPosition {
  readonly created_at: string
  readonly audit_id: number
}

/** Writes on which triggers ran, of tickets that the caller sees, the newest first. */
export function runsBefore(ctx: Context, since: Date, position: RunPosition | null, most: number): Promise<PastRun[]> {
  const comment = sql<string | null>`(select c.plain_body from ticket_comments c
    where c.account_id = ${ctx.account.id} and c.ticket_id = r.ticket_id and c.audit_id = r.audit_id order by c.id limit 1)`
  const query = q
    .selectFrom('ticket_rule_runs as r')
    .innerJoin('tickets', (join) => join.onRef('tickets.account_id', '=', 'r.account_id').onRef('tickets.id', '=', 'r.ticket_id'))
    .select(['r.audit_id', 'r.ticket_id', 'r.created_at', 'r.performed_at', 'r.known as kept', 'r.fired', 'tickets.subject', 'tickets.sla'])
    .select(comment.as('comment'))
    .where('r.account_id', '=', ctx.account.id)
    .where('r.created_at', '>=', since.toISOString())
    .where('tickets.deleted_at', 'is', null)
    .where(ticketScope(ctx.actor))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.audit_id', 'desc')
    .limit(most)
    .$castTo<PastRun>()
  if (position === null) return ctx.db.all(query)
  const behind = sql<boolean>`(r.created_at, r.audit_id) < (${position.created_at}::timestamptz, ${position.audit_id}::bigint)`
  return ctx.db.all(query.where(behind))
}

/** The tickets that automations can change, as far as the caller sees them. */
const selectChangeableTickets = (ctx: Context, where: RawBuilder<boolean>) =>
  q
    .selectFrom('tickets')
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'closed')
    .where(ticketScope(ctx.actor))
    .where(where)

/** How many tickets two conditions find, at most `most` in all. */
export interface Matching {
  readonly draft: number
  readonly saved: number
  readonly only_draft: number
  readonly only_saved: number
  readonly both: number
}

/** Counts the tickets that a draft finds and those that the saved automation does. */
export function countMatching(ctx: Context, draft: RawBuilder<boolean>, saved: RawBuilder<boolean>, most: number): Promise<Matching> {
  const found = selectChangeableTickets(ctx, sql<boolean>`(${draft} or ${saved})`)
    .select([draft.as('by_draft'), saved.as('by_saved')])
    .limit(most)
    .as('found')
  const count = (where: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${where})`
  const query = q
    .selectFrom(found)
    .select([
      count(sql<boolean>`by_draft`).as('draft'),
      count(sql<boolean>`by_saved`).as('saved'),
      count(sql<boolean>`by_draft and not by_saved`).as('only_draft'),
      count(sql<boolean>`by_saved and not by_draft`).as('only_saved'),
      count(sql<boolean>`by_saved and by_draft`).as('both'),
    ])
  return ctx.db.one(query)
}

/** The first tickets, by id, that a condition finds, as rules see them. */
export function findMatchingTickets(ctx: Context, where: RawBuilder<boolean>, most: number): Promise<TicketFacts[]> {
  return ctx.db.all(selectChangeableTickets(ctx, where).select(keysOf(BLANK_TICKET)).orderBy('id').limit(most).$castTo<TicketFacts>())
}
