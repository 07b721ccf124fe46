/** Invalidates leaked secrets of clients. The caller is already authorised and invalidates the credentials cache. */
import { randomBytes } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { updateOAuthClient } from '../oauth_clients/store.ts'
import { deleteEarlierTokensOfClient, deleteTokensOfClient } from './store.ts'

const NONE_BEFORE = { previous_secret_hash: null, previous_secret_expires_at: null }

/** Replaces the secret with a random one that no one knows, until its owner generates a new one. Deletes all tokens of the client. */
export async function invalidateClientSecret(tx: Context, id: number): Promise<void> {
  await updateOAuthClient(tx, id, { secret_hash: randomBytes(32), visible_secret: '', ...NONE_BEFORE })
  await deleteTokensOfClient(tx, id)
}

/** As {@link invalidateClientSecret}, for the secret before `moment`. The current secret stays, and so do tokens granted by users since then. */
export async function invalidateEarlierSecret(tx: Context, id: number, moment: string): Promise<void> {
  await updateOAuthClient(tx, id, NONE_BEFORE)
  await deleteEarlierTokensOfClient(tx, id, moment)
}
