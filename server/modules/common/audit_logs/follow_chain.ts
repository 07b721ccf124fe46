/** Follows the chain of an audit log in the database, from its first entry. */
import type { Runner } from '../../../db/over_driver.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '../../../lib/hash_chain.ts'
import { parseOwn } from '../../../lib/json.ts'
import type { ExportedLine } from './chain.ts'
import { readChainedLines } from './chain_store.ts'

const AT_ONCE = 1000

/** The last position, up to that of `until`, to which the entries of an account form a valid chain. */
export async function followChain(db: Runner, accountId: number, { position: until }: ChainHead): Promise<ChainHead> {
  let head = CHAIN_BEGINNING
  for (;;) {
    const lines = await readChainedLines(db, accountId, { after: head.position, until, limit: AT_ONCE })
    if (lines.length === 0) return head
    for (const line of lines) {
      const { position, previous_hash, hash, entry } = parseOwn<ExportedLine>(line)
      if (position !== head.position + 1 || previous_hash !== head.hash || hash !== nextHash(head, entryDigest(entry))) return head
      head = { position, hash }
    }
  }
}
