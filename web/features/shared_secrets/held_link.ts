// The link the user followed. Its key is in the URL fragment, which browsers never send; it is removed from the address bar before
// anything else runs, so that no other URL, such as that of the sign-in page, includes it.

import { paths } from '#lib/paths.ts'

const LINK = /^#(dhx_[0-9A-Za-z]{39})$/

let held: string | null = null
const listeners = new Set<() => void>()

/**
 * Removes a link from the address bar and holds it, now and whenever one is pasted later. Must be called before the router reads the URL.
 */
export function watchForLink(): void {
  takeLink()
  // a change of the fragment alone does not reload the page
  window.addEventListener('hashchange', takeLink)
}

function takeLink(): void {
  const link = LINK.exec(window.location.hash)?.[1]
  if (window.location.pathname !== paths.secrets || link === undefined) return
  window.history.replaceState(window.history.state, '', paths.secrets)
  held = link
  for (const listener of listeners) listener()
}

/** The link to open; null if there is none. */
export function getPendingLink(): string | null {
  return held
}

/** Drops the link: it was used, or the page was left. */
export function dropLink(): void {
  held = null
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever {@link getPendingLink} changes; returns a function that unsubscribes. */
export function onHeldLink(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
