/**
 * Distributes connections fairly: no key waits behind another's queue, none holds more than a share, and no one waits forever. Each key (an
 * account) has two queues of its own, of those who write and of all others; the queues are served in turn. Writers may all wait for one lock,
 * so they never hold everything: some connections are left for reads.
 */
import { ensureDefined } from '#lib/defined.ts'
import { DatabaseFault, NO_CONNECTION_FREE } from './outage.ts'

/** The part of the pool that one key may hold as soon as there are several. */
const SHARE = 0.6
/** The part of the connections that a key may hold, and of all, which is kept from writers. */
const KEPT_FOR_READS = 0.3
/** Above this number of keys, those that hold nothing are removed. */
const MAX_KEYS = 10_000

interface Waiter<Item> {
  readonly resolve: (item: Item) => void
  readonly reject: (error: Error) => void
  /** The tick at which the waiting began. */
  readonly since: number
}

/** The items that the writers of one key hold, or its other callers, and those who wait for one. */
export interface Share<Item> {
  in_use: number
  readonly waiting: Set<Waiter<Item>>
  readonly is_writing: boolean
  /** What both shares of the key hold together. */
  readonly whole: { in_use: number }
}

type Shares<Item> = readonly [others: Share<Item>, writers: Share<Item>]

function makeShares<Item>(): Shares<Item> {
  const whole = { in_use: 0 }
  const share = (is_writing: boolean): Share<Item> => ({ in_use: 0, waiting: new Set(), is_writing, whole })
  return [share(false), share(true)]
}

/** How many of `count` items writers may hold: all of one. */
const forWriters = (count: number) => Math.max(1, count - Math.max(1, Math.floor(count * KEPT_FOR_READS)))

/** The state of a pool. */
export interface PoolFigures {
  readonly size: number
  readonly in_use: number
  readonly waiting: number
}

/** Hands out a fixed number of items. */
export class FairPool<Item> {
  private readonly idle: Item[]
  private readonly size: number
  private readonly part: number
  private ticks = 0
  private readonly shares = new Map<string | number, Shares<Item>>()
  /** How many items writers hold. */
  private writing = 0
  /** Those with waiters, in the order in which they are served. */
  private turns: Share<Item>[] = []
  private ended: Error | undefined

  constructor(items: readonly Item[]) {
    this.idle = items.toReversed()
    this.size = items.length
    this.part = Math.max(1, Math.floor(items.length * SHARE))
  }

  /** The share of a key: of its writers, or of its other callers. */
  share(key: string | number, isWriting = false): Share<Item> {
    const known = this.shares.get(key)
    if (known !== undefined) return known[isWriting ? 1 : 0]
    if (this.shares.size >= MAX_KEYS)
      for (const [old, both] of this.shares)
        if (both.every(({ in_use, waiting }) => in_use === 0 && waiting.size === 0)) this.shares.delete(old)
    const made = makeShares<Item>()
    this.shares.set(key, made)
    return made[isWriting ? 1 : 0]
  }

  /** The share of callers without a key. */
  withoutKey(): Share<Item> {
    return makeShares<Item>()[0]
  }

  /** An item at once, or undefined when none is available for this share. @throws the reason of {@link FairPool.end} */
  take(share: Share<Item>): Item | undefined {
    if (this.ended !== undefined) throw this.ended
    if (this.isFull(share)) return undefined
    const item = this.idle.pop()
    if (item !== undefined) this.count(share, 1)
    return item
  }

  /** An item, after the earlier waiters of the share. Rejected by {@link FairPool.tick} when none becomes free in time. */
  wait(share: Share<Item>): Promise<Item> {
    return new Promise((resolve, reject) => {
      if (share.waiting.size === 0) this.turns.push(share)
      share.waiting.add({ resolve, reject, since: this.ticks })
    })
  }

  /** Advances the clock by one tick: waiters of more than `most` ticks are rejected with a DatabaseFault. */
  tick(most: number): void {
    this.ticks += 1
    if (this.turns.length === 0) return
    for (const { waiting } of this.turns)
      for (const waiter of waiting) {
        if (this.ticks - waiter.since <= most) break // the others came later
        waiting.delete(waiter)
        waiter.reject(new DatabaseFault(NO_CONNECTION_FREE, 'No connection to the database came free in time'))
      }
    this.turns = this.turns.filter(({ waiting }) => waiting.size > 0)
  }

  /** Returns an item to the pool and serves the next waiter. */
  give(share: Share<Item>, item: Item): void {
    this.count(share, -1)
    this.idle.push(item)
    if (this.turns.length > 0) this.serve()
  }

  /** The items not handed out. */
  unused(): readonly Item[] {
    return this.idle
  }

  /** The current state. */
  figures(): PoolFigures {
    const waiting = this.turns.reduce((sum, share) => sum + share.waiting.size, 0)
    return { size: this.size, in_use: this.size - this.idle.length, waiting }
  }

  /** Hands out nothing more; waiters are rejected. */
  end(reason: Error): void {
    this.ended = reason
    for (const share of this.turns.splice(0)) for (const waiter of share.waiting) waiter.reject(reason)
  }

  private count(share: Share<Item>, items: 1 | -1): void {
    share.in_use += items
    share.whole.in_use += items
    if (share.is_writing) this.writing += items
  }

  /** A single key may hold everything, its writers all but what is kept for reads. */
  private isFull({ whole, in_use, is_writing }: Share<Item>): boolean {
    const most = this.shares.size > 1 ? this.part : this.size
    if (whole.in_use >= most) return true
    return is_writing && (in_use >= forWriters(most) || this.writing >= forWriters(this.size))
  }

  private serve(): void {
    for (let index = 0; index < this.turns.length && this.idle.length > 0;) {
      const share = ensureDefined(this.turns[index])
      if (this.isFull(share)) {
        index += 1
        continue
      }
      this.turns.splice(index, 1)
      const waiter = ensureDefined(share.waiting.values().next().value)
      share.waiting.delete(waiter)
      if (share.waiting.size > 0) this.turns.push(share)
      this.count(share, 1)
      waiter.resolve(ensureDefined(this.idle.pop()))
    }
  }
}
