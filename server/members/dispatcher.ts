/**
 * Sends waiting connections to free members, one at a time to each, and takes back what a member did not get. A member confirms each
 * connection, says that it missed it, or ends; one that does none of these is asked, and gets no more while it does not reply.
 */
import type { Worker } from 'node:cluster'
import type { Socket } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import { makeMemberStates, type MemberStates, type Sent } from './member_states.ts'
import type { ToMember } from './messages.ts'
import type { WaitingConnections } from './waiting_connections.ts'

/** The exit of a process and the close of its channel are reported separately, in either order. */
const CHANNEL_MS = 1000
const STEP_MS = 2

/** See the top of this file. */
export interface Dispatcher {
  /** Sends waiting connections to free members. */
  dispatch(): void
  /** The member can take a connection. */
  release(member: Worker): void
  /** The member has confirmed a connection. */
  taken(member: Worker, id: number): void
  /** The member did not get a connection. It is paused, since the next one would probably not reach it either. */
  missed(member: Worker, id: number): void
  /** The member's process has exited. */
  ended(member: Worker): Promise<void>
  /** Calls `done` as soon as no connection is left that a member could take. */
  onceEmpty(done: () => void): void
  /** How many members take connections, not counting silent ones. */
  size(): number
}

/** Creates a dispatcher without members. `reply_timeout_ms` is how long a member is waited for before it is asked, and for its reply. */
export function makeDispatcher(waiting: WaitingConnections, reply_timeout_ms: number): Dispatcher {
  const members = makeMemberStates(reply_timeout_ms)
  let last = 0
  let resolveEmpty: (() => void) | undefined

  const send = (member: Worker, socket: Socket) => {
    const sent = { id: ++last, socket }
    members.become(member, 'sent', sent, () => ask(members, member, sent, dispatch))
    const message: ToMember = { type: 'connection', id: sent.id }
    // if the member ends meanwhile, its exit returns the connection
    member.send(message, socket, { keepOpen: true }, (error) => void (error && member.isConnected() && giveBackMissed(member, sent.id)))
  }
  const isEmpty = () => members.all.size === 0 || (waiting.isEmpty() && members.all.values().every(({ is }) => is !== 'sent'))
  const dispatch = () => {
    for (const [member, { is }] of members.all) {
      if (is !== 'free' || member.isDead()) continue
      const socket = waiting.next()
      if (socket === undefined) break
      send(member, socket)
    }
    if (resolveEmpty !== undefined && isEmpty()) resolveEmpty()
  }
  const release = (member: Worker) => {
    members.become(member, 'free', null)
    dispatch()
  }
  const giveBackMissed = (member: Worker, id: number) => {
    const sent = members.unconfirmed(member, id)
    if (sent === undefined) return
    members.become(member, 'silent', null, () => release(member))
    waiting.giveBack(sent.socket)
    dispatch()
  }

  return {
    dispatch,
    release,
    missed: giveBackMissed,
    taken(member, id) {
      const sent = members.unconfirmed(member, id)
      if (sent === undefined) return
      sent.socket.destroy() // the member's own handle keeps it open
      release(member)
    },
    async ended(member) {
      await lastMessagesRead(member)
      const sent = members.remove(member)
      if (sent !== null) waiting.giveBack(sent.socket)
      dispatch()
    },
    onceEmpty(done) {
      resolveEmpty = done
      dispatch()
    },
    size: members.size,
  }
}

/**
 * Asks a member for a connection that it has not confirmed. One without file descriptors never gets it, and says that it missed it. One that
 * is frozen may have it, so only its exit returns the connection; without a reply it is silent, and the others go on.
 */
function ask(members: MemberStates, member: Worker, sent: Sent, dispatch: () => void): void {
  members.become(member, 'sent', sent, () => {
    members.become(member, 'silent', sent)
    dispatch()
  })
  const message: ToMember = { type: 'have', id: sent.id }
  member.send(message, (error) => {
    if (error && member.isConnected() && members.unconfirmed(member, sent.id) !== undefined)
      members.become(member, 'silent', sent, () => ask(members, member, sent, dispatch))
  })
}

/** Waits until the last messages of an exited member are read: its channel is closed only after that. */
async function lastMessagesRead(member: Worker): Promise<void> {
  for (let passed = 0; member.isConnected() && passed < CHANNEL_MS; passed += STEP_MS) await sleep(STEP_MS)
  await immediate()
}
