/**
 * Distributes connections fairly: no key waits behind another's queue, none holds more than a share, and no one waits forever. Each key (an
 * account) has a queue of its own; the queues are served in turn.
 */
import { defined } from '../lib/defined.ts'
import { DatabaseFault, NO_CONNECTION_FREE } from './outage.ts'

/** The part of the pool that one key may hold as soon as there are several. */
const SHARE = 0.6
/** Above this number of keys, those that hold nothing are removed. */
const MOST_KEYS = 10_000

interface Waiter<Item> {
  readonly resolve: (item: Item) => void
  readonly reject: (error: Error) => void
  /** The tick at which the waiting began. */
  readonly since: number
}

/** The items one key holds, and its waiters. */
export interface Share<Item> {
  in_use: number
  readonly waiting: Set<Waiter<Item>>
}

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
  private readonly shares = new Map<string | number, Share<Item>>()
  /** Those with waiters, in the order in which they are served. */
  private turns: Share<Item>[] = []
  private ended: Error | undefined

  constructor(items: readonly Item[]) {
    this.idle = items.toReversed()
    this.size = items.length
    this.part = Math.max(1, Math.floor(items.length * SHARE))
  }

  /** The share of a key. */
  share(key: string | number): Share<Item> {
    const known = this.shares.get(key)
    if (known !== undefined) return known
    if (this.shares.size >= MOST_KEYS)
      for (const [old, { in_use, waiting }] of this.shares) if (in_use === 0 && waiting.size === 0) this.shares.delete(old)
    const made: Share<Item> = { in_use: 0, waiting: new Set() }
    this.shares.set(key, made)
    return made
  }

  /** An item at once, or undefined when none is available for this share. @throws the reason of {@link FairPool.end} */
  take(share: Share<Item>): Item | undefined {
    if (this.ended !== undefined) throw this.ended
    if (this.isFull(share)) return undefined
    const item = this.idle.pop()
    if (item !== undefined) share.in_use += 1
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
    share.in_use -= 1
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

  /** A single key may hold everything. */
  private isFull(share: Share<Item>): boolean {
    return share.in_use >= (this.shares.size > 1 ? this.part : this.size)
  }

  private serve(): void {
    for (let index = 0; index < this.turns.length && this.idle.length > 0;) {
      const share = defined(this.turns[index])
      if (this.isFull(share)) {
        index += 1
        continue
      }
      this.turns.splice(index, 1)
      const waiter = defined(share.waiting.values().next().value)
      share.waiting.delete(waiter)
      if (share.waiting.size > 0) this.turns.push(share)
      share.in_use += 1
      waiter.resolve(defined(this.idle.pop()))
    }
  }
}
