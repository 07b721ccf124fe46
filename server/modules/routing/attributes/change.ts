/** The acts on attributes: create, rename, remove with their values. */
import { randomUUID } from 'node:crypto'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { insertSkillChanges, type SkillChangeRow } from '#modules/tickets/tickets/skill_store.ts'
import type { AttributeInput } from './schema.ts'
import { type AttributeRow, deleteAttribute, getAttribute, insertAttribute, listAttributes, updateAttribute } from './store.ts'
import { valuesRemoved } from './value_change.ts'
import { listValues } from './value_store.ts'

/** Attributes of an account: their lists have no pages. */
const MAX_ATTRIBUTES = 100

function audit(tx: Context, action: AuditEntry['action'], { id, name }: AttributeRow, change_description: string): Promise<void> {
  const source = { source_type: 'attribute', source_id: tx.account.id, source_label: name }
  return recordAudit(tx, { action, ...source, change_description, details: { attribute_id: id } })
}

const makeSkillChange = (type: SkillChangeRow['type'], { id, name }: AttributeRow): SkillChangeRow => ({
  kind: 'attribute',
  type,
  record_id: id,
  parent_id: null,
  name,
  instance_id: null,
})

function nameOf({ name }: AttributeInput, before = ''): string {
  const wanted = (name ?? before).trim()
  if (wanted === '') refuseInvalid({ name: [makeBlankProblem('Name')] })
  return wanted
}

/** Creates an attribute. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §12.1 */
export async function createAttribute(ctx: Context, input: AttributeInput): Promise<AttributeRow> {
  requirePermission(ctx, 'skill.manage')
  const name = nameOf(input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    if ((await listAttributes(tx)).length >= MAX_ATTRIBUTES)
      refuseInvalid({ base: [{ description: `An account can have at most ${MAX_ATTRIBUTES} attributes` }] })
    const row = await insertAttribute(tx, randomUUID(), name)
    await insertSkillChanges(tx, [makeSkillChange('create', row)])
    await audit(tx, 'create', row, 'Created')
    return row
  })
}

/** Renames an attribute. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeAttribute(ctx: Context, id: string, input: AttributeInput): Promise<AttributeRow> {
  requirePermission(ctx, 'skill.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getAttribute(tx, id)
    const name = nameOf(input, before.name)
    if (name === before.name) return before
    const row = await updateAttribute(tx, id, name)
    await insertSkillChanges(tx, [makeSkillChange('update', row)])
    await audit(tx, 'update', row, `Name changed from ${before.name} to ${row.name}`)
    return row
  })
}

/** Removes an attribute with its values; agents lose these. @throws Forbidden @throws NotFound */
export async function removeAttribute(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'skill.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const row = await getAttribute(tx, id)
    await valuesRemoved(tx, await listValues(tx, id))
    await deleteAttribute(tx, id)
    await insertSkillChanges(tx, [makeSkillChange('delete', row)])
    await audit(tx, 'destroy', row, 'Deleted')
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
  })
}
