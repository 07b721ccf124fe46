/**
 * The one port of several web processes: connections are accepted by the leader and handed to the members in turn. The leader keeps its
 * own hold of a connection until the member has said that it has it: one that dies before takes no connection with it. Node's own
 * cluster module lets go of such a connection without closing it, so that its client waits for ever.
 * @source https://github.com/nodejs/node/issues/21746, https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback
 */
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { ToLeader, ToMember } from './messages.ts'

/** Waiting for a member that is free. More come when no member takes any: they are closed. */
const MOST_WAITING = 4096
/** How long connections and members are waited for, in milliseconds. */
const TIMES = {
  /** A connection that no member has taken by then is closed. */
  wait_ms: 15_000,
  /** A member that has not confirmed a connection by then is asked for it; and how long is waited for its answer, and after a miss. */
  patience_ms: 1000,
}
/** The end of a process and that of its channel are told apart, in either order. */
const [CHANNEL_MS, STEP_MS] = [1000, 2]

/** The shared port, once it is open. */
export interface SharedPort {
  readonly address: AddressInfo
  /** Takes no more; what has come is handed over first. */
  close(): Promise<void>
}

/** Hands connections to members. */
export interface Sharing {
  /** The member takes connections from now on, until it ends. */
  add(member: Worker): void
  /** How many members take connections: those that are silent do not. */
  size(): number
  /** Opens the port. @throws the system's error when it cannot be */
  open(port: number, host: string): Promise<SharedPort>
}

/** A connection that a member was sent. */
interface Sent {
  readonly id: number
  readonly socket: Socket
}

/** A member is free; or it was sent a connection; or it is silent: it does not answer for that connection, or it missed one and is left alone for a moment. */
interface State {
  readonly is: 'free' | 'sent' | 'silent'
  /** The connection that it has not confirmed. */
  readonly sent: Sent | null
  /** What is done unless the member says something before. */
  readonly timer: NodeJS.Timeout | null
}

/** Shares connections among the members that are added. */
export function makeSharing({ wait_ms, patience_ms } = TIMES): Sharing {
  /** In the order in which they got to their state: of those that are free, the first is next. */
  const members = new Map<Worker, State>()
  /** Living ones, the oldest first. */
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
    // of one that ends meanwhile, its end brings the connection back
    member.send(message, socket, { keepOpen: true }, (error) => void (error && member.isConnected() && missed(member, sent.id)))
  }
  /** A member that is out of file descriptors never learns of a connection. One that is frozen may have it: only its end brings that back. */
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
  /** Nothing is left that somebody could take. */
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
    sent.socket.destroy() // the member's own hold keeps it open
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
    // what it has said last is read before its channel is closed
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
      if (member.isDead()) return // what it said last may be read after its end
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
