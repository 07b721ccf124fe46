// Plain objects and lists, with the types that the functions of JavaScript lose. Pure.
// Does not belong here: anything that knows the API or a page.

/** The names of an object's members. */
export function keysOf<Known extends object>(value: Known): Extract<keyof Known, string>[] {
  const keys: Extract<keyof Known, string>[] = []
  for (const key in value) if (Object.hasOwn(value, key)) keys.push(key)
  return keys
}

/** The members of an object whose names are kept. */
export function membersWhere<Known extends object>(value: Known, isKept: (name: Extract<keyof Known, string>) => boolean): Partial<Known> {
  const kept: Partial<Known> = {}
  for (const name of keysOf(value)) if (isKept(name)) kept[name] = value[name]
  return kept
}

/** True when two values have the same content, members in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** True when an object has a member of this name, so that the name is one of its type. */
export function isKeyOf<Known extends object>(value: Known, name: unknown): name is Extract<keyof Known, string> {
  return typeof name === 'string' && Object.hasOwn(value, name)
}

/** True when a value is one of these. */
export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  return values.some((one) => one === value)
}

/** True for a list. `Array.isArray` loses the type of what is in one that cannot be changed. */
export function isList<Value>(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value)
}
