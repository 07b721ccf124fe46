/** Ids known before a row is written, so that one statement can write rows that name each other. Drawn in blocks of 1,000 a process. */
import { fixed } from './builder.ts'
import type { Db } from './client.ts'

const BLOCK = 1000
const nextBlock = fixed<{ first: number }>("select nextval('record_ids') as first")

/** Hands out ids that no other process hands out. They rise within a process; after a restart some are skipped. */
export interface Ids {
  /** `count` ids, rising. */
  take(db: Db, count: number): Promise<number[]>
}

/** Makes the process's supply of ids. */
export function makeIds(): Ids {
  let next = 0
  let end = 0
  let refill: Promise<void> | null = null
  const draw = async (db: Db) => {
    const row = await db.first(nextBlock())
    next = (row as { first: number }).first
    end = next + BLOCK
  }
  return {
    async take(db, count) {
      const ids: number[] = []
      while (ids.length < count) {
        if (next === end) await (refill ??= draw(db).finally(() => (refill = null)))
        while (next < end && ids.length < count) ids.push(next++)
      }
      return ids
    },
  }
}
