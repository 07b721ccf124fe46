// The query of the consent page, exactly as the client sent it. The router parses values as JSON and serializes them again:
// a state of `1e5` would be returned to the client as 100000.

import { paths } from '#lib/paths.ts'

const { pathname, search } = window.location
const atLoad = pathname === paths.oauth_authorization ? search : undefined

/** The query the client sent; undefined when the page was not loaded at this URL, because the original query is then lost. */
export function getSentQuery(): string | undefined {
  return atLoad
}

/** The path to return to after signing in. */
export function requestAddress(): string {
  return `${paths.oauth_authorization}${atLoad ?? window.location.search}`
}

/** Reloads the page: it was reached by client-side navigation, and only a page load preserves the query as sent. */
export function reloadForQuery(): Promise<never> {
  window.location.reload()
  return new Promise(() => undefined) // never resolves: the page unloads
}
