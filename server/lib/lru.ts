import { ensureDefined } from './defined.ts'

/** A map that keeps at most `capacity` entries and removes the one unused for longest. */
export interface Lru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

/** Makes an empty {@link Lru}. Reading an entry counts as using it. */
export function makeLru<Value>(capacity: number): Lru<Value> {
  const entries = new Map<string, Value>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > capacity) entries.delete(ensureDefined(entries.keys().next().value))
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
