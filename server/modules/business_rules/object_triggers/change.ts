/** The acts on object triggers: create, change, move, remove; one or many at once. */
import { type Context, inTransaction } from '#core/context.ts'
import { rulesTopic } from '#db/topics.ts'
import { NotFound, orNotFound, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { recordCatalogue } from '#rules/facts.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'
import { recordType } from '#modules/custom_data/custom_object_fields/rule_fields.ts'
import { readObjectFields } from '#modules/custom_data/custom_object_fields/store.ts'
import { type CustomObjectRow, getCustomObject } from '#modules/custom_data/custom_objects/store.ts'
import { auditRule } from '../rules/audit.ts'
import { itemIds } from '../rules/items.ts'
import { describeDifferences, positionAfter } from '../rules/members.ts'
import { keepsRule, ruleProblems } from '../rules/problems.ts'
import { findReferenced } from '../rules/reference_store.ts'
import { referencesOf } from '../rules/references.ts'
import { lockRules } from '../rules/store.ts'
import { blankMembers, membersAfter, type TriggerMembers } from '../rules/trigger_members.ts'
import { beyondLimits, checkDraft } from './check.ts'
import type { ObjectTriggerInput, ObjectTriggerMove } from './schema.ts'
import {
  countObjectTriggers,
  deleteObjectTriggers,
  findObjectTriggers,
  getObjectTrigger,
  insertObjectTrigger,
  type ObjectTriggerRow,
  updateObjectTriggers,
} from './store.ts'
import { describeMissingTargets } from './targets.ts'

type Named = Pick<ObjectTriggerRow, 'id' | 'title'>

/** A trigger before and after a request. */
interface Change {
  readonly before: ObjectTriggerRow
  readonly after: TriggerMembers
}

/** What was done to a trigger, for the audit log. */
interface Done {
  readonly row: Named
  readonly text: string
}

/** Does something to the triggers of an object, in a transaction that has locked the rules. @throws Forbidden @throws NotFound */
async function withObject<Result>(
  ctx: Context,
  objectKey: string,
  act: (tx: Context, object: CustomObjectRow) => Promise<Result>,
): Promise<Result> {
  requirePermission(ctx, 'trigger.manage')
  const object = await getCustomObject(ctx, objectKey)
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    return act(tx, object)
  })
}

/** Records what was done, and invalidates what processes have cached of the triggers. */
async function auditAndInvalidate(tx: Context, action: AuditEntry['action'], done: readonly Done[]): Promise<void> {
  if (done.length === 0) return
  for (const { row, text } of done) await auditRule(tx, 'Object trigger', action, row, text)
  await tx.services.cache.invalidate(tx.db, rulesTopic(tx.account.id))
}

/** Refuses the first of these triggers that is invalid. Fields and the records they name are read at once for all. */
async function refuseProblems(tx: Context, object: CustomObjectRow, drafts: readonly TriggerMembers[]): Promise<void> {
  if (drafts.length === 0) return
  const record = recordType(object.key, await readObjectFields(tx, object.id))
  const catalogue = recordCatalogue(record)
  const existing = await findReferenced(tx, drafts.flatMap(referencesOf))
  const missing = await describeMissingTargets(tx, record, drafts)
  for (const draft of drafts) refuseInvalid(checkDraft(draft, { catalogue, existing, missing: missing.get(draft) ?? [] }))
}

/**
 * Creates a trigger of an object, its last one unless a position is sent.
 * @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/custom_objects.md §6
 */
export function createObjectTrigger(ctx: Context, objectKey: string, input: ObjectTriggerInput): Promise<ObjectTriggerRow> {
  return withObject(ctx, objectKey, async (tx, object) => {
    const counts = await countObjectTriggers(tx, object.id)
    const others = counts.last_position === null ? [] : [{ position: counts.last_position }]
    const draft = membersAfter(blankMembers(positionAfter(others, 1)), input)
    await refuseProblems(tx, object, [draft])
    refuseInvalid(beyondLimits(counts, { all: 1, active: Number(draft.active) }))
    const row = await insertObjectTrigger(tx, object.id, draft)
    await auditAndInvalidate(tx, 'create', [{ row, text: row.active ? 'Created' : 'Created inactive' }])
    return row
  })
}

/** Checks and writes changes; what does not differ is not written. Returns all the triggers in their order. @throws RecordInvalid */
async function save(tx: Context, object: CustomObjectRow, changes: readonly Change[]): Promise<ObjectTriggerRow[]> {
  for (const { after } of changes) refuseInvalid(ruleProblems(after.title, []))
  const checked = changes.filter(({ before, after }) => !keepsRule(before, after))
  await refuseProblems(
    tx,
    object,
    checked.map(({ after }) => after),
  )
  const activated = changes.reduce((sum, { before, after }) => sum + Number(after.active) - Number(before.active), 0)
  if (activated > 0) refuseInvalid(beyondLimits(await countObjectTriggers(tx, object.id), { all: 0, active: activated }))
  const differing = changes.filter(({ before, after }) => describeDifferences(before, after).length > 0)
  if (differing.length > 0) {
    await updateObjectTriggers(
      tx,
      object.id,
      differing.map(({ before: { id }, after }) => ({ ...after, id })),
    )
  }
  const done = differing.map(({ before, after }) => ({
    row: { id: before.id, title: after.title },
    text: describeDifferences(before, after).join('; '),
  }))
  await auditAndInvalidate(tx, 'update', done)
  return findObjectTriggers(
    tx,
    object.id,
    changes.map(({ before }) => before.id),
  )
}

/** Changes a trigger of an object. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/custom_objects.md §6 */
export function changeObjectTrigger(ctx: Context, objectKey: string, id: number, input: ObjectTriggerInput): Promise<ObjectTriggerRow> {
  return withObject(ctx, objectKey, async (tx, object) => {
    const before = await getObjectTrigger(tx, object.id, id)
    const [row] = await save(tx, object, [{ before, after: membersAfter(before, input) }])
    return orNotFound(row)
  })
}

/**
 * Moves, enables and disables up to 100 triggers of an object in one transaction. Returns them in their order.
 * @throws Forbidden @throws TooManyValues @throws InvalidAttribute @throws NotFound @throws RecordInvalid
 * @source docs/reference/custom_objects.md §6
 */
export function changeObjectTriggers(
  ctx: Context,
  objectKey: string,
  items: readonly ObjectTriggerMove[],
  action: string,
): Promise<ObjectTriggerRow[]> {
  return withObject(ctx, objectKey, async (tx, object) => {
    refuseTooMany(items)
    const ids = itemIds(items, 'triggers', action)
    const rows = await findObjectTriggers(tx, object.id, ids)
    const after = new Map<number, TriggerMembers>(rows.map((row) => [row.id, row]))
    for (const [index, { position, active }] of items.entries()) {
      const id = orNotFound(ids[index])
      after.set(
        id,
        membersAfter(orNotFound(after.get(id)), {
          ...(position === undefined ? {} : { position }),
          ...(active === undefined ? {} : { active }),
        }),
      )
    }
    return save(
      tx,
      object,
      rows.map((before) => ({ before, after: orNotFound(after.get(before.id)) })),
    )
  })
}

/** Removes triggers of an object; ignores ids that do not exist. @throws Forbidden @throws NotFound @source docs/reference/custom_objects.md §6 */
export function removeObjectTriggers(ctx: Context, objectKey: string, ids: readonly number[]): Promise<readonly Named[]> {
  return withObject(ctx, objectKey, async (tx, object) => {
    const removed = await deleteObjectTriggers(tx, object.id, ids)
    await auditAndInvalidate(
      tx,
      'destroy',
      removed.map((row) => ({ row, text: 'Deleted' })),
    )
    return removed
  })
}

/** Removes a trigger of an object. @throws Forbidden @throws NotFound @source docs/reference/custom_objects.md §6 */
export async function removeObjectTrigger(ctx: Context, objectKey: string, id: number): Promise<void> {
  if ((await removeObjectTriggers(ctx, objectKey, [id])).length === 0) throw new NotFound()
}
