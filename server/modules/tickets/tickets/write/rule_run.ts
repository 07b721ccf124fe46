/** The shapes of what is stored of the rules of a write. */
import type { Effect } from '../../../../rules/bound_action.ts'
import type { RuleContext, TicketFacts } from '../../../../rules/facts.ts'

/** An effect with the rule that causes it. */
export interface RuleEffect {
  readonly rule: { readonly id: number; readonly title: string; readonly kind: 'trigger' | 'automation' }
  readonly effect: Effect
}

/** What the triggers knew in one write. Texts of comments are not repeated: they are read from the comment. */
export interface RuleRun {
  readonly ticket: TicketFacts
  readonly known: Omit<RuleContext, 'now'>
  readonly fired: readonly number[]
}
