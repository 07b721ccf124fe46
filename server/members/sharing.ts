/**
 * One port for several web processes: the leader accepts connections and passes them to the members in turn. The leader keeps its own
 * handle of a connection until the member has confirmed it, so that the connection is not lost if the member exits before that. Node's own
 * cluster module releases such a connection without closing it, so that its client waits forever.
 * @source https://github.com/nodejs/node/issues/21746, https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback
 */
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { getListeningAddress } from '#lib/listening.ts'
import { makeDispatcher } from './dispatcher.ts'
import type { ToLeader } from './messages.ts'
import { makeWaitingConnections } from './waiting_connections.ts'

/** Timeouts of connections and members, in milliseconds. */
const TIMES = {
  /** A connection that no member has taken by then is closed. */
  wait_ms: 15_000,
  /** After this time a member is asked about an unconfirmed connection; also the timeout of its reply, and the pause after a miss. */
  reply_timeout_ms: 1000,
}

/** The shared port, once it is open. */
export interface SharedPort {
  readonly address: AddressInfo
  /** Stops accepting connections; resolves once the accepted ones are passed to members, or after `wait_ms`. */
  close(): Promise<void>
}

/** Passes connections to members. */
export interface Sharing {
  /** From now on the member gets connections, until it ends. */
  add(member: Worker): void
  /** How many members take connections, not counting silent ones. */
  size(): number
  /** Opens the port. @throws the system's error when that fails */
  open(port: number, host: string): Promise<SharedPort>
}

/** Shares connections among the members that are added. */
export function makeSharing({ wait_ms, reply_timeout_ms } = TIMES): Sharing {
  const waiting = makeWaitingConnections(wait_ms, () => dispatcher.dispatch())
  const dispatcher = makeDispatcher(waiting, reply_timeout_ms)

  return {
    size: dispatcher.size,
    add(member) {
      if (member.isDead()) return // its last message may be read after its exit
      member.on('message', (message: ToLeader) => {
        if (message.type === 'taken') dispatcher.taken(member, message.id)
        else if (message.type === 'missed') dispatcher.missed(member, message.id)
      })
      member.once('exit', () => void dispatcher.ended(member))
      dispatcher.release(member)
    },
    async open(port, host) {
      const server = createServer({ pauseOnConnect: true, noDelay: true }, waiting.add)
      server.listen(port, host)
      await once(server, 'listening')
      return {
        address: getListeningAddress(server),
        async close() {
          const { promise, resolve } = Promise.withResolvers<void>()
          server.close()
          dispatcher.onceEmpty(resolve)
          const limit = setTimeout(resolve, wait_ms)
          await promise
          clearTimeout(limit)
          waiting.close()
        },
      }
    },
  }
}
