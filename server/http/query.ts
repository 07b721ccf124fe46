/** Reads query strings the way the API's clients write them. @source client_surface.md 6, 7 */
import type { Query } from './route.ts'

/** `a=1&role[]=x&role[]=y&page[size]=2` → `{a:'1', role:['x','y'], 'page[size]':'2'}`. A key given twice keeps its last value. */
export function parseQuery(text: string): Query {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) {
    if (!key.endsWith('[]')) {
      query[key] = value
      continue
    }
    const name = key.slice(0, -2)
    const known = query[name]
    query[name] = Array.isArray(known) ? [...known, value] : [value]
  }
  return query
}
