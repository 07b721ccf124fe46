import { useLayoutEffect, useRef } from 'react'
import type { RefCallback, RefObject } from 'react'
import { useReturnedFocus } from './use_preserved_focus.ts'

type Sheet = RefObject<HTMLElement | null>

/** The sheets that are open, the uppermost last: that one has the keyboard. */
const openSheets: Sheet[] = []

/**
 * For what lies above the page (dialogs, drawers): it takes the keyboard in the moment it is drawn and keeps it until it goes, and Escape
 * closes it from wherever the keyboard is. Then the keyboard returns to what opened it. The result is the ref of the sheet.
 *
 * The design system does the first of these some moments late, so that a key pressed at once goes to the page below, and nothing there
 * closes the sheet; and menus give the keyboard back to their button when they think they must.
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

/** Listens at the document, before anything of the page does, for keys and for the keyboard going elsewhere; returns what ends it. */
function keepKeyboard(sheet: Sheet, close: () => void): () => void {
  const isElsewhere = ({ target }: Event) =>
    openSheets.at(-1) === sheet && !(target instanceof Node && sheet.current?.contains(target) === true)
  // Within the sheet Escape is left to its parts, which may have something of their own to close.
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

/** A field of the sheet that has taken the keyboard keeps it. */
function takeKeyboard(element: HTMLElement): void {
  if (!element.contains(document.activeElement)) element.focus()
}
