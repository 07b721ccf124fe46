/** One at a time: acts whose checks look at several records of the configuration hold the account while they check and write. */
import type { Context } from '../context.ts'
import { fixed } from '../db/builder.ts'

const lock = fixed<{ settings: unknown }>('select settings from accounts where id = $1 for no key update')

/** Holds the account until the transaction ends; what is stored of its settings. Nothing else waits for it but acts that hold it, too. */
export async function lockAccount(tx: Context): Promise<unknown> {
  return (await tx.db.first(lock(tx.account.id)))?.settings
}
