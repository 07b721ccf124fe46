import type { Context } from '#core/context.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { findApiTokenForUpdate } from '../api_tokens/store.ts'
import { lockSharedSecret, type SealedSecretRow, type SharedSecretRow } from './store.ts'

/** Locks a secret, after the rows it is bound to. The lock order everywhere is request, token, secret. @throws NotFound */
export async function lockBound(tx: Context, seen: SharedSecretRow): Promise<SealedSecretRow> {
  if (seen.access_request_id !== null) await lockAccessRequest(tx, seen.access_request_id)
  if (seen.api_token_id !== null) await findApiTokenForUpdate(tx, seen.api_token_id)
  return lockSharedSecret(tx, seen.id)
}
