/** What is stored of the rules of a write: the effects that a job performs, and what the rules knew, for the trace. Pure. */
import type { Effect } from '../../../../rules/bound_action.ts'
import { BLANK_TICKET, type RuleContext, type TicketFacts } from '../../../../rules/facts.ts'
import type { Firing } from '../../../../rules/pass.ts'
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
export function rulesRecord({ rules, by, before }: TicketWrite): { readonly effects: readonly RuleEffect[]; readonly run: RuleRun | null } {
  const effects = [...(by === undefined ? [] : outside('automation', [by])), ...outside('trigger', rules?.firings ?? [])]
  if (rules === undefined) return { effects, run: null }
  const { derived, firings, known } = rules
  const run = { ticket: slim(factsOf(derived, before)), known: withoutTexts(known), fired: firings.map(({ rule }) => rule.id) }
  return { effects, run }
}

const MEMBERS = Object.keys(BLANK_TICKET) as (keyof TicketFacts)[]

/** The members that rules read, without the text that the ticket has already. */
function slim(facts: TicketFacts): TicketFacts {
  const members = Object.fromEntries(MEMBERS.map((name) => [name, facts[name]]))
  return { ...BLANK_TICKET, ...members, description: '' }
}

function withoutTexts(known: Omit<RuleContext, 'now'>): Omit<RuleContext, 'now'> {
  const { update } = known
  if (update === undefined) return known
  const before = update.before === null ? null : slim(update.before)
  const comment = update.comment === null ? null : { ...update.comment, text: '' }
  return { ...known, update: { ...update, before, comment } }
}
