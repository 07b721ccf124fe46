/** Reads query strings the way the API's clients write them. @source client_surface.md 6, 7 */
import type { Query } from './route.ts'

/** A beginning and an end are sent under one name. @source other.md §7 `filter[created_at]` given twice */
const SPANS = new Set(['filter[created_at]'])

/** `a=1&role[]=x&role[]=y&page[size]=2` → `{a:'1', role:['x','y'], 'page[size]':'2'}`. A key given twice keeps its last value, unless it is a span. */
export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    const isList = key.endsWith('[]')
    const name = isList ? key.slice(0, -2) : key
    const known = query[name]
    if (SPANS.has(name) && known !== undefined) query[name] = [known, value].flat()
    else if (isList) query[name] = Array.isArray(known) ? [...known, value] : [value]
    else query[name] = value
  }
  return query
}
