/** The approximate size of a value in memory, in bytes: enough to bound a cache, not for accounting. */

const OBJECT_BYTES = 40
const MEMBER_BYTES = 16
/** Larger values are not traversed further: they are big in any case. */
const MAX_LOOKED_AT = 100_000

/** The size of a value with everything it references. What is referenced twice is counted once. */
export function weightOf(value: unknown): number {
  const seen = new Set<object>()
  const waiting: unknown[] = [value]
  let bytes = 0
  while (waiting.length > 0 && seen.size < MAX_LOOKED_AT) {
    const next = waiting.pop()
    if (typeof next === 'string') bytes += OBJECT_BYTES + 2 * next.length
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      bytes += OBJECT_BYTES + look(next, waiting)
    } else bytes += MEMBER_BYTES
  }
  return bytes + waiting.length * MEMBER_BYTES
}

/** Queues the values an object references; returns the bytes of its own that these do not cover. */
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
