import { IN_PERSON } from '#auth/in_person.ts'
import { sameHash, hashSecret } from '#core/secrets.ts'
import { withinCeiling } from '#auth/scopes.ts'
import { throttleSecret } from '#auth/throttle.ts'
import type { Context } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { isInNetworks } from '#lib/networks.ts'
import { findOAuthClientByIdentifier, type OAuthClientRow } from '../oauth_clients/store.ts'
import type { ClientCredentials } from './request.ts'

const NO_HASH = Buffer.alloc(32)

/**
 * Authenticates the calling client. A public client may omit its secret. A secret that is sent must be correct: the current one, or the
 * previous one while it overlaps. Both are always compared, in constant time.
 * @throws OAuthError `invalid_client`, or `unauthorized_client` for a call from an address outside the client's networks
 * @throws EndpointLimitExceeded after too many failures
 * @source RFC 6749 §2.3, §3.2.1
 */
export async function authenticateClient(ctx: Context, { identifier, secret }: ClientCredentials): Promise<OAuthClientRow> {
  const found = await throttleSecret(ctx.db, { account_id: ctx.account.id, name: identifier, address: ctx.caller.ip_address }, async () => {
    const client = await findOAuthClientByIdentifier(ctx, identifier)
    const hash = hashSecret(ctx.services.pepper, secret ?? '')
    const isCurrent = sameHash(client?.secret_hash ?? NO_HASH, hash)
    const isPrevious = sameHash(client?.previous_secret_hash ?? NO_HASH, hash) && overlaps(ctx, client)
    return isCurrent || isPrevious || (secret === null && client?.kind === 'public') ? client : undefined
  })
  if (found === undefined) throw new OAuthError(401, 'invalid_client', 'The client is unknown or its secret is wrong')
  // the client's tokens could not be used from this address anyway
  if (found.allowed_ips !== null && !isInNetworks(ctx.caller.proven_address ?? '', found.allowed_ips))
    throw new OAuthError(400, 'unauthorized_client', `The client may not be used from the address ${ctx.caller.ip_address ?? 'unknown'}`)
  return found
}

function overlaps(ctx: Context, client: OAuthClientRow | undefined): boolean {
  const end = client?.previous_secret_expires_at ?? null
  return end !== null && toDate(end) > ctx.now
}

/** Whether scopes are within the ceiling of a client. `in_person` is in none: `refuseUngrantable` decides on it. */
export function isWithinCeilingOf(client: Pick<OAuthClientRow, 'scopes'>, scopes: readonly string[]): boolean {
  return withinCeiling(
    scopes.filter((scope) => scope !== IN_PERSON),
    client.scopes,
  )
}

/**
 * The requested scopes if they are within the client's ceiling; without a request the ceiling, or `read` if there is none.
 * @throws OAuthError `invalid_scope`
 * @source docs/reference/authentication.md §4.4
 */
export function grantScopes(client: OAuthClientRow, wanted: string[] | null): string[] {
  const scopes = wanted ?? client.scopes ?? ['read']
  if (!isWithinCeilingOf(client, scopes)) throw new OAuthError(400, 'invalid_scope', 'The scope goes beyond what the client may be granted')
  return scopes
}
