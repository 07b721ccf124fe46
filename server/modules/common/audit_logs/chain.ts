/** The format in which the chained audit log is exported; verify.ts verifies it. Pure. @source docs/reference/access_governance.md §13 */
import type { ChainedEntry } from '#accounts/audit_chain.ts'
import type { ChainHead } from '#lib/hash_chain.ts'

/** One line of an export. Entries recorded before the log was chained have no position in the chain: all three are null. */
export interface ExportedLine {
  readonly position: number | null
  readonly previous_hash: string | null
  readonly hash: string | null
  readonly entry: ChainedEntry
}

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/

/** A line of an export, without its line feed. Verification accepts no other form. */
export function exportLine(line: ExportedLine): string {
  const { position, previous_hash, hash, entry } = line
  return JSON.stringify({ position, previous_hash, hash, entry })
}

/** A head as text: `<position>:<hash>`. */
export function headText({ position, hash }: ChainHead): string {
  return `${position}:${hash}`
}

/** Parses {@link headText}; undefined when the text is not a head. */
export function readHead(text: string): ChainHead | undefined {
  const [, position, hash] = HEAD.exec(text.trim()) ?? []
  return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
}
