/** A trace as JSON, with its reasons in words. Pure. */
import type { AnswerOf } from '#http/route.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { isSending, filterSentEffects, type SendingRule, type SentEffect } from '#rules/sent_effect.ts'
import type { PresentSent } from '#modules/tickets/ticket_audits/deliveries.ts'
import type { TracedConditions, TracedFiring } from '#rules/trace.ts'
import type { TracedActions, TracedConditions as ConditionsShape, RuleTrace } from './schema.ts'
import { type Trace, TRIGGER_STATES, type TriggerState, type TriggerTrace } from './trace.ts'

/** Which triggers are shown: all where nothing is given. */
export interface Shown {
  readonly trigger_id?: number | null
  readonly states?: readonly string[]
}

const MESSAGES: Readonly<Record<Trace['record'], string>> = {
  kept: 'What the rules knew in this update is kept for 30 days.',
  removed: 'What the rules knew in this update was removed after 30 days.',
  none: 'No rules ran on this update: the account had no active triggers, the update changed nothing, it was an import, or a rule had caused it.',
}

/** What a trace calls what is written, and what may have changed since. */
export interface TraceWords {
  readonly subject: string
  readonly changeable: string
}
const OF_TICKETS: TraceWords = { subject: 'ticket', changeable: 'the text of a comment, the fields or the groups' }

const reasons = ({ subject }: TraceWords): Readonly<Record<TriggerState, string>> => ({
  fired: 'Its conditions were met.',
  not_met: 'At least one of its conditions was not met.',
  not_indexed: `It was not looked at: neither the ${subject} nor the update has the value, the change or the word that one of its conditions under "all", or all of those under "any", need.`,
  skipped: 'It was skipped: it named a record or a field that was gone.',
  removed: 'It did not fire. It has been deleted since, and its revision with it.',
  unknown: 'It did not fire. It names a record or a field that has been deleted since, so that its conditions cannot be evaluated again.',
})

/** What rules have sent in the write; null until that is known. */
interface ShownSent {
  readonly sent: readonly SentEffect[] | null
  readonly present: PresentSent
}

/** A trace as JSON. */
export function presentTrace(trace: Trace, shown: Shown, present: PresentSent): AnswerOf<typeof RuleTrace> {
  const { audit, record, run, pass } = trace
  const automation = run?.kept?.automation
  const sent = { sent: audit.sent, present }
  const { triggers, ...explained } = presentPass({ ...trace, ...sent }, shown, OF_TICKETS)
  return {
    ticket_id: audit.ticket_id,
    audit_id: audit.id,
    record,
    message: MESSAGES[record],
    ...explained,
    ended: pass === null ? null : explained.ended,
    effects_performed_at: wireTimeOrNull(run?.performed_at ?? null),
    automation:
      automation === undefined
        ? null
        : {
            id: automation.id,
            title: automation.title,
            hour: wireTime(automation.hour),
            ...presentFiring(automation, { showsPeople: trace.showsPeople, ...sent }, { kind: 'automation', id: automation.id }),
          },
    triggers: triggers.map(({ title, ...trigger }) => ({ ...trigger, title: title ?? titleIn(audit, trigger.id) })),
  }
}

/** What was found of the triggers of a write, as JSON. */
export function presentPass(
  { triggers, pass, ...about }: Pick<Trace, 'triggers' | 'pass' | 'showsPeople'> & ShownSent,
  shown: Shown,
  words: TraceWords,
) {
  return {
    is_exact: triggers.every(({ agrees }) => agrees),
    differences: triggers.filter(({ agrees }) => !agrees).map((one) => differenceOf(one, words)),
    rounds: pass?.rounds ?? 0,
    ended: endOf(triggers),
    counts: TRIGGER_STATES.map((state) => ({ state, count: triggers.filter((one) => one.state === state).length })),
    triggers: triggers.filter((one) => isShown(one, shown)).map((one) => presentTrigger(one, reasons(words)[one.state], about)),
  }
}

const isShown = ({ member, state }: TriggerTrace, { trigger_id, states = [] }: Shown) =>
  (trigger_id === undefined || trigger_id === null || member.id === trigger_id) && (states.length === 0 || states.includes(state))

function presentTrigger({ member, position, state, fired, traced, agrees }: TriggerTrace, said: string, write: AboutWrite) {
  const about = { id: member.id, title: member.snapshot?.title ?? null, revision_id: member.revision_id, position }
  const reason = [said, ...(member.problem === null ? [] : [member.problem])].join(' ')
  const nothing = { rounds: [], holds_again: false, conditions: null, actions: [], changes: [] }
  // what a repeated pass tells is not shown where it does not agree with what happened
  if (traced === null || !agrees) return { ...about, state, reason, fired, ...nothing }
  const again = traced.holds_again ? `${reason} They are met again after the pass; a trigger fires at most once in an update.` : reason
  return {
    ...about,
    state,
    reason: again,
    fired,
    rounds: [...traced.rounds],
    holds_again: traced.holds_again,
    ...presentFiring(traced, write, { kind: 'trigger', id: member.id }),
  }
}

/** The title of a deleted trigger, if an event of the audit names it. */
function titleIn({ events }: Trace['audit'], id: number): string | null {
  for (const { via } of events) {
    const from = via?.source.from
    if (from?.['id'] === id && typeof from['title'] === 'string') return from['title']
  }
  return null
}

/** The write that a rule fired in. */
type AboutWrite = Pick<Trace, 'showsPeople'> & ShownSent

/** What a firing saw and did, as JSON. */
function presentFiring({ conditions, actions, changes }: TracedFiring, write: AboutWrite, rule: SendingRule) {
  return {
    conditions: presentTracedConditions(conditions, write.showsPeople),
    actions: presentActions(actions, write, rule),
    changes: changes.map((change) => ({ ...change })),
  }
}

/** Actions with what they have sent: a rule has both in the same order. */
function presentActions(actions: TracedFiring['actions'], { sent, present }: ShownSent, rule: SendingRule): AnswerOf<typeof TracedActions> {
  const own = filterSentEffects(sent ?? [], rule)
  let place = 0
  return actions.map((action) => ({ ...action, sent: isSending(action.effect) ? present(own[place++] ?? null) : null }))
}

function presentTracedConditions(conditions: TracedConditions, showsPeople: boolean): AnswerOf<typeof ConditionsShape> {
  const side = (name: 'all' | 'any') =>
    conditions[name].map(({ field, operator, value, seen, holds, needs }) => {
      const hidden = !showsPeople && (needs.includes('requester') || needs.includes('organization'))
      return { field, operator, value, seen: hidden ? null : seen, holds, hidden }
    })
  return { all: side('all'), any: side('any') }
}

function endOf(triggers: readonly TriggerTrace[]): NonNullable<AnswerOf<typeof RuleTrace>['ended']> {
  const isLeft = triggers.some(({ fired }) => fired === null)
  return isLeft
    ? { code: 'nothing_woken', reason: 'No trigger that had not fired yet met its conditions after the last change.' }
    : { code: 'none_left', reason: 'Every trigger had fired; each fires at most once in an update.' }
}

function differenceOf({ member, traced, fired }: TriggerTrace, { changeable }: TraceWords): string {
  const name = `Trigger ${member.id}`
  if (traced === null && member.snapshot === null) return `${name} fired; it has been deleted since, and its revision with it.`
  if (traced === null) return `${name} fired; it names a record or a field that has been deleted since.`
  const what = fired === null ? 'did not fire, and would now' : 'fired, and would not now'
  return `${name} ${what}: ${changeable} have changed since.`
}
