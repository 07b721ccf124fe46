import { firstTen, hashSecret, makeSecret } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { addSeconds } from '../../lib/clock.ts'
import type { StoredSecrets } from './store.ts'

/** How long a token and its refresh token are good, in seconds. `expires_in` null: until it is revoked. */
export interface Lifetimes {
  readonly expires_in: number | null
  readonly refresh_token_expires_in: number
}

/** New secrets for a token: what is told once, and what is stored. Without `lifetimes` it lives until it is revoked and has no refresh token. */
export function makeTokenSecrets<Life extends Lifetimes | null>(
  ctx: Context,
  lifetimes: Life,
): { token: string; refresh_token: Life extends null ? null : string; stored: StoredSecrets } {
  const token = makeSecret('dho')
  const refresh_token = lifetimes === null ? null : makeSecret('dhr')
  const { pepper } = ctx.services
  const stored = {
    token_hash: hashSecret(pepper, token),
    visible_token: firstTen(token),
    refresh_token_hash: refresh_token === null ? null : hashSecret(pepper, refresh_token),
    visible_refresh_token: refresh_token === null ? null : firstTen(refresh_token),
    expires_at: lifetimes === null || lifetimes.expires_in === null ? null : addSeconds(ctx.now, lifetimes.expires_in),
    refresh_token_expires_at: lifetimes === null ? null : addSeconds(ctx.now, lifetimes.refresh_token_expires_in),
  }
  return { token, refresh_token: refresh_token as Life extends null ? null : string, stored }
}
