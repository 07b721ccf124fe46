// The storage of the chosen colour scheme in this browser, shared by the dashboard and the API reference, which is a page of its own.

/** The key in local storage. Its value is `light`, `dark` or `system`; a missing value means `system`. */
export const SCHEME_KEY = 'color-scheme'

/** The chosen scheme; undefined to follow the system. */
export function readScheme(): 'light' | 'dark' | undefined {
  const chosen = readStoredScheme()
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

function readStoredScheme(): string | null {
  try {
    return window.localStorage.getItem(SCHEME_KEY)
  } catch {
    // a browser with storage disabled throws on access: nothing was chosen
    return null
  }
}
