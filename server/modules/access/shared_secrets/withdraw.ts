/** Shows one-time secrets without their value, and withdraws unopened ones. */
import { can } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid, orNotFound } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { lockBound } from './lock.ts'
import { findSharedSecret, type SharedSecretRow, updateSharedSecret } from './store.ts'
import { notifyWithdrawn } from './notify.ts'

/** One secret, for its sender and its reader. @throws NotFound for others */
export async function readSharedSecret(ctx: Context, id: number): Promise<SharedSecretRow> {
  const row = await findSharedSecret(ctx, id)
  if (row === undefined || ![row.sender_id, row.reader_id].includes(ctx.actor.id)) throw new NotFound()
  return row
}

/**
 * Destroys the value of an unopened secret, as its sender or an administrator.
 * @throws NotFound for everyone else
 * @throws RecordInvalid when it is not waiting
 */
export async function withdrawSharedSecret(ctx: Context, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seen = orNotFound(await findSharedSecret(tx, id))
    if (seen.sender_id !== ctx.actor.id && !can(ctx, 'shared_secret.withdraw_all')) throw new NotFound()
    const row = await lockBound(tx, seen)
    if (row.state !== 'waiting')
      refuseInvalid({
        base: [{ description: `This one-time secret cannot be withdrawn: its state is ${row.state}`, error: 'InvalidValue' }],
      })
    await updateSharedSecret(tx, id, { state: 'withdrawn' })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'shared_secret',
      source_id: id,
      source_label: row.label,
      change_description: 'Withdrawn before it was read',
      details: { sender_id: row.sender_id, reader_id: row.reader_id, access_request_id: row.access_request_id },
    })
    await notifyWithdrawn(tx, row)
  })
}
