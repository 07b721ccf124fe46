/** Destroys one-time secrets that may be compromised. */
import type { Context } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { deactivateApiToken } from '../api_tokens/deactivate.ts'
import { lockBound } from './lock.ts'
import { findSharedSecret, type SharedSecretRow, updateSharedSecret } from './store.ts'
import { alertBurnt, alertReopened } from './notify.ts'

/**
 * Destroys an unopened secret, and alerts its sender and its reader; `reason` is a sentence without its full stop. Does nothing if the
 * secret is not waiting or does not exist. Runs inside the caller's transaction; the caller is already authorised.
 */
export async function burnSharedSecret(tx: Context, id: number, reason: string): Promise<void> {
  const seen = await findSharedSecret(tx, id)
  if (seen === undefined) return
  const row = await lockBound(tx, seen)
  if (row.state === 'waiting') await burnWaiting(tx, row, reason)
}

/** As {@link burnSharedSecret}, for a locked, waiting row. No one has seen the value, so a token in it stays active. */
export async function burnWaiting(tx: Context, row: SharedSecretRow, reason: string): Promise<void> {
  await updateSharedSecret(tx, row.id, { state: 'burnt' })
  await audit(tx, row, `Destroyed unread: ${reason}`)
  await alertBurnt(tx, row, `${reason}.`)
}

/**
 * Handles a second open of a locked row that was read: alerts sender and reader, and deactivates the API token it contained, effective with
 * the next call in every process. `done` says as a sentence what was done about other credentials in it.
 * @source docs/reference/access_governance.md §8
 */
export async function burnRead(tx: Context, row: SharedSecretRow, done: string | undefined): Promise<void> {
  await updateSharedSecret(tx, row.id, { state: 'burnt', reopened_at: tx.now })
  await audit(tx, row, 'Opened a second time: sender and reader were alerted')
  await alertReopened(tx, row, done)
  if (row.api_token_id !== null) await deactivateApiToken(tx, row.api_token_id, reasonOfReopened(row))
}

/** The reason for ending the credentials of a secret that was opened twice, as a sentence without its full stop. */
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
