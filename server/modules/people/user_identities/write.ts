/** Shared by every write of an identity. */
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import { RecordInvalid } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { writeAndPublishUser } from '../user_events/publishing.ts'
import { type IdentityOwner, type IdentityRow, lockIdentityOwner } from './store.ts'

/** Changes of staff's identities are audited because staff sign in by them; those of end users are not. */
export async function auditIdentity(tx: Context, owner: IdentityOwner, { id }: IdentityRow, change_description: string): Promise<void> {
  if (owner.role === 'end-user') return
  const details = { user_identity_id: id }
  await recordAudit(tx, {
    action: 'update',
    source_type: 'user',
    source_id: owner.id,
    source_label: owner.name,
    change_description,
    details,
  })
}

/** The user whose identity is written, and its value. */
export interface WrittenIdentity {
  readonly userId: number
  readonly value: string
}

/**
 * Runs `work` in a transaction that invalidates cached actors. Concurrent writers of the same address get the same error as consecutive
 * ones. The user's row is locked first, in the order that changes of a user with their addresses use: otherwise the two could deadlock.
 */
export async function writeIdentity<Result>(
  ctx: Context,
  { userId, value }: WrittenIdentity,
  work: (tx: Context) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockIdentityOwner(tx, userId)
      const result = await writeAndPublishUser(tx, userId, () => work(tx))
      await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
      return result
    })
  } catch (error) {
    if (isUniqueViolation(error, 'user_identities_value'))
      throw new RecordInvalid({
        value: [{ description: `Value: ${value} is already being used by another user`, error: 'DuplicateValue' }],
      })
    throw error
  }
}
