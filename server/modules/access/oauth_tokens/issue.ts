import type { Actor, Context } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { refuseUngrantable } from '../oauth_clients/marks.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import type { Grant } from './schema.ts'
import { type Lifetimes, makeTokenSecrets, type TokenSecrets } from './secrets.ts'
import { deleteExpiredTokens, insertOAuthToken } from './store.ts'

/** Grants by a user's consent or password. Tokens granted by the client's own secret do not act in person. */
const GRANTED_IN_PERSON: readonly string[] = ['authorization_code', 'password']

/** The input of a grant. */
export interface Granting {
  readonly client: OAuthClientRow
  readonly actor: Actor
  readonly scopes: string[]
  readonly lifetimes: Lifetimes
  readonly grant_type: string
}

/** Makes the token of a grant in the caller's transaction, and audits it as an act of the user. @throws OAuthError `invalid_scope` */
export async function issueToken(tx: Context, granting: Granting): Promise<{ grant: Grant; token_id: number }> {
  const { client, actor, scopes, lifetimes, grant_type } = granting
  const secrets = makeTokenSecrets(tx, lifetimes)
  const is_personal = GRANTED_IN_PERSON.includes(grant_type)
  await refuseUngrantable(tx, client.id, scopes, is_personal)
  await deleteExpiredTokens(tx, client.id, actor.id)
  const { id } = await insertOAuthToken(tx, { client_id: client.id, user_id: actor.id, scopes, grant_type, is_personal }, secrets.stored)
  await recordAudit(
    { ...tx, actor },
    {
      action: 'create',
      source_type: 'oauth_token',
      source_id: id,
      source_label: client.name,
      change_description: `Granted by ${grant_type} with the scopes ${scopes.join(' ')}`,
      details: { client_id: client.id, user_id: actor.id },
    },
  )
  return { grant: grantAnswer(secrets, scopes, lifetimes), token_id: id }
}

/** The response to a grant. @source RFC 6749 §5.1 */
export function grantAnswer({ token, refresh_token }: TokenSecrets, scopes: readonly string[], lifetimes: Lifetimes): Grant {
  const { expires_in, refresh_token_expires_in } = lifetimes
  return {
    access_token: token,
    token_type: 'bearer',
    scope: scopes.join(' '),
    ...(refresh_token === null ? {} : { refresh_token }),
    expires_in,
    ...(refresh_token_expires_in === null ? {} : { refresh_token_expires_in }),
  }
}
