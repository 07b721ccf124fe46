// The link somebody came with. What opens stands behind the # of the address, which browsers never send; it is taken out of the
// address bar before anything else happens, so that no other address, such as that of the page to sign in, takes it up.

import { paths } from '../paths.ts'

const LINK = /^#(dhx_[0-9A-Za-z]{39})$/

let held: string | null = null
const listeners = new Set<() => void>()

/**
 * Takes a link out of the address bar, now and whenever one is pasted there later. To be called before the router reads the address.
 */
export function watchForLink(): void {
  takeLink()
  // an address that differs behind the # only loads nothing anew
  window.addEventListener('hashchange', takeLink)
}

function takeLink(): void {
  const link = LINK.exec(window.location.hash)?.[1]
  if (window.location.pathname !== paths.secrets || link === undefined) return
  window.history.replaceState(window.history.state, '', paths.secrets)
  held = link
  for (const listener of listeners) listener()
}

/** The link that waits to be used; null when there is none. */
export function heldLink(): string | null {
  return held
}

/** Forgets the link: it was used, or the page was left. */
export function dropLink(): void {
  held = null
  for (const listener of listeners) listener()
}

/** Calls back whenever {@link heldLink} changes; returns what ends that. */
export function onHeldLink(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
