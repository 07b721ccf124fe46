/** Ends all credentials that a person holds or knows. */
import { closeSessions } from '#auth/sessions.ts'
import type { Context } from '#core/context.ts'
import { deactivateApiToken } from '../api_tokens/deactivate.ts'
import { burnSharedSecret } from '../shared_secrets/burn.ts'
import { deleteOAuthTokensOf } from '#modules/people/users/store.ts'
import { deleteCodesOf, findSecretsWaitingFor, findTokensKnownTo } from './store.ts'

/**
 * Ends sessions, access tokens, API tokens the person knows, authorization codes and unopened one-time secrets, in the transaction of `tx`
 * and effective with the next call in every process. Tokens of team automations stay active, because the team rotates them.
 * @source docs/reference/access_governance.md §14.3
 */
export async function stopCredentials(tx: Context, userId: number, reason: string): Promise<void> {
  for (const id of await findTokensKnownTo(tx, userId)) await deactivateApiToken(tx, id, reason)
  for (const id of await findSecretsWaitingFor(tx, userId)) await burnSharedSecret(tx, id, reason)
  await deleteCodesOf(tx, userId)
  await deleteOAuthTokensOf(tx, userId)
  await closeSessions(tx, userId)
}
