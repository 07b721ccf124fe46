// GROUP SLA POLICIES: how long a group may have a ticket before it is solved or handed on, by priority.
// Not here: policies on answers and solutions (sla_policies).
import Type from 'typebox'
import { text } from '#http/answer_shape.ts'
import { defineInput, listOf, Tags, Word, wrapInKey } from '#http/shape.ts'
import { FilterDefinitions, MAX_POLICIES, PolicyInput, PolicyMembers, PolicyMetric, FilterCondition } from '../sla_policies/schema.ts'

export const PolicyBody = wrapInKey('group_sla_policy', PolicyInput)
export const ReorderQuery = Type.Partial(Type.Object({ group_sla_policy_ids: Tags }))
export const ReorderBody = defineInput({ group_sla_policy_ids: listOf(Word, MAX_POLICIES) })

export const GroupSlaPolicy = Type.Object({
  url: text,
  id: text,
  ...PolicyMembers,
  filter: Type.Object({ all: Type.Array(FilterCondition) }),
  policy_metrics: Type.Array(PolicyMetric),
  created_at: text,
  updated_at: text,
})
export const OnePolicy = Type.Object({ group_sla_policy: GroupSlaPolicy })
export const SomePolicies = Type.Object({ group_sla_policies: Type.Array(GroupSlaPolicy) })
export const PolicyDefinitions = Type.Object({ definitions: Type.Object({ all: FilterDefinitions }) })
