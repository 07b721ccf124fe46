/** The periods in which uses of rules are counted, and lists sorted by them. @source docs/reference/business_rules.md §2, §2.1 */
import type { Order } from '#http/paging.ts'
import { isKeyOf } from '#lib/objects.ts'

/** The periods in seconds. */
export const USAGE_SECONDS = { usage_1h: 3600, usage_24h: 24 * 3600, usage_7d: 7 * 24 * 3600, usage_30d: 30 * 24 * 3600 } as const
export type UsagePeriod = keyof typeof USAGE_SECONDS
/** The column of the uses in the period that a list is sorted by. */
export const SINCE_COLUMN = 'uses'

/** The orders by uses, by the name of the period: the most used first, unless the caller asks for the other order; then by `ties`. */
export function usageOrders(ties: Order): Readonly<Record<string, Order>> {
  const order: Order = [{ key: SINCE_COLUMN, column: SINCE_COLUMN, kind: 'number', descending: true }, ...ties]
  return Object.fromEntries(Object.keys(USAGE_SECONDS).map((name) => [name, order]))
}

/** The period that `sort_by` names, if it names one. */
export function periodOf(sort_by: string | undefined): UsagePeriod | null {
  return sort_by !== undefined && isKeyOf(USAGE_SECONDS, sort_by) ? sort_by : null
}

/** True if a request asks for any of the counts. */
export function isUsageIncluded(include: ReadonlySet<string>): boolean {
  return Object.keys(USAGE_SECONDS).some((name) => include.has(name))
}
