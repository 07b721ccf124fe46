/** Tags as they are kept: lower case, without spaces, at most 255 characters, each once, in alphabetical order. @source tickets.md §3.8, users_orgs.md §6 */
export function normalTags(tags: readonly string[]): string[] {
  const words = tags.flatMap((tag) => tag.toLowerCase().split(/[\s,]+/)).map((tag) => tag.slice(0, 255))
  return [...new Set(words.filter(Boolean))].sort()
}
