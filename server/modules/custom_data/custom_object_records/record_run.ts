/** What is stored of the triggers of a write of a record, for its trace. Pure. */
import type { RuleContext } from '#rules/facts.ts'
import type { RecordDraft } from './draft.ts'

/** What the triggers of a write knew. */
export interface KeptRun {
  /** The triggers that were active, as `object_trigger_sets` has them. */
  readonly set_id: string
  /** Null for a new record. */
  readonly before: RecordDraft | null
  /** The record as the write would leave it without triggers. */
  readonly after: RecordDraft
  readonly updater_role: NonNullable<RuleContext['update']>['updater_role']
  /** The account's. Runs that were stored before it was noted lack it. */
  readonly time_zone?: string
  /** The triggers that were skipped, since they named what was gone. */
  readonly skipped: readonly number[]
  /** The lookup fields that triggers set to a record that was gone, and that stayed as they were. */
  readonly restored: readonly string[]
}

/** What a write stores of its triggers: what they knew, and those that fired, in order. */
export interface RecordRun {
  readonly kept: KeptRun
  readonly fired: readonly number[]
}

/** What the triggers of a write know beside the record. @source docs/reference/custom_objects.md §6 */
export function updateOf(before: NonNullable<RuleContext['update']>['before'], id: number, role: KeptRun['updater_role']) {
  return { before, comment: null, via_id: 0, updater_id: id, updater_role: role }
}
