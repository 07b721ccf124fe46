/** Makes the known secret of a client worthless. Who may do so is settled, and the caller forgets what is remembered of credentials. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { updateOAuthClient } from '../oauth_clients/store.ts'
import { deleteEarlierTokensOfClient, deleteTokensOfClient } from './store.ts'

const NONE_BEFORE = { previous_secret_hash: null, previous_secret_expires_at: null }

/** Nobody knows the secret the client has then; its owner makes a new one. Those who had the old one may have had tokens, too. */
export async function disarmClient(tx: Context, id: number): Promise<void> {
  await updateOAuthClient(tx, id, { secret_hash: randomBytes(32), visible_secret: '', ...NONE_BEFORE })
  await deleteTokensOfClient(tx, id)
}

/** As {@link disarmClient}, for the secret a client had before `moment`: the one it has now goes on, and the tokens of people since. */
export async function disarmEarlierSecret(tx: Context, id: number, moment: string): Promise<void> {
  await updateOAuthClient(tx, id, NONE_BEFORE)
  await deleteEarlierTokensOfClient(tx, id, moment)
}
