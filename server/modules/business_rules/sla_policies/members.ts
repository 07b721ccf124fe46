/** A policy after a request, of both kinds of policies, and what the request changes. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '#rules/condition.ts'
import type { TargetRules } from './problems.ts'
import type { FilterInput, PolicyInput, PolicyMetricInput } from './schema.ts'
import type { PolicyDraft, PolicyMetricRow } from './store.ts'

type Value = Condition['value']

const isScalar = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))
const isValue = (value: unknown): value is Value => isScalar(value) || (Array.isArray(value) && value.every(isScalar))

function conditionsOf(conditions: FilterInput['all']): Condition[] {
  // an object is no value that any operator accepts: the empty list makes the check refuse it
  return (conditions ?? []).map(({ field = '', operator = '', value = null }) => ({ field, operator, value: isValue(value) ? value : [] }))
}

/** A target that was not sent, or is not a whole number of the unit, is 0, which the check refuses. */
function metricOf(input: PolicyMetricInput, unit: TargetRules['unit']): PolicyMetricRow {
  const { priority = '', metric = '', target_in_seconds, business_hours = false } = input
  const target = input.target ?? (target_in_seconds ?? 0) / (unit === 'minutes' ? 60 : 1)
  return { priority, metric, target: Number.isInteger(target) ? target : 0, business_hours }
}

/** The policy as it would be saved. Absent members stay; a filter or list that was sent replaces the whole of it. `unit`: of its targets. */
export function draftOf(before: PolicyDraft, input: PolicyInput, unit: TargetRules['unit']): PolicyDraft {
  return {
    title: input.title === undefined ? before.title : (input.title ?? '').trim(),
    description: input.description === undefined ? before.description : input.description,
    position: input.position ?? before.position,
    filter:
      input.filter === undefined ? before.filter : { all: conditionsOf(input.filter.all ?? []), any: conditionsOf(input.filter.any ?? []) },
    policy_metrics: input.policy_metrics?.map((row) => metricOf(row, unit)) ?? before.policy_metrics,
  }
}

/** A new policy at this position, before the request: for every ticket, without targets. */
export function blankPolicy(position: number): PolicyDraft {
  return { title: '', description: null, position, filter: { all: [], any: [] }, policy_metrics: [] }
}

const PARTS = [
  ['description', 'Description'],
  ['filter', 'Filter'],
  ['policy_metrics', 'Targets'],
] as const

/** The differences between two states, as sentences for the audit log; [] if there are none. */
export function policyDifferences(before: PolicyDraft, after: PolicyDraft): string[] {
  const found: string[] = []
  if (before.title !== after.title) found.push(`Title changed from "${before.title}" to "${after.title}"`)
  if (before.position !== after.position) found.push(`Position changed from ${before.position} to ${after.position}`)
  for (const [member, name] of PARTS) if (!isDeepStrictEqual(before[member], after[member])) found.push(`${name} changed`)
  return found
}
