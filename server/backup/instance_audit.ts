/** The record of an instance in an archive, and whether its audit log is whole. */
import { readAccount } from '../accounts/directory.ts'
import { recordAsSystem } from '../accounts/system_audit.ts'
import type { Db } from '../db/client.ts'
import type { Runner } from '../db/over_driver.ts'
import { accountNow } from '../lib/clock.ts'
import { ensureDefined } from '../lib/defined.ts'
import { headText } from '../modules/common/audit_logs/chain.ts'
import { getChainHead } from '../modules/common/audit_logs/chain_store.ts'
import { followChain } from '../modules/common/audit_logs/follow_chain.ts'
import { BackupError, type InstanceRecord } from './manifest.ts'

/** The instance as the manifest names it. @throws BackupError when it does not exist, or its audit log was changed */
export async function describeInstance(db: Runner, accountId: number): Promise<InstanceRecord> {
  const account = await readAccount(db, accountId)
  if (account === undefined) throw new BackupError('The instance is gone: it was dropped a moment ago')
  const { id, subdomain, host } = account
  return { id, subdomain, host, audit_head: await requireWholeAudit(db, id) }
}

/** Records in an instance's audit log that the command line has exported or imported it. */
export async function recordMove(db: Db, accountId: number, change_description: string): Promise<void> {
  const account = ensureDefined(await readAccount(db, accountId))
  const { id, name, settings } = account
  const done = { source_type: 'account', source_id: id, source_label: name, change_description, action: 'update' } as const
  await recordAsSystem(db, id, accountNow(settings.clock), done)
}

/** The head of an instance's audit log, as text, when every entry up to it is there unchanged. @throws BackupError */
export async function requireWholeAudit(db: Runner, accountId: number): Promise<string> {
  const head = await getChainHead(db, accountId)
  const reached = await followChain(db, accountId, head)
  if (headText(reached) !== headText(head))
    throw new BackupError(
      `The audit log of the instance is broken at position ${Math.min(reached.position + 1, head.position)} of ${head.position}: run deskhand doctor`,
    )
  return headText(head)
}
