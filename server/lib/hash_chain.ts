/** The hash chain of log entries. All text, so that `sha256sum` can verify it. @source docs/reference/access_governance.md §13 */
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical_json.ts'

/** The head of a chain: its newest position, and the hash there in small hexadecimal letters. */
export interface ChainHead {
  readonly position: number
  readonly hash: string
}

/** The head of an empty chain. */
export const CHAIN_BEGINNING: ChainHead = { position: 0, hash: '0'.repeat(64) }

/** The digest of an entry: SHA-256 of its canonical JSON. */
export function entryDigest(entry: unknown): string {
  return hash('sha256', canonicalJson(entry), 'hex')
}

/** The hash of the entry that follows `before`: SHA-256 of `<hash before>:<its position>:<its digest>`. */
export function nextHash(before: ChainHead, digest: string): string {
  return hash('sha256', `${before.hash}:${before.position + 1}:${digest}`, 'hex')
}
