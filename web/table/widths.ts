// How much room the columns of a table need before its rows become cards.

/** A text of a few words needs as much, the edges of its cell counted in. */
const LEAST = 100
/** The first column holds the name of a thing. */
const LEAST_OF_NAME = 200
/** The column of the menus. */
export const MENU_WIDTH = 60

/** The width in pixels below which the columns cannot be read. Their own widths are in pixels or in percent; those without one share the rest. */
export function widthNeeded(columns: readonly { width?: string }[], hasMenu: boolean): number {
  let [pixels, share, most] = [hasMenu ? MENU_WIDTH : 0, 0, 0]
  for (const [index, { width }] of columns.entries()) {
    const least = index === 0 ? LEAST_OF_NAME : LEAST
    const number = Number.parseFloat(width ?? '')
    if (width?.endsWith('px')) pixels += number
    else if (width?.endsWith('%')) [share, most] = [share + number / 100, Math.max(most, (least * 100) / number)]
    else pixels += least
  }
  return Math.ceil(Math.max(most, share < 1 ? pixels / (1 - share) : Infinity))
}
