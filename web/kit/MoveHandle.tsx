// Moves a row of a table or of an editor: dragged with a pointer, or with the arrow keys.
// Does not belong here: where rows may go, and saving the order.

import type { KeyboardEvent, PointerEvent } from 'react'
import { makeElement } from './element.ts'
import { Icon } from './Icon.tsx'
import styles from './MoveHandle.module.css'

interface MoveHandleProps {
  /** The accessible name: which row it moves. */
  label: string
  /** One row up or down. */
  onStep: (by: -1 | 1) => void
  /** To the place of another row, by its index on the page. */
  onDrop: (index: number) => void
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** What can be dragged: a row of a table, or an element that says it is a row. */
const ROWS = 'tr, [data-row]'

/** The handle of a row. */
export function MoveHandle({ label, onStep, onDrop }: MoveHandleProps) {
  const onKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    onStep(by)
  }
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button === 0) dragRow(event.currentTarget, event.pointerId, onDrop)
  }
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={label}
      title="Drag, or use the arrow keys"
      data-move-handle
      onKeyDown={onKey}
      onPointerDown={begin}
    >
      <Icon name="grip" />
    </button>
  )
}

/** Follows the pointer until it is released. The row under it is marked with an attribute, on the side where the dragged one would go. */
function dragRow(handle: HTMLElement, pointer: number, onDrop: (index: number) => void): void {
  const row = handle.closest(ROWS)
  const rows = row?.parentElement
  if (!row || !rows) return
  let over: Element | undefined
  const mark = (next: Element | undefined, side: string) => {
    over?.removeAttribute('data-drop')
    over = next
    over?.setAttribute('data-drop', side)
  }
  const follow = (event: globalThis.PointerEvent) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest(ROWS)
    const isOther = found instanceof Element && found.parentElement === rows && found !== row
    const isBelow = isOther && [...rows.children].indexOf(found) > [...rows.children].indexOf(row)
    mark(isOther ? found : undefined, isBelow ? 'after' : 'before')
  }
  const end = (event: globalThis.PointerEvent) => {
    const index = over === undefined ? -1 : [...rows.children].indexOf(over)
    mark(undefined, '')
    row.removeAttribute('data-dragged')
    for (const [name, listener] of listeners) handle.removeEventListener(name, listener)
    if (event.type === 'pointerup' && index >= 0) onDrop(index)
  }
  const listeners = [
    ['pointermove', follow],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const
  for (const [name, listener] of listeners) handle.addEventListener(name, listener)
  handle.setPointerCapture(pointer)
  row.setAttribute('data-dragged', '')
}

/** Around rows that can be dragged: shows which is dragged, and where it would go. */
export const DragArea = makeElement('div', styles.area)

/** The first cell of a row of a table: its handle beside what it moves. */
export const MovedCell = makeElement('div', styles.moved)
