/** What is stored of the rules of a write: the effects that a job performs, and what the rules knew, for the trace. Pure. */
import type { Effect } from '../../../../rules/bound_action.ts'
import { BLANK_TICKET, type RuleContext, type TicketFacts, type UpdateFacts } from '../../../../rules/facts.ts'
import type { Firing } from '../../../../rules/pass.ts'
import { factsOf } from './rule_context.ts'
import type { RuleEffect, RuleRun, StoredContext } from './rule_run.ts'
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
  const automation = by === undefined ? {} : { automation: by.explanation }
  if (rules === undefined) return { effects, run: by === undefined ? null : { kept: automation, fired: [] } }
  const { derived, firings, known, set_id, skipped } = rules
  const kept = { ticket: slim(factsOf(derived, before)), known: storable(known), set_id, skipped, ...automation }
  return { effects, run: { kept, fired: firings.map(({ rule }) => rule.id) } }
}

const MEMBERS = Object.keys(BLANK_TICKET) as (keyof TicketFacts)[]

/** The members that rules read, without the text that the ticket has already. */
function slim(facts: TicketFacts): TicketFacts {
  const members = Object.fromEntries(MEMBERS.map((name) => [name, facts[name]]))
  return { ...BLANK_TICKET, ...members, description: '' }
}

/** A context without the texts that comments have already, and with lists for sets. */
function storable({ update, related, ...known }: Omit<RuleContext, 'now'>): StoredContext {
  const { schedules, ...others } = related ?? {}
  return {
    ...known,
    ...(update === undefined ? {} : { update: withoutTexts(update) }),
    related: { ...others, ...(schedules === undefined ? {} : { schedules: { ...schedules, within: [...schedules.within] } }) },
  }
}

function withoutTexts({ before, comment, ...update }: UpdateFacts): UpdateFacts {
  return { ...update, before: before === null ? null : slim(before), comment: comment === null ? null : { ...comment, text: '' } }
}
