// The targets of a policy as a table of metrics and priorities, with times as people write them. Pure.

import { ApiError } from '#contract/errors.ts'
import type { SlaTarget } from './queries.ts'

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

const TIME = /^(?:(\d{1,7})\s*h)?\s*(?:(\d{1,9})\s*m)?\s*(?:(\d{1,9})\s*s)?$/i

/** The seconds of a time such as "1h 30m", "8h", "45m" or "90s"; 0, which the server refuses, for anything else. */
export function secondsOf(time: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = TIME.exec(time.trim()) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Seconds as a time: 5400 → "1h 30m". */
export function timeOf(seconds: number): string {
  const parts = { h: Math.floor(seconds / 3600), m: Math.floor(seconds / 60) % 60, s: seconds % 60 }
  return Object.entries(parts)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count}${unit}`)
    .join(' ')
}

/** The table of a saved policy. `unit_seconds`: the unit of its targets. */
export function tableOf(targets: readonly SlaTarget[], unit_seconds: number): TargetTable {
  return Object.fromEntries(
    targets.map(({ metric, priority, target, business_hours }) => [
      cellOf(metric, priority),
      { time: timeOf(target * unit_seconds), business_hours },
    ]),
  )
}

interface Measured {
  metrics: readonly { value: string }[]
  unit_seconds: number
}

/** The targets that are sent for a table: a cell without a time has none. A time of parts of a unit is sent as 0, which the server refuses. */
export function targetsOf(table: TargetTable, { metrics, unit_seconds }: Measured): SlaTarget[] {
  return metrics.flatMap(({ value: metric }) =>
    priorities.flatMap(({ value: priority }) => {
      const { time, business_hours } = entryAt(table, cellOf(metric, priority))
      const units = secondsOf(time) / unit_seconds
      return time.trim() === '' ? [] : [{ priority, metric, target: Number.isInteger(units) ? units : 0, business_hours }]
    }),
  )
}

/** What is asked for where a policy has no target, by the first cell of its table. */
export function findMissingTarget(
  table: TargetTable,
  { metrics: [first] }: { metrics: readonly { value: string }[] },
): ReadonlyMap<string, string> {
  const isGiven = Object.values(table).some(({ time }) => time.trim() !== '')
  if (isGiven || first === undefined) return new Map()
  return new Map([
    [cellOf(first.value, priorities[0].value), 'Write a time such as 8h here or for another target: without any the policy does nothing.'],
  ])
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
