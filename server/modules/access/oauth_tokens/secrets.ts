import { firstTen, hashSecret, makeSecret } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { addSeconds } from '#lib/clock.ts'
import type { StoredSecrets } from './store.ts'

/** The lifetimes of a token and its refresh token, in seconds. `expires_in` null: until revoked; `refresh_token_expires_in` null: none. */
export interface Lifetimes {
  readonly expires_in: number | null
  readonly refresh_token_expires_in: number | null
}

/** The lifetimes of a token that is valid until it is revoked and cannot be refreshed. */
export const ENDLESS: Lifetimes = { expires_in: null, refresh_token_expires_in: null }

/** The secrets of a token: the values to return once, and their stored form. */
export interface TokenSecrets {
  readonly token: string
  readonly refresh_token: string | null
  readonly stored: StoredSecrets
}

/** New secrets for a token. */
export function makeTokenSecrets(ctx: Context, lifetimes: Lifetimes): TokenSecrets {
  const token = makeSecret('dho')
  const refresh_token = lifetimes.refresh_token_expires_in === null ? null : makeSecret('dhr')
  const { pepper } = ctx.services
  const end = (seconds: number | null) => (seconds === null ? null : addSeconds(ctx.now, seconds))
  const stored = {
    token_hash: hashSecret(pepper, token),
    visible_token: firstTen(token),
    refresh_token_hash: refresh_token === null ? null : hashSecret(pepper, refresh_token),
    visible_refresh_token: refresh_token === null ? null : firstTen(refresh_token),
    expires_at: end(lifetimes.expires_in),
    refresh_token_expires_at: end(lifetimes.refresh_token_expires_in),
  }
  return { token, refresh_token, stored }
}
