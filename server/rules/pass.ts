/**
 * THE TRIGGER PASS: runs rules in order over one change of a ticket. A rule that changes the ticket restarts the pass from the top over the
 * rules that have not fired. Each fires at most once, so that a pass always ends. Pure.
 * @source docs/reference/business_rules.md §5.1
 */
import { ensureDefined } from '#lib/defined.ts'
import { applyActions } from './actions.ts'
import type { BoundAction, Effect } from './bound_action.ts'
import { findChangedMembers, type Compiled, matches } from './condition.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { applyToRelated } from './related_after.ts'
import { keysOf, type TextName, textsOf, wordKeysOf } from './rule_key.ts'

/** A rule that is ready to run. */
export interface PreparedRule {
  readonly id: number
  readonly title: string
  readonly revision_id: number
  readonly conditions: Compiled
  readonly actions: readonly BoundAction[]
  /** The members of the ticket that its conditions read, as `fieldsRead` names them. */
  readonly reads: ReadonlySet<string>
  /** What must be true for it to fire: keys of rule_key.ts, of which a change must have one; null if none is known. */
  readonly keys: readonly string[] | null
}

/** Rules in the order in which they run, with the index that selects those which a change can concern. */
export interface RuleIndex {
  readonly rules: readonly PreparedRule[]
  /** Key → the positions of the rules with that key; null → those that are always looked at. */
  readonly byKey: ReadonlyMap<string | null, readonly number[]>
  /** The texts whose words are keys. */
  readonly texts: readonly TextName[]
}

/** A rule that fired: the ticket before and after its actions, and the effects they cause. */
export interface Firing {
  readonly rule: PreparedRule
  readonly before: TicketFacts
  readonly after: TicketFacts
  readonly effects: readonly Effect[]
}

/** The ticket after all rules, and the rules that fired, in order. */
export interface PassResult {
  readonly ticket: TicketFacts
  /** The facts beside the ticket, with what the rules set of its requester and organization. */
  readonly context: RuleContext
  readonly firings: readonly Firing[]
}

/** Changes that follow from a rule's change, such as the custom status of a status. Returns the ticket that later rules see. */
export type Follow = (before: TicketFacts, after: TicketFacts) => TicketFacts

/** What a rule sees when it is looked at. */
export interface Sight {
  readonly ticket: TicketFacts
  readonly context: RuleContext
}

/** Sees each rule that is looked at: whether its conditions hold, and for what. */
export type Watch = (rule: PreparedRule, holds: boolean, sight: Sight) => void

/** Indexes rules, given in the order in which they run. */
export function indexRules(rules: readonly PreparedRule[]): RuleIndex {
  const byKey = new Map<string | null, number[]>()
  for (const [position, rule] of rules.entries())
    for (const key of rule.keys ?? [null]) {
      const list = byKey.get(key)
      if (list === undefined) byKey.set(key, [position])
      else list.push(position)
    }
  return { rules, byKey, texts: textsOf(byKey.keys()) }
}

/** The members that conditions on the requester, the organization and the schedule read. */
const HOLDERS: ReadonlySet<string> = new Set(['requester_id', 'organization_id', 'schedule_id'])
const IDLE = 0
const PENDING = 1
const FIRED = 2

/** Runs the rules over a ticket as it is after a change. `context.update` says what the change was. */
export function runRules(index: RuleIndex, ticket: TicketFacts, context: RuleContext, follow: Follow, watch?: Watch): PassResult {
  const { rules, byKey, texts } = index
  const states = new Uint8Array(rules.length)
  const words = wordKeysOf(texts, ticket, context)
  /** Has the rules looked at that the ticket has a key of; after a change those that read one of these members. */
  const wake = (facts: TicketFacts, changed?: ReadonlySet<string>) => {
    for (const key of [null, ...keysOf(facts, context), ...words])
      for (const position of byKey.get(key) ?? []) {
        const isConcerned = changed === undefined || !ensureDefined(rules[position]).reads.isDisjointFrom(changed)
        if (isConcerned && states[position] !== FIRED) states[position] = PENDING
      }
  }
  wake(ticket)
  const firings: Firing[] = []
  let now = ticket
  let known = context
  let position = states.indexOf(PENDING)
  while (position >= 0) {
    const rule = ensureDefined(rules[position])
    const holds = matches(rule.conditions, now, known)
    watch?.(rule, holds, { ticket: now, context: known })
    if (!holds) {
      states[position] = IDLE
      position = states.indexOf(PENDING, position + 1)
      continue
    }
    states[position] = FIRED
    const { ticket: changed, effects } = applyActions(rule.actions, now, known)
    const after = changed === now ? now : follow(now, changed)
    firings.push({ rule, before: now, after, effects })
    const related = known.related && applyToRelated(known.related, effects)
    const touched = related === known.related ? findChangedMembers(now, after) : findChangedMembers(now, after).union(HOLDERS)
    if (touched.size > 0) wake(after, touched)
    ;[now, known] = [after, { ...known, ...(related && { related }) }]
    position = states.indexOf(PENDING) // those before it may be woken, too
  }
  return { ticket: now, context: known, firings }
}
