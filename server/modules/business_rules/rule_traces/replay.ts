/** Repeats the triggers of a write with what they knew then. Pure, but for reading the set of triggers. */
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import { BLANK_TICKET, type RuleCatalogue, type RuleContext, type TicketFacts, type UpdateFacts } from '#rules/facts.ts'
import type { SourceRule } from '#rules/trace.ts'
import { prepareRule } from '#rules/prepare.ts'
import type { StoredContext, StoredUpdate } from '#modules/tickets/tickets/write/rule_run.ts'
import { factsFrom } from '#modules/tickets/tickets/write/stored_facts.ts'
import { findSet, type SetMember, type StoredRun } from './store.ts'

/** A trigger of a set: ready to run, or the reason why it cannot be. */
export interface Member extends SetMember {
  readonly rule: SourceRule | null
  /** What it names that is gone, in a sentence. */
  readonly problem: string | null
}

/** A trigger to compile. */
interface TriggerSource {
  readonly id: number
  readonly title: string
  readonly revision_id: number
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** Compiles a trigger. A sentence if it names what is gone. */
export function compileTrigger(trigger: TriggerSource, catalogue: RuleCatalogue): SourceRule | string {
  const { conditions, actions } = trigger
  try {
    return { ...prepareRule(trigger, catalogue), source: { conditions, actions } }
  } catch (error) {
    // the sentence of the table of conditions or of actions
    return error instanceof Error ? error.message : String(error)
  }
}

/** The triggers of a set in their order, as they were. */
export async function membersOf(ctx: Context, setId: string, catalogue: RuleCatalogue): Promise<Member[]> {
  return (await findSet(ctx, setId)).map((member) => compileMember(member, catalogue))
}

/** A trigger of a set, compiled as it was. */
export function compileMember(member: SetMember, catalogue: RuleCatalogue): Member {
  if (member.snapshot === null) return { ...member, rule: null, problem: null }
  const { title, conditions, actions } = member.snapshot
  const rule = compileTrigger({ id: member.id, revision_id: member.revision_id, title, conditions, actions }, catalogue)
  return typeof rule === 'string' ? { ...member, rule: null, problem: rule } : { ...member, rule, problem: null }
}

/** A write as its triggers knew it. */
export interface Scene {
  readonly ticket: TicketFacts
  readonly context: RuleContext
  readonly set_id: string
  /** The triggers that were skipped, since they named what was gone. */
  readonly skipped: readonly number[]
}

/** A write as its triggers knew it, with the text of its comment as it is now; null if triggers did not run. `zone` is the account's now. */
export function sceneOf({ created_at, comment, kept }: Pick<StoredRun, 'created_at' | 'comment' | 'kept'>, zone: string): Scene | null {
  const { ticket: stored, known, set_id, skipped = [] } = kept ?? {}
  if (stored === undefined || known === undefined || set_id === undefined) return null
  const ticket = factsFrom(stored, BLANK_TICKET)
  const update = known.update && updateOf(known.update, ticket, comment ?? '')
  return {
    ticket,
    context: { ...contextOf(known, { now: toDate(created_at), time_zone: zone }), ...(update && { update }) },
    set_id,
    skipped,
  }
}

function contextOf({ update: _update, related, ...known }: StoredContext, time: Pick<RuleContext, 'now' | 'time_zone'>): RuleContext {
  const { schedules, ...others } = related ?? {}
  return {
    ...time,
    ...known,
    related: { ...others, ...(schedules === undefined ? {} : { schedules: { ...schedules, within: new Set(schedules.within) } }) },
  }
}

function updateOf({ before, comment, ...update }: StoredUpdate, ticket: TicketFacts, text: string): UpdateFacts {
  return {
    ...update,
    before: before === null ? null : factsFrom(before, ticket),
    comment: comment === null ? null : { ...comment, text },
  }
}
