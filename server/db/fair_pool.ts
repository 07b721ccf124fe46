/**
 * Who is given a connection, and when: nobody waits behind another's queue, nobody holds more than a share, and nobody waits for ever.
 * Each key (an instance) has a queue of its own; the queues are served in turn.
 */
import { DatabaseFault, NO_CONNECTION_FREE } from './outage.ts'

/** What one key holds of a pool as soon as others use it too. */
const SHARE = 0.6
/** Beyond so many keys those that hold nothing are forgotten. */
const MOST_KEYS = 10_000

interface Waiter<Item> {
  readonly resolve: (item: Item) => void
  readonly reject: (error: Error) => void
  /** The tick at which it began to wait. */
  readonly since: number
}

/** What one key holds and who waits under it. */
export interface Share<Item> {
  in_use: number
  readonly waiting: Set<Waiter<Item>>
}

/** How a pool stands. */
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
  /** Those with somebody waiting, in the order in which they are served. */
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

  /** An item at once, or undefined when there is none for this share at the moment. @throws the reason of {@link FairPool.end} */
  take(share: Share<Item>): Item | undefined {
    if (this.ended !== undefined) throw this.ended
    if (this.isFull(share)) return undefined
    const item = this.idle.pop()
    if (item !== undefined) share.in_use += 1
    return item
  }

  /** An item, after those who waited before. Rejected by {@link FairPool.tick} when none comes free in time. */
  wait(share: Share<Item>): Promise<Item> {
    return new Promise((resolve, reject) => {
      if (share.waiting.size === 0) this.turns.push(share)
      share.waiting.add({ resolve, reject, since: this.ticks })
    })
  }

  /** Time passes: who has waited for more than so many ticks is refused with a DatabaseFault. */
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

  /** Gives an item back, to whoever is next. */
  give(share: Share<Item>, item: Item): void {
    share.in_use -= 1
    this.idle.push(item)
    if (this.turns.length > 0) this.serve()
  }

  /** Those that are handed out to nobody. */
  unused(): readonly Item[] {
    return this.idle
  }

  /** How it stands. */
  figures(): PoolFigures {
    const waiting = this.turns.reduce((sum, share) => sum + share.waiting.size, 0)
    return { size: this.size, in_use: this.size - this.idle.length, waiting }
  }

  /** Hands out nothing more; who waits is refused. */
  end(reason: Error): void {
    this.ended = reason
    for (const share of this.turns.splice(0)) for (const waiter of share.waiting) waiter.reject(reason)
  }

  /** One instance alone has everything. */
  private isFull(share: Share<Item>): boolean {
    return share.in_use >= (this.shares.size > 1 ? this.part : this.size)
  }

  private serve(): void {
    for (let index = 0; index < this.turns.length && this.idle.length > 0;) {
      const share = this.turns[index] as Share<Item>
      if (this.isFull(share)) {
        index += 1
        continue
      }
      this.turns.splice(index, 1)
      const [waiter] = share.waiting as Set<Waiter<Item>>
      share.waiting.delete(waiter as Waiter<Item>)
      if (share.waiting.size > 0) this.turns.push(share)
      share.in_use += 1
      waiter?.resolve(this.idle.pop() as Item)
    }
  }
}
