/** Follows the chain of an audit log in the database, from its first entry. */
import type { Runner } from '#db/over_driver.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '#lib/hash_chain.ts'
import { parseOwn } from '#lib/json.ts'
import type { ExportedLine } from './chain.ts'
import { getChainHead, readChainedLines } from './chain_store.ts'

const AT_ONCE = 1000

/** The head of an account's chain, and the first position at which the entries do not lead to it; null when all of them do. */
export async function followChain(db: Runner, accountId: number): Promise<{ head: ChainHead; broken_position: number | null }> {
  const head = await getChainHead(db, accountId)
  const reached = await followEntries(db, accountId, head.position)
  const isWhole = reached.position === head.position && reached.hash === head.hash
  return { head, broken_position: isWhole ? null : Math.min(reached.position + 1, head.position) }
}

/** The last position, up to `until`, to which the entries form a valid chain. */
async function followEntries(db: Runner, accountId: number, until: number): Promise<ChainHead> {
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
