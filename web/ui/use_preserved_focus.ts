import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** When what has the keyboard vanishes from a page (the row that was deleted), the title of the page takes it. */
export function usePreservedFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    let last: Element | null = null
    const remember = (event: FocusEvent) => (last = event.target as Element)
    const observer = new MutationObserver(() => {
      if (last !== null && !last.isConnected && document.activeElement === document.body) focusTitle()
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

/** For a dialog: when it goes, the keyboard returns to what opened it, or to the title of the page if that is gone. */
export function useReturnedFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(() => {
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else focusTitle()
    }
  }, [opener])
}

/** What has the keyboard now; an entry of a menu is about to vanish with the menu, so there it is the menu's button. */
function findOpener(): Element | null {
  const label = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return label ? document.getElementById(label) : document.activeElement
}

/** Puts the keyboard on the title of the page. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
