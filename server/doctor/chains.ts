/** Checks that the audit log of each instance is complete and unchanged, from its first entry to its head. */
import type { Account } from '../accounts/account.ts'
import type { Db } from '../db/client.ts'
import { CHAIN_BEGINNING, type ChainHead, entryDigest, nextHash } from '../lib/hash_chain.ts'
import { parseOwn } from '../lib/json.ts'
import type { ExportedLine } from '../modules/common/audit_logs/chain.ts'
import { readChainedLines, getChainHead } from '../modules/common/audit_logs/chain_store.ts'
import { reportFault, type Finding, reportOk } from './finding.ts'

const AT_ONCE = 1000
const ADVICE = 'The database was changed without Deskhand: compare with a trusted export or backup, and find out by whom.'

/** Verifies the chain of every instance. */
export async function checkChains(db: Db, accounts: readonly Account[]): Promise<Finding[]> {
  const faults: Finding[] = []
  let entries = 0
  for (const { id, subdomain } of accounts) {
    const head = await getChainHead(db, id)
    const reached = await follow(db, id, head)
    entries += reached.position
    if (reached.position !== head.position || reached.hash !== head.hash)
      faults.push(
        reportFault(
          'audit',
          `The audit log of ${subdomain} is broken at position ${Math.min(reached.position + 1, head.position)} of ${head.position}. ${ADVICE}`,
        ),
      )
  }
  return faults.length > 0 ? faults : [reportOk('audit', `${entries} entries of ${accounts.length} instances are chained without a fault`)]
}

/** The last position up to which the entries form a valid chain. */
async function follow(db: Db, accountId: number, { position: until }: ChainHead): Promise<ChainHead> {
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
