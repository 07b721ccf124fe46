/**
 * What becomes of the values and tags that records hold when a field, or some of its options, are gone or called otherwise: decided here for
 * every holder, and done by a job of each. Not here: the statements that find the records and write them.
 * @source docs/reference/fields_and_forms.md §2.1, §3
 */
import { atThisMoment, type Context, inTransaction } from '../../../context.ts'
import { holdOptions, type OptionsTable } from './option_store.ts'
import type { FieldOption, OptionDraft } from './options.ts'
import { tagsOf } from './tags.ts'
import type { FieldRules } from './types.ts'

/** As much as is remembered of an option: what it was called, and the id by which it is found under another name. */
export type PastOption = Pick<FieldOption, 'id' | 'value'>

/** What a job is told. It is what was, not what is to be: until the job comes to a record the options may have changed again. */
export interface FieldRewrite {
  readonly field_id: number
  /** Options whose values are gone; null: the field itself is gone. */
  readonly past: readonly PastOption[] | null
  /** The tags that go with a field that is gone. */
  readonly tags: readonly string[]
}

type Renamed = ReadonlyMap<string, string | null>

/** What values and tags are called now, those that go null. `values` null: whatever the value is, it goes. */
export interface Renaming {
  readonly values: Renamed | null
  readonly tags: Renamed
}

type Optional = Pick<FieldRules, 'type' | 'tag'> & { readonly id: number; readonly options: readonly FieldOption[] }

/** What one save of a field is to rewrite, whatever number of its options it has changed; undefined: nothing. */
export function rewriteOfOptions(before: Optional, after: Optional): FieldRewrite | undefined {
  const past = gone(before.options, after.options)
  return past.length === 0 ? undefined : { field_id: before.id, past, tags: [] }
}

/** What the end of a field is to rewrite. */
export function rewriteOfField(field: Optional): FieldRewrite {
  const tags = field.options.length > 0 ? field.options.map((option) => option.value) : tagsOf(field, true)
  return { field_id: field.id, past: null, tags }
}

function gone(before: readonly PastOption[], after: readonly Pick<OptionDraft, 'value'>[]): PastOption[] {
  const kept = new Set(after.map((option) => option.value))
  return before.filter((option) => !kept.has(option.value)).map(({ id, value }) => ({ id, value }))
}

/** The values of these options that are still gone, and what they are called now. One that has come back is left alone. */
export function renamedNow(past: readonly PastOption[], options: readonly Pick<OptionDraft, 'id' | 'value'>[]): Renamed {
  const called = new Map(options.map((option) => [option.id, option.value]))
  return new Map(gone(past, options).map(({ id, value }) => [value, called.get(id) ?? null]))
}

/** What a record holds under the field afterwards; null where nothing is left. */
export function renamedValue(value: unknown, { values }: Renaming): unknown {
  if (values === null) return null
  if (!Array.isArray(value)) return nameOf(values, value as string)
  const left = new Set((value as string[]).map((one) => nameOf(values, one)).filter((one) => one !== null))
  return left.size === 0 ? null : [...left]
}

/** The tags of a record afterwards. */
export function renamedTags(tags: readonly string[], { tags: renamed }: Renaming): readonly string[] {
  if (!tags.some((tag) => renamed.has(tag))) return tags
  return [...new Set(tags.map((tag) => nameOf(renamed, tag)).filter((tag) => tag !== null))].sort()
}

const nameOf = (renamed: Renamed, value: string): string | null => (renamed.has(value) ? (renamed.get(value) ?? null) : value)

/** Found with one statement: its cost is that of all that hold a value, however few of them it brings. */
export const FOUND_AT_ONCE = 100_000

/** How the records of a holder are found and rewritten. */
export interface Walk<Id> {
  /** The field's own table. */
  readonly table: OptionsTable
  /** An id before all others. */
  readonly first: Id
  /** The next ids, up to {@link FOUND_AT_ONCE}, of records that hold one of these values; with null any. */
  find(values: readonly string[] | null, after: Id): Promise<readonly Id[]>
  /** How many records one transaction rewrites. */
  readonly at_once: number
  /** Rewrites those of these records that still hold such a value. */
  rewrite(tx: Context, renaming: Renaming, ids: readonly Id[]): Promise<void>
}

/** Rewrites all records that hold what is gone, a part at a time. May be done again. */
export async function rewriteAll<Id>(ctx: Context, field: FieldRewrite, walk: Walk<Id>): Promise<void> {
  const values = field.past?.map((option) => option.value) ?? null
  let [ids, after]: [readonly Id[], Id] = [[], walk.first]
  do {
    ids = await walk.find(values, after)
    after = ids.at(-1) ?? after
    for (let start = 0; start < ids.length; start += walk.at_once)
      await rewritePart(ctx, field, walk, ids.slice(start, start + walk.at_once))
  } while (ids.length === FOUND_AT_ONCE)
}

function rewritePart<Id>(ctx: Context, field: FieldRewrite, walk: Walk<Id>, ids: readonly Id[]): Promise<void> {
  return inTransaction(atThisMoment(ctx), async (tx) => {
    const renaming = await renamingNow(tx, walk.table, field)
    if (renaming !== undefined) await walk.rewrite(tx, renaming, ids)
  })
}

/** The values a part is to look for; null: any. */
export const valuesOf = ({ values }: Renaming): readonly string[] | null => (values === null ? null : [...values.keys()])

/** Undefined: nothing is gone any more. Who gives the field other options waits until the part is done, so no record has a new value yet. */
async function renamingNow(tx: Context, table: OptionsTable, { field_id, past, tags }: FieldRewrite): Promise<Renaming | undefined> {
  if (past === null) return { values: null, tags: new Map(tags.map((tag) => [tag, null])) }
  const renamed = renamedNow(past, await holdOptions(tx, table, field_id))
  return renamed.size === 0 ? undefined : { values: renamed, tags: renamed }
}
