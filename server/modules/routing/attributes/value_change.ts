/** The acts on attribute values, the skills: create, change, remove. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { insertSkillChanges, type SkillChangeRow, ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { checkSkillConditions, conditionsOf, NO_CONDITIONS } from './conditions.ts'
import type { AttributeValueInput } from './schema.ts'
import { getAttribute } from './store.ts'
import {
  type AttributeValueDraft,
  type AttributeValueRow,
  countValues,
  deleteValues,
  getValue,
  insertValue,
  updateValue,
} from './value_store.ts'

/** Skills of an account, which every process caches and compares new tickets with. */
const MAX_VALUES = 1000

function audit(tx: Context, action: AuditEntry['action'], { id, name }: AttributeValueRow, change_description: string): Promise<void> {
  const source = { source_type: 'attribute_value', source_id: tx.account.id, source_label: name }
  return recordAudit(tx, { action, ...source, change_description, details: { attribute_value_id: id } })
}

const makeSkillChange = (type: SkillChangeRow['type'], { id, attribute_id, name }: AttributeValueRow): SkillChangeRow => ({
  kind: 'attribute_value',
  type,
  record_id: id,
  parent_id: attribute_id,
  name,
  instance_id: null,
})

async function checkedDraft(tx: Context, before: AttributeValueDraft, input: AttributeValueInput): Promise<AttributeValueDraft> {
  const draft = { name: (input.name ?? before.name).trim(), conditions: conditionsOf(input.conditions, before.conditions) }
  const { catalogue } = await ticketSkills(tx)
  // conditions that stay as they are may name a field that was deleted since
  const sentences = input.conditions === undefined ? [] : checkSkillConditions(draft.conditions, catalogue)
  refuseInvalid({
    ...(draft.name === '' ? { name: [makeBlankProblem('Name')] } : {}),
    ...(sentences.length > 0 ? { base: sentences.map((description) => ({ description })) } : {}),
  })
  return draft
}

const invalidate = (tx: Context) => tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))

/** Creates a skill. @throws Forbidden @throws NotFound for an unknown attribute @throws RecordInvalid @source docs/reference/other.md §12.1 */
export async function createValue(ctx: Context, attributeId: string, input: AttributeValueInput): Promise<AttributeValueRow> {
  requirePermission(ctx, 'skill.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    await getAttribute(tx, attributeId)
    const draft = await checkedDraft(tx, { name: '', conditions: NO_CONDITIONS }, input)
    if ((await countValues(tx)) >= MAX_VALUES)
      refuseInvalid({ base: [{ description: `An account can have at most ${MAX_VALUES} attribute values` }] })
    const row = await insertValue(tx, randomUUID(), attributeId, draft)
    await insertSkillChanges(tx, [makeSkillChange('create', row)])
    await audit(tx, 'create', row, 'Created')
    await invalidate(tx)
    return row
  })
}

/** Changes the name or the conditions of a skill. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeValue(ctx: Context, attributeId: string, id: string, input: AttributeValueInput): Promise<AttributeValueRow> {
  requirePermission(ctx, 'skill.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getValue(tx, attributeId, id)
    const draft = await checkedDraft(tx, before, input)
    const sentences = [
      ...(draft.name === before.name ? [] : [`Name changed from ${before.name} to ${draft.name}`]),
      ...(isDeepStrictEqual(draft.conditions, before.conditions) ? [] : ['Conditions changed']),
    ]
    if (sentences.length === 0) return before
    const row = await updateValue(tx, id, draft)
    await insertSkillChanges(tx, [makeSkillChange('update', row)])
    await audit(tx, 'update', row, sentences.join('. '))
    await invalidate(tx)
    return row
  })
}

/** Removes a skill; agents lose it. @throws Forbidden @throws NotFound */
export async function removeValue(ctx: Context, attributeId: string, id: string): Promise<void> {
  requirePermission(ctx, 'skill.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const row = await getValue(tx, attributeId, id)
    await valuesRemoved(tx, [row])
    await invalidate(tx)
  })
}

/** Removes skills in the transaction of the act that causes it; the caller is already authorised. */
export async function valuesRemoved(tx: Context, rows: readonly AttributeValueRow[]): Promise<void> {
  const lost = await deleteValues(
    tx,
    rows.map(({ id }) => id),
  )
  await insertSkillChanges(tx, [
    ...lost.map(({ id, user_id, attribute_value_id }): SkillChangeRow => ({
      kind: 'instance_value',
      type: 'unassociate_agent',
      record_id: id,
      parent_id: attribute_value_id,
      name: null,
      instance_id: user_id,
    })),
    ...rows.map((row) => makeSkillChange('delete', row)),
  ])
  for (const row of rows) await audit(tx, 'destroy', row, 'Deleted')
}
