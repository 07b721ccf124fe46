// The width the columns of a table need; below it the rows become cards.

/** The minimum in pixels for a text of a few words, including the padding of its cell. */
const MIN_OF_TEXT = 88
/** The minimum for the first column, which contains the name of the record. */
const MIN_OF_NAME = 168
/** The width of the column with the menus. */
export const MENU_WIDTH = 48

/** The minimum width of the columns in pixels. Their own widths are in pixels or in percent; those without one share the rest. */
export function computeMinWidth(columns: readonly { width?: string }[], hasMenu: boolean): number {
  let pixels = hasMenu ? MENU_WIDTH : 0
  let share = 0
  let most = 0
  for (const [index, { width }] of columns.entries()) {
    const least = index === 0 ? MIN_OF_NAME : MIN_OF_TEXT
    const number = Number.parseFloat(width ?? '')
    if (width?.endsWith('px')) pixels += number
    else if (width?.endsWith('%')) [share, most] = [share + number / 100, Math.max(most, (least * 100) / number)]
    else pixels += least
  }
  return Math.ceil(Math.max(most, share < 1 ? pixels / (1 - share) : Infinity))
}
