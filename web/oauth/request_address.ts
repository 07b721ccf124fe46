// The query of the page of consent, exactly as the client sent it. The router reads values as JSON and writes them anew:
// a state of `1e5` would go back to the client as 100000.

import { paths } from '../paths.ts'

const { pathname, search } = window.location
const atLoad = pathname === paths.oauth_authorization ? search : undefined

/** The query the client sent; undefined when this page was not loaded at its own address, and nobody knows any more. */
export function sentQuery(): string | undefined {
  return atLoad
}

/** Where to come back to after signing in. */
export function requestAddress(): string {
  return `${paths.oauth_authorization}${atLoad ?? window.location.search}`
}

/** Loads this page at its own address, for it was reached from another one: what the client sent can be read then. */
export function loadedAnew(): Promise<never> {
  window.location.reload()
  return new Promise(() => undefined) // the page goes away meanwhile
}
