/** The end of a one-time secret that is not to be trusted any more. */
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../common/audit_logs/record_store.ts'
import { deactivateApiToken } from '../api_tokens/deactivate.ts'
import { lockBound } from './lock.ts'
import { findSharedSecret, type SharedSecretRow, updateSharedSecret } from './store.ts'
import { alertBurnt, alertReopened } from './notify.ts'

/**
 * Destroys a secret that waits, and alerts its sender and its reader; `reason` is the beginning of a sentence. One that is read, over or
 * not there stays as it is. The caller has settled who may do this, and is inside a transaction.
 */
export async function burnSharedSecret(tx: Context, id: number, reason: string): Promise<void> {
  const seen = await findSharedSecret(tx, id)
  if (seen === undefined) return
  const row = await lockBound(tx, seen)
  if (row.state === 'waiting') await burnWaiting(tx, row, reason)
}

/** As {@link burnSharedSecret}, for a row that is held and waits. Nobody has seen the value, so the token it may hold goes on. */
export async function burnWaiting(tx: Context, row: SharedSecretRow, reason: string): Promise<void> {
  await updateSharedSecret(tx, row.id, { state: 'burnt' })
  await audit(tx, row, `Destroyed unread: ${reason}`)
  await alertBurnt(tx, row, `${reason}.`)
}

/**
 * A second open of a row that is held and was read: both are alerted, and the API token it held is deactivated, for the next call in
 * every process. `done` is what was done about what else it held, as a sentence.
 * @source docs/reference/access_governance.md §8
 */
export async function burnRead(tx: Context, row: SharedSecretRow, done: string | undefined): Promise<void> {
  await updateSharedSecret(tx, row.id, { state: 'burnt', reopened_at: tx.now })
  await audit(tx, row, 'Opened a second time: sender and reader were alerted')
  await alertReopened(tx, row, done)
  if (row.api_token_id !== null) await deactivateApiToken(tx, row.api_token_id, reasonOfReopened(row))
}

/** Why what a one-time secret held ends when it is opened a second time; the beginning of a sentence. */
export const reasonOfReopened = ({ id }: SharedSecretRow) => `The one-time secret ${id} was opened a second time`

async function audit(tx: Context, row: SharedSecretRow, change_description: string): Promise<void> {
  const { id, sender_id, reader_id, access_request_id, api_token_id } = row
  await recordAudit(tx, {
    action: 'update',
    source_type: 'shared_secret',
    source_id: id,
    source_label: row.label,
    change_description,
    details: { sender_id, reader_id, access_request_id, api_token_id },
  })
}
