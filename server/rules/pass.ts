/**
 * THE TRIGGER PASS: runs rules in order over one change of a ticket. A rule that changes the ticket restarts the pass from the top over the
 * rules that have not fired. Each fires at most once, so that a pass always ends. Pure.
 * @source docs/reference/business_rules.md §5.1
 */
import { defined } from '../lib/defined.ts'
import { applyActions } from './actions.ts'
import type { BoundAction, Effect } from './bound_action.ts'
import { changedMembers, type Compiled, matches } from './condition.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { relatedAfter } from './related_after.ts'
import { keysOf } from './rule_key.ts'

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

/** Rules in the order in which they run, with the indexes that select those which a change can concern. */
export interface RuleIndex {
  readonly rules: readonly PreparedRule[]
  /** Key → the positions of the rules with that key; null → those that are always looked at. */
  readonly byKey: ReadonlyMap<string | null, readonly number[]>
  /** Member → the positions of the rules that read it. */
  readonly byMember: ReadonlyMap<string, readonly number[]>
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

function grouped<Key>(rules: readonly PreparedRule[], keysOfRule: (rule: PreparedRule) => Iterable<Key>): Map<Key, number[]> {
  const found = new Map<Key, number[]>()
  for (const [position, rule] of rules.entries())
    for (const key of keysOfRule(rule)) {
      const list = found.get(key)
      if (list === undefined) found.set(key, [position])
      else list.push(position)
    }
  return found
}

/** Indexes rules, given in the order in which they run. */
export function indexRules(rules: readonly PreparedRule[]): RuleIndex {
  return { rules, byKey: grouped<string | null>(rules, (rule) => rule.keys ?? [null]), byMember: grouped(rules, (rule) => rule.reads) }
}

/** The members that conditions on the requester, the organization and the schedule read. */
const HOLDERS = ['requester_id', 'organization_id', 'schedule_id']
const [IDLE, PENDING, FIRED] = [0, 1, 2] as const

/** Runs the rules over a ticket as it is after a change. `context.update` says what the change was. */
export function runRules(index: RuleIndex, ticket: TicketFacts, context: RuleContext, follow: Follow, watch?: Watch): PassResult {
  const { rules, byKey, byMember } = index
  const states = new Uint8Array(rules.length)
  const wake = (positions: readonly number[] = []) => {
    for (const position of positions) if (states[position] !== FIRED) states[position] = PENDING
  }
  wake(byKey.get(null))
  for (const key of keysOf(ticket, context)) wake(byKey.get(key))
  const firings: Firing[] = []
  let [now, known] = [ticket, context]
  let position = states.indexOf(PENDING)
  while (position >= 0) {
    const rule = defined(rules[position])
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
    const related = known.related && relatedAfter(known.related, effects)
    if (related !== known.related) for (const member of HOLDERS) wake(byMember.get(member))
    for (const member of changedMembers(now, after)) wake(byMember.get(member))
    ;[now, known] = [after, { ...known, ...(related && { related }) }]
    position = states.indexOf(PENDING) // those before it may be woken, too
  }
  return { ticket: now, context: known, firings }
}
