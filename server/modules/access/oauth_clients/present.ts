import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { toDate, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { OAuthClientRow, TokenSummaryRow } from './store.ts'
import type { GlobalClient, OAuthClient, TokenSummary } from './schema.ts'

/** The API URL of a client. */
export const oauthClientUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `oauth/clients/${id}`)

/** A client as JSON. `secret` is passed when it is new. @source docs/reference/authentication.md §3 */
export function presentOAuthClient(ctx: Context, row: OAuthClientRow, secret: string = row.visible_secret): AnswerOf<typeof OAuthClient> {
  return {
    url: oauthClientUrl(ctx, row.id),
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    identifier: row.identifier,
    company: row.company ?? '',
    description: row.description ?? '',
    redirect_uri: row.redirect_uri,
    secret,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    global: row.global,
    logo_url: row.logo_url,
    kind: row.kind,
    scopes: row.scopes,
    allowed_ips: row.allowed_ips,
    per_minute: row.per_minute,
    may_act_in_person: row.may_act_in_person,
    integration_id: row.integration_id,
    previous_secret_expires_at: previousSecretEnd(ctx, row),
  }
}

function previousSecretEnd({ now }: Context, { previous_secret_expires_at: end }: OAuthClientRow): string | null {
  return end !== null && toDate(end) > now ? wireTime(end) : null
}

/** A client of another party. @source docs/reference/authentication.md §3.1 */
export function presentGlobalClient(row: OAuthClientRow): AnswerOf<typeof GlobalClient> {
  const { id, name, identifier, logo_url, kind } = row
  return { id, name, identifier, company: row.company ?? '', description: row.description ?? '', logo_url, kind }
}

/** The number of tokens of a client of another party. @source docs/reference/authentication.md §3.1 */
export function presentTokenSummary({ id, last_used_at, tokens_count }: TokenSummaryRow): AnswerOf<typeof TokenSummary> {
  return { id, last_used_at: wireTimeOrNull(last_used_at), tokens_count }
}
