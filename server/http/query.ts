/** Parses query strings the way the API's clients write them. @source docs/reference/clients.md §6, §7 */
import type { Query } from './route.ts'

/**
 * Parameters with several values under one name: a start and an end, types of events.
 * @source docs/reference/account.md §8; docs/reference/tickets.md §5
 */
const REPEATED = new Set(['filter[created_at]', 'filter_events'])

/** `a=1&role[]=x&role[]=y&page[size]=2` → `{a:'1', role:['x','y'], 'page[size]':'2'}`. A key given twice keeps its last value, unless it may be repeated. */
export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    const isList = key.endsWith('[]')
    const name = isList ? key.slice(0, -2) : key
    const known = query[name]
    const isRepeated = REPEATED.has(name)
    if (Array.isArray(known) && (isList || isRepeated)) known.push(value)
    else if (typeof known === 'string' && isRepeated) query[name] = [known, value]
    else query[name] = isList ? [value] : value
  }
  return query
}
