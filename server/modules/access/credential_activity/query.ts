/** Reads the query parameters of the activity routes. */
import type { Static } from 'typebox'
import { InvalidAttribute } from '#core/errors.ts'
import type { PagingQuery } from '#http/paging.ts'
import { addSeconds, machineNow, toDate } from '#lib/clock.ts'
import type { ActivityQuery } from './schema.ts'
import { type ActivityFilter, GROUPINGS, type Grouping } from './store.ts'
import { isKeyOf, keysOf } from '#lib/objects.ts'

export const ACTION = 'deskhand/activity'
const DAY_SECONDS = 86_400
const USUAL_DAYS = 30
const MAX_DAYS = 366

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The first and last of the latest `count` days, by the machine's clock like the log. */
export function latestDays(count: number): { from: string; to: string } {
  const now = machineNow()
  return { from: dayOf(addSeconds(now, -(count - 1) * DAY_SECONDS)), to: dayOf(now) }
}

/** The filter: the first and last day, both included, and the subject of the calls. @throws InvalidAttribute */
export function readActivityFilter(query: Static<typeof ActivityQuery>): ActivityFilter {
  const to = query.to?.slice(0, 10) ?? latestDays(1).to
  const from = query.from?.slice(0, 10) ?? dayOf(addSeconds(toDate(to), -(USUAL_DAYS - 1) * DAY_SECONDS))
  const days = (toDate(to).getTime() - toDate(from).getTime()) / 1000 / DAY_SECONDS + 1
  if (days < 1) throw new InvalidAttribute('from', 'must not be after to', ACTION)
  if (days > MAX_DAYS) throw new InvalidAttribute('from', `must be ${MAX_DAYS} days before to at most`, ACTION)
  const text = (name: 'credential_kind' | 'method' | 'route' | 'user_agent' | 'ip_address') => {
    const value = query[`filter[${name}]`]
    return value === undefined ? {} : { [name]: value }
  }
  const id = (name: 'credential_id' | 'client_id' | 'user_id') => {
    const value = query[`filter[${name}]`]
    return typeof value === 'number' ? { [name]: value } : {}
  }
  const texts = { ...text('credential_kind'), ...text('method'), ...text('route'), ...text('user_agent'), ...text('ip_address') }
  return { from, to, ...texts, ...id('credential_id'), ...id('client_id'), ...id('user_id') }
}

/** The grouping of the sums; by credential by default. @throws InvalidAttribute */
export function readGrouping(by: string | undefined): Grouping {
  if (by === undefined || by === '') return 'credential'
  if (!isKeyOf(GROUPINGS, by)) throw new InvalidAttribute('by', `must be one of ${keysOf(GROUPINGS).join(', ')}`, ACTION)
  return by
}

/** True for `format=csv`. @throws InvalidAttribute for a format that is neither json nor csv */
export function wantsCsv(format: string | undefined, action: string): boolean {
  if (format === undefined || format === '' || format === 'json') return false
  if (format !== 'csv') throw new InvalidAttribute('format', 'must be json or csv', action)
  return true
}

/** Accepts `sort` under offset paging, too: `-calls` sorts in descending order, `calls` in ascending order. */
export function withSort(query: PagingQuery): PagingQuery {
  if (!query.sort || query.sort_by !== undefined) return query
  return { ...query, sort_by: query.sort.replace(/^-/, ''), sort_order: query.sort.startsWith('-') ? 'desc' : 'asc' }
}
