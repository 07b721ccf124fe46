// What the keys of a grid do. Letters for the acts of a page, such as `a` to assign, are given by that page.

import type { GridStore, RowId } from './store.ts'

/** What is done with the selected rows, or else the current one, by the letter that does it. */
export type GridKeys = Readonly<Record<string, (ids: readonly RowId[]) => void>>

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

interface Pressed {
  store: GridStore
  keys: GridKeys
  /** The number of rows in the window. */
  page: number
  /** A control of a row has the focus, not the row. */
  isInControl: boolean
  onOpen: (id: RowId) => void
}

const MOVES: Readonly<Record<string, (at: number, page: number) => number>> = {
  j: (at) => at + 1,
  k: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: () => Infinity,
}

/** Does what a key does; false if it does nothing. Left and Right are not here: they move within a row. */
export function pressKey(press: Press, { store, keys, page, isInControl, onOpen }: Pressed): boolean {
  const key = nameKey(press)
  const current = store.getCurrent()
  const selected = store.getSelected()
  const isSelectingAll = (press.ctrlKey || press.metaKey) && !press.shiftKey && key === 'a'
  if (current === undefined || press.altKey || ((press.ctrlKey || press.metaKey) && !isSelectingAll)) return false
  const move = MOVES[key]
  if (isSelectingAll) store.selectAll()
  else if (move) store.moveTo(move(store.indexOf(current), page), press.shiftKey)
  else if (key === 'x') store.toggle(current)
  else if (key === 'Escape' && selected.size > 0) store.clear()
  // within a control Enter is that control's
  else if (key === 'Enter' && !isInControl) onOpen(current)
  else if (Object.hasOwn(keys, key)) keys[key]?.(selected.size > 0 ? sortIds(selected, store) : [current])
  else return false
  return true
}

const sortIds = (ids: ReadonlySet<RowId>, { indexOf }: GridStore) => [...ids].sort((one, other) => indexOf(one) - indexOf(other))

/** The key; of a keyboard with other than Latin letters the Latin letter in that place. */
function nameKey({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter !== undefined && key.length === 1 && key > '~' ? letter.toLowerCase() : key
}
