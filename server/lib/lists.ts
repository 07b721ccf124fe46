/** How several words are joined for people, as in the dashboard (`web/kit/lists.ts`). */

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "a", "a and b", "a, b and c" */
export function formatList(parts: readonly string[]): string {
  return lists.format(parts)
}
