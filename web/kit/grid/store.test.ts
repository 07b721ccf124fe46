import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pressKey } from './keys.ts'
import { layLines, measureShift, topOf } from './lines.ts'
import { makeGridStore, type RowId } from './store.ts'

const entries = [1, 2, 3, 4, 5, 6].map((id) => ({ id, title: `Ticket ${id}` }))

function makeStore(ids: readonly RowId[] = entries.map(({ id }) => id)) {
  const store = makeGridStore(entries)
  store.setOrder(ids)
  const opened: RowId[] = []
  const assigned: (readonly RowId[])[] = []
  const press = (key: string, more: Partial<Parameters<typeof pressKey>[0]> & { isInControl?: boolean } = {}) =>
    pressKey(
      { key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more },
      {
        store,
        keys: { a: (chosen) => assigned.push(chosen) },
        page: 3,
        isInControl: more.isInControl ?? false,
        onOpen: (id) => opened.push(id),
      },
    )
  return { store, press, opened, assigned, selected: () => [...store.getSelected()].sort() }
}

test('the first row is current; j, k, arrows, Home, End and pages move it, not beyond the ends', () => {
  const { store, press } = makeStore()
  const moves = ['k', 'j', 'ArrowDown', 'PageDown', 'PageDown', 'k', 'ArrowUp', 'PageUp', 'End', 'Home'].map((key) => {
    assert.ok(press(key))
    return store.getCurrent()
  })
  assert.deepEqual(moves, [1, 2, 3, 6, 6, 5, 4, 1, 6, 1])
})

test('x selects and deselects the current row, Escape deselects all and is nobody else’s only then', () => {
  const { press, selected } = makeStore()
  press('x')
  press('j')
  press('x')
  assert.deepEqual(selected(), [1, 2])
  press('x')
  assert.deepEqual(selected(), [1])
  assert.equal(press('Escape'), true)
  assert.deepEqual(selected(), [])
  assert.equal(press('Escape'), false)
})

test('Shift extends from where it began, shrinks on the way back, and keeps what had been selected before', () => {
  const { press, selected } = makeStore()
  press('x')
  press('j')
  press('j')
  for (const key of ['ArrowDown', 'ArrowDown']) press(key, { shiftKey: true })
  assert.deepEqual(selected(), [1, 3, 4, 5])
  press('ArrowUp', { shiftKey: true })
  assert.deepEqual(selected(), [1, 3, 4])
  press('j')
  press('End', { shiftKey: true })
  assert.deepEqual(selected(), [1, 3, 4, 5, 6])
})

test('Control or Command and A selects all rows; other modifiers are left to the browser', () => {
  const { press, selected } = makeStore()
  assert.equal(press('j', { ctrlKey: true }), false)
  assert.equal(press('ArrowDown', { altKey: true }), false)
  assert.equal(press('a', { metaKey: true }), true)
  assert.equal(selected().length, 6)
})

test('Enter opens the current row, also while others are selected, but not from a control', () => {
  const { press, opened } = makeStore()
  press('x')
  press('j')
  press('Enter')
  assert.equal(press('Enter', { isInControl: true }), false)
  assert.deepEqual(opened, [2])
})

test('a letter of the page gets the selected rows in the order of the list, or else the current one', () => {
  const { store, press, assigned } = makeStore([3, 2, 1])
  press('a')
  store.toggle(1)
  store.toggle(3)
  press('a')
  assert.deepEqual(assigned, [[3], [3, 1]])
  assert.equal(press('b'), false)
})

test('letters are found by their place on keyboards of other scripts', () => {
  const { store, press } = makeStore()
  press('ח', { code: 'KeyJ' })
  assert.equal(store.getCurrent(), 2)
})

test('a row is the same object until its entry or its state changes', () => {
  const { store } = makeStore()
  const first = store.getRow(1)
  const third = store.getRow(3)
  let calls = 0
  const stop = store.subscribe(() => (calls += 1))
  store.moveTo(1)
  assert.notEqual(store.getRow(1), first)
  assert.equal(store.getRow(3), third)
  store.setEntries(entries.map((entry) => (entry.id === 3 ? { ...entry, title: 'Renamed' } : entry)))
  assert.equal(store.getRow(3).entry?.title, 'Renamed')
  stop()
  store.moveTo(2)
  assert.equal(calls, 2)
})

test('a selected row that is gone is not selected; after the current one the row in its place is current', () => {
  const { store, selected } = makeStore()
  store.toggle(2)
  store.toggle(4)
  store.setOrder([1, 2, 3, 5, 6])
  assert.deepEqual([store.getCurrent(), selected()], [5, [2]])
  store.setOrder([1, 2])
  assert.equal(store.getCurrent(), 2)
  store.setOrder([])
  assert.equal(store.getCurrent(), undefined)
  store.moveTo(0)
  store.setOrder([9])
  assert.equal(store.getCurrent(), 9)
})

test('the current row stays current when others come above it', () => {
  const { store } = makeStore()
  store.moveTo(2)
  store.setOrder([8, 7, 1, 2, 3])
  assert.equal(store.getCurrent(), 3)
})

test('titles of groups are lines between the rows and have a height of their own', () => {
  const laid = layLines([
    { key: 'one', title: 'One', ids: [1, 2] },
    { key: 'two', title: 'Two', ids: [3] },
  ])
  assert.deepEqual(
    laid.lines.map((_, index) => topOf(laid, index, 36)),
    [0, 30, 66, 102, 132],
  )
  assert.deepEqual(
    [...laid.places],
    [
      [1, 1],
      [2, 2],
      [3, 4],
    ],
  )
  assert.deepEqual(laid.ids, [1, 2, 3])
})

test('rows that come above the window shift it by their height; those below or a row that is gone do not', () => {
  const before = layLines([{ key: 'all', title: 'All', ids: [1, 2, 3, 4] }])
  const shift = (ids: readonly RowId[], heights = [36, 36] as const) =>
    measureShift(before, layLines([{ key: 'all', title: 'All', ids }]), 70, heights)
  assert.equal(shift([8, 9, 1, 2, 3, 4]), 72)
  assert.equal(shift([1, 2, 3, 9, 4]), 0)
  assert.equal(shift([1, 3, 4]), -36)
  assert.equal(shift([]), 0)
  assert.equal(shift([1, 2, 3, 4], [36, 44] as never), 8)
})
