/** An advance of the clock, as JSON. */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import type { AnswerOf } from '#http/route.ts'
import { defineInput, Moment, Whole, wrapInKey } from '#http/shape.ts'

export const AdvanceInput = defineInput({ seconds: Whole, to: Moment })
export type AdvanceInput = Static<typeof AdvanceInput>
export const AdvanceBody = wrapInKey('clock', AdvanceInput)

const Work = Type.Object({ work: text, runs: whole, changed: whole, failed: whole })
/** One kind of work: how often it ran, how many records that concerned, how often it failed. */
export type AdvancedWork = AnswerOf<typeof Work>

const Event = Type.Object({ at: text, work: text, changed: whole, failed: flag })
/** One run of a work that changed something or failed. */
export type AdvanceEvent = AnswerOf<typeof Event>

export const ClockAdvance = Type.Object({
  from: text,
  to: text,
  now: text,
  is_complete: flag,
  reason: textOrNull,
  works: Type.Array(Work),
  events: Type.Array(Event),
  events_left_out: whole,
})
export type ClockAdvance = AnswerOf<typeof ClockAdvance>
