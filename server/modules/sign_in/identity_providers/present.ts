import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { IdentityProviderLinkRow, IdentityProviderRow } from './store.ts'
import type { IdentityProvider, Link, Methods } from './schema.ts'

/** The redirect URI to register at every provider. */
export const redirectUri = (ctx: Context) => `${ctx.caller.base_url}/access/sso/callback`
const signInUrl = (ctx: Context, id: number) => `${ctx.caller.base_url}/access/sso/${id}`

/** A provider as JSON, with only the beginning of its secret. */
export function presentIdentityProvider(ctx: Context, row: IdentityProviderRow): AnswerOf<typeof IdentityProvider> {
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, `identity_providers/${row.id}`),
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    client_secret: row.visible_client_secret,
    allowed_domains: row.allowed_domains,
    link_by_verified_email: row.link_by_verified_email,
    active: row.active,
    redirect_uri: redirectUri(ctx),
    sign_in_url: signInUrl(ctx, row.id),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** A link between a provider's subject and a user. */
export function presentLink(row: IdentityProviderLinkRow): AnswerOf<typeof Link> {
  return { ...row, created_at: wireTime(row.created_at), last_used_at: wireTimeOrNull(row.last_used_at) }
}

/** The ways to sign in, as shown to anyone on the sign-in page. */
export function presentMethods(ctx: Context, providers: readonly IdentityProviderRow[]): AnswerOf<typeof Methods> {
  return {
    password: true,
    sso_only: ctx.account.settings.security.sso_only,
    sends_mail: ctx.services.mailer !== null,
    identity_providers: providers.map(({ id, name }) => ({ id, name, sign_in_url: signInUrl(ctx, id) })),
  }
}
