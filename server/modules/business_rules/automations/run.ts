/**
 * The hourly run of automations: SQL finds the tickets, the write path of tickets changes them, each in a transaction of its own. Hours that
 * were missed, because no worker ran or the clock was moved, are run one after the other. @source docs/reference/business_rules.md §5.2
 */
import { atThisMoment, type Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { compileActions } from '#rules/actions.ts'
import { compileConditions, toSql } from '#rules/condition.ts'
import type { SourceRule } from '#rules/trace.ts'
import { automateTicket } from '#modules/tickets/tickets/automate.ts'
import { accountTime } from '#modules/tickets/tickets/schedule_store.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { accountsWithHour, activeAutomations, hourOfLastRun, isStillActive, recordHour, ticketsToChange } from './run_store.ts'

const HOUR_MS = 3_600_000
/** The most tickets one automation changes in one run. */
const MAX_TICKETS = 1000
/** The most changes of one ticket by automations, in all. */
const MAX_CHANGES = 100
/** The most hours that are made up for: 31 days. */
const MAX_HOURS = 31 * 24

/** The whole hours to run, oldest first: those after the last run, up to now; only the present one before the first run. */
function hoursToRun(last: string | undefined, now: Date): Date[] {
  const present = Math.floor(now.getTime() / HOUR_MS)
  const first = last === undefined ? present : Math.max(Math.floor(Date.parse(last) / HOUR_MS) + 1, present - MAX_HOURS + 1)
  return Array.from({ length: Math.max(present - first + 1, 0) }, (_none, index) => toDate((first + index) * HOUR_MS))
}

/** Runs the automations of an account for every hour since the last run. */
export const scheduledAutomations = {
  accountsDue: accountsWithHour,
  async act(ctx: Context): Promise<number> {
    let changed = 0
    for (const hour of hoursToRun(await hourOfLastRun(ctx), ctx.now)) {
      const rules = await prepareAutomations(ctx)
      for (const rule of rules) changed += await runOne(ctx, rule, hour)
      await recordHour(ctx, hour)
    }
    return changed
  },
  nextDue: firstHourWithTickets,
}

/**
 * The first hour up to `until` in which an automation finds a ticket. The hours before it count as run: nothing was to be done in them, and
 * an advance of the clock by a month need not stop at each.
 */
async function firstHourWithTickets(ctx: Context, until: Date): Promise<Date | undefined> {
  const rules = await prepareAutomations(ctx)
  if (rules.length === 0) return undefined
  const time = await accountTime(ctx)
  const last = (await hourOfLastRun(ctx)) ?? toDate(ctx.now.getTime() - HOUR_MS).toISOString()
  const findsTickets = async (hour: Date) => {
    for (const { conditions } of rules) {
      const where = toSql(conditions, { account_id: ctx.account.id, now: hour, current_user_id: null, ...time })
      if ((await ticketsToChange(ctx, where, 1, MAX_CHANGES)).length > 0) return true
    }
    return false
  }
  let passed: Date | undefined
  for (const hour of hoursToRun(last, until)) {
    if (await findsTickets(hour)) {
      if (passed !== undefined) await recordHour(ctx, passed)
      // an hour that was missed before now is made up for now
      return hour < ctx.now ? ctx.now : hour
    }
    passed = hour
  }
  if (passed !== undefined) await recordHour(ctx, passed)
  return undefined
}

/** The active automations, ready to run. One that names what is gone is logged and skipped. */
async function prepareAutomations(ctx: Context): Promise<SourceRule[]> {
  const catalogue = await ruleCatalogue(ctx)
  const rules: SourceRule[] = []
  for (const { id, title, conditions, actions } of await activeAutomations(ctx)) {
    try {
      const compiled = { conditions: compileConditions(conditions, catalogue), actions: compileActions(actions, catalogue) }
      rules.push({ id, title, revision_id: id, ...compiled, reads: new Set<string>(), keys: null, source: { conditions, actions } })
    } catch (error) {
      ctx.log.warn({ err: error, account_id: ctx.account.id, automation_id: id }, 'an automation names what is gone, and is skipped')
    }
  }
  return rules
}

/** Returns how many tickets it changed. */
async function runOne(ctx: Context, rule: SourceRule, hour: Date): Promise<number> {
  let changed = 0
  const time = await accountTime(ctx)
  const where = toSql(rule.conditions, { account_id: ctx.account.id, now: hour, current_user_id: null, ...time })
  for (const ticketId of await ticketsToChange(ctx, where, MAX_TICKETS, MAX_CHANGES)) {
    // an automation that is disabled or deleted in the meantime changes no further ticket
    if (!(await isStillActive(ctx, rule.id))) break
    if (await runOnTicket(atThisMoment(ctx), ticketId, rule, hour)) changed += 1
  }
  return changed
}

/** A ticket that cannot be changed is logged and skipped, so that it does not block others. */
async function runOnTicket(ctx: Context, ticket_id: number, rule: SourceRule, hour: Date): Promise<boolean> {
  try {
    return await automateTicket(ctx, ticket_id, rule, hour)
  } catch (error) {
    // NotFound: deleted concurrently
    if (!(error instanceof NotFound))
      ctx.log.error(
        { err: error, account_id: ctx.account.id, automation_id: rule.id, ticket_id },
        'a ticket could not be changed by an automation',
      )
    return false
  }
}
