// Makes the page light or dark as chosen in the dashboard in this browser, also when that changes in another window.
import { readScheme, SCHEME_KEY } from '../scheme.ts'

/** Sets the chosen scheme on the page, which design_tokens.ts reads, now and on every change. */
export function followScheme(): void {
  markScheme()
  // the key is null when the whole storage is cleared
  window.addEventListener('storage', ({ key }) => (key === SCHEME_KEY || key === null ? markScheme() : undefined))
}

function markScheme(): void {
  const chosen = readScheme()
  if (chosen === undefined) delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = chosen
}
