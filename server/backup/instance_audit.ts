/** The record of an instance in an archive, and whether its audit log is whole. */
import { readAccount } from '#accounts/directory.ts'
import { recordOverDriver } from '#accounts/system_audit.ts'
import type { Runner } from '#db/over_driver.ts'
import { accountNow } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { ensureDefined } from '#lib/defined.ts'
import { headText } from '#modules/common/audit_logs/chain.ts'
import { followChain } from '#modules/common/audit_logs/follow_chain.ts'
import { BackupError, type InstanceRecord, type Manifest } from './manifest.ts'

/** The instance as the manifest names it. @throws BackupError when it does not exist, or its audit log was changed */
export async function describeInstance(db: Runner, accountId: number): Promise<InstanceRecord> {
  const account = await readAccount(db, accountId)
  if (account === undefined) throw new BackupError('The instance is gone: it was dropped a moment ago')
  const { id, subdomain, host } = account
  return { id, subdomain, host, audit_head: await requireWholeAudit(db, id) }
}

/** Records in an instance's audit log what the command line does with it, as the last act of the driver's transaction. */
export async function recordMove(db: Runner, accountId: number, change_description: string): Promise<void> {
  const { id, name, settings } = ensureDefined(await readAccount(db, accountId))
  const done = { source_type: 'account', source_id: id, source_label: name, change_description, action: 'update' } as const
  await recordOverDriver(db, id, accountNow(settings.clock), done)
}

/** Records in an instance's audit log that it was imported. */
export async function recordImport(db: Runner, accountId: number, { made_at }: Manifest): Promise<void> {
  await recordMove(db, accountId, `Imported by the command line from an export made ${formatMoment(made_at)}`)
}

/** @throws BackupError when an instance's audit log was changed, or is not that of the archive */
export async function requireHead(db: Runner, { id, audit_head }: InstanceRecord): Promise<void> {
  if ((await requireWholeAudit(db, id)) !== audit_head)
    throw new BackupError('The audit log in the archive is not the one that was exported')
}

/** The head of an instance's audit log, as text, when every entry up to it is there unchanged. @throws BackupError */
async function requireWholeAudit(db: Runner, accountId: number): Promise<string> {
  const { head, broken_position } = await followChain(db, accountId)
  if (broken_position !== null)
    throw new BackupError(`The audit log of the instance is broken at position ${broken_position} of ${head.position}: run deskhand doctor`)
  return headText(head)
}
