/** What the answers of all kinds of rules have in common. */
import type { AnswerOf } from '#http/route.ts'
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import type { Embedded, UsageMembers, WireActions, WireConditions } from './schema.ts'

type Values = AnswerOf<typeof Embedded>
/** How often a rule was used in the last hour, day, week and 30 days. */
export type Usage = { readonly [Name in keyof typeof UsageMembers]: number }

const NO_USAGE: Usage = { usage_1h: 0, usage_24h: 0, usage_7d: 0, usage_30d: 0 }

/** The members that `include` embeds in a rule; no others. @source docs/reference/business_rules.md §2.1 */
export function presentIncludedMembers(include: ReadonlySet<string>, canEdit: boolean, usage: Usage = NO_USAGE): Values {
  const values: Required<Values> = { app_installation: null, permissions: { can_edit: canEdit }, ...usage }
  return Object.fromEntries(Object.entries(values).filter(([name]) => include.has(name)))
}

/** Conditions as JSON: jsonb does not keep the order of members. */
export function presentConditions(conditions: Conditions): AnswerOf<typeof WireConditions> {
  const side = (name: 'all' | 'any') => conditions[name].map(({ field, operator, value }) => ({ field, operator, value }))
  return { all: side('all'), any: side('any') }
}

/** Actions as JSON. */
export function presentActions(actions: readonly Action[]): AnswerOf<typeof WireActions> {
  return actions.map(({ field, value }) => ({ field, value }))
}
