import { useLayoutEffect, useRef } from 'react'
import type { RefCallback, RefObject } from 'react'
import { useReturnedFocus } from './use_preserved_focus.ts'

type Sheet = RefObject<HTMLElement | null>

/** The open dialogs and drawers, the topmost last: that one has the focus. */
const openSheets: Sheet[] = []

/**
 * For dialogs and drawers: the sheet takes the focus as soon as it is rendered and keeps it until it closes, and Escape closes it wherever
 * the focus is. Then the focus returns to the element that opened it. Returns the ref of the sheet.
 *
 * The design system focuses only after a delay, so that a key pressed at once goes to the page below, where Escape does not close the
 * sheet; and its menus may return the focus to their button at any time.
 */
export function useSheetKeyboard(onClose: () => void): RefCallback<HTMLElement> {
  const sheet: Sheet = useRef(null)
  const hasBegun = useRef(false)
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useReturnedFocus()
  useLayoutEffect(() => {
    openSheets.push(sheet)
    const stopKeeping = keepKeyboard(sheet, () => close.current())
    return () => {
      openSheets.splice(openSheets.indexOf(sheet), 1)
      stopKeeping()
    }
  }, [])
  return (element) => {
    sheet.current = element
    if (element === null || hasBegun.current) return
    hasBegun.current = true
    takeKeyboard(element)
  }
}

/** Listens on the document, before handlers of the page, for keys and for focus outside the sheet; returns a function that stops it. */
function keepKeyboard(sheet: Sheet, close: () => void): () => void {
  const isElsewhere = ({ target }: Event) =>
    openSheets.at(-1) === sheet && !(target instanceof Node && sheet.current?.contains(target) === true)
  // within the sheet its parts handle Escape: they may have something of their own to close
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isElsewhere(event)) close()
  }
  const onFocus = (event: FocusEvent) => {
    if (sheet.current !== null && isElsewhere(event)) takeKeyboard(sheet.current)
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('focusin', onFocus)
  return () => {
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('focusin', onFocus)
  }
}

/** Focuses the sheet, unless a field of it has the focus already. */
function takeKeyboard(element: HTMLElement): void {
  if (!element.contains(document.activeElement)) element.focus()
}
