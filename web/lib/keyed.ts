// Entries of a form's lists: each has a key for as long as the form is open.

/** Begins behind the keys of a draft that was kept before the page was loaded anew. */
let lastKey = Math.trunc(performance.timeOrigin)
/** The key of a new entry. */
export const newKey = () => (lastKey += 1)

/** Gives each entry a key. */
export function withKeys<Part extends object>(parts: readonly Part[]): (Part & { readonly key: number })[] {
  return parts.map((part) => ({ ...part, key: newKey() }))
}

/** The entries as they are sent. */
export function withoutKeys<Part extends { readonly key: number }>(entries: readonly Part[]): Omit<Part, 'key'>[] {
  return entries.map(({ key: _key, ...rest }) => rest)
}
