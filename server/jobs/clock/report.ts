/** What an advance of the clock has done, collected while it goes on. */
import type { Timestamp } from '#lib/clock.ts'
import type { AdvanceEvent, AdvancedWork } from '#modules/account/clock/schema.ts'

/** The most events a report lists. */
const MAX_EVENTS = 1000

/** Collects what is done. */
export interface Report {
  /** Notes one run of a work, unless it found nothing to do. `changed`: the records it concerned; null: it failed. */
  note(work: string, at: Timestamp, changed: number | null): void
  readonly works: () => readonly AdvancedWork[]
  readonly events: readonly AdvanceEvent[]
  readonly events_left_out: () => number
}

/** Begins a report. */
export function beginReport(): Report {
  const works = new Map<string, AdvancedWork>()
  const events: AdvanceEvent[] = []
  let events_left_out = 0
  return {
    note(work, at, changed) {
      if (changed === 0) return
      const { runs, changed: before, failed } = works.get(work) ?? { runs: 0, changed: 0, failed: 0 }
      works.set(work, { work, runs: runs + 1, changed: before + (changed ?? 0), failed: failed + (changed === null ? 1 : 0) })
      if (events.length < MAX_EVENTS) events.push({ at, work, changed: changed ?? 0, failed: changed === null })
      else events_left_out += 1
    },
    works: () => [...works.values()],
    events,
    events_left_out: () => events_left_out,
  }
}
