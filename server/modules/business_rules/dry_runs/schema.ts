/** Shapes of dry runs. */
import Type, { type Static } from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole } from '#http/answer_shape.ts'
import { Id, defineInput, Whole } from '#http/shape.ts'
import { AutomationInput } from '../automations/schema.ts'
import { TracedChanges } from '../rule_traces/schema.ts'
import { TriggerInput } from '../triggers/schema.ts'

const { title, active, position, category_id, all, any, conditions, actions } = TriggerInput.properties
const TriggerTryInput = defineInput({ id: Id, title, active, position, category_id, all, any, conditions, actions })
export type TriggerTry = Static<typeof TriggerTryInput>
export const TriggerTryBody = Type.Object({
  trigger: TriggerTryInput,
  ...Type.Partial(Type.Object({ days: Whole, samples: Whole })).properties,
})

const AutomationTryInput = defineInput({ id: Id, ...AutomationInput.properties })
export type AutomationTry = Static<typeof AutomationTryInput>
export const AutomationTryBody = Type.Object({
  automation: AutomationTryInput,
  ...Type.Partial(Type.Object({ samples: Whole })).properties,
})

const OtherTriggers = Type.Array(Type.Object({ id: whole, title: text }))
const OtherEffects = Type.Array(Type.Object({ trigger_id: whole, effect: text }))
const TriedUpdate = Type.Object({
  ticket_id: whole,
  subject: textOrNull,
  audit_id: whole,
  created_at: text,
  fires: flag,
  changes: TracedChanges,
  effects: texts,
  differs: flag,
  difference: Type.Object({
    changes: TracedChanges,
    fires_too: OtherTriggers,
    fires_no_more: OtherTriggers,
    effects_too: OtherEffects,
    effects_no_more: OtherEffects,
  }),
})
const TriggerDryRunShape = Type.Object({
  days: whole,
  since: text,
  examined: whole,
  matched: whole,
  differing: whole,
  skipped: whole,
  stopped_by: orNull(oneOf(['updates', 'time'] as const)),
  limits: Type.Object({ updates: whole, seconds: whole, samples: whole }),
  notes: texts,
  samples: Type.Array(TriedUpdate),
})
export const OneTriggerDryRun = Type.Object({ dry_run: TriggerDryRunShape })

const TriedTicket = Type.Object({ ticket_id: whole, subject: textOrNull, changes: TracedChanges, effects: texts })
const AutomationDryRunShape = Type.Object({
  hour: text,
  matched: whole,
  saved: orNull(Type.Object({ matched: whole, no_more: whole, too: whole })),
  is_capped: flag,
  limits: Type.Object({ tickets: whole, samples: whole }),
  notes: texts,
  samples: Type.Array(TriedTicket),
})
export const OneAutomationDryRun = Type.Object({ dry_run: AutomationDryRunShape })
