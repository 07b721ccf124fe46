/** The acts on triggers: create, change, move, remove; one or many at once. */
import { type Context, inTransaction } from '#core/context.ts'
import { BadRequest, NotFound, orNotFound, refuseInvalid } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { itemIds } from '../rules/items.ts'
import { lockRules } from '../rules/store.ts'
import { allCategories } from '../trigger_categories/store.ts'
import { categoryIdAfter, categoryOfNew, makeUnknownCategory } from './category.ts'
import { blankDraft, draftOf } from './draft.ts'
import { tooManyActive } from './check.ts'
import { auditAndInvalidate, problemsOf, saveChanges } from './save.ts'
import type { TriggerInput, TriggerMove } from './schema.ts'
import { deleteTriggers, findTriggers, getTrigger, insertTrigger, readSurroundings, type TriggerRow } from './store.ts'
import { ensureDefined } from '#lib/defined.ts'

/** Creates a trigger, the last of its category unless a position is sent. @throws Forbidden @throws RecordInvalid @source docs/reference/business_rules.md §1, §2.4 */
export async function createTrigger(ctx: Context, input: TriggerInput): Promise<TriggerRow> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const category = await categoryOfNew(tx, input)
    const key = keyFrom(draftOf(blankDraft(category.id, 0), input).title)
    const { active, last_position, keys } = await readSurroundings(tx, category.id, key)
    const draft = { ...draftOf(blankDraft(category.id, nextPosition(last_position)), input), category_id: category.id }
    for (const problems of await problemsOf(tx, [draft])) refuseInvalid(problems)
    refuseInvalid(tooManyActive(active, Number(draft.active)))
    const row = await insertTrigger(tx, freeKey(key, new Set(keys)), draft)
    await auditAndInvalidate(tx, 'create', [{ row, text: row.active ? 'Created' : 'Created inactive' }])
    return row
  })
}

const LAST_POSITION = 2_147_483_647
const nextPosition = (last: number | null) => Math.min((last ?? 0) + 1, LAST_POSITION)

/** Changes a trigger. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/business_rules.md §1, §2.4 */
export async function changeTrigger(ctx: Context, id: number, input: TriggerInput): Promise<TriggerRow> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const before = await getTrigger(tx, id)
    const category_id = await categoryIdAfter(tx, input, before.category_id)
    const [row] = await saveChanges(tx, [{ before, after: { ...draftOf(before, input), category_id } }])
    return orNotFound(row)
  })
}

/** The rows of the named triggers, by id. @throws InvalidAttribute for an item without an id @throws NotFound */
async function namedRows(tx: Context, items: readonly TriggerMove[], action: string): Promise<ReadonlyMap<number, TriggerRow>> {
  const ids = itemIds(items, 'triggers', action)
  const rows = new Map((await findTriggers(tx, ids)).map((row) => [row.id, row]))
  if (ids.some((id) => !rows.has(id))) throw new NotFound()
  return rows
}

/**
 * Moves, enables and disables up to 100 triggers in one transaction. Returns them in their order.
 * @throws Forbidden @throws TooManyValues @throws InvalidAttribute @throws NotFound @throws RecordInvalid
 * @source docs/reference/business_rules.md §2.4
 */
export async function changeTriggers(ctx: Context, items: readonly TriggerMove[], action: string): Promise<TriggerRow[]> {
  requirePermission(ctx, 'trigger.manage')
  refuseTooMany(items)
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const rows = await namedRows(tx, items, action)
    const known = new Set((await allCategories(tx)).map((row) => row.id))
    const after = new Map([...rows].map(([id, row]) => [id, draftOf(row, {})]))
    for (const { id, ...move } of items) {
      if (typeof move.category_id === 'number' && !known.has(move.category_id)) throw makeUnknownCategory()
      const known_id = ensureDefined(id) // namedRows refuses a trigger without an id
      after.set(known_id, draftOf(orNotFound(after.get(known_id)), move))
    }
    return saveChanges(
      tx,
      [...rows.values()].map((before) => ({ before, after: orNotFound(after.get(before.id)) })),
    )
  })
}

/**
 * Orders all triggers as their ids are given; those that are not named follow in their order. For accounts with one category.
 * @throws Forbidden @throws BadRequest if there are several categories @throws NotFound
 * @source docs/reference/business_rules.md §2.4
 */
export async function reorderTriggers(ctx: Context, ids: readonly number[]): Promise<TriggerRow[]> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    if ((await allCategories(tx)).length > 1) {
      throw new BadRequest('LimitOneCategory', 'Triggers can be reordered like this only in an account with one trigger category')
    }
    const all = await findTriggers(tx)
    const rows = new Map(all.map((row) => [row.id, row]))
    const order = new Set([...ids, ...rows.keys()])
    const changes = [...order].map((id, index) => {
      const before = orNotFound(rows.get(id))
      return { before, after: { ...draftOf(before, {}), position: index + 1 } }
    })
    return saveChanges(tx, changes)
  })
}

/** Removes triggers with their revisions; ignores ids that do not exist. @throws Forbidden @source docs/reference/business_rules.md §2.4 */
export async function removeTriggers(ctx: Context, ids: readonly number[]): Promise<readonly { readonly id: number }[]> {
  requirePermission(ctx, 'trigger.manage')
  return inTransaction(ctx, async (tx) => {
    const removed = await deleteTriggers(tx, ids)
    await auditAndInvalidate(
      tx,
      'destroy',
      removed.map((row) => ({ row, text: 'Deleted' })),
    )
    return removed
  })
}

/** Removes a trigger. @throws Forbidden @throws NotFound @source docs/reference/business_rules.md §2.4 */
export async function removeTrigger(ctx: Context, id: number): Promise<void> {
  if ((await removeTriggers(ctx, [id])).length === 0) throw new NotFound()
}
