/** Shapes of the traces of rules. */
import Type from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Tags, Id } from '#http/shape.ts'
import { ACTION_RESULTS } from '#rules/trace.ts'
import { Audit, SentText } from '#modules/tickets/ticket_audits/schema.ts'
import { RECORD_STATES, TRIGGER_STATES } from './trace.ts'

export const TraceQuery = Type.Partial(Type.Object({ trigger_id: Id, states: Tags }))

const AnyValue = Type.Unknown()
const TracedCondition = Type.Object({
  field: text,
  operator: text,
  value: AnyValue,
  seen: AnyValue,
  holds: flag,
  hidden: flag,
})
export const TracedConditions = Type.Object({ all: Type.Array(TracedCondition), any: Type.Array(TracedCondition) })
/** Actions of a rule; `sent` is what an action that mails, calls or replies has sent. */
export const TracedActions = Type.Array(
  Type.Object({ field: text, value: AnyValue, result: oneOf(ACTION_RESULTS), effect: textOrNull, sent: orNull(SentText) }),
)
export const TracedChanges = Type.Array(Type.Object({ field: text, before: AnyValue, after: AnyValue }))

/** What a trace says of a trigger of any kind. */
export const TracedTriggerMembers = {
  id: whole,
  title: textOrNull,
  position: whole,
  state: oneOf(TRIGGER_STATES),
  reason: text,
  fired: wholeOrNull,
  rounds: wholes,
  holds_again: flag,
  conditions: orNull(TracedConditions),
  actions: TracedActions,
  changes: TracedChanges,
}
const TracedTrigger = Type.Object({ ...TracedTriggerMembers, revision_id: whole })
const TracedAutomation = Type.Object({
  id: whole,
  title: text,
  hour: text,
  conditions: TracedConditions,
  actions: TracedActions,
  changes: TracedChanges,
})
const StateCount = Type.Object({ state: oneOf(TRIGGER_STATES), count: whole })
/** How a pass ended. */
export const Ended = Type.Object({ code: oneOf(['none_left', 'nothing_woken'] as const), reason: text })
/** What a trace says of a pass of triggers. */
export const PassMembers = { is_exact: flag, differences: texts, rounds: whole, counts: Type.Array(StateCount) }

export const RuleTrace = Type.Object({
  ticket_id: whole,
  audit_id: whole,
  record: oneOf(RECORD_STATES),
  message: text,
  ...PassMembers,
  ended: orNull(Ended),
  effects_performed_at: textOrNull,
  automation: orNull(TracedAutomation),
  triggers: Type.Array(TracedTrigger),
})
export const OneRuleTrace = Type.Object({ audit: Audit, trace: RuleTrace })
