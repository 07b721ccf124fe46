/** Moves categories and triggers together: all of it, or nothing. */
import { type Context, inTransaction } from '#core/context.ts'
import { InvalidAttribute, orNotFound } from '#core/errors.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { lockRules } from '../rules/store.ts'
import { moveCategories } from '../trigger_categories/change.ts'
import { allCategories, type CategoryRow } from '../trigger_categories/store.ts'
import { draftOf } from './draft.ts'
import { type Change, type ChangeProblem, problemsOfChanges, writeChanges } from './save.ts'
import type { BatchItems, TriggerMove } from './schema.ts'
import { findTriggers, type TriggerRow } from './store.ts'

/** Why an item was refused. `trigger_id` is there for those of triggers. */
export interface BatchError {
  readonly code: string
  readonly title: string
  readonly trigger_id?: string
}

/** The outcome of a batch: what was named, as it is now, or the errors. */
export interface BatchOutcome {
  readonly categories: readonly CategoryRow[]
  readonly triggers: readonly TriggerRow[]
  readonly errors: readonly BatchError[]
}

const makeFailedOutcome = (errors: readonly BatchError[]): BatchOutcome => ({ categories: [], triggers: [], errors })
const hasId = <Item extends { readonly id?: number | null }>(item: Item): item is Item & { readonly id: number } =>
  typeof item.id === 'number'

type Named<Item> = Item & { readonly id: number }

function errorsIn(
  { categories, triggers }: { categories: readonly Named<object>[]; triggers: readonly Named<TriggerMove>[] },
  known: { readonly categories: ReadonlySet<number>; readonly triggers: ReadonlySet<number> },
): BatchError[] {
  const unknown = categories.filter(({ id }) => !known.categories.has(id))
  const gone = triggers.filter(({ id }) => !known.triggers.has(id))
  const homeless = triggers.filter(({ category_id }) => typeof category_id === 'number' && !known.categories.has(category_id))
  return [
    ...unknown.map(({ id }) => ({ code: 'TriggerCategoryNotFound', title: `There is no trigger category ${id}` })),
    ...gone.map(({ id }) => ({ code: 'TriggerNotFound', title: `There is no trigger ${id}`, trigger_id: String(id) })),
    ...homeless.map(({ id, category_id }) => {
      return { code: 'TriggerCategoryNotFound', title: `There is no trigger category ${category_id ?? ''}`, trigger_id: String(id) }
    }),
  ]
}

/**
 * Changes the positions of categories, and position, category and state of triggers, in one transaction.
 * @throws Forbidden @throws InvalidAttribute for another action than `patch`, and items without an id
 * @source docs/reference/business_rules.md §2.5
 */
export async function runBatch(ctx: Context, action: string | undefined, items: BatchItems): Promise<BatchOutcome> {
  requirePermission(ctx, 'trigger.manage')
  const refuse = (name: string, must: string) => new InvalidAttribute(name, must, 'trigger_categories/jobs')
  if (action !== 'patch') throw refuse('job.action', 'must be patch')
  const categories = (items.trigger_categories ?? []).filter(hasId)
  const triggers = (items.triggers ?? []).filter(hasId)
  if (categories.length + triggers.length < (items.trigger_categories?.length ?? 0) + (items.triggers?.length ?? 0))
    throw refuse('job.items.id', 'must be an integer')
  return inTransaction(ctx, async (tx) => {
    await lockRules(tx)
    const all = await allCategories(tx)
    const rows = await findTriggers(
      tx,
      triggers.map(({ id }) => id),
    )
    const known = { categories: new Set(all.map(({ id }) => id)), triggers: new Set(rows.map(({ id }) => id)) }
    const unknown = errorsIn({ categories, triggers }, known)
    if (unknown.length > 0) return makeFailedOutcome(unknown)
    const changes = changesOf(rows, triggers)
    const invalid = await problemsOfChanges(tx, changes)
    if (invalid.length > 0) return makeFailedOutcome(invalid.flatMap(invalidTrigger))
    await moveCategories(tx, all, placeCategories(all, categories))
    const saved = await writeChanges(tx, changes)
    const named = new Set(categories.map(({ id }) => id))
    return { categories: (await allCategories(tx)).filter(({ id }) => named.has(id)), triggers: saved, errors: [] }
  })
}

function invalidTrigger({ id, details }: ChangeProblem): BatchError[] {
  const problems = Object.values(details).flat()
  return problems.map(({ description }) => ({ code: 'TriggerInvalid', title: description, trigger_id: String(id) }))
}

/** The named categories with their wanted positions. */
function placeCategories(
  all: readonly CategoryRow[],
  moves: readonly { readonly id: number; readonly position?: number | null }[],
): CategoryRow[] {
  const wanted = new Map(moves.map((move) => [move.id, move.position]))
  return all.filter(({ id }) => wanted.has(id)).map((row) => ({ ...row, position: wanted.get(row.id) ?? row.position }))
}

function changesOf(rows: readonly TriggerRow[], moves: readonly Named<TriggerMove>[]): Change[] {
  const after = new Map(rows.map((row) => [row.id, draftOf(row, {})]))
  for (const { id, ...move } of moves) after.set(id, draftOf(orNotFound(after.get(id)), move))
  return rows.map((before) => ({ before, after: orNotFound(after.get(before.id)) }))
}
