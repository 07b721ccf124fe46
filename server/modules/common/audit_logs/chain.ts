/** The chained audit log as it is exported; its proof is verify.ts. Pure. @source docs/reference/access_governance.md §13 */
import type { ChainedEntry } from '../../../accounts/audit_chain.ts'
import type { ChainHead } from '../../../lib/hash_chain.ts'

/** One line of an export. Entries made before the log was chained have no place in the chain: all three are null. */
export interface ExportedLine {
  readonly position: number | null
  readonly previous_hash: string | null
  readonly hash: string | null
  readonly entry: ChainedEntry
}

const HEAD = /^(\d{1,15}):([0-9a-f]{64})$/

/** A line of an export, without its line feed. Verification takes it in no other form. */
export function exportLine(line: ExportedLine): string {
  const { position, previous_hash, hash, entry } = line
  return JSON.stringify({ position, previous_hash, hash, entry })
}

/** A head as people write it down: `<position>:<hash>`. */
export function headText({ position, hash }: ChainHead): string {
  return `${position}:${hash}`
}

/** Reads {@link headText}; undefined when it is none. */
export function readHead(text: string): ChainHead | undefined {
  const [, position, hash] = HEAD.exec(text.trim()) ?? []
  return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
}
