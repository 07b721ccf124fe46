// The rows of a grid, which one is current and which are selected, outside React: a key draws two rows again and no other.
// Does not belong here: which key does what (keys.ts), where a row is (lines.ts).

import { useLayoutEffect, useState } from 'react'

export type RowId = number | string

/** What every row has. */
export interface GridEntry {
  readonly id: RowId
}

export type GridStore<Entry extends GridEntry = GridEntry> = ReturnType<typeof makeGridStore<Entry>>

/** Where an extension began, and what had been selected before. */
type Extension = { from: RowId; before: ReadonlySet<RowId> } | undefined

/** Makes the store of one grid. */
export function makeGridStore<Entry extends GridEntry>(first: readonly Entry[] = []) {
  const listeners = new Set<() => void>()
  // entry: undefined until it is loaded; current: the row that has the focus when the grid has it
  const rows = new Map<RowId, { entry: Entry | undefined; isCurrent: boolean; isSelected: boolean }>()
  let entries = new Map<RowId, Entry>(first.map((entry) => [entry.id, entry]))
  let order: readonly RowId[] = []
  let places: ReadonlyMap<RowId, number> = new Map()
  let current: RowId | undefined = undefined
  let selected: ReadonlySet<RowId> = new Set()
  let extension: Extension = undefined
  const change = (to: RowId | undefined, selection: ReadonlySet<RowId>, next?: Extension) => {
    ;[current, selected, extension] = [to, selection, next]
    for (const listener of listeners) listener()
  }
  const indexOf = (id: RowId | undefined) => (id === undefined ? -1 : (places.get(id) ?? -1))
  return {
    indexOf,
    getCurrent: () => current,
    /** The same object as long as the selection does not change. */
    getSelected: () => selected,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The same object as long as nothing of the row changes. */
    getRow(id: RowId) {
      const row = { entry: entries.get(id), isCurrent: id === current, isSelected: selected.has(id) }
      const last = rows.get(id)
      if (last?.entry === row.entry && last?.isCurrent === row.isCurrent && last.isSelected === row.isSelected) return last
      rows.set(id, row)
      return row
    },
    /** Replaces the entries, of which the order may have more and fewer. */
    setEntries(next: readonly Entry[]) {
      entries = new Map(next.map((entry) => [entry.id, entry]))
      change(current, selected, extension)
    },
    /** Replaces the order. What is gone is selected no more; if the current row is gone, the one in its place is current. */
    setOrder(ids: readonly RowId[]) {
      const last = Math.max(0, indexOf(current))
      ;[order, places] = [ids, new Map(ids.map((id, index) => [id, index]))]
      for (const id of rows.keys()) if (!places.has(id)) rows.delete(id)
      const kept = [...selected].filter((id) => places.has(id))
      const to = indexOf(current) >= 0 ? current : ids[Math.min(last, ids.length - 1)]
      change(to, kept.length === selected.size ? selected : new Set(kept))
    },
    /** Makes the row at an index current, or that closest to it. Extending selects what is between there and where that began. */
    moveTo(index: number, isExtending = false) {
      const to = order[Math.max(0, Math.min(index, order.length - 1))]
      if (to === undefined || current === undefined) return
      if (!isExtending) return change(to, selected)
      const { from, before } = extension ?? { from: current, before: selected }
      const [start = 0, end = 0] = [indexOf(from), indexOf(to)].sort((one, other) => one - other)
      change(to, new Set([...before, ...order.slice(start, end + 1)]), { from, before })
    },
    /** Makes a row current and selects it, or deselects it. */
    toggle(id: RowId) {
      const selection = new Set(selected)
      if (!selection.delete(id)) selection.add(id)
      change(id, selection, { from: id, before: selection })
    },
    selectAll: () => change(current, new Set(order)),
    clear: () => change(current, new Set()),
  }
}

/** The store of a grid for as long as its page is there; it has the entries that were given last. */
export function useGridStore<Entry extends GridEntry>(entries: readonly Entry[]): GridStore<Entry> {
  const [store] = useState(() => makeGridStore(entries))
  useLayoutEffect(() => store.setEntries(entries), [store, entries])
  return store
}
