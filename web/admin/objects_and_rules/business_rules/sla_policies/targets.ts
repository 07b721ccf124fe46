// The targets of an SLA policy as a table of metrics and priorities, with times as people write them. Pure.

import { ApiError } from '../../../../api/errors.ts'
import type { SlaTarget } from '../../../../api/rule_types.ts'

/** What a policy can measure, in the order of the table. @source docs/reference/business_rules.md §6.2 */
export const metrics = [
  { value: 'first_reply_time', title: 'First reply time', about: 'Until the first public reply.' },
  { value: 'next_reply_time', title: 'Next reply time', about: 'Until the public reply to a later comment of the requester.' },
  { value: 'periodic_update_time', title: 'Periodic update', about: 'Between public replies.' },
  { value: 'pausable_update_time', title: 'Pausable update', about: 'Between public replies, except while pending.' },
  { value: 'requester_wait_time', title: 'Requester wait time', about: 'New, open and on hold.' },
  { value: 'agent_work_time', title: 'Agent work time', about: 'New and open.' },
  { value: 'total_resolution_time', title: 'Total resolution time', about: 'Until it is solved.' },
] as const

/** The priorities, the most urgent first. */
export const priorities = [
  { value: 'urgent', title: 'Urgent' },
  { value: 'high', title: 'High' },
  { value: 'normal', title: 'Normal' },
  { value: 'low', title: 'Low' },
] as const

/** A cell of the table. */
export interface TargetEntry {
  /** As it was typed, such as "1h 30m"; '' for no target. */
  readonly time: string
  readonly business_hours: boolean
}

/** The cells that are filled in or were, by `cellOf`. */
export type TargetTable = Readonly<Record<string, TargetEntry>>

/** The name of a cell. */
export const cellOf = (metric: string, priority: string): string => `${metric} ${priority}`

const EMPTY: TargetEntry = { time: '', business_hours: false }
/** The cell of a metric and a priority. */
export const entryAt = (table: TargetTable, cell: string): TargetEntry => table[cell] ?? EMPTY

const HOURS_AND_MINUTES = /^(?:(\d{1,7})\s*h)?\s*(?:(\d{1,9})\s*m)?$/i

/** The minutes of a time such as "1h 30m", "8h" or "45m"; 0, which the server refuses, for anything else. */
export function minutesOf(time: string): number {
  const [, hours = '0', minutes = '0'] = HOURS_AND_MINUTES.exec(time.trim()) ?? []
  return Number(hours) * 60 + Number(minutes)
}

/** Minutes as a time: 90 → "1h 30m". */
export function timeOf(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours}h` : '', rest > 0 ? `${rest}m` : ''].filter(Boolean).join(' ')
}

/** The table of a saved policy. */
export function tableOf(targets: readonly SlaTarget[]): TargetTable {
  return Object.fromEntries(
    targets.map(({ metric, priority, target, business_hours }) => [cellOf(metric, priority), { time: timeOf(target), business_hours }]),
  )
}

/** The targets that are sent for a table: a cell without a time has none. */
export function targetsOf(table: TargetTable): SlaTarget[] {
  return metrics.flatMap(({ value: metric }) =>
    priorities.flatMap(({ value: priority }) => {
      const { time, business_hours } = entryAt(table, cellOf(metric, priority))
      return time.trim() === '' ? [] : [{ priority, metric, target: minutesOf(time), business_hours }]
    }),
  )
}

const ENTRY = /entry (\d+): ([^]*?)(?=\s*entry \d+: |$)/gi

/** What the server refused of the targets that were sent, by cell. */
export function targetProblems(error: Error | null, sent: readonly SlaTarget[]): ReadonlyMap<string, string> {
  const text = error instanceof ApiError ? (error.details['policy_metrics'] ?? '') : ''
  return new Map(
    [...text.matchAll(ENTRY)].flatMap(([, place, said = '']) => {
      const target = sent[Number(place) - 1]
      if (target === undefined) return []
      const isTime = said.startsWith('target must be')
      return [[cellOf(target.metric, target.priority), isTime ? 'Write a time such as 8h or 1h 30m, up to five years.' : said] as const]
    }),
  )
}
