// Makes the page light or dark as was chosen in the dashboard of this browser, also when that changes in another window.
import { chosenScheme, SCHEME_KEY } from '../scheme.ts'

/** Marks the page with the chosen scheme, which reference.css reads; from now on. */
export function followScheme(): void {
  mark()
  // whoever clears the storage says no key
  window.addEventListener('storage', ({ key }) => (key === SCHEME_KEY || key === null ? mark() : undefined))
}

function mark(): void {
  const chosen = chosenScheme()
  if (chosen === undefined) delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = chosen
}
