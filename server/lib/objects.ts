/** Plain objects and lists, with the types that the functions of JavaScript lose. Pure. */

/** The names of an object's members. */
export function keysOf<Known extends object>(value: Known): Extract<keyof Known, string>[] {
  const keys: Extract<keyof Known, string>[] = []
  for (const key in value) if (Object.hasOwn(value, key)) keys.push(key)
  return keys
}

/** An object with a member for each of these names. */
export function fromKeys<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names, which are those of `keys`
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}

/** True when a value is one of these. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some((one) => one === value)
}
