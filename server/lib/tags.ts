import { composeLetters } from './text_forms.ts'

/** The most tags of a record. One field has at most as many values, so that a record can hold all of them. */
export const MAX_TAGS = 2000

/**
 * Tags in the stored form: lower case, without spaces, at most 255 characters, each once, in alphabetical order.
 * @source docs/reference/tickets.md §3.8; docs/reference/people.md §6
 */
export function normalTags(tags: readonly string[]): string[] {
  const words = tags
    .flatMap((tag) =>
      composeLetters(tag)
        .toLowerCase()
        .split(/[\s,]+/),
    )
    .map((tag) => tag.slice(0, 255))
  const once = [...new Set(words.filter(Boolean))]
  // a list that is refused for its length need not be sorted: for a large body that takes seconds
  return once.length > MAX_TAGS * 2 ? once : once.sort()
}

/** True when a write leaves a record with more tags than allowed. A record over the limit can still lose some. */
export function isTooManyTags(before: readonly string[], after: readonly string[]): boolean {
  return after.length > MAX_TAGS && after.length > before.length
}
