/** What is stored of the rules of a write: the effects that a job performs, and what the rules knew, for the trace. Pure. */
import type { Effect } from '../../../../rules/bound_action.ts'
import type { RuleContext, TicketFacts } from '../../../../rules/facts.ts'
import type { Firing } from '../../../../rules/pass.ts'
import type { TicketState } from '../row.ts'
import { factsOf } from './rule_context.ts'
import type { RuleEffect, RuleRun } from './rule_run.ts'
import type { TicketWrite } from './ticket_write.ts'

/** Effects that a job performs; the others are carried out by the write itself, or cannot be performed. */
const OUTSIDE = new Set<Effect['kind']>([
  'mail_user',
  'mail_group',
  'call_target',
  'call_webhook',
  'reply',
  'set_requester_locale',
  'set_profile_field',
])

const outside = (kind: RuleEffect['rule']['kind'], firings: readonly Firing[]): RuleEffect[] =>
  firings.flatMap(({ rule: { id, title }, effects }) =>
    effects.filter((effect) => OUTSIDE.has(effect.kind)).map((effect) => ({ rule: { id, title, kind }, effect })),
  )

/** What a write stores of its rules, beside the events of its audit. */
export function rulesRecord({ rules, by }: TicketWrite): { readonly effects: readonly RuleEffect[]; readonly run: RuleRun | null } {
  const effects = [...(by === undefined ? [] : outside('automation', [by])), ...outside('trigger', rules?.firings ?? [])]
  if (rules === undefined) return { effects, run: null }
  const { derived, firings, known } = rules
  const run = { ticket: slim(derived), known: withoutTexts(known), fired: firings.map(({ rule }) => rule.id) }
  return { effects, run }
}

/** Members that rules read, without the texts that the ticket has already. */
function slim(state: TicketState): TicketFacts {
  return { ...factsOf(state, null), description: '' }
}

function withoutTexts(known: Omit<RuleContext, 'now'>): Omit<RuleContext, 'now'> {
  const { update } = known
  if (update === undefined) return known
  const before = update.before === null ? null : { ...update.before, description: '' }
  const comment = update.comment === null ? null : { ...update.comment, text: '' }
  return { ...known, update: { ...update, before, comment } }
}
