/** Changes a ticket by an automation. @source docs/reference/business_rules.md §5.2 */
import { applyActions } from '#rules/actions.ts'
import { matches, needsOf } from '#rules/condition.ts'
import type { Context } from '#core/context.ts'
import type { Firing } from '#rules/pass.ts'
import { explainFiring, type SourceRule } from '#rules/trace.ts'
import type { RuleContext } from '#rules/facts.ts'
import { ANYONE } from './people.ts'
import { readRelatedFacts } from './related_store.ts'
import type { TicketRow } from './row.ts'
import { accountTime } from './schedule_store.ts'
import { ticketSetup } from './setup_store.ts'
import { getTicket } from './store.ts'
import { draftChange } from './write/draft.ts'
import { loadFor } from './write/load.ts'
import { applyEffects } from './write/rule_effects.ts'
import { followRule } from './write/rule_follow.ts'
import { factsOf } from './write/rule_context.ts'
import { applyRuleChanges } from './write/rules.ts'
import { MAX_ATTEMPTS, saveChange } from './write/save.ts'
import { completeDraft } from './write/stages.ts'
import type { TicketWrite } from './write/ticket_write.ts'

/**
 * Lets an automation change a ticket, if its conditions are still true at `hour`, the time of the hourly run. The triggers run on the
 * change. @returns true if it changed the ticket or caused an effect @throws NotFound
 */
export async function automateTicket(ctx: Context, id: number, rule: SourceRule, hour: Date): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const before = await getTicket(ctx, id)
    const firing = await fireRule(ctx, before, rule, hour)
    if (firing === null) return false
    const draft = await draftFiring(ctx, before, firing)
    const write = await completeDraft(ctx, draft)
    const written = await saveChange(ctx, before, write)
    if (written !== null) return written.audit.events.length + written.audit.effects.length > 0
  }
  return false
}

interface Fired extends Firing {
  readonly rule: SourceRule
  readonly context: RuleContext
}

async function fireRule(ctx: Context, before: TicketRow, rule: SourceRule, now: Date): Promise<Fired | null> {
  const ticket = factsOf(before, before)
  const related = await readRelatedFacts(ctx, before, needsOf(rule.conditions), before)
  const { default_form_id } = await ticketSetup(ctx)
  const context = { now, current_user_id: null, default_ticket_form_id: default_form_id, related, ...(await accountTime(ctx)) }
  if (!matches(rule.conditions, ticket, context)) return null
  const { ticket: after, effects } = applyActions(rule.actions, ticket, context)
  return { rule, before: ticket, after, effects, context }
}

async function draftFiring(ctx: Context, before: TicketRow, { context, ...asked }: Fired): Promise<TicketWrite> {
  const loaded = await loadFor(ctx, {}, ANYONE, before)
  const draft = draftChange(ctx, before, { input: {}, options: { follows: true }, loaded })
  const firing = { ...asked, after: followRule(loaded)(asked.before, asked.after) }
  const { id, title } = asked.rule
  const explanation = { id, title, hour: context.now.toISOString(), ...explainFiring(asked.rule, firing, context) }
  const by = { ...firing, explanation }
  return { ...draft, by, after: applyEffects([by], applyRuleChanges(draft.after, by.after)) }
}
