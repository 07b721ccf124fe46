/** The acts on trigger categories: create, change, move, remove. */
import { type Context, inTransaction } from '#core/context.ts'
import { rulesTopic } from '#db/topics.ts'
import { BadRequest, orNotFound } from '#core/errors.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { positionAfter } from '../rules/members.ts'
import { lockRules } from '../rules/store.ts'
import type { TriggerCategoryInput } from './schema.ts'
import { allCategories, type CategoryRow, deleteEmptyCategory, getCategory, insertCategory, updateCategories } from './store.ts'

type Wanted = Pick<CategoryRow, 'id' | 'name' | 'position'>

async function auditAndInvalidate(tx: Context, action: AuditEntry['action'], row: Wanted, change_description: string): Promise<void> {
  await recordAudit(tx, {
    action,
    source_type: 'rule',
    source_id: row.id,
    source_label: `Trigger category: ${row.name}`,
    change_description,
  })
  await tx.services.cache.invalidate(tx.db, rulesTopic(tx.account.id))
}

function requireName(name: string): void {
  if (name === '') throw new BadRequest('BlankValue', 'Name: cannot be blank')
}

/**
 * Adds a category in the transaction of an act that has locked the rules. `others` are the categories there are; without a position it goes
 * behind them.
 * @throws BadRequest without a name
 */
export async function addCategory(tx: Context, input: TriggerCategoryInput, others: readonly CategoryRow[]): Promise<CategoryRow> {
  const name = (input.name ?? '').trim()
  requireName(name)
  const row = await insertCategory(tx, name, input.position ?? positionAfter(others))
  await auditAndInvalidate(tx, 'create', row, 'Created')
  return row
}

/** Creates a category. @throws Forbidden @throws BadRequest @source docs/reference/business_rules.md §2.5 */
export async function createCategory(ctx: Context, input: TriggerCategoryInput): Promise<CategoryRow> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    return addCategory(tx, input, await allCategories(tx))
  })
}

function whatDiffers(before: Wanted, after: Wanted): string {
  const parts = [
    before.name === after.name ? '' : `Name changed from "${before.name}" to "${after.name}"`,
    before.position === after.position ? '' : `Position changed from ${before.position} to ${after.position}`,
  ]
  return parts.filter(Boolean).join('; ')
}

/** Writes those of the categories that differ from `before`, in the transaction of an act that has locked the rules; returns these. */
export async function moveCategories(tx: Context, before: readonly CategoryRow[], wanted: readonly Wanted[]): Promise<CategoryRow[]> {
  const old = new Map(before.map((row) => [row.id, row]))
  const differing = wanted.filter((row) => whatDiffers(orNotFound(old.get(row.id)), row) !== '')
  if (differing.length === 0) return []
  const rows = await updateCategories(tx, differing)
  for (const row of rows) await auditAndInvalidate(tx, 'update', row, whatDiffers(orNotFound(old.get(row.id)), row))
  return rows
}

/** Changes a category. @throws Forbidden @throws NotFound @throws BadRequest @source docs/reference/business_rules.md §2.5 */
export async function changeCategory(ctx: Context, id: number, input: TriggerCategoryInput): Promise<CategoryRow> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const before = await getCategory(tx, id)
    const name = input.name === undefined ? before.name : (input.name ?? '').trim()
    requireName(name)
    const [row] = await moveCategories(tx, [before], [{ id, name, position: input.position ?? before.position }])
    return row ?? before
  })
}

/** Removes an empty category. @throws Forbidden @throws NotFound @throws BadRequest if it has triggers @source docs/reference/business_rules.md §2.5 */
export async function removeCategory(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'trigger.manage')
  await inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const row = await getCategory(tx, id)
    if (!(await deleteEmptyCategory(tx, id))) throw new BadRequest('CategoryNotEmpty', 'Only a category without triggers can be deleted')
    await auditAndInvalidate(tx, 'destroy', row, 'Deleted')
  })
}
