/** Aligned columns of text, for people. */

/** A table as text: each column as wide as its widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_title, column) => Math.max(...all.map((row) => (row[column] as string).length)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ')
  return all.map((row) => line(row).trimEnd()).join('\n')
}
