// Light or dark: what this browser has chosen, else what the system says. The pages and the API reference share it.

import { useSyncExternalStore } from 'react'

/** The key in local storage. Its value is `light` or `dark`; without it the page follows the system. */
const SCHEME_KEY = 'color-scheme'

type Scheme = 'light' | 'dark'

/** The chosen scheme; undefined to follow the system. */
function readScheme(): Scheme | undefined {
  const chosen = readStoredScheme()
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** The choice of this page in a browser with storage disabled, which throws on access. */
let unstored: string | null = null

function readStoredScheme(): string | null {
  try {
    return window.localStorage.getItem(SCHEME_KEY)
  } catch {
    return unstored
  }
}

/** Applies the chosen scheme to the page, now and whenever it changes in another window. All colours follow `color-scheme`. */
export function followScheme(): void {
  applyScheme()
  subscribeToScheme(applyScheme)
}

function applyScheme(): void {
  document.documentElement.style.colorScheme = readScheme() ?? ''
}

/** The chosen scheme, and a function that changes it; stored in this browser. */
export function useChosenScheme(): [chosen: Scheme | 'system', choose: (scheme: Scheme | 'system') => void] {
  return [useSyncExternalStore(subscribeToScheme, readScheme) ?? 'system', storeScheme]
}

const listeners = new Set<() => void>()

function subscribeToScheme(listener: () => void): () => void {
  // the key is null when the whole storage is cleared
  const onStorage = ({ key }: StorageEvent) => (key === SCHEME_KEY || key === null ? listener() : undefined)
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

function storeScheme(scheme: Scheme | 'system'): void {
  try {
    if (scheme === 'system') window.localStorage.removeItem(SCHEME_KEY)
    else window.localStorage.setItem(SCHEME_KEY, scheme)
  } catch {
    // storage is disabled: the choice holds until the page is left
    unstored = scheme
  }
  // the event of the storage reaches other windows only
  for (const listener of listeners) listener()
}
