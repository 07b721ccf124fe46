import { sameHash, hashSecret } from '../../auth/secrets.ts'
import { withinCeiling } from '../../auth/scopes.ts'
import { throttledSecret } from '../../auth/throttle.ts'
import type { Context } from '../../context.ts'
import { OAuthError } from '../../errors.ts'
import { findOAuthClientByIdentifier, type OAuthClientRow } from '../oauth_clients/store.ts'
import type { ClientCredentials } from './request.ts'

const NO_HASH = Buffer.alloc(32)

/**
 * The client that calls. A public one may leave its secret out; a secret that is sent must be right. Secrets are compared in constant time.
 * @throws OAuthError `invalid_client`
 * @throws EndpointLimitExceeded after too many failures
 * @source RFC 6749 §2.3, §3.2.1
 */
export async function authenticateClient(ctx: Context, { identifier, secret }: ClientCredentials): Promise<OAuthClientRow> {
  const found = await throttledSecret(
    ctx.db,
    { account_id: ctx.account.id, name: identifier, address: ctx.caller.ip_address },
    async () => {
      const client = await findOAuthClientByIdentifier(ctx, identifier)
      const isRight = sameHash(client?.secret_hash ?? NO_HASH, hashSecret(ctx.services.pepper, secret ?? ''))
      return isRight || (secret === null && client?.kind === 'public') ? client : undefined
    },
  )
  if (found === undefined) throw new OAuthError(401, 'invalid_client', 'The client is unknown or its secret is wrong')
  return found
}

/** What a client is granted of the scopes asked for: by default its ceiling, else `read`. @throws OAuthError `invalid_scope` @source auth.md §4 Errors */
export function grantScopes(client: OAuthClientRow, wanted: string[] | null): string[] {
  const scopes = wanted ?? client.scopes ?? ['read']
  if (!withinCeiling(scopes, client.scopes))
    throw new OAuthError(400, 'invalid_scope', 'The scope goes beyond what the client may be granted')
  return scopes
}
