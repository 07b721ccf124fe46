/**
 * Serialises the acts whose checks look at several configuration records: they lock the account while they check and write. An account has a
 * row for that in a table of its own. See docs/decisions/0052_one_account_one_node.md.
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'

const lock = defineStatement<unknown>('select account_id from account_locks where account_id = $1 for update')
const insert = defineStatement<unknown>(
  'insert into account_locks (account_id) select $1::bigint where exists (select from accounts where id = $1) on conflict (account_id) do nothing',
)
const lockStored = defineStatement<{ settings: unknown }>('select settings from accounts where id = $1 for no key update')

/** As {@link lockAccount}, for work without a context. */
export async function lockAccountById(db: Db, accountId: number): Promise<void> {
  if ((await db.run(lock(accountId))) > 0) return
  // made by a process of the version before, between the commit of migration 0068 and its notice; or dropped meanwhile: nothing to lock
  await db.run(insert(accountId))
  await db.run(lock(accountId))
}

/** Locks the account until the transaction ends. Only acts that take the same lock wait for it; acts that lock the settings, too, take it first. */
export function lockAccount(tx: Context): Promise<void> {
  return lockAccountById(tx.db, tx.account.id)
}

/** Locks the account, and its settings, which lie in `accounts`. Returns them as they are stored. */
export async function lockSettings(tx: Context): Promise<unknown> {
  await lockAccount(tx)
  return (await tx.db.first(lockStored(tx.account.id)))?.settings
}
