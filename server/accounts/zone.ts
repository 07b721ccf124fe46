/** The time zone of an account: the days that its rules, searches, templates and mails mean. */
import { ianaTimeZone } from '#lib/time_zones.ts'

/** Its IANA name. @source docs/reference/search.md §3.3; docs/reference/business_rules.md §3.1 */
export function accountZone({ account }: { readonly account: { readonly settings: { readonly time_zone: string } } }): string {
  return ianaTimeZone(account.settings.time_zone)
}
