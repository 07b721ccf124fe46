/** One text for each JSON value, whatever the order its members came in: what a hash is made of. @source RFC 8785 §3.2 */
import { isObject } from './json.ts'

/** The value as JSON without spaces, members sorted by their UTF-16 code units. Values must be plain JSON: what `JSON.parse` brings. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`
}
