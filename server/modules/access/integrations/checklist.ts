/** What of a checklist is done: the kind's table says what there is to do, the row who has done it and when. Pure. */
import type { StepDefinition } from './kinds.ts'

/** A step as the row keeps it. */
export interface DoneStep {
  readonly key: string
  readonly done_at: string | null
  readonly done_by_id: number | null
  readonly note: string | null
}

/** Who ticks, when, and what he has to say. */
export interface Tick {
  readonly done_at: string
  readonly done_by_id: number
  readonly note: string | null
}

/** A checklist on which nothing is done. */
export function emptyChecklist(definitions: readonly StepDefinition[]): DoneStep[] {
  return definitions.map(({ key }) => ({ key, done_at: null, done_by_id: null, note: null }))
}

/** The checklist with one step ticked; `tick` null takes the tick away. */
export function withTick(steps: readonly DoneStep[], key: string, tick: Tick | null): DoneStep[] {
  return steps.map((step) => (step.key === key ? { key, ...(tick ?? { done_at: null, done_by_id: null, note: null }) } : step))
}

/** True when every step is ticked, but for those named. */
export function isComplete(steps: readonly DoneStep[], except: readonly string[] = []): boolean {
  return steps.every((step) => step.done_at !== null || except.includes(step.key))
}

/** True when a step of this name is ticked. */
export function isDone(steps: readonly DoneStep[], key: string): boolean {
  return steps.some((step) => step.key === key && step.done_at !== null)
}

/** The step that is done when the requester has opened the one-time secret. */
export const HAND_OVER = 'hand_over'

/** The creation checklist with the hand-over as the access request has it. */
export function creationStepsOf(row: {
  readonly creation_steps: readonly DoneStep[]
  readonly handed_over_at: string | null
  readonly requester_id: number
}): readonly DoneStep[] {
  if (row.handed_over_at === null || isDone(row.creation_steps, HAND_OVER)) return row.creation_steps
  return withTick(row.creation_steps, HAND_OVER, { done_at: row.handed_over_at, done_by_id: row.requester_id, note: null })
}
