/**
 * The tags coupled to values: the chosen option of a dropdown, the tag of a ticked checkbox. Pure.
 * @source docs/reference/fields_and_forms.md §2.1
 */
import type { Problem } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import { isTooManyTags, MAX_TAGS } from '#lib/tags.ts'
import type { FieldRules, FieldValue } from './types.ts'

/** What is wrong with the tags a write gives a record. */
export function checkTags(before: readonly string[], after: readonly string[]): Problem[] {
  return isTooManyTags(before, after) ? [{ description: `Tags: cannot be more than ${MAX_TAGS}`, error: 'TooLong' }] : []
}

const CHOICE_TYPES = new Set(['tagger', 'dropdown', 'multiselect'])

/** True when values of the field are coupled to tags. */
export function hasCoupledTags(field: Pick<FieldRules, 'type' | 'tag'>): boolean {
  return CHOICE_TYPES.has(field.type) || (field.type === 'checkbox' && field.tag !== null && field.tag !== '')
}

/** The tags coupled to a value of a field. */
export function tagsOf(field: Pick<FieldRules, 'type' | 'tag'>, value: FieldValue | undefined): readonly string[] {
  if (value === undefined || value === null || !hasCoupledTags(field)) return []
  if (field.type === 'checkbox') return value === true ? [ensureDefined(field.tag)] : []
  return Array.isArray(value) ? value : [String(value)]
}

/** A field whose value changed. */
export interface ValueChange {
  readonly field: Pick<FieldRules, 'type' | 'tag'>
  readonly before: FieldValue | undefined
  readonly after: FieldValue | undefined
}

/**
 * The tags of a record after its values changed: without the old values' tags, with the new ones'. `held` are tags that other values need.
 */
export function coupleTags(
  tags: readonly string[],
  changes: readonly ValueChange[],
  held: ReadonlySet<string> = new Set(),
): readonly string[] {
  const come = changes.flatMap(({ field, after }) => tagsOf(field, after))
  const gone = new Set(changes.flatMap(({ field, before }) => tagsOf(field, before)).filter((tag) => !held.has(tag)))
  if (come.length === 0 && gone.size === 0) return tags
  return [...new Set([...tags.filter((tag) => !gone.has(tag)), ...come])].sort()
}
