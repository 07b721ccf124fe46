/** What every write of an identity has in common. */
import { actorsTopic } from '../../../auth/actors.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { isUniqueViolation } from '../../../db/client.ts'
import { RecordInvalid } from '../../../errors.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { type IdentityOwner, type IdentityRow, lockIdentityOwner } from './store.ts'

/** By what staff signs in is a matter of the audit log; addresses of end users are everyday work. */
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

/** Whose identity is written, and what it is. */
export interface Written {
  readonly userId: number
  readonly value: string
}

/**
 * One transaction after which nobody is remembered by his old addresses; two writers of one address get the same refusal as one after the
 * other. The user is held first, as whoever changes him and his addresses together does: otherwise the two wait for each other.
 */
export async function writing<Result>(ctx: Context, { userId, value }: Written, work: (tx: Context) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockIdentityOwner(tx, userId)
      const result = await work(tx)
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
