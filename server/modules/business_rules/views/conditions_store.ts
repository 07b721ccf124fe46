/** The tickets that the conditions of a view choose. */
import { type RawBuilder, sql } from 'kysely'
import { seesEveryTicket, ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { q } from '#db/builder.ts'
import { checkConditions, compileConditions, type Conditions, isEmpty, matches, toSql } from '#rules/condition.ts'
import { BLANK_TICKET, type RuleCatalogue, type RuleContext, type SearchContext, STATUSES } from '#rules/facts.ts'
import { accountTime } from '#modules/tickets/tickets/schedule_store.ts'

/** What conditions refer to besides tickets: the current user, their groups, the current moment, and the days and hours of the account. */
export async function contextFor(ctx: Context): Promise<SearchContext> {
  const { id, group_ids } = ctx.actor
  const time = await accountTime(ctx)
  return { account_id: ctx.account.id, now: ctx.now, current_user_id: id, current_group_ids: group_ids, ...time }
}

/**
 * The conditions of a view as SQL. A view one of whose conditions has lost what it refers to, such as a custom field, has no tickets.
 */
export function conditionsToSql(conditions: Conditions, types: RuleCatalogue, context: SearchContext): RawBuilder<boolean> {
  const isBroken = !isEmpty(conditions) && checkConditions(conditions, 'view', types).length > 0
  return isBroken ? sql<boolean>`false` : toSql(compileConditions(conditions, types), context)
}

/** The condition for tickets that views show the caller: neither deleted nor archived, and only those the caller sees. */
export function isShownSql(ctx: Context, where: RawBuilder<boolean>): RawBuilder<boolean> {
  const seen = seesEveryTicket(ctx.actor) ? sql`` : sql` and ${ticketScope(ctx.actor)}`
  return sql<boolean>`tickets.deleted_at is null and tickets.archived_at is null and ${where}${seen}`
}

/** The tickets of the account that views show the caller. */
export const selectShownTickets = (ctx: Context, where: RawBuilder<boolean>) =>
  q.selectFrom('tickets').where('tickets.account_id', '=', ctx.account.id).where(isShownSql(ctx, where))

/** For conditions on the status alone, which need to know nothing else. */
const NOBODY: RuleContext = { now: toDate(0), time_zone: 'Etc/UTC', current_user_id: null }

/** The statuses that the conditions which always hold leave. */
export function statusesOf({ all }: Conditions, types: RuleCatalogue): string[] {
  const compiled = compileConditions({ all: all.filter(({ field }) => field === 'status'), any: [] }, types)
  return STATUSES.filter((status) => matches(compiled, { ...BLANK_TICKET, status }, NOBODY))
}
