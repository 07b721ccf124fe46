/** Explains a pass: every rule that was considered, each condition with the value it saw, and what the rule changed. Pure. */
import { isOneOf, keysOf } from '../lib/objects.ts'
import { changedMembers, type Condition } from './condition.ts'
import type { CustomValue, RuleContext, TicketFacts } from './facts.ts'
import { type Firing, type Follow, type PreparedRule, type RuleIndex, runRules } from './pass.ts'

/** A condition, with what it found. */
export interface TracedCondition extends Condition {
  /** The value of the field when the rule was considered. */
  readonly seen: unknown
  readonly holds: boolean
}

/** A change of one member of the ticket. */
export interface TracedChange {
  /** A member of the ticket, or the id of a custom field. */
  readonly field: string
  readonly before: CustomValue
  readonly after: CustomValue
}

/** A rule that was considered: whether it fired, why, and what it changed. */
export interface TracedRule {
  readonly id: number
  readonly title: string
  readonly revision_id: number
  /** Its place among the rules that fired, from 1; null if it did not fire. */
  readonly fired: number | null
  readonly conditions: { readonly all: readonly TracedCondition[]; readonly any: readonly TracedCondition[] }
  readonly changes: readonly TracedChange[]
  /** The kinds of effects it caused elsewhere. */
  readonly effects: readonly string[]
}

/** Repeats a pass and explains it. A rule that did not fire is explained with the ticket as the pass left it. */
export function explainPass(index: RuleIndex, ticket: TicketFacts, context: RuleContext, follow: Follow): TracedRule[] {
  const { ticket: last, firings } = runRules(index, ticket, context, follow)
  const order = new Map(firings.map((firing, place) => [firing.rule, { ...firing, place }]))
  return index.rules.map((rule) => explainRule(rule, order.get(rule), last, context))
}

function explainRule(
  rule: PreparedRule,
  firing: (Firing & { readonly place: number }) | undefined,
  last: TicketFacts,
  context: RuleContext,
): TracedRule {
  const { id, title, revision_id, source, conditions } = rule
  const facts = firing?.before ?? last
  const side = (name: 'all' | 'any') =>
    source.conditions[name].map((condition, at) => ({ ...condition, ...explained(conditions[name][at], facts, context) }))
  return {
    id,
    title,
    revision_id,
    fired: firing === undefined ? null : firing.place + 1,
    conditions: { all: side('all'), any: side('any') },
    changes: firing === undefined ? [] : changesOf(firing),
    effects: firing?.effects.map((effect) => effect.kind) ?? [],
  }
}

function explained(predicate: PreparedRule['conditions']['all'][number] | undefined, facts: TicketFacts, context: RuleContext) {
  return predicate === undefined ? { seen: null, holds: false } : predicate.explain(facts, context)
}

/** What a firing changed on the ticket. */
function changesOf({ before, after }: Firing): TracedChange[] {
  return [...changedMembers(before, after)].map((name) => {
    const field = name.replace(/^custom_fields\./, '')
    return { field, before: valueOf(before, field), after: valueOf(after, field) }
  })
}

/** A member as a value: ids in lists become texts, a rating its score. */
function valueOf({ custom_fields, ...own }: TicketFacts, field: string): CustomValue {
  if (!isOneOf(keysOf(own), field)) return custom_fields[field] ?? null
  const value = own[field]
  if (typeof value === 'object' && value !== null) return 'score' in value ? value.score : value.map(String)
  return value
}
