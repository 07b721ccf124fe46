/** Writes users in one transaction. Concurrent writers of the same unique value get the same error as consecutive ones. */
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import { type Details, RecordInvalid } from '#core/errors.ts'

const TAKEN = { description: 'External has already been taken', error: 'DuplicateValue' }
/** The error for an external id in use: under its own name, and under `name` as the public service does. @source docs/reference/conventions.md §2 */
export const EXTERNAL_ID_TAKEN: Details = { name: [TAKEN], external_id: [TAKEN] }

/**
 * Runs `work` in one transaction and invalidates cached actors.
 * @throws RecordInvalid when a concurrent write has taken an address or external id
 */
export async function saveUsers<Result>(ctx: Context, work: (tx: Context) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const result = await work(tx)
      // last, because the answer waits until all processes have invalidated their caches; a rollback sends no invalidation
      await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
      return result
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_external_id')) throw new RecordInvalid(EXTERNAL_ID_TAKEN)
    if (isUniqueViolation(error, 'user_identities_value'))
      throw new RecordInvalid({ email: [{ description: 'Email: is already being used by another user', error: 'DuplicateValue' }] })
    throw error
  }
}
