/**
 * One port for several web processes: the leader accepts connections and passes them to the members in turn. The leader keeps its own
 * handle of a connection until the member has confirmed it, so that a member that dies before does not lose the connection. Node's own
 * cluster module releases such a connection without closing it, so that its client waits forever.
 * @source https://github.com/nodejs/node/issues/21746, https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback
 */
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { ToLeader, ToMember } from './messages.ts'

/** Connections waiting for a free member. Further ones are reset. */
const MOST_WAITING = 4096
/** Timeouts of connections and members, in milliseconds. */
const TIMES = {
  /** A connection that no member has taken by then is closed. */
  wait_ms: 15_000,
  /** After this time a member is queried for an unconfirmed connection; also the timeout of its reply, and the pause after a miss. */
  patience_ms: 1000,
}
/** The exit of a process and the close of its channel are reported separately, in either order. */
const [CHANNEL_MS, STEP_MS] = [1000, 2]

/** The shared port, once it is open. */
export interface SharedPort {
  readonly address: AddressInfo
  /** Accepts no more connections. Those accepted are passed to members first. */
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

/** A connection that was sent to a member. */
interface Sent {
  readonly id: number
  readonly socket: Socket
}

/**
 * `free`: can take a connection. `sent`: has not confirmed one yet. `silent`: did not reply for that connection, or missed one and is
 * paused.
 */
interface State {
  readonly is: 'free' | 'sent' | 'silent'
  /** The unconfirmed connection. */
  readonly sent: Sent | null
  /** Runs unless the member sends a message before. */
  readonly timer: NodeJS.Timeout | null
}

/** Shares connections among the members that are added. */
export function makeSharing({ wait_ms, patience_ms } = TIMES): Sharing {
  /** In the order in which they got their state: the first free one is next. */
  const members = new Map<Worker, State>()
  /** Open connections without a member, oldest first. */
  let waiting = new Set<Socket>()
  let last = 0
  let emptied: (() => void) | undefined

  const leave = (member: Worker) => {
    clearTimeout(members.get(member)?.timer ?? undefined)
    members.delete(member)
  }
  const become = (member: Worker, is: State['is'], sent: Sent | null, act?: () => void) => {
    leave(member)
    members.set(member, { is, sent, timer: act === undefined ? null : setTimeout(act, patience_ms).unref() })
  }
  const nextSocket = () => {
    for (const socket of waiting) {
      waiting.delete(socket)
      if (!socket.destroyed) return socket
    }
    return undefined
  }
  const giveBack = ({ socket }: Sent) => {
    if (!socket.destroyed) waiting = new Set([socket, ...waiting])
  }
  const send = (member: Worker, socket: Socket) => {
    const sent = { id: ++last, socket }
    become(member, 'sent', sent, () => ask(member, sent))
    const message: ToMember = { type: 'connection', id: sent.id }
    // if the member ends meanwhile, its exit returns the connection
    member.send(message, socket, { keepOpen: true }, (error) => void (error && member.isConnected() && missed(member, sent.id)))
  }
  /**
   * A member without file descriptors never gets the connection. One that is frozen may have it, so only its exit returns the connection.
   */
  const ask = (member: Worker, sent: Sent) => {
    become(member, 'sent', sent, () => {
      become(member, 'silent', sent)
      handOut()
    })
    const message: ToMember = { type: 'have', id: sent.id }
    member.send(message, (error) => {
      if (error && member.isConnected() && members.get(member)?.sent === sent) become(member, 'silent', sent, () => ask(member, sent))
    })
  }
  const handOut = () => {
    for (const [member, { is }] of members) {
      if (is !== 'free' || member.isDead()) continue
      const socket = nextSocket()
      if (socket === undefined) break
      send(member, socket)
    }
    if (emptied !== undefined && isEmpty()) emptied()
  }
  /** True when no connection is left that a member could take. */
  const isEmpty = () => members.size === 0 || (waiting.size === 0 && members.values().every(({ is }) => is !== 'sent'))
  const take = (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(wait_ms, () => socket.destroy())
    if (waiting.size >= MOST_WAITING) return void socket.resetAndDestroy()
    socket.once('close', () => void (waiting.delete(socket) && handOut()))
    waiting.add(socket)
    handOut()
  }
  const release = (member: Worker) => {
    become(member, 'free', null)
    handOut()
  }
  const taken = (member: Worker, id: number) => {
    const sent = members.get(member)?.sent
    if (sent?.id !== id) return
    sent.socket.destroy() // the member's own handle keeps it open
    release(member)
  }
  const missed = (member: Worker, id: number) => {
    const sent = members.get(member)?.sent
    if (sent?.id !== id) return
    become(member, 'silent', null, () => release(member))
    giveBack(sent)
    handOut()
  }
  const ended = async (member: Worker) => {
    // its last messages are read before its channel is closed
    for (let passed = 0; member.isConnected() && passed < CHANNEL_MS; passed += STEP_MS) await sleep(STEP_MS)
    await immediate()
    const sent = members.get(member)?.sent
    leave(member)
    if (sent) giveBack(sent)
    handOut()
  }

  return {
    size: () => [...members].filter(([member, { is }]) => is !== 'silent' && !member.isDead()).length,
    add(member) {
      if (member.isDead()) return // its last message may be read after its exit
      member.on('message', (message: ToLeader) => {
        if (message.type === 'taken') taken(member, message.id)
        else if (message.type === 'missed') missed(member, message.id)
      })
      member.once('exit', () => void ended(member))
      release(member)
    },
    async open(port, host) {
      const server = createServer({ pauseOnConnect: true, noDelay: true }, take)
      server.listen(port, host)
      await once(server, 'listening')
      return {
        address: server.address() as AddressInfo,
        async close() {
          const { promise, resolve } = Promise.withResolvers<void>()
          emptied = resolve
          server.close()
          handOut()
          const limit = setTimeout(resolve, wait_ms)
          await promise
          clearTimeout(limit)
          for (const socket of waiting) socket.destroy()
          waiting.clear()
        },
      }
    },
  }
}
