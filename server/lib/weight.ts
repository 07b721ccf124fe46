/** About how many bytes a value takes in memory: enough to bound what is kept, not to account for it. */

const OBJECT_BYTES = 40
const MEMBER_BYTES = 16
/** Looking further would cost more than it tells: so much is heavy in any case. */
const MOST_LOOKED_AT = 100_000

/** The weight of a value with all it holds. What is held twice is counted once. */
export function weightOf(value: unknown): number {
  const seen = new Set<object>()
  const waiting: unknown[] = [value]
  let bytes = 0
  while (waiting.length > 0 && seen.size < MOST_LOOKED_AT) {
    const next = waiting.pop()
    if (typeof next === 'string') bytes += OBJECT_BYTES + 2 * next.length
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      bytes += OBJECT_BYTES + look(next, waiting)
    } else bytes += MEMBER_BYTES
  }
  return bytes + waiting.length * MEMBER_BYTES
}

/** Puts what an object holds among what waits; the bytes of its own that this does not count. */
function look(value: object, waiting: unknown[]): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map) {
    for (const [key, held] of value) waiting.push(key, held)
    return value.size * MEMBER_BYTES
  }
  if (Array.isArray(value) || value instanceof Set) {
    for (const held of value) waiting.push(held)
    return 0
  }
  const members = Object.values(value)
  for (const held of members) waiting.push(held)
  return members.length * MEMBER_BYTES
}
