/** Aligned columns of text, for people. */
import { ensureDefined } from '#lib/defined.ts'

/** A table as text: each column as wide as its widest cell. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_title, column) => Math.max(...all.map((row) => ensureDefined(row[column]).length)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(ensureDefined(widths[column]))).join('  ')
  return all.map((row) => line(row).trimEnd()).join('\n')
}
