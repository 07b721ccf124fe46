/** Serialises the acts whose checks look at several configuration records: they lock the account row while they check and write. */
import type { Context } from '../context.ts'
import { defineStatement } from '../db/builder.ts'

const lock = defineStatement<{ settings: unknown }>('select settings from accounts where id = $1 for no key update')

/** Locks the account row until the transaction ends and returns its stored settings. Only acts that take the same lock wait for it. */
export async function lockAccount(tx: Context): Promise<unknown> {
  return (await tx.db.first(lock(tx.account.id)))?.settings
}
