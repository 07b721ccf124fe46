/**
 * Where what is remembered is kept: by topic and key, so many entries of a topic at most, and so many bytes of all topics together. Beyond
 * them the heaviest topic loses what has been unused for longest, so that no caller can fill the memory or drive out what others need.
 */

/** What was put in, with its weight. */
interface Kept<Value> {
  readonly value: Value
  readonly bytes: number
}

interface Topic<Value> {
  readonly entries: Map<string, Kept<Value>>
  bytes: number
}

/** See the top of this file. */
export interface Remembered<Value> {
  get(topic: string, key: string): Value | undefined
  /** Puts a value in, or the same one again once its weight is known. */
  set(topic: string, key: string, value: Value, bytes: number): void
  delete(topic: string, key?: string): void
  clear(): void
  /** What all entries weigh together. */
  bytes(): number
}

/** Of an entry without its value. */
const ENTRY_BYTES = 200
/** When there is too much, more than the last bit goes, so that looking for the heaviest is rare. */
const KEPT_PART = 0.9

/** Makes an empty {@link Remembered}: `most` = entries of a topic, `mostBytes` = of all. */
export function makeRemembered<Value>(most: number, mostBytes: number): Remembered<Value> {
  const topics = new Map<string, Topic<Value>>()
  let bytes = 0

  const remove = (name: string, topic: Topic<Value>, key: string) => {
    const kept = topic.entries.get(key)
    if (kept === undefined) return
    topic.entries.delete(key)
    topic.bytes -= kept.bytes
    bytes -= kept.bytes
    if (topic.entries.size === 0) topics.delete(name)
  }
  const removeOldest = (name: string, topic: Topic<Value>) => remove(name, topic, topic.entries.keys().next().value as string)
  const lighten = () => {
    while (bytes > mostBytes * KEPT_PART) {
      const [name, topic] = [...topics].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one))
      const enough = topic.bytes / 2
      while (bytes > mostBytes * KEPT_PART && topic.bytes > enough) removeOldest(name, topic)
    }
  }
  return {
    get(name, key) {
      const topic = topics.get(name)
      const kept = topic?.entries.get(key)
      if (topic === undefined || kept === undefined) return undefined
      topic.entries.delete(key)
      topic.entries.set(key, kept)
      return kept.value
    },
    set(name, key, value, weight) {
      const topic = topics.get(name) ?? { entries: new Map<string, Kept<Value>>(), bytes: 0 }
      remove(name, topic, key)
      topics.set(name, topic)
      const kept = { value, bytes: weight + ENTRY_BYTES + 2 * key.length }
      topic.entries.set(key, kept)
      topic.bytes += kept.bytes
      bytes += kept.bytes
      if (topic.entries.size > most) removeOldest(name, topic)
      if (bytes > mostBytes) lighten()
    },
    delete(name, key) {
      const topic = topics.get(name)
      if (topic === undefined) return
      if (key !== undefined) return remove(name, topic, key)
      topics.delete(name)
      bytes -= topic.bytes
    },
    clear() {
      topics.clear()
      bytes = 0
    },
    bytes: () => bytes,
  }
}
