/** The acts that SLA policies and group SLA policies have in common: create, change, reorder, remove. */
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, orNotFound, refuseInvalid } from '#core/errors.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { auditRule } from '../rules/audit.ts'
import { positionAfter } from '../rules/members.ts'
import { blankPolicy, draftOf, policyDifferences } from './members.ts'
import { checkPolicy, countProblems, type TargetRules } from './problems.ts'
import type { PolicyInput } from './schema.ts'
import type { PolicyDraft } from './store.ts'

/** A kind of policies. `Named`: what the audit log needs of one that was removed. */
export interface PolicyKind<Id, Row extends PolicyDraft & { readonly id: Id } & Named, Named> {
  /** What the audit log calls one. */
  readonly label: string
  readonly targets: TargetRules
  /** What is wrong with the filter of a policy, in sentences. */
  filterProblems(tx: Context, draft: PolicyDraft): Promise<string[]>
  /** The number and the title of one, for the audit log. */
  subjectOf(row: Named): { readonly id: number; readonly title: string }
  listPolicies(tx: Context): Promise<Row[]>
  insertPolicy(tx: Context, draft: PolicyDraft): Promise<Row>
  updatePolicy(tx: Context, id: Id, draft: PolicyDraft): Promise<Row>
  updateOrder(tx: Context, ids: readonly Id[]): Promise<void>
  deletePolicy(tx: Context, id: Id): Promise<Named | undefined>
}

/** The acts on policies of a kind. */
export interface PolicyActs<Id, Row> {
  /** Creates a policy, after all others. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §6 */
  create(ctx: Context, input: PolicyInput): Promise<Row>
  /** Changes a policy. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §6 */
  change(ctx: Context, id: Id, input: PolicyInput): Promise<Row>
  /** Puts the named policies first, in this order. @throws Forbidden @throws NotFound when one of them does not exist */
  reorder(ctx: Context, ids: readonly Id[]): Promise<void>
  /** Removes a policy. Tickets keep its targets until they are written again. @throws Forbidden @throws NotFound */
  remove(ctx: Context, id: Id): Promise<void>
}

/** The acts on policies of this kind. */
export function policyActs<Id, Row extends PolicyDraft & { readonly id: Id } & Named, Named>(
  kind: PolicyKind<Id, Row, Named>,
): PolicyActs<Id, Row> {
  const { label, targets } = kind
  const audit = (tx: Context, action: AuditEntry['action'], row: Named, text: string) =>
    auditRule(tx, label, action, kind.subjectOf(row), text)

  /** Runs an act on the policies of the account, which nobody else changes meanwhile. Tickets are measured by the new ones from then on. */
  async function changePolicies<Result>(ctx: Context, act: (tx: Context, policies: readonly Row[]) => Promise<Result>): Promise<Result> {
    requirePermission(ctx, 'sla_policy.manage')
    return inTransaction(ctx, async (tx) => {
      await lockAccount(tx)
      const result = await act(tx, await kind.listPolicies(tx))
      await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
      return result
    })
  }

  return {
    create: (ctx, input) =>
      changePolicies(ctx, async (tx, policies) => {
        const after = draftOf(blankPolicy(positionAfter(policies, 1)), input, targets.unit)
        refuseInvalid(checkPolicy(after, [...countProblems(policies), ...(await kind.filterProblems(tx, after))], targets))
        const row = await kind.insertPolicy(tx, after)
        await audit(tx, 'create', row, 'Created')
        return row
      }),
    change: (ctx, id, input) =>
      changePolicies(ctx, async (tx, policies) => {
        const before = orNotFound(policies.find((row) => row.id === id))
        const after = draftOf(before, input, targets.unit)
        // a filter that names what was deleted since stays, so that the rest can be changed
        const sentences = input.filter === undefined ? [] : await kind.filterProblems(tx, after)
        refuseInvalid(checkPolicy(after, sentences, targets))
        const found = policyDifferences(before, after)
        if (found.length === 0) return before
        const row = await kind.updatePolicy(tx, id, after)
        await audit(tx, 'update', row, found.join('; '))
        return row
      }),
    reorder: (ctx, ids) =>
      changePolicies(ctx, async (tx, policies) => {
        const named = new Set(ids)
        if ([...named].some((id) => !policies.some((row) => row.id === id))) throw new NotFound()
        await kind.updateOrder(tx, [...named, ...policies.map((row) => row.id).filter((id) => !named.has(id))])
        await auditRule(tx, label, 'update', { id: tx.account.id, title: 'all' }, 'Reordered')
      }),
    remove: (ctx, id) =>
      changePolicies(ctx, async (tx) => {
        await audit(tx, 'destroy', orNotFound(await kind.deletePolicy(tx, id)), 'Deleted')
      }),
  }
}
