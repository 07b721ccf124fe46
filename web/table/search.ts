// What the address of a page says of the list on it: the words that are searched for, and the page.
// Does not belong here: filters of one list.

/** What is not given is "" and page 1. */
export interface ListSearch {
  q?: string
  page?: number
}

/** The words and the page in an address; what makes no sense is left out. */
export function parseListSearch({ q, page }: Record<string, unknown>): ListSearch {
  return { ...((typeof q === 'string' || typeof q === 'number') && q !== '' ? { q: String(q) } : {}), ...parsePage({ page }) }
}

/** The page in an address; what makes no sense is left out. */
export function parsePage({ page }: Record<string, unknown>): Pick<ListSearch, 'page'> {
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}

/** The entries in which every word of the text occurs, whatever its case. */
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
