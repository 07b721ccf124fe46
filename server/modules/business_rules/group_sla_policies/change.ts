/** The acts on group SLA policies: create, change, reorder, remove. */
import { lockAccount } from '../../../accounts/lock.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { configurationTopic } from '../../../db/topics.ts'
import { NotFound, orNotFound, refuseInvalid } from '../../../errors.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import type { AuditEntry } from '../../common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { positionAfter } from '../rules/members.ts'
import { checkPolicy, countProblems } from '../sla_policies/problems.ts'
import { blankPolicy, draftOf, policyDifferences } from '../sla_policies/members.ts'
import { missingRecords } from '../sla_policies/references_store.ts'
import type { PolicyInput } from '../sla_policies/schema.ts'
import type { PolicyDraft } from '../sla_policies/store.ts'
import { filterSentences, GROUP_TARGETS } from './check.ts'
import { deletePolicy, type GroupPolicyRow, insertPolicy, listPolicies, updateOrder, updatePolicy } from './store.ts'

type Named = Pick<GroupPolicyRow, 'number' | 'title'>

const audit = (ctx: Context, action: AuditEntry['action'], { number, title }: Named, text: string) =>
  auditRule(ctx, 'Group SLA policy', action, { id: number, title }, text)

/** Runs an act on the group policies of the account, which nobody else changes meanwhile. */
async function changing<Result>(ctx: Context, act: (tx: Context, policies: readonly GroupPolicyRow[]) => Promise<Result>): Promise<Result> {
  requirePermission(ctx, 'sla_policy.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const result = await act(tx, await listPolicies(tx))
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
    return result
  })
}

const filterProblems = async (tx: Context, { filter }: PolicyDraft) => [...filterSentences(filter), ...(await missingRecords(tx, filter))]

/** Creates a policy, after all others. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §6.3 */
export function createPolicy(ctx: Context, input: PolicyInput): Promise<GroupPolicyRow> {
  return changing(ctx, async (tx, policies) => {
    const after = draftOf(blankPolicy(positionAfter(policies, 1)), input)
    refuseInvalid(checkPolicy(after, [...countProblems(policies), ...(await filterProblems(tx, after))], GROUP_TARGETS))
    const row = await insertPolicy(tx, after)
    await audit(tx, 'create', row, 'Created')
    return row
  })
}

/** Changes a policy. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §6.3 */
export function changePolicy(ctx: Context, id: string, input: PolicyInput): Promise<GroupPolicyRow> {
  return changing(ctx, async (tx, policies) => {
    const before = orNotFound(policies.find((row) => row.id === id))
    const after = draftOf(before, input)
    const sentences = input.filter === undefined ? [] : await filterProblems(tx, after)
    refuseInvalid(checkPolicy(after, sentences, GROUP_TARGETS))
    const found = policyDifferences(before, after)
    if (found.length === 0) return before
    const row = await updatePolicy(tx, id, after)
    await audit(tx, 'update', row, found.join('; '))
    return row
  })
}

/** Puts the named policies first, in this order. @throws Forbidden @throws NotFound when one of them does not exist */
export function reorderPolicies(ctx: Context, ids: readonly string[]): Promise<void> {
  return changing(ctx, async (tx, policies) => {
    const named = new Set(ids)
    if ([...named].some((id) => !policies.some((row) => row.id === id))) throw new NotFound()
    await updateOrder(tx, [...named, ...policies.map((row) => row.id).filter((id) => !named.has(id))])
    await audit(tx, 'update', { number: tx.account.id, title: 'all' }, 'Reordered')
  })
}

/** Removes a policy. @throws Forbidden @throws NotFound */
export function removePolicy(ctx: Context, id: string): Promise<void> {
  return changing(ctx, async (tx) => {
    await audit(tx, 'destroy', orNotFound(await deletePolicy(tx, id)), 'Deleted')
  })
}
