/** What is stored of the rules of a write: the effects that a job performs, and what the rules knew, for the trace. Pure. */
import type { Effect } from '#rules/bound_action.ts'
import { BLANK_TICKET, type RuleContext, type TicketFacts } from '#rules/facts.ts'
import type { Firing } from '#rules/pass.ts'
import { factsOf } from './rule_context.ts'
import type { RuleEffect, RuleRun, StoredContext, StoredUpdate } from './rule_run.ts'
import { toStoredFacts } from './stored_facts.ts'
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
  'side_conversation',
])

const listOutsideEffects = (kind: RuleEffect['rule']['kind'], firings: readonly Firing[]): RuleEffect[] =>
  firings.flatMap(({ rule: { id, title, revision_id }, effects }) => {
    const rule = { id, title, kind, ...(kind === 'trigger' ? { revision_id } : {}) }
    return effects.filter((effect) => OUTSIDE.has(effect.kind)).map((effect) => ({ rule, effect }))
  })

/** What a write stores of its rules, beside the events of its audit. */
export function rulesRecord({ rules, by, before }: TicketWrite): { readonly effects: readonly RuleEffect[]; readonly run: RuleRun | null } {
  const effects = [
    ...(by === undefined ? [] : listOutsideEffects('automation', [by])),
    ...listOutsideEffects('trigger', rules?.firings ?? []),
  ]
  const automation = by === undefined ? {} : { automation: by.explanation }
  if (rules === undefined) return { effects, run: by === undefined ? null : { kept: automation, fired: [] } }
  const { derived, firings, known, set_id, skipped } = rules
  const facts = factsOf(derived, before)
  const kept = { ticket: toStoredFacts(facts, BLANK_TICKET), known: toStoredContext(known, facts), set_id, skipped, ...automation }
  return { effects, run: { kept, fired: firings.map(({ rule }) => rule.id) } }
}

/** A context without what is stored elsewhere: texts of comments, and what was true before of the ticket; and with lists for sets. */
function toStoredContext({ update, related, ...known }: Omit<RuleContext, 'now'>, ticket: TicketFacts): StoredContext {
  const { schedules, ...others } = related ?? {}
  return {
    ...known,
    ...(update === undefined ? {} : { update: storableUpdate(update, ticket) }),
    related: { ...others, ...(schedules === undefined ? {} : { schedules: { ...schedules, within: [...schedules.within] } }) },
  }
}

function storableUpdate({ before, comment, ...update }: NonNullable<RuleContext['update']>, ticket: TicketFacts): StoredUpdate {
  return {
    ...update,
    before: before === null ? null : toStoredFacts(before, ticket),
    comment: comment === null ? null : { ...comment, text: '' },
  }
}
