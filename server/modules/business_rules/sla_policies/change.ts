/** The acts on SLA policies. */
import { checkFilter } from '#rules/sla_conditions.ts'
import { ruleCatalogue } from '#modules/custom_data/custom_fields/rule_catalogue_store.ts'
import { policyActs } from './acts.ts'
import { SLA_TARGETS } from './problems.ts'
import { describeMissingRecords } from './references_store.ts'
import { deletePolicy, insertPolicy, listPolicies, type SlaPolicyRow, updateOrder, updatePolicy } from './store.ts'

/** Creates, changes, reorders and removes SLA policies. @source docs/reference/business_rules.md §6 */
export const slaPolicies = policyActs<number, SlaPolicyRow, Pick<SlaPolicyRow, 'id' | 'title'>>({
  label: 'SLA policy',
  targets: SLA_TARGETS,
  filterProblems: async (tx, { filter }) => [
    ...checkFilter(filter, await ruleCatalogue(tx)),
    ...(await describeMissingRecords(tx, filter)),
  ],
  subjectOf: (row) => row,
  listPolicies,
  insertPolicy,
  updatePolicy,
  updateOrder,
  deletePolicy,
})
