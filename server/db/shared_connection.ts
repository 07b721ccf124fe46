/**
 * One connection that lookups share, beside the pool. Each is sent at once, behind those that are under way, so that many lookups cost few
 * calls of the system; and they need not wait for connections that writers hold. Nothing waits for it: while it is being opened, and for some
 * seconds after anything on it was cancelled (because a table is locked, or the disk is slow) or it could not be opened, lookups run in the pool.
 */
import type { Connection, Limits, Rows, Text } from './connection_loss.ts'
import { outageOf } from './outage.ts'

/** Longer than any lookup takes: the server cancels one that takes as long. */
export const LOOKUP_LIMITS: Limits = { statement_seconds: 1, lock_seconds: 0.25 }
/** More under way than this, and the pool is the shorter way. */
const MOST_UNDER_WAY = 64
const REST_SECONDS = 5

/** See the top of this file. */
export class SharedConnection {
  private readonly connection: Connection
  /** Goes on by one each second. */
  private readonly clock: { readonly ticks: number }
  private rests_until = 0
  private is_opening = false

  constructor(connection: Connection, clock: { readonly ticks: number }) {
    this.connection = connection
    this.clock = clock
  }

  /** What a lookup brings; undefined when it is to run in the pool instead, at once or after it has failed here by an outage. */
  async run(text: Text): Promise<Rows | undefined> {
    if (this.clock.ticks < this.rests_until || this.is_opening) return undefined
    if (this.connection.readySession() === undefined) {
      void this.open()
      return undefined
    }
    if (this.connection.underWay() >= MOST_UNDER_WAY || this.connection.isSilent(0)) return undefined
    try {
      return await this.connection.run(text)
    } catch (error) {
      const outage = outageOf(error)
      if (outage === undefined) throw error
      if (outage.kind !== 'lost') this.rest() // after a loss it is opened anew
      return undefined
    }
  }

  /** Opens the connection; who needs it meanwhile uses the pool, which says what is wrong if it cannot be opened. */
  private async open(): Promise<void> {
    this.is_opening = true
    await this.connection.setUp().catch(() => this.rest())
    this.is_opening = false
  }

  /** What is under way ends at once and runs in the pool. */
  private rest(): void {
    if (this.clock.ticks < this.rests_until) return
    this.rests_until = this.clock.ticks + REST_SECONDS
    this.connection.renew()
  }
}
