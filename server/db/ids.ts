/** Ids allocated before a row is written, so that one statement can write rows that refer to each other. A process draws 1,000 at once. */
import { ensureDefined } from '#lib/defined.ts'
import { defineStatement } from './builder.ts'
import type { Runner } from './over_driver.ts'

const BLOCK = 1000
const nextBlock = defineStatement<{ first: number }>("select nextval('record_ids') as first")

/** Hands out ids that no other process hands out. They increase within a process; after a restart some are skipped. */
export interface Ids {
  /** `count` ids, ascending. */
  take(db: Pick<Runner, 'first'>, count: number): Promise<number[]>
  /** Drops the ids drawn so far and not handed out: an instance that comes in may have them. */
  forget(): void
}

/** Creates the process's source of ids. */
export function makeIds(): Ids {
  let next = 0
  let end = 0
  let refill: Promise<void> | null = null
  let forgotten = 0
  const draw = async (db: Pick<Runner, 'first'>) => {
    const before = forgotten
    const row = await db.first(nextBlock())
    if (before !== forgotten) return // the caller draws again
    next = ensureDefined(row).first
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
    forget() {
      forgotten += 1
      next = 0
      end = 0
    },
  }
}
