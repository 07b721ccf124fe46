/** The caller, time zone and time that terms of a query may depend on. */
import type { SearchContext } from './kinds.ts'
import { dayIn } from '#lib/local_day.ts'
import { ianaTimeZone } from '#lib/time_zones.ts'

/** The part of a request's context that a search needs. */
interface Searching {
  readonly account: { readonly id: number; readonly settings: { readonly time_zone: string } }
  readonly actor: { readonly id: number }
  readonly now: Date
}

/** The context of a request. */
export function searchContext({ account, actor, now }: Searching): SearchContext {
  const time_zone = ianaTimeZone(account.settings.time_zone)
  return { account_id: account.id, actor_id: actor.id, now, time_zone, today: dayIn(time_zone, now) }
}
