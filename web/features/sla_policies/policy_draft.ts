// The values of the form of a policy, and what is sent for them. Pure.

import type { Policy, PolicyInput, PolicyKind, SlaCondition, SlaDefinition } from './queries.ts'
import type { ConditionEntry } from '#features/business_rules/public_words.ts'
import { conditionsOf, entriesOf } from './filter.ts'
import { policyKinds } from './kinds.ts'
import { tableOf, type TargetTable, targetsOf } from './targets.ts'
import { withKeys } from '#lib/keyed.ts'

export interface PolicyDraft {
  title: string
  description: string
  all: readonly ConditionEntry[]
  any: readonly ConditionEntry[]
  targets: TargetTable
}

/** The form of a policy, or of a new one. */
export function draftOf(kind: PolicyKind, policy: Policy | undefined): PolicyDraft {
  const { first, unit_seconds } = policyKinds[kind]
  if (policy === undefined) {
    const all = first === undefined ? [] : withKeys([{ field: first, operator: 'includes', value: [] }])
    return { title: '', description: '', all, any: [], targets: {} }
  }
  const { title, description, policy_metrics } = policy
  const { all, any = [] }: { all: readonly SlaCondition[]; any?: readonly SlaCondition[] } = policy.filter
  return {
    title,
    description: description ?? '',
    all: entriesOf(all),
    any: entriesOf(any),
    targets: tableOf(policy_metrics, unit_seconds),
  }
}

/** The form of a copy of a policy. */
export function copyOf(kind: PolicyKind, policy: Policy): PolicyDraft {
  return { ...draftOf(kind, policy), title: `Copy of ${policy.title}` }
}

/** What is saved of a form. A filter that has not changed is not sent: the server keeps one that names what is gone, but accepts no such one. */
export function inputOf(
  kind: PolicyKind,
  draft: PolicyDraft,
  saved: PolicyDraft | undefined,
  definitions: readonly SlaDefinition[],
): PolicyInput {
  const { title, description, all, any, targets } = draft
  const isFilterSaved = saved !== undefined && all === saved.all && any === saved.any
  const filter = { all: conditionsOf(all, definitions), any: conditionsOf(any, definitions) }
  return { title, description, ...(isFilterSaved ? {} : { filter }), policy_metrics: targetsOf(targets, policyKinds[kind]) }
}
