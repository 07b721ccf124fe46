/** Checks that the audit log of each instance is complete and unchanged, from its first entry to its head. */
import type { Account } from '#accounts/account.ts'
import type { Db } from '#db/db.ts'
import { followChain } from '#modules/common/audit_logs/follow_chain.ts'
import { reportFault, type Finding, reportOk } from './finding.ts'

const ADVICE = 'The database was changed without Deskhand: compare with a trusted export or backup, and find out by whom.'

/** Verifies the chain of every instance. */
export async function checkChains(db: Db, accounts: readonly Account[]): Promise<Finding[]> {
  const faults: Finding[] = []
  let entries = 0
  for (const { id, subdomain } of accounts) {
    const { head, broken_position } = await followChain(db, id)
    entries += head.position
    if (broken_position !== null)
      faults.push(
        reportFault('audit', `The audit log of ${subdomain} is broken at position ${broken_position} of ${head.position}. ${ADVICE}`),
      )
  }
  return faults.length > 0 ? faults : [reportOk('audit', `${entries} entries of ${accounts.length} instances are chained without a fault`)]
}
