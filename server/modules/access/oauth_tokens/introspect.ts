import { readActor } from '#auth/actors.ts'
import { hashSecret } from '#core/secrets.ts'
import type { Actor, Context } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { epochSeconds, toDate } from '#lib/clock.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import { authenticateClient } from './client.ts'
import { readClient, readRequiredParameter } from './request.ts'
import type { Introspection, TokenBody } from './schema.ts'
import { findByEitherSecret, type OAuthTokenRow } from './store.ts'

/**
 * Describes a token of the calling client. For any other token, an expired one, and one whose user may not sign in, the response is only
 * `active: false`.
 * @throws OAuthError `unauthorized_client` for public clients, because anyone can call in their name
 * @throws EndpointLimitExceeded after too many failures
 * @source RFC 7662 §2
 */
export async function introspect(ctx: Context, body: TokenBody, authorization: string | undefined): Promise<Introspection> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  if (client.kind !== 'confidential') throw new OAuthError(400, 'unauthorized_client', 'A public client cannot introspect tokens')
  const token = await findByEitherSecret(ctx, hashSecret(ctx.services.pepper, readRequiredParameter(body, 'token')))
  if (token === undefined || token.client_id !== client.id) return { active: false }
  const end = token.is_refresh ? token.refresh_token_expires_at : token.expires_at
  if (end !== null && toDate(end) <= ctx.now) return { active: false }
  const known = await readActor(ctx, token.user_id)
  return known === undefined ? { active: false } : describe(ctx, { client, token, actor: known.actor, end })
}

interface ActiveToken {
  readonly client: OAuthClientRow
  readonly token: OAuthTokenRow & { readonly is_refresh: boolean }
  readonly actor: Actor
  readonly end: string | null
}

function describe(ctx: Context, { client, token, actor, end }: ActiveToken): Introspection {
  return {
    active: true,
    scope: (token.is_refresh ? token.granted_scopes : token.scopes).join(' '),
    client_id: client.identifier,
    ...(actor.email === null ? {} : { username: actor.email }),
    ...(token.is_refresh ? {} : { token_type: 'bearer' }),
    ...(end === null ? {} : { exp: epochSeconds(end) }),
    iat: epochSeconds(token.created_at),
    sub: String(actor.id),
    iss: ctx.caller.base_url,
  }
}
