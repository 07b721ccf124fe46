/** Explains a pass: every rule with the conditions as it saw them, and what its actions did. Pure. */
import { ensureDefined } from '#lib/defined.ts'
import { isOneOf, keysOf } from '#lib/objects.ts'
import type { Action } from './actions.ts'
import type { Effect, Outcome } from './bound_action.ts'
import { findChangedMembers, type Compiled, type Condition, type Conditions, matches } from './condition.ts'
import type { RuleContext, TicketFacts } from './facts.ts'
import { type Firing, type Follow, indexRules, type PreparedRule, runRules, type Sight } from './pass.ts'
import type { Need, Predicate } from './row.ts'
import { type TraceValue, traceValue } from './trace_value.ts'

/** The conditions and actions of a rule as they are stored. */
export interface RuleSource {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** A rule that is ready to run, with what it was compiled from. */
export interface SourceRule extends PreparedRule {
  readonly source: RuleSource
}

/** A condition with what it found. */
export interface TracedCondition {
  readonly field: string
  readonly operator: string
  readonly value: TraceValue
  /** What it saw; for operators on changes the value before the update and now. */
  readonly seen: TraceValue
  readonly holds: boolean
  readonly needs: readonly Need[]
}

/** The conditions of a rule with what they found. */
export interface TracedConditions {
  readonly all: readonly TracedCondition[]
  readonly any: readonly TracedCondition[]
}

/** A change of one member of the ticket: its name, or the id of a custom field. */
export interface TracedChange {
  readonly field: string
  readonly before: TraceValue
  readonly after: TraceValue
}

/**
 * What came of an action. `overridden`: what it set was not kept, since a later action set it again or the record is gone. `kept`: its effect
 * is stored as data, and nothing is sent.
 */
export const ACTION_RESULTS = ['changed', 'no_change', 'overridden', 'effect', 'kept', 'not_performed'] as const

/** An action with what came of it, and the kind of its effect if it caused one. */
export interface TracedAction {
  readonly field: string
  readonly value: TraceValue
  readonly result: (typeof ACTION_RESULTS)[number]
  readonly effect: Effect['kind'] | null
}

/** What a firing did. */
export interface TracedFiring {
  readonly conditions: TracedConditions
  readonly actions: readonly TracedAction[]
  readonly changes: readonly TracedChange[]
}

/** A rule in a pass. */
export interface TracedRule {
  readonly rule: SourceRule
  readonly state: 'fired' | 'not_met' | 'not_indexed'
  /** The rounds in which it was looked at, from 1: each change of the ticket by a rule begins another. It fired in the last of them. */
  readonly rounds: readonly number[]
  /** Those of its last look; of a rule that was not looked at with the ticket as the pass left it. */
  readonly conditions: TracedConditions
  readonly actions: readonly TracedAction[]
  readonly changes: readonly TracedChange[]
  /** It fired, and its conditions hold again after the pass: but for the rule that each fires once, it would fire again. */
  readonly holds_again: boolean
}

/** A pass with its rules in their order. */
export interface TracedPass {
  readonly ticket: TicketFacts
  readonly firings: readonly Firing[]
  readonly rules: readonly TracedRule[]
  readonly rounds: number
}

interface Look extends Sight {
  readonly rounds: number[]
}

/** Runs rules as {@link runRules} does, and explains each. */
export function explainPass(rules: readonly SourceRule[], ticket: TicketFacts, context: RuleContext, follow: Follow): TracedPass {
  const looks = new Map<number, Look>()
  let round = 1
  let last = ticket
  const result = runRules(indexRules(rules), ticket, context, follow, ({ id }, _holds, sight) => {
    if (findChangedMembers(last, sight.ticket).size > 0) round += 1
    last = sight.ticket
    looks.set(id, { ...sight, rounds: [...(looks.get(id)?.rounds ?? []), round] })
  })
  if (findChangedMembers(last, result.ticket).size > 0) round += 1
  const firings = new Map(result.firings.map((firing) => [firing.rule.id, firing]))
  const traced = rules.map((rule): TracedRule => {
    const look = looks.get(rule.id)
    const firing = firings.get(rule.id)
    if (firing !== undefined) {
      const again = matches(rule.conditions, result.ticket, result.context)
      return {
        rule,
        state: 'fired',
        rounds: look?.rounds ?? [],
        ...explainFiring(rule, firing, (look ?? result).context),
        holds_again: again,
      }
    }
    const seen = look ?? result
    const conditions = explainConditions(rule, seen.ticket, seen.context)
    const state = look === undefined ? 'not_indexed' : 'not_met'
    return { rule, state, rounds: look?.rounds ?? [], conditions, actions: [], changes: [], holds_again: false }
  })
  return { ...result, rules: traced, rounds: round }
}

/** What a rule saw when it fired, and what it did. */
export function explainFiring(rule: SourceRule, firing: Firing, context: RuleContext): TracedFiring {
  return {
    conditions: explainConditions(rule, firing.before, context),
    actions: explainActions(rule, firing, context),
    changes: changesOf(firing.before, firing.after),
  }
}

/** The conditions of a rule with what they find on a ticket. */
export function explainConditions(
  { source, conditions }: { readonly source: Pick<RuleSource, 'conditions'>; readonly conditions: Compiled },
  ticket: TicketFacts,
  context: RuleContext,
): TracedConditions {
  const side = (name: 'all' | 'any') =>
    source.conditions[name].map((condition, at) => explainCondition(condition, conditions[name][at], ticket, context))
  return { all: side('all'), any: side('any') }
}

function explainCondition(
  { field, operator, value }: Condition,
  predicate: Predicate | undefined,
  ticket: TicketFacts,
  context: RuleContext,
): TracedCondition {
  const { seen, holds } = predicate?.explain(ticket, context) ?? { seen: null, holds: false }
  // the description is a comment, which may be redacted: it is not repeated where it would stay
  const isRepeated = predicate?.reads.includes('description') !== true
  return { field, operator, value: traceValue(value), seen: isRepeated ? traceValue(seen) : null, holds, needs: predicate?.needs ?? [] }
}

function explainActions({ source, actions }: SourceRule, { before, after }: Firing, context: RuleContext): TracedAction[] {
  let outcome: Outcome = { ticket: before, effects: [] }
  return source.actions.map(({ field, value }, at) => {
    const now = ensureDefined(actions[at])(outcome, context)
    const effect = now.effects[outcome.effects.length] ?? null
    const set = [...findChangedMembers(outcome.ticket, now.ticket)]
    const kept = findChangedMembers(before, after)
    outcome = now
    return { field, value: traceValue(value), result: resultOf(effect, set, kept), effect: effect?.kind ?? null }
  })
}

function resultOf(effect: Effect | null, set: readonly string[], kept: ReadonlySet<string>): TracedAction['result'] {
  if (effect?.kind === 'not_performed') return 'not_performed'
  if (effect !== null) return effect.kind === 'side_conversation' && effect.channel === 'slack' ? 'kept' : 'effect'
  if (set.length === 0) return 'no_change'
  return set.some((member) => kept.has(member)) ? 'changed' : 'overridden'
}

/** What differs between two states of a ticket, by the names of its members. */
export function changesOf(before: TicketFacts, after: TicketFacts): TracedChange[] {
  const fields = [...findChangedMembers(before, after)].map((name) => name.replace(/^custom_fields\./, ''))
  return fields.sort().map((field) => ({ field, before: valueOf(before, field), after: valueOf(after, field) }))
}

function valueOf({ custom_fields, ...own }: TicketFacts, field: string): TraceValue {
  return traceValue(isOneOf(keysOf(own), field) ? own[field] : custom_fields[field])
}
