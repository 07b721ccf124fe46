/** What a report says of rules, and the rules as it reads them. */
import { type Action, applyActions, compileActions } from '../actions.ts'
import type { Condition, Conditions } from '../condition.ts'
import type { RuleCatalogue, RuleContext, TicketFacts } from '../facts.ts'
import { type Part, partOf } from './cases.ts'
import type { Demand } from './possible.ts'

export const FINDING_KINDS = ['unused', 'shadowed', 'contradiction', 'mutual', 'broken'] as const

/** An active rule. */
export interface ReportedRule {
  readonly type: 'trigger' | 'automation'
  readonly id: number
  readonly title: string
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** One thing that is wrong with a rule, or with two together. */
export interface Finding {
  readonly kind: (typeof FINDING_KINDS)[number]
  readonly rules: readonly Pick<ReportedRule, 'type' | 'id' | 'title'>[]
  readonly sentence: string
}

/** A rule with what is known of its conditions. */
export interface KnownRule extends ReportedRule {
  readonly all: readonly Part[]
  readonly any: readonly Part[]
  /** What its actions make of a ticket. */
  readonly act: (ticket: TicketFacts, context: RuleContext) => TicketFacts
}

/** @throws Error when the rule names what is gone */
export function toKnownRule(rule: ReportedRule, catalogue: RuleCatalogue): KnownRule {
  const parts = (conditions: readonly Condition[]) => conditions.map((condition) => partOf(condition, catalogue))
  const bound = compileActions(rule.actions, catalogue)
  const act: KnownRule['act'] = (ticket, context) => applyActions(bound, ticket, context).ticket
  return { ...rule, all: parts(rule.conditions.all), any: parts(rule.conditions.any), act }
}

/** A finding on these rules. */
export function makeFinding(kind: Finding['kind'], rules: readonly ReportedRule[], sentence: string): Finding {
  return { kind, rules: rules.map(({ type, id, title }) => ({ type, id, title })), sentence }
}

/** Demands that these conditions hold. */
export const hold = (parts: readonly Part[], after?: Demand['after']): Demand[] =>
  parts.map((part) => ({ part, wanted: true, ...(after && { after }) }))

/** A condition in words. */
export function inWords({ condition: { field, operator, value } }: Part): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '')
  return `"${[field, operator, text].filter((word) => word !== '').join(' ')}"`
}
