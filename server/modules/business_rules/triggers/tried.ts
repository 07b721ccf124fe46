/** A trigger that is tried out and not saved: a new one, or a saved one with changes. */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { allCategories } from '../trigger_categories/store.ts'
import { makeUnknownCategory } from './category.ts'
import { blankDraft, draftOf } from './draft.ts'
import { problemsOf } from './save.ts'
import type { TriggerInput } from './schema.ts'
import { getTrigger, type TriggerDraft, type TriggerRow } from './store.ts'

const LAST_POSITION = 2_147_483_647

/** A trigger that is tried out, and the saved one whose place it takes. */
export interface TriedTrigger {
  readonly saved: TriggerRow | null
  readonly draft: TriggerDraft
  /** The position of its category. */
  readonly category_position: number
}

/** Reads and checks a trigger that is tried out; a new one is the last of its category. @throws NotFound @throws RecordInvalid */
export async function readTriedTrigger(ctx: Context, input: Omit<TriggerInput, 'category'>, id: number | null): Promise<TriedTrigger> {
  const saved = id === null ? null : await getTrigger(ctx, id)
  const categories = await allCategories(ctx)
  const draft = draftOf(saved ?? { ...blankDraft(categories.at(-1)?.id ?? 0, LAST_POSITION), title: 'Draft' }, input)
  const category = categories.find((one) => one.id === draft.category_id)
  if (category === undefined && categories.length > 0) throw makeUnknownCategory()
  for (const problems of await problemsOf(ctx, [draft])) refuseInvalid(problems)
  return { saved, draft, category_position: category?.position ?? LAST_POSITION }
}
