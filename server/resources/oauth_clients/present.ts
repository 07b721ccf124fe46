import type { Context } from '../../context.ts'
import { urlOf } from '../../http/envelope.ts'
import { wireTime } from '../../lib/clock.ts'
import type { OAuthClientRow } from './store.ts'

/** Where a client is. */
export const oauthClientUrl = (ctx: Context, id: number) => urlOf(ctx.caller.base_url, `oauth/clients/${id}`)

/** A client as the wire shows it. `secret` is given where it has just been made. @source auth.md §3 */
export function presentOAuthClient(ctx: Context, row: OAuthClientRow, secret: string = row.visible_secret): Record<string, unknown> {
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
  }
}

/** A client of another party. @source _recorded_shapes.md GET /api/v2/oauth/global_clients */
export function presentGlobalClient(row: OAuthClientRow): Record<string, unknown> {
  const { id, name, identifier, logo_url, kind } = row
  return { id, name, identifier, company: row.company ?? '', description: row.description ?? '', logo_url, kind }
}
