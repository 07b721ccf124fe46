/** The shapes of what is stored of the rules of a write. */
import type { Effect } from '#rules/bound_action.ts'
import type { RelatedFacts, RuleContext, ScheduleFacts, UpdateFacts } from '#rules/facts.ts'
import type { TracedFiring } from '#rules/trace.ts'
import type { StoredFacts } from './stored_facts.ts'

/** The rule that causes an effect. Automations have no revisions; nor have effects that were queued before they were noted. */
export interface EffectRule {
  readonly id: number
  readonly title: string
  readonly kind: 'trigger' | 'automation'
  readonly revision_id?: number
}

/** An effect with the rule that causes it. */
export interface RuleEffect {
  readonly rule: EffectRule
  readonly effect: Effect
}

/** An update as it is stored; `before` beside the ticket of the write. */
export interface StoredUpdate extends Omit<UpdateFacts, 'before'> {
  readonly before: StoredFacts | null
}

/** What rules knew besides the ticket, as JSON keeps it: schedules are a list. */
export interface StoredContext extends Omit<RuleContext, 'now' | 'time_zone' | 'related' | 'update'> {
  /** Runs that were stored before it was noted lack it. */
  readonly time_zone?: string
  readonly update?: StoredUpdate
  readonly related?: Omit<RelatedFacts, 'schedules'> & {
    readonly schedules?: Omit<ScheduleFacts, 'within'> & { readonly within: readonly number[] }
  }
}

/** What is stored of the run of the triggers in one write. Texts of comments are not repeated: they are read from the comment. */
export interface StoredTriggers {
  /** Beside a blank ticket. Rows that were stored by earlier versions have all members. */
  readonly ticket: StoredFacts
  readonly known: StoredContext
  /** The set of active triggers, by its id. */
  readonly set_id: string
  /** The active triggers that named what was gone, and were skipped. */
  readonly skipped: readonly number[]
}

/** What is stored of the automation that made a write. Automations have no revisions, so its run is stored as it is shown. */
export interface StoredAutomation extends TracedFiring {
  readonly id: number
  readonly title: string
  /** The hour of the run, which hours are counted from. */
  readonly hour: string
}

/** What is stored of the rules of one write. */
export interface RuleRun {
  readonly kept: Partial<StoredTriggers> & { readonly automation?: StoredAutomation }
  /** The triggers that fired, in order. */
  readonly fired: readonly number[]
}
