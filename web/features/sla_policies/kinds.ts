// The two kinds of policies: in words and addresses, and what they have.
// Does not belong here: how the API names them (queries.ts).

import type { PolicyKind } from './queries.ts'
import { paths } from '#lib/paths.ts'

interface Metric {
  value: string
  title: string
  about: string
}

interface KindOfPolicy {
  /** In the middle of a sentence. */
  one: string
  many: string
  /** At the beginning of a sentence. */
  One: string
  title: string
  list: string
  add: string
  page: string
  /** What the list says about all of them. */
  intro: string
  /** What follows where there is none. */
  whileNone: string
  /** What follows from a deletion, after the name of the policy. */
  afterDeletion: string
  /** What the form calls the conditions that must all be met, and what it says of them. */
  legend: string
  hint: string
  /** A filter may have conditions of which one is enough. */
  hasAny: boolean
  /** Views can have such conditions, too, so that the matching tickets can be counted. */
  isCounted: boolean
  /** The field that a new filter begins with a condition on. */
  first: string | undefined
  /** What a policy can measure, in the order of the table. */
  metrics: readonly Metric[]
  /** The unit of targets, in seconds. */
  unit_seconds: number
}

/** @source docs/reference/business_rules.md §6.2, §6.3 */
export const policyKinds = {
  sla_policies: {
    one: 'SLA policy',
    many: 'SLA policies',
    One: 'SLA policy',
    title: 'SLA policies',
    list: paths.sla_policies,
    add: paths.new_sla_policy,
    page: paths.sla_policy,
    intro: 'How soon tickets must be answered and solved. The first policy of this list whose conditions a ticket meets sets its targets.',
    whileNone: 'Until then tickets have no targets.',
    afterDeletion:
      'cannot be brought back. Tickets keep its targets until they are updated; then the next policy that matches sets theirs.',
    legend: 'All of these conditions are met',
    hint: 'What the ticket is. Without any condition the policy is for every ticket.',
    hasAny: true,
    isCounted: true,
    first: undefined,
    metrics: [
      { value: 'first_reply_time', title: 'First reply time', about: 'Until the first public reply.' },
      { value: 'next_reply_time', title: 'Next reply time', about: 'Until the public reply to a later comment of the requester.' },
      { value: 'periodic_update_time', title: 'Periodic update', about: 'Between public replies.' },
      { value: 'pausable_update_time', title: 'Pausable update', about: 'Between public replies, except while pending.' },
      { value: 'requester_wait_time', title: 'Requester wait time', about: 'New, open and on hold.' },
      { value: 'agent_work_time', title: 'Agent work time', about: 'New and open.' },
      { value: 'total_resolution_time', title: 'Total resolution time', about: 'Until it is solved.' },
    ],
    unit_seconds: 60,
  },
  group_sla_policies: {
    one: 'group SLA policy',
    many: 'group SLA policies',
    One: 'Group SLA policy',
    title: 'Group SLA policies',
    list: paths.group_sla_policies,
    add: paths.new_group_sla_policy,
    page: paths.group_sla_policy,
    intro:
      'How long a group may have a ticket until it is solved or assigned to another group. The first policy of this list that is for the group sets the target.',
    whileNone: 'Until then the time in a group has no target.',
    afterDeletion:
      'cannot be brought back. Tickets keep its target until they are updated; then the next policy that is for their group sets theirs.',
    legend: 'Groups',
    hint: 'The groups that the policy is for.',
    hasAny: false,
    isCounted: false,
    first: 'group_id',
    metrics: [
      { value: 'group_ownership_time', title: 'Group ownership time', about: 'Until the group solves the ticket or another one has it.' },
    ],
    unit_seconds: 1,
  },
} as const satisfies Record<PolicyKind, KindOfPolicy>
