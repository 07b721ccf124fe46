/** The acts on SLA policies: create, change, reorder, remove. */
import { lockAccount } from '../../../accounts/lock.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { configurationTopic } from '../../../db/topics.ts'
import { NotFound, orNotFound, refuseInvalid } from '../../../errors.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { checkFilter } from '../../../rules/sla_conditions.ts'
import type { AuditEntry } from '../../common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { positionAfter } from '../rules/members.ts'
import { ruleCatalogue } from '../../custom_data/custom_fields/rule_catalogue_store.ts'
import { checkPolicy, countProblems, SLA_TARGETS } from './problems.ts'
import { blankPolicy, draftOf, policyDifferences } from './members.ts'
import { missingRecords } from './references_store.ts'
import type { PolicyInput } from './schema.ts'
import { deletePolicy, insertPolicy, listPolicies, type PolicyDraft, type SlaPolicyRow, updateOrder, updatePolicy } from './store.ts'

type Named = Pick<SlaPolicyRow, 'id' | 'title'>

const audit = (ctx: Context, action: AuditEntry['action'], row: Named, text: string) => auditRule(ctx, 'SLA policy', action, row, text)

/** Runs an act on the policies of the account, which nobody else changes meanwhile. Tickets are measured by the new ones from then on. */
async function changing<Result>(ctx: Context, act: (tx: Context, policies: readonly SlaPolicyRow[]) => Promise<Result>): Promise<Result> {
  requirePermission(ctx, 'sla_policy.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const result = await act(tx, await listPolicies(tx))
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
    return result
  })
}

/** What is wrong with the filter of a policy, in sentences. */
async function filterProblems(tx: Context, { filter }: PolicyDraft): Promise<string[]> {
  return [...checkFilter(filter, await ruleCatalogue(tx)), ...(await missingRecords(tx, filter))]
}

/** Creates a policy, after all others. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §6 */
export function createPolicy(ctx: Context, input: PolicyInput): Promise<SlaPolicyRow> {
  return changing(ctx, async (tx, policies) => {
    const after = draftOf(blankPolicy(positionAfter(policies, 1)), input)
    refuseInvalid(checkPolicy(after, [...countProblems(policies), ...(await filterProblems(tx, after))], SLA_TARGETS))
    const row = await insertPolicy(tx, after)
    await audit(tx, 'create', row, 'Created')
    return row
  })
}

/** Changes a policy. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §6 */
export function changePolicy(ctx: Context, id: number, input: PolicyInput): Promise<SlaPolicyRow> {
  return changing(ctx, async (tx, policies) => {
    const before = orNotFound(policies.find((row) => row.id === id))
    const after = draftOf(before, input)
    // a filter that names what was deleted since stays, so that the rest can be changed
    const sentences = input.filter === undefined ? [] : await filterProblems(tx, after)
    refuseInvalid(checkPolicy(after, sentences, SLA_TARGETS))
    const found = policyDifferences(before, after)
    if (found.length === 0) return before
    const row = await updatePolicy(tx, id, after)
    await audit(tx, 'update', row, found.join('; '))
    return row
  })
}

/** Puts the named policies first, in this order. @throws Forbidden @throws NotFound when one of them does not exist */
export function reorderPolicies(ctx: Context, ids: readonly number[]): Promise<void> {
  return changing(ctx, async (tx, policies) => {
    const named = new Set(ids)
    if ([...named].some((id) => !policies.some((row) => row.id === id))) throw new NotFound()
    await updateOrder(tx, [...named, ...policies.map((row) => row.id).filter((id) => !named.has(id))])
    await audit(tx, 'update', { id: tx.account.id, title: 'all' }, 'Reordered')
  })
}

/** Removes a policy. Tickets keep its targets until they are written again. @throws Forbidden @throws NotFound */
export function removePolicy(ctx: Context, id: number): Promise<void> {
  return changing(ctx, async (tx) => {
    await audit(tx, 'destroy', orNotFound(await deletePolicy(tx, id)), 'Deleted')
  })
}
