/** Checklists of integrations: the steps come from the table of kinds, the ticks from the row. Pure. */
import type { StepDefinition } from './kinds.ts'

/** A step as stored in the row. */
export interface DoneStep {
  readonly key: string
  readonly done_at: string | null
  readonly done_by_id: number | null
  readonly note: string | null
}

/** A tick: when, by whom, and a note. */
export interface Tick {
  readonly done_at: string
  readonly done_by_id: number
  readonly note: string | null
}

/** A checklist without ticks. */
export function emptyChecklist(definitions: readonly StepDefinition[]): DoneStep[] {
  return definitions.map(({ key }) => ({ key, done_at: null, done_by_id: null, note: null }))
}

/** The checklist with one step ticked; `tick` null removes the tick. */
export function withTick(steps: readonly DoneStep[], key: string, tick: Tick | null): DoneStep[] {
  return steps.map((step) => (step.key === key ? { key, ...(tick ?? { done_at: null, done_by_id: null, note: null }) } : step))
}

/** True when every step not in `except` is ticked. */
export function isComplete(steps: readonly DoneStep[], except: readonly string[] = []): boolean {
  return steps.every((step) => step.done_at !== null || except.includes(step.key))
}

/** True when the step with this key is ticked. */
function isDone(steps: readonly DoneStep[], key: string): boolean {
  return steps.some((step) => step.key === key && step.done_at !== null)
}

/** The step that is done when the requester has opened the one-time secret. */
export const HAND_OVER = 'hand_over'

/** The creation checklist, with the hand-over step ticked if the access request was handed over. */
export function creationStepsOf(row: {
  readonly creation_steps: readonly DoneStep[]
  readonly handed_over_at: string | null
  readonly requester_id: number
}): readonly DoneStep[] {
  if (row.handed_over_at === null || isDone(row.creation_steps, HAND_OVER)) return row.creation_steps
  return withTick(row.creation_steps, HAND_OVER, { done_at: row.handed_over_at, done_by_id: row.requester_id, note: null })
}
