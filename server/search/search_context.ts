/** Who searches, where and when, for the words of a query that depend on it. */
import type { SearchContext } from './kinds.ts'
import { ianaTimeZone } from '../lib/time_zones.ts'

/** What of a request's context a search needs. */
interface Searching {
  readonly account: { readonly id: number; readonly settings: { readonly time_zone: string } }
  readonly actor: { readonly id: number }
  readonly now: Date
}

/** The context of a request. */
export function searchContext({ account, actor, now }: Searching): SearchContext {
  const time_zone = ianaTimeZone(account.settings.time_zone)
  // Canada writes days as ISO does
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(now)
  return { account_id: account.id, actor_id: actor.id, now, time_zone, today }
}
