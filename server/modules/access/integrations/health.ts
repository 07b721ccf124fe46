/** The health of an integration, computed from the calls of its credentials. Pure. */
import type { Timestamp } from '#lib/clock.ts'
import type { IntegrationUse } from './owned_store.ts'

export const HEALTHS = ['unused', 'working', 'failing', 'silent'] as const

/**
 * `unused`: nothing it owns was ever used; `failing`: at least half of its calls of today and yesterday, those of its webhook among them, were
 * refused or failed;
 * `silent`: it was used, but not for seven days; `working`: anything else.
 */
export type Health = (typeof HEALTHS)[number]

const SILENT_AFTER_MS = 7 * 86_400_000

/** The last use of any of these. `kept` is the last use stored in the row, for credentials that are deleted. */
export function lastUse(owned: readonly { readonly last_used_at: Timestamp | null }[], kept: Timestamp | null): Timestamp | null {
  return owned.reduce<Timestamp | null>(
    (latest, { last_used_at }) => (last_used_at !== null && (latest === null || last_used_at > latest) ? last_used_at : latest),
    kept,
  )
}

/** See {@link Health}. */
export function healthOf(last_used_at: Timestamp | null, use: Pick<IntegrationUse, 'calls' | 'errors'>, now: Date): Health {
  if (use.calls > 0 && use.errors * 2 >= use.calls) return 'failing'
  if (last_used_at === null) return use.calls === 0 ? 'unused' : 'working'
  return now.getTime() - Date.parse(last_used_at) > SILENT_AFTER_MS ? 'silent' : 'working'
}
