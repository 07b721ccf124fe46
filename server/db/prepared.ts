/**
 * Decides which statements are prepared. Each prepared text takes memory here and in PostgreSQL, on every connection, as long as that
 * lives. Texts fixed in the code are few; those that are built depend on what callers request (filters, orders, numbers of values) and are
 * unbounded: a limited number is prepared, each from its second use on, and the others are planned each time.
 */

/** Built texts that are prepared: far more than ordinary work has. */
const MAX_BUILT = 1000
/** Texts used once that may be used again. */
const MAX_WAITING = 2000
/** Longer texts are not worth preparing. */
const MAX_TEXT_LENGTH = 20_000

/** Returns a function that decides for each built text whether to prepare it. One per process: its connections run all statements. */
export function makePrepared(most = MAX_BUILT): (text: string) => boolean {
  const prepared = new Set<string>()
  let seen = new Set<string>()
  return (text) => {
    if (prepared.has(text)) return true
    if (prepared.size >= most || text.length > MAX_TEXT_LENGTH) return false
    if (seen.delete(text)) {
      prepared.add(text)
      return true
    }
    if (seen.size >= MAX_WAITING) seen = new Set()
    seen.add(text)
    return false
  }
}
