// The values of the form of an SLA policy, and what is sent for them. Pure.

import type { SlaPolicyInput } from '../../../../api/sla_policies.ts'
import type { SlaDefinition, SlaPolicy } from '../../../../api/rule_types.ts'
import type { ConditionEntry } from '../../../../rules/entries.ts'
import { conditionsOf, entriesOf } from './filter.ts'
import { tableOf, type TargetTable, targetsOf } from './targets.ts'

export interface PolicyDraft {
  title: string
  description: string
  all: readonly ConditionEntry[]
  any: readonly ConditionEntry[]
  targets: TargetTable
}

/** The form of a policy, or of a new one. */
export function draftOf(policy: SlaPolicy | undefined): PolicyDraft {
  if (policy === undefined) return { title: '', description: '', all: [], any: [], targets: {} }
  const { title, description, filter, policy_metrics } = policy
  return {
    ...{ title, description: description ?? '' },
    ...{ all: entriesOf(filter.all), any: entriesOf(filter.any), targets: tableOf(policy_metrics) },
  }
}

/** The form of a copy of a policy. */
export function copyOf(policy: SlaPolicy): PolicyDraft {
  return { ...draftOf(policy), title: `Copy of ${policy.title}` }
}

/** What is saved of a form. A filter that has not changed is not sent: the server keeps one that names what is gone, but accepts no such one. */
export function inputOf(draft: PolicyDraft, saved: PolicyDraft | undefined, definitions: readonly SlaDefinition[]): SlaPolicyInput {
  const { title, description, all, any, targets } = draft
  const isFilterSaved = saved !== undefined && all === saved.all && any === saved.any
  const filter = { all: conditionsOf(all, definitions), any: conditionsOf(any, definitions) }
  return { title, description, ...(isFilterSaved ? {} : { filter }), policy_metrics: targetsOf(targets) }
}
