/**
 * One connection that lookups share, beside the pool. Statements are pipelined, so that many lookups cost few system calls; and they need
 * not wait for connections that writers hold. No lookup waits for this connection: while it is being opened, and for some seconds after a
 * statement on it was cancelled (because a table is locked, or the disk is slow) or it could not be opened, lookups run in the pool.
 */
import type { Connection, Limits, Rows, Text } from './connection_loss.ts'
import { outageOf } from './outage.ts'

/** Longer than any lookup takes: the server cancels one that reaches it. */
export const LOOKUP_LIMITS: Limits = { statement_seconds: 1, lock_seconds: 0.25 }
/** With more than this in flight, the pool is faster. */
const MAX_UNDER_WAY = 64
const REST_SECONDS = 5

/** See the top of this file. */
export class SharedConnection {
  private readonly connection: Connection
  /** Advances by one each second. */
  private readonly clock: { readonly ticks: number }
  private rests_until = 0
  private is_opening = false

  constructor(connection: Connection, clock: { readonly ticks: number }) {
    this.connection = connection
    this.clock = clock
  }

  /** The result of a lookup; undefined when it is to run in the pool instead, at once or after an outage here. */
  async run(text: Text): Promise<Rows | undefined> {
    if (this.clock.ticks < this.rests_until || this.is_opening) return undefined
    if (this.connection.readySession() === undefined) {
      void this.open()
      return undefined
    }
    if (this.connection.underWay() >= MAX_UNDER_WAY || this.connection.isSilent(0)) return undefined
    try {
      return await this.connection.run(text)
    } catch (error) {
      const outage = outageOf(error)
      if (outage === undefined) throw error
      if (outage.kind !== 'lost') this.rest() // after a loss it is opened again
      return undefined
    }
  }

  /** Opens the connection; lookups meanwhile use the pool, which reports the error if it cannot be opened. */
  private async open(): Promise<void> {
    this.is_opening = true
    await this.connection.setUp().catch(() => this.rest())
    this.is_opening = false
  }

  /** Statements in flight end at once and run in the pool. */
  private rest(): void {
    if (this.clock.ticks < this.rests_until) return
    this.rests_until = this.clock.ticks + REST_SECONDS
    this.connection.renew()
  }
}
