// Where this browser keeps whether pages are light or dark: one place for the dashboard and for the API reference, which is a page for itself.

/** The key in the browser's storage. Its value is `light`, `dark` or `system`; nothing is as `system`. */
export const SCHEME_KEY = 'color-scheme'

/** The scheme that was chosen; undefined where pages are as the system is. */
export function chosenScheme(): 'light' | 'dark' | undefined {
  const chosen = stored()
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(SCHEME_KEY)
  } catch {
    // a browser that keeps nothing refuses to be asked; then nothing was chosen
    return null
  }
}
