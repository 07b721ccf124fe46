import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { OAuthTokenRow } from './store.ts'
import type { OAuthToken } from './schema.ts'

/** The API URL of a token. */
export const oauthTokenUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `oauth/tokens/${id}`)

/** A token as JSON, with only the first ten characters of its secrets. @source docs/reference/authentication.md §4.5 */
export function presentOAuthToken(ctx: Context, row: OAuthTokenRow): AnswerOf<typeof OAuthToken> {
  return {
    id: row.id,
    url: oauthTokenUrl(ctx, row.id),
    user_id: row.user_id,
    client_id: row.client_id,
    token: row.visible_token,
    refresh_token: row.visible_refresh_token,
    scopes: row.scopes,
    created_at: wireTime(row.created_at),
    used_at: wireTimeOrNull(row.used_at),
    expires_at: wireTimeOrNull(row.expires_at),
    refresh_token_expires_at: wireTimeOrNull(row.refresh_token_expires_at),
    grant_type: row.grant_type,
  }
}
