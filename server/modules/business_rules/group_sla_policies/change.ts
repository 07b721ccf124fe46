/** The acts on group SLA policies. */
import { policyActs } from '../sla_policies/acts.ts'
import { describeMissingRecords } from '../sla_policies/references_store.ts'
import { filterSentences, GROUP_TARGETS } from './check.ts'
import { deletePolicy, type GroupPolicyRow, insertPolicy, listPolicies, updateOrder, updatePolicy } from './store.ts'

/** Creates, changes, reorders and removes group SLA policies. @source docs/reference/business_rules.md §6.3 */
export const groupSlaPolicies = policyActs<string, GroupPolicyRow, Pick<GroupPolicyRow, 'number' | 'title'>>({
  label: 'Group SLA policy',
  targets: GROUP_TARGETS,
  filterProblems: async (tx, { filter }) => [...filterSentences(filter), ...(await describeMissingRecords(tx, filter))],
  subjectOf: ({ number, title }) => ({ id: number, title }),
  listPolicies,
  insertPolicy,
  updatePolicy,
  updateOrder,
  deletePolicy,
})
