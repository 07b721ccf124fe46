/** Entries of the audit log about what the system itself does to an instance. */
import type { Db } from '#db/db.ts'
import { makeIds } from '#db/ids.ts'
import type { Runner } from '#db/over_driver.ts'
import { appendAudit, writeAudit } from './audit_chain.ts'

/** What is recorded. By default it was created, without details. */
interface SystemAct {
  readonly source_type: string
  readonly source_id: number
  readonly source_label: string
  readonly change_description: string
  readonly action?: 'create' | 'update'
  readonly details?: Readonly<Record<string, unknown>>
}

/** Audits what the system does, such as before anyone can have requested it. */
export async function recordAsSystem(tx: Db, account_id: number, now: Date, done: SystemAct): Promise<void> {
  await appendAudit(tx, makeIds(), describeAct(account_id, now, done))
}

/** As {@link recordAsSystem}, as the last act of a transaction that the driver itself has opened. */
export async function recordOverDriver(db: Runner, account_id: number, now: Date, done: SystemAct): Promise<void> {
  await writeAudit(db, makeIds(), describeAct(account_id, now, done))
}

function describeAct(account_id: number, now: Date, done: SystemAct) {
  const by = { actor_id: -1, actor_name: 'System', ip_address: null }
  return { account_id, ...by, action: 'create', details: {}, ...done, created_at: now.toISOString() }
}
