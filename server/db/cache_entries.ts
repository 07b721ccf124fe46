/**
 * The entries of the cache: by topic and key, with a limit of entries for each topic and a limit of bytes for all topics together. Over the
 * limit the largest topic evicts entries, so that no caller can fill the memory or evict what others need. Eviction is by second chance: a
 * read only marks an entry, and the oldest entry, if marked, is unmarked and moved to the end instead of being removed.
 */

/** An entry with its size, and whether it was read since it was moved to the end of its topic. */
interface Kept<Value> {
  readonly value: Value
  readonly bytes: number
  is_used: boolean
}

interface Topic<Value> {
  readonly entries: Map<string, Kept<Value>>
  bytes: number
}

/** See the top of this file. */
export interface CacheEntries<Value> {
  get(topic: string, key: string): Value | undefined
  /** Adds a value, or replaces it once its size is known. */
  set(topic: string, key: string, value: Value, bytes: number): void
  delete(topic: string, key?: string): void
  clear(): void
  /** The size of all entries together. */
  bytes(): number
}

/** The overhead of an entry without its value. */
const ENTRY_BYTES = 200
/** Eviction goes down to this part of the limit, so that the largest topic is searched for rarely. */
const KEPT_PART = 0.9

/** Creates an empty {@link CacheEntries}: `most` = entries of a topic, `mostBytes` = of all. */
export function makeCacheEntries<Value>(most: number, mostBytes: number): CacheEntries<Value> {
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
  const removeOldest = (name: string, topic: Topic<Value>) => {
    for (const [key, kept] of topic.entries) {
      if (!kept.is_used) return remove(name, topic, key)
      kept.is_used = false
      topic.entries.delete(key)
      topic.entries.set(key, kept) // the iteration reaches it again
    }
  }
  const evict = () => {
    while (bytes > mostBytes * KEPT_PART) {
      const [name, topic] = [...topics].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one))
      const enough = topic.bytes / 2
      while (bytes > mostBytes * KEPT_PART && topic.bytes > enough) removeOldest(name, topic)
    }
  }
  return {
    get(name, key) {
      const kept = topics.get(name)?.entries.get(key)
      if (kept === undefined) return undefined
      kept.is_used = true
      return kept.value
    },
    set(name, key, value, weight) {
      const topic = topics.get(name) ?? { entries: new Map<string, Kept<Value>>(), bytes: 0 }
      remove(name, topic, key)
      if (topic.entries.size >= most) removeOldest(name, topic)
      topics.set(name, topic)
      const kept = { value, bytes: weight + ENTRY_BYTES + 2 * key.length, is_used: false }
      topic.entries.set(key, kept)
      topic.bytes += kept.bytes
      bytes += kept.bytes
      if (bytes > mostBytes) evict()
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
