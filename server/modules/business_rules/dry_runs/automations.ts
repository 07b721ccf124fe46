/** Tries an automation on the tickets as they are now: which it would change, and how. Nothing is written. */
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { applyActions, compileActions } from '#rules/actions.ts'
import type { Effect } from '#rules/bound_action.ts'
import type { TicketFacts } from '#rules/facts.ts'
import { changesOf, type TracedChange } from '#rules/trace.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { accountTime } from '#modules/tickets/tickets/schedule_store.ts'
import { ticketGroups, ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { followRule } from '#modules/tickets/tickets/write/rule_follow.ts'
import { readTriedAutomation } from '../automations/tried.ts'
import type { AutomationTry } from './schema.ts'
import { countMatching, type Matching, findMatchingTickets, whereOf } from './store.ts'

/** Counts stop here. */
export const MAX_COUNTED = 10_000
const HOUR_MS = 3_600_000

/** A ticket that the automation would change. */
export interface TriedTicket {
  readonly ticket: TicketFacts
  readonly changes: readonly TracedChange[]
  readonly effects: readonly Effect['kind'][]
}

/** What came of a dry run. */
export interface AutomationDryRun {
  /** The hour from which hours in conditions are counted. */
  readonly hour: Date
  readonly counts: Matching
  /** The draft takes the place of a saved automation, whose tickets were counted, too. */
  readonly compares: boolean
  readonly samples: readonly TriedTicket[]
}

/** Tries an automation as if its hourly run were now. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function tryAutomation(ctx: Context, sent: AutomationTry, mostSamples: number): Promise<AutomationDryRun> {
  requirePermission(ctx, 'rule.manage')
  requirePermission(ctx, 'ticket.list')
  const { id = null, ...input } = sent
  const catalogue = await ruleCatalogue(ctx)
  const { saved, draft } = await readTriedAutomation(ctx, input, id, catalogue)
  const hour = toDate(Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS)
  const setup = await ticketSetup(ctx)
  const moment = { now: hour, current_user_id: null, ...(await accountTime(ctx)) }
  const context = { ...moment, account_id: ctx.account.id, default_ticket_form_id: setup.default_form_id }
  const byDraft = whereOf(draft, catalogue, context)
  const counts = await countMatching(ctx, byDraft, whereOf(saved, catalogue, context), MAX_COUNTED)
  const tickets = await findMatchingTickets(ctx, byDraft, mostSamples)
  const follow = followRule({ setup, groups: await ticketGroups(ctx) })
  const actions = compileActions(draft.actions, catalogue)
  const samples = tickets.map((ticket) => {
    const { ticket: after, effects } = applyActions(actions, ticket, context)
    return { ticket, changes: changesOf(ticket, follow(ticket, after)), effects: effects.map(({ kind }) => kind) }
  })
  return { hour, counts, compares: saved !== null, samples }
}
