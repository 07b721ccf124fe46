/** A client of the queue's driver for an address of several hosts. Not here: which of them is the primary (primary.ts). */
import type { Client } from 'pg'
import { DatabaseFault, STANDBY } from './outage.ts'
import type { Primary } from './primary.ts'

type Connected = (error: Error | null) => void

/** The class of clients that connect to the primary, and to nothing else. Its base is given, because the driver is imported only when it is needed. */
export function makePrimaryClientClass(Base: typeof Client, primary: Primary): typeof Client {
  return class extends Base {
    override connect(): Promise<this>
    override connect(connected: Connected): void
    override connect(connected?: Connected): Promise<this> | void {
      const connecting = this.connectToPrimary()
      if (connected === undefined) return connecting
      connecting.then(() => connected(null), connected)
    }

    private async connectToPrimary(): Promise<this> {
      this.on('error', () => {}) // of a connection that is lost before its owner has a handler: its statements fail
      this.on('end', () => primary.doubt())
      const { host, port } = await primary.find()
      Object.assign(this, { host, port })
      try {
        await super.connect()
        const { rows } = await this.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
        if (rows[0]?.is_standby !== false) throw new DatabaseFault(STANDBY, `${host}:${port} is a standby`)
        return this
      } catch (error) {
        primary.doubt()
        this.end().catch(() => {}) // it may have ended already
        throw error
      }
    }
  }
}
