import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** When the focused element is removed from a page (such as a deleted row), the title of the page gets the focus. */
export function usePreservedFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return undefined
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => (last = target)
    const observer = new MutationObserver(() => {
      if (last instanceof Element && !last.isConnected && document.activeElement === document.body) focusTitle()
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [container])
}

/** For a dialog: on closing, the focus returns to the element that opened it, or to the title of the page if that is gone. */
export function useReturnedFocus(): void {
  const [opener] = useState(findOpener)
  useEffect(() => {
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      else focusTitle()
    }
  }, [opener])
}

/** The focused element; for an entry of a menu, which unmounts with the menu, the button of that menu. */
function findOpener(): Element | null {
  const label = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return label ? document.getElementById(label) : document.activeElement
}

/** Focuses the title of the page. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
