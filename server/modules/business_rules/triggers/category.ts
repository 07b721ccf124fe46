/** The category of a trigger that a request creates or changes. */
import { FIRST_CATEGORY } from '#accounts/fresh_triggers.ts'
import type { Context } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { addCategory } from '../trigger_categories/change.ts'
import { allCategories, type CategoryRow } from '../trigger_categories/store.ts'
import type { TriggerInput } from './schema.ts'

type Sent = Pick<TriggerInput, 'category' | 'category_id'>

/** The refusal of a category that does not exist. */
export function makeUnknownCategory(): RecordInvalid {
  return new RecordInvalid({ category_id: [{ description: 'Category: does not exist', error: 'InvalidValue' }] })
}

/** The category that a request names or creates inline; undefined if neither. @throws RecordInvalid @throws BadRequest */
async function sentCategory(tx: Context, sent: Sent, all: readonly CategoryRow[]): Promise<CategoryRow | undefined> {
  if (sent.category?.name !== undefined) return addCategory(tx, sent.category, all)
  if (typeof sent.category_id !== 'number') return undefined
  const found = all.find((row) => row.id === sent.category_id)
  if (found === undefined) throw makeUnknownCategory()
  return found
}

/**
 * The category of a new trigger: the one that is sent or created inline; else the last one, so that the trigger goes behind all others. An
 * account without categories gets its first one.
 * @throws RecordInvalid if there is no category of that id
 * @source docs/reference/business_rules.md §2.5
 */
export async function categoryOfNew(tx: Context, sent: Sent): Promise<CategoryRow> {
  const all = await allCategories(tx)
  return (await sentCategory(tx, sent, all)) ?? all.at(-1) ?? addCategory(tx, { name: FIRST_CATEGORY }, all)
}

/** The id of the category of a changed trigger. @throws RecordInvalid */
export async function categoryIdAfter(tx: Context, sent: Sent, before: number): Promise<number> {
  if (sent.category === undefined && sent.category_id === undefined) return before
  return (await sentCategory(tx, sent, await allCategories(tx)))?.id ?? before
}
