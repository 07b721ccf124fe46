// What the form of a new token holds, and what is sent of it.
// Does not belong here: drawing it (TokenForm.tsx, TokenBounds.tsx), what is allowed; the server says that.

import type { ApiTokenInput, TokenBounds, TokenException } from '../../../api/types.ts'

export type Ground = 'access_request' | TokenException

export interface TokenDraft {
  ground: Ground
  description: string
  reason: string
  /** The last day on which it works, or ''. */
  last_day: string
  /** The administrator it works for, or ''. */
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

/** From where and how often a token may be used, as it was typed. What is no number is sent as 0, which the server refuses. */
export function limitsOf({ addresses, budget }: Pick<TokenDraft, 'addresses' | 'budget'>): Pick<TokenBounds, 'allowed_ips' | 'per_minute'> {
  const networks = addresses.split(/[\s,]+/).filter(Boolean)
  const text = budget.trim()
  return { allowed_ips: networks.length === 0 ? null : networks, per_minute: /^\d+$/.test(text) ? Number(text) : text === '' ? null : 0 }
}

/** What bounds the token: its end, for whom it works, its limits. */
export function boundsOf({ last_day, assigned_user_id, ...limits }: TokenDraft): TokenBounds {
  return {
    expires_at: last_day === '' ? null : `${last_day}T23:59:59Z`,
    assigned_user_id: assigned_user_id === '' ? null : Number(assigned_user_id),
    ...limitsOf(limits),
  }
}

/** The token as it is asked for. */
export function tokenInputOf(draft: TokenDraft): ApiTokenInput {
  const { ground, description, reason } = draft
  const bounds = boundsOf(draft)
  return ground === 'access_request' ? { description, ...bounds } : { description, exception: ground, reason, ...bounds }
}
