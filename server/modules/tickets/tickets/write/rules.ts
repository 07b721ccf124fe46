/**
 * The stage of business rules: runs the triggers on a write, between the checks and the audit. Pure evaluation is in server/rules/,
 * what follows from a rule's change in rule_follow.ts. @source docs/reference/business_rules.md §5.1
 */
import type { Context } from '#core/context.ts'
import type { TicketFacts } from '#rules/facts.ts'
import { keysOf } from '#lib/objects.ts'
import { runRules } from '#rules/pass.ts'
import { pluck } from '../define_members.ts'
import type { TicketState } from '../row.ts'
import { TICKET_MEMBERS } from '../ticket_members.ts'
import { changeEvents } from './differences.ts'
import { applyEffects } from './rule_effects.ts'
import { factsOf, ruleContext } from './rule_context.ts'
import { followRule } from './rule_follow.ts'
import { activeTriggers } from './trigger_store.ts'
import { stamp } from './system_rules.ts'
import type { TicketWrite } from './ticket_write.ts'

/** Runs the triggers over a write. An import, a write that a rule causes, and one that changes nothing run none. */
export async function applyRules(ctx: Context, write: TicketWrite): Promise<TicketWrite> {
  const { before, options, comment, after: derived, loaded } = write
  if (options.finish !== undefined || options.without_rules === true) return write
  const triggers = await activeTriggers(ctx)
  if (triggers.rules.length === 0) return write
  if (before !== null && comment === null && changeEvents(before, derived).length === 0) return write
  const known = await ruleContext(ctx, write, triggers.needs)
  const { ticket, firings } = runRules(triggers, factsOf(derived, before), { now: ctx.now, ...known }, followRule(loaded))
  const rules = { derived, firings, known, set_id: triggers.set_id, skipped: triggers.broken }
  if (firings.length === 0) return { ...write, rules }
  const after = applyEffects(firings, applyRuleChanges(derived, ticket))
  return { ...write, rules, after: after === derived ? derived : stamp(ctx, derived, after) }
}

/** The members that rules can change. */
const RULED = keysOf(pluck(TICKET_MEMBERS, 'ruled'))

/** The ticket with what rules have changed. */
export function applyRuleChanges(state: TicketState, ticket: TicketFacts): TicketState {
  const differing = RULED.filter((member) => ticket[member] !== state[member])
  if (differing.length === 0) return state
  return { ...state, ...(Object.fromEntries(differing.map((member) => [member, ticket[member]])) as Partial<TicketState>) }
}
