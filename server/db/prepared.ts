/**
 * Which statements are prepared. Each text that is holds memory here and in PostgreSQL, at every connection, as long as that lives. Texts of
 * our own never change and are few; those that are built depend on what callers ask for (filters, orders, numbers of values), and there is
 * no end of them: so many are prepared, each from its second time on, and the others are planned each time.
 */

/** Built texts that are prepared: far more than ordinary work has. */
const MOST_BUILT = 1000
/** Texts seen once that may be seen again. */
const MOST_WAITING = 2000
/** A text as long as this is not worth keeping. */
const LONGEST_TEXT = 20_000

/** Says of each built text whether it is to be prepared. One a process, since all its connections are used for all statements. */
export function makePrepared(most = MOST_BUILT): (text: string) => boolean {
  const prepared = new Set<string>()
  let seen = new Set<string>()
  return (text) => {
    if (prepared.has(text)) return true
    if (prepared.size >= most || text.length > LONGEST_TEXT) return false
    if (seen.delete(text)) {
      prepared.add(text)
      return true
    }
    if (seen.size >= MOST_WAITING) seen = new Set()
    seen.add(text)
    return false
  }
}
