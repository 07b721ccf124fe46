// What is below each other in a grid: titles of groups and rows, and how far down each is. All rows are equally high, and all titles.

import type { RowId } from './store.ts'

/** Rows in order, below a title if they have one. */
export interface GridGroup {
  key: string
  title?: string
  ids: readonly RowId[]
}

/** The title of a group, or else a row, whose id is the key; `titles` are above it. */
interface GridLine {
  key: RowId
  group?: GridGroup
  titles: number
}

export type GridLines = ReturnType<typeof layLines>

/** The height of the title of a group in pixels. */
export const TITLE_HEIGHT = 30

/** Puts groups below each other: all lines, the ids of the rows among them, and the index of the line of each row. */
export function layLines(groups: readonly GridGroup[]) {
  const lines: GridLine[] = []
  const places = new Map<RowId, number>()
  let titles = 0
  for (const group of groups) {
    if (group.title !== undefined) lines.push({ key: `group ${group.key}`, group, titles: titles++ })
    for (const id of group.ids) {
      places.set(id, lines.length)
      lines.push({ key: id, titles })
    }
  }
  return { lines, places, ids: groups.flatMap(({ ids }) => ids) }
}

/** How far down a line begins, in pixels; `height` is that of a row. */
export function topOf({ lines }: GridLines, index: number, height: number): number {
  const titles = lines[index]?.titles ?? 0
  return (index - titles) * height + titles * TITLE_HEIGHT
}

/**
 * By how many pixels the row at the top of the window has moved. `offset` is how far the window was scrolled, `height` that of a row before, and
 * `nextHeight` now. If that row is gone, the first one below it that is still there counts.
 */
export function measureShift(before: GridLines, after: GridLines, offset: number, [height, nextHeight]: readonly [number, number]): number {
  for (const [index, { key, group }] of before.lines.entries()) {
    const place = group === undefined && topOf(before, index, height) + height > offset ? after.places.get(key) : undefined
    if (place !== undefined) return topOf(after, place, nextHeight) - topOf(before, index, height)
  }
  return 0
}
