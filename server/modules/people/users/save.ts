/** Writing users in one transaction: what two writers at once cannot both have is refused in the same words as one after the other. */
import { actorsTopic } from '../../../auth/actors.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/client.ts'
import { type Details, RecordInvalid } from '../../../errors.ts'

/** What is said when an external id is somebody's already; under `name`, as the public service does. @source docs/reference/conventions.md §2 */
export const EXTERNAL_ID_TAKEN: Details = { name: [{ description: 'External has already been taken', error: 'DuplicateValue' }] }

/** Runs `work` in one transaction, after which nobody is remembered as he was. @throws RecordInvalid when an address or external id has just been taken */
export async function saving<Result>(ctx: Context, work: (tx: Context) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const result = await work(tx)
      // last, because the answer waits until all processes have forgotten: what is rolled back is never told to them
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
