/**
 * Changes to the values and tags of records after a field was removed, or options of it were removed or renamed. The rules are the same for
 * every holder; each holder has its own job. Not here: the statements that find and write the records.
 * @source docs/reference/fields_and_forms.md §2.1, §3
 */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { lockOptions, type OptionsTable } from './option_store.ts'
import type { FieldOption, OptionDraft } from './options.ts'
import { tagsOf } from './tags.ts'
import type { FieldRules } from './types.ts'

/** A removed or renamed option: its previous value, and the id that identifies it if it was renamed. */
export type RemovedOption = Pick<FieldOption, 'id' | 'value'>

/** The payload of a rewrite job. It describes the past state: the options may change again before the job reaches a record. */
export interface FieldRewrite {
  readonly field_id: number
  /** Options whose values no longer exist; null: the whole field was removed. */
  readonly past: readonly RemovedOption[] | null
  /** The tags that belong to a removed field. */
  readonly tags: readonly string[]
}

/** The same for records of a custom object, with the object and the key of the values. */
export interface RecordRewrite extends FieldRewrite {
  readonly object_id: number
  readonly key: string
}

type Renamed = ReadonlyMap<string, string | null>

/** New values and tags by old ones; null for removed ones. `values` null: every value is removed. */
export interface Renaming {
  readonly values: Renamed | null
  readonly tags: Renamed
}

type FieldWithOptions = Pick<FieldRules, 'type' | 'tag'> & { readonly id: number; readonly options: readonly FieldOption[] }

/** The rewrite that one save of a field requires, for all its changed options; undefined if none. */
export function rewriteOfOptions(before: FieldWithOptions, after: FieldWithOptions): FieldRewrite | undefined {
  const past = findRemovedOptions(before.options, after.options)
  return past.length === 0 ? undefined : { field_id: before.id, past, tags: [] }
}

/** The rewrite that removing a field requires. */
export function rewriteOfField(field: FieldWithOptions): FieldRewrite {
  const tags = field.options.length > 0 ? field.options.map((option) => option.value) : tagsOf(field, true)
  return { field_id: field.id, past: null, tags }
}

function findRemovedOptions(before: readonly RemovedOption[], after: readonly Pick<OptionDraft, 'value'>[]): RemovedOption[] {
  const kept = new Set(after.map((option) => option.value))
  return before.filter((option) => !kept.has(option.value)).map(({ id, value }) => ({ id, value }))
}

/** Maps those values that still do not exist to the option's current value, or to null. Values that exist again are left out. */
export function currentRenames(past: readonly RemovedOption[], options: readonly Pick<OptionDraft, 'id' | 'value'>[]): Renamed {
  const called = new Map(options.map((option) => [option.id, option.value]))
  return new Map(findRemovedOptions(past, options).map(({ id, value }) => [value, called.get(id) ?? null]))
}

/** The value of the record's field after the rewrite; null if nothing is left. */
export function renameValue(value: unknown, { values }: Renaming): unknown {
  if (values === null) return null
  const toNewName = (one: unknown) => (typeof one === 'string' ? nameOf(values, one) : one)
  if (!Array.isArray(value)) return toNewName(value)
  const left = new Set(value.map(toNewName).filter((one) => one !== null))
  return left.size === 0 ? null : [...left]
}

/** The tags of the record after the rewrite. */
export function renameTags(tags: readonly string[], { tags: renamed }: Renaming): readonly string[] {
  if (!tags.some((tag) => renamed.has(tag))) return tags
  return [...new Set(tags.map((tag) => nameOf(renamed, tag)).filter((tag) => tag !== null))].sort()
}

const nameOf = (renamed: Renamed, value: string): string | null => (renamed.has(value) ? (renamed.get(value) ?? null) : value)

/** Ids found with one statement, whose cost depends on the number of all records with a value, not on the number it returns. */
export const FOUND_AT_ONCE = 100_000

/** How the records of a holder are found and rewritten. */
export interface RecordRewriter<Id> {
  /** The table of the holder's fields. */
  readonly table: OptionsTable
  /** A value that sorts before all ids. */
  readonly first: Id
  /** The next ids, at most {@link FOUND_AT_ONCE}, of records with one of these values; null means any value. */
  find(values: readonly string[] | null, after: Id): Promise<readonly Id[]>
  /** How many records one transaction rewrites. */
  readonly at_once: number
  /** Rewrites those of these records that still have such a value. */
  rewrite(tx: Context, renaming: Renaming, ids: readonly Id[]): Promise<void>
}

/** Rewrites all records with removed or renamed values, in batches. Can be repeated. */
export async function rewriteAll<Id>(ctx: Context, field: FieldRewrite, walk: RecordRewriter<Id>): Promise<void> {
  const values = field.past?.map((option) => option.value) ?? null
  let ids: readonly Id[] = []
  let after: Id = walk.first
  do {
    ids = await walk.find(values, after)
    after = ids.at(-1) ?? after
    for (let start = 0; start < ids.length; start += walk.at_once)
      await rewritePart(ctx, field, walk, ids.slice(start, start + walk.at_once))
  } while (ids.length === FOUND_AT_ONCE)
}

function rewritePart<Id>(ctx: Context, field: FieldRewrite, walk: RecordRewriter<Id>, ids: readonly Id[]): Promise<void> {
  return inTransaction(atThisMoment(ctx), async (tx) => {
    const renaming = await renamingNow(tx, walk.table, field)
    if (renaming !== undefined) await walk.rewrite(tx, renaming, ids)
  })
}

/** The values a batch looks for; null: any. */
export const valuesOf = ({ values }: Renaming): readonly string[] | null => (values === null ? null : [...values.keys()])

/**
 * Undefined if there is nothing left to rewrite. Locks the field's options until the batch is done, so no record can have a newer value
 * meanwhile.
 */
async function renamingNow(tx: Context, table: OptionsTable, { field_id, past, tags }: FieldRewrite): Promise<Renaming | undefined> {
  if (past === null) return { values: null, tags: new Map(tags.map((tag) => [tag, null])) }
  const renamed = currentRenames(past, await lockOptions(tx, table, field_id))
  return renamed.size === 0 ? undefined : { values: renamed, tags: renamed }
}
