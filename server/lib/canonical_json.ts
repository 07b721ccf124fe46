/** One text for each JSON value, whatever the order of its members: the input of hashes. @source RFC 8785 §3.2 */
import { isObject } from './json.ts'

/** The value as JSON without spaces, members sorted by their UTF-16 code units. Values must be plain JSON, as `JSON.parse` returns. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(',')}}`
}
