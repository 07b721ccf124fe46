/** Restores access for an administrator who lost their password or phone: on the operator's command line, never over the network. */
import { actorsTopic } from '#auth/actors.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { writePassword } from '#modules/people/users/passwords.ts'
import { findUserByEmail, getUser, type UserRow } from '#modules/people/users/store.ts'
import { deleteSecondFactor, markSecondFactor } from './store.ts'

const BY = 'by the command line'

/**
 * The owner of the instance, or the administrator with this e-mail address.
 * @throws NotFound when no active administrator has the address
 */
export async function getAdministrator(ctx: Context, email: string | null): Promise<UserRow> {
  const user = email === null ? await getUser(ctx, ctx.account.owner_id as number) : await findUserByEmail(ctx, email)
  if (user === undefined || user.role !== 'admin' || !user.active || user.suspended) throw new NotFound()
  return user
}

/**
 * Sets an administrator's password and, if requested, removes the second factor. All sessions end; when this returns, every process has
 * invalidated its cache of them.
 * @throws RecordInvalid when the password does not meet the requirements
 */
export async function regainAccess(
  ctx: Context,
  user: UserRow,
  { password, drop_factor }: { password: string; drop_factor: boolean },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await writePassword(tx, user, password, { change_description: `Password changed ${BY}` })
    if (!drop_factor || !(await deleteSecondFactor(tx, user.id))) return
    await markSecondFactor(tx, user.id, false)
    const what = { source_type: 'user', source_id: user.id, source_label: user.name, change_description: `Second factor reset ${BY}` }
    await recordAudit(tx, { action: 'update', ...what })
    await tx.services.cache.invalidate(tx.db, actorsTopic(ctx.account.id))
  })
  await ctx.services.cache.settled()
}
