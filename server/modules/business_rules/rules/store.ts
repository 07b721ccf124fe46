/** The statements that all kinds of rules share. */
import type { Context } from '../../../context.ts'
import { defineStatement } from '../../../db/builder.ts'

const lock = defineStatement<unknown>('select id from accounts where id = $1 for no key update')

/**
 * Locks the account row until the transaction ends: unique keys, positions, limits of active rules and checks for duplicates depend on all
 * rules of the account.
 */
export function lockRules(ctx: Context): Promise<unknown> {
  return ctx.db.run(lock(ctx.account.id))
}
