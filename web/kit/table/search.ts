// The search parameters of a list: the text searched for, and the page.
// Does not belong here: filters of one list.

/** Defaults: "" and page 1. */
export interface ListSearch {
  q?: string
  page?: number
}

/** Parses the text and the page; invalid values are left out. */
export function parseListSearch({ q, page }: Record<string, unknown>): ListSearch {
  return { ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}), ...parsePage({ page }) }
}

/** Parses the page; an invalid one is left out. */
export function parsePage({ page }: Record<string, unknown>): Pick<ListSearch, 'page'> {
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}

/** The entries that contain every word of the text, ignoring case. */
export function withWords<Entry>(
  entries: readonly Entry[],
  text: string,
  contentOf: (entry: Entry) => readonly (string | null | undefined)[],
): Entry[] {
  const words = text.toLowerCase().split(/\s+/)
  return entries.filter((entry) => {
    const content = contentOf(entry).join(' ').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}
