// Where the focus of a grid is: on the current row or on one of its controls, and what happens to keys and clicks there.

import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { CONTROLS } from './GridRow.tsx'
import { type GridKeys, pressKey } from './keys.ts'
import { type GridLines, TITLE_HEIGHT, topOf } from './lines.ts'
import type { GridStore, RowId } from './store.ts'

export interface GridActs {
  /** From `useGridStore`. */
  store: GridStore
  onOpen: (id: RowId) => void
  keys?: GridKeys
  /** The current row has the focus when the grid appears. */
  takesFocus?: boolean
}

export type Place = RefObject<HTMLDivElement | null>

const NO_KEYS: GridKeys = {}
const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]'

/** Scrolls and lets the rows there be drawn in the same frame. */
export function scrollTo({ current }: Place, top: number): void {
  if (current === null || current.scrollTop === top) return
  current.scrollTop = top
  current.dispatchEvent(new Event('scroll'))
}

/** The focus is on the current row, or on one of its controls; the handlers of the grid. */
export function useRovingFocus(scroller: Place, body: Place, laid: GridLines, height: number, acts: GridActs) {
  const { store, onOpen, keys = NO_KEYS, takesFocus = false } = acts
  const isInside = useRef(takesFocus)
  const current = useSyncExternalStore(store.subscribe, store.getCurrent)
  /** The height of the window below the titles of the columns. */
  const measureWindow = () => (scroller.current?.clientHeight ?? 0) - (body.current?.offsetTop ?? 0)
  useLayoutEffect(() => {
    const row = body.current?.querySelector<HTMLElement>('[data-line][tabindex="0"]')
    const line = current === undefined ? undefined : laid.places.get(current)
    if (!isInside.current || !row || line === undefined || row.contains(document.activeElement)) return
    const top = topOf(laid, line, height)
    const offset = scroller.current?.scrollTop ?? 0
    // with the title of its group
    const from = laid.lines[line - 1]?.group ? top - TITLE_HEIGHT : top
    if (from < offset) scrollTo(scroller, from)
    else if (top + height > offset + measureWindow()) scrollTo(scroller, top + height - measureWindow())
    row.focus({ preventScroll: true })
  }, [scroller, body, current, laid, height])
  return {
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      const { target, nativeEvent } = event
      const row = rowOf(target)
      if (!row || event.defaultPrevented || nativeEvent.isComposing || (target instanceof Element && target.matches(TYPED))) return
      const page = Math.max(1, Math.floor(measureWindow() / height) - 1)
      const isDone = stepWithin(row, event) || pressKey(event, { store, keys, page, isInControl: target !== row, onOpen })
      if (isDone) event.preventDefault()
    },
    onClick(event: MouseEvent<HTMLDivElement>) {
      const row = rowOf(event.target)
      const id = idOf(event.target, laid)
      const control = event.target instanceof Element ? event.target.closest(`label, ${CONTROLS}`) : null
      if (id === undefined || (control !== row && row?.contains(control))) return
      if (event.shiftKey) store.moveTo(store.indexOf(id), true)
      else if (event.ctrlKey || event.metaKey) store.toggle(id)
      else onOpen(id)
    },
    onFocus({ target }: { target: EventTarget }) {
      const id = idOf(target, laid)
      if (id === undefined) return
      isInside.current = true
      if (id !== store.getCurrent()) store.moveTo(store.indexOf(id))
    },
    // React does not call this when the focused row is removed: then the next one gets the focus
    onBlur({ relatedTarget }: { relatedTarget: EventTarget | null }) {
      isInside.current = rowOf(relatedTarget) !== null
    },
  }
}

/** The row of an element; none for what a row has opened elsewhere on the page, such as a menu. */
function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
}

function idOf(target: EventTarget | null, { lines }: GridLines): RowId | undefined {
  const row = rowOf(target)
  return row === null ? undefined : lines[Number(row.dataset.line)]?.key
}

/** Left and Right: from the row through its controls, in the direction of the text. Escape goes back to the row. */
function stepWithin(row: HTMLElement, { key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const by = { ArrowRight: 1, ArrowLeft: -1, Escape: -Infinity }[key]
  if (by === undefined || altKey || ctrlKey || metaKey || (key === 'Escape' && target === row)) return false
  const stops = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one.checkVisibility())
  const isMirrored = getComputedStyle(row).direction === 'rtl'
  stops[Math.max(0, stops.findIndex((one) => one === target) + (isMirrored && key !== 'Escape' ? -by : by))]?.focus()
  return true
}
