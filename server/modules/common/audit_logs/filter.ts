/** Reads the filters of the audit log from a query. @source docs/reference/account.md §8 */
import Type, { type Static } from 'typebox'
import { InvalidAttribute } from '#core/errors.ts'
import { addSeconds, toDate } from '#lib/clock.ts'
import type { PagingQuery } from '#http/paging.ts'
import { Id, listQuery, Moment, Phrase, Word, Words } from '#http/shape.ts'
import type { AuditLogFilter } from './store.ts'

const ACTION = 'audit_logs/index'

export const AuditLogQuery = listQuery({
  'filter[source_type]': Word,
  'filter[source_id]': Id,
  'filter[actor_id]': Id,
  'filter[ip_address]': Word,
  'filter[text]': Phrase,
  'filter[action]': Type.Unsafe<string | string[]>({ anyOf: [Words, Word] }),
  'filter[created_at]': Type.Unsafe<string | null | (string | null)[]>({ anyOf: [Type.Array(Moment), Moment] }),
})
type AuditLogQuery = Static<typeof AuditLogQuery>

/** The filters of a query. @throws InvalidAttribute for a source_id without its source_type, or more than two times */
export function readFilter(query: AuditLogQuery): AuditLogFilter {
  const {
    'filter[source_type]': source_type,
    'filter[source_id]': source_id,
    'filter[actor_id]': actor_id,
    'filter[ip_address]': ip_address,
    'filter[text]': text,
  } = query
  if (typeof source_id === 'number' && !source_type) throw new InvalidAttribute('filter[source_id]', 'requires filter[source_type]', ACTION)
  const actions = toList(query['filter[action]']).filter(Boolean)
  return {
    ...(source_type ? { source_type } : {}),
    ...(typeof source_id === 'number' ? { source_id } : {}),
    ...(typeof actor_id === 'number' ? { actor_id } : {}),
    ...(ip_address ? { ip_address } : {}),
    ...(actions.length > 0 ? { actions } : {}),
    ...(text?.trim() ? { text } : {}),
    ...readSpan(toList(query['filter[created_at]'])),
  }
}

/** `from` and `to`, both inclusive. An end without a fraction of a second includes that whole second. */
function readSpan(moments: readonly (string | null)[]): Pick<AuditLogFilter, 'from' | 'to'> {
  if (moments.length > 2) throw new InvalidAttribute('filter[created_at]', 'accepts a start and an end', ACTION)
  const [from, to] = moments
  return { ...(from ? { from } : {}), ...(to ? { to: to.endsWith('.000Z') ? addSeconds(toDate(to), 0.999).toISOString() : to } : {}) }
}

function toList<Item extends string | null>(value: Item | readonly Item[] | undefined): readonly Item[] {
  if (value === undefined) return []
  return typeof value === 'string' || value === null ? [value] : value
}

/** Accepts `sort=-created_at` under offset paging, too. Other lists accept only `sort_by` and `sort_order` there. */
export function withSort(query: PagingQuery): PagingQuery {
  if (!query.sort || query.sort_by !== undefined) return query
  return { ...query, sort_by: query.sort.replace(/^-/, ''), sort_order: query.sort.startsWith('-') ? 'desc' : 'asc' }
}
