/** What each member is doing: which connection it has not confirmed yet, and when it is asked about it. */
import type { Worker } from 'node:cluster'
import type { Socket } from 'node:net'

/** A connection that was sent to a member. */
export interface Sent {
  readonly id: number
  readonly socket: Socket
}

/**
 * `free`: can take a connection. `sent`: has not confirmed one yet. `silent`: did not reply for that connection, or missed one and is
 * paused.
 */
export interface MemberState {
  readonly is: 'free' | 'sent' | 'silent'
  /** The unconfirmed connection. */
  readonly sent: Sent | null
  /** Runs unless the member sends a message before. */
  readonly timer: NodeJS.Timeout | null
}

/** See the top of this file. */
export interface MemberStates {
  /** In the order in which they got their state: the first free one is next. */
  readonly all: ReadonlyMap<Worker, MemberState>
  /** Changes the state of a member. `act` runs when that state has lasted for the patience with a member. */
  become(member: Worker, is: MemberState['is'], sent: Sent | null, act?: () => void): void
  /** Removes a member. @returns the connection it had not confirmed, if any */
  remove(member: Worker): Sent | null
  /** The unconfirmed connection of a member, if it has that id. */
  unconfirmed(member: Worker, id: number): Sent | undefined
  /** How many members take connections, not counting silent ones. */
  size(): number
}

/** Creates an empty {@link MemberStates}. */
export function makeMemberStates(reply_timeout_ms: number): MemberStates {
  const all = new Map<Worker, MemberState>()
  const remove = (member: Worker) => {
    const state = all.get(member)
    clearTimeout(state?.timer ?? undefined)
    all.delete(member)
    return state?.sent ?? null
  }
  return {
    all,
    become(member, is, sent, act) {
      remove(member)
      all.set(member, { is, sent, timer: act === undefined ? null : setTimeout(act, reply_timeout_ms).unref() })
    },
    remove,
    unconfirmed(member, id) {
      const sent = all.get(member)?.sent
      return sent?.id === id ? sent : undefined
    },
    size: () => [...all].filter(([member, { is }]) => is !== 'silent' && !member.isDead()).length,
  }
}
