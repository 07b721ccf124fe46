// The values of the form of a new token, and what is sent for them.
// Does not belong here: rendering (TokenForm.tsx, TokenBounds.tsx), validation; the server does that.

import type { ApiTokenInput, TokenBounds, TokenException } from './queries.ts'

export type Ground = 'access_request' | TokenException

export interface TokenDraft {
  ground: Ground
  description: string
  reason: string
  /** The last day on which it is valid, or ''. */
  last_day: string
  /** The id of the administrator it acts as, or ''. */
  assigned_user_id: string
  addresses: string
  budget: string
}

export const emptyToken: TokenDraft = {
  ground: 'access_request',
  description: '',
  reason: '',
  last_day: '',
  assigned_user_id: '',
  addresses: '',
  budget: '',
}

/** The networks and the rate limit of a token, as typed. An invalid number is sent as 0, which the server refuses. */
export function limitsOf({ addresses, budget }: Pick<TokenDraft, 'addresses' | 'budget'>): Pick<TokenBounds, 'allowed_ips' | 'per_minute'> {
  const networks = addresses.split(/[\s,]+/).filter(Boolean)
  const text = budget.trim()
  return { allowed_ips: networks.length === 0 ? null : networks, per_minute: /^\d+$/.test(text) ? Number(text) : text === '' ? null : 0 }
}

/** The bounds of a token: its expiry, its user, its limits. */
export function boundsOf({ last_day, assigned_user_id, ...limits }: TokenDraft): TokenBounds {
  return {
    expires_at: last_day === '' ? null : `${last_day}T23:59:59Z`,
    assigned_user_id: assigned_user_id === '' ? null : Number(assigned_user_id),
    ...limitsOf(limits),
  }
}

/** The body of the request that creates the token. */
export function tokenInputOf(draft: TokenDraft): ApiTokenInput {
  const { ground, description, reason } = draft
  const bounds = boundsOf(draft)
  return ground === 'access_request' ? { description, ...bounds } : { description, exception: ground, reason, ...bounds }
}
