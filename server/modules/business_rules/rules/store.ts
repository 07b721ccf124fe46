/** The lock that all kinds of rules share. */
import { lockAccount } from '#accounts/lock.ts'
import type { Context } from '#core/context.ts'

/**
 * Locks the account until the transaction ends: unique keys, positions, limits of active rules and checks for duplicates depend on all rules
 * of the account.
 */
export function lockRules(ctx: Context): Promise<void> {
  return lockAccount(ctx)
}
