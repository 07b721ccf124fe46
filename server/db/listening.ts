/**
 * How the cache of a process receives notifications, whatever the way: on a connection of its own (listener.ts), through the leader of its
 * machine (member_listener.ts), or as that leader (machine_listener.ts).
 */
import type { DatabaseAddress } from './address.ts'
import type { Db } from './db.ts'

/**
 * A message of the channel. With a topic, and perhaps a key, it invalidates that. Without one it comes from a session: it has dropped what the
 * message of that id names, or is alive. Whether other processes listen through the session is said by its heartbeats.
 */
export type Notification = readonly [id: string, topic: string | null, keyOrSession?: string | number | null, session?: SessionState]

/** `shared`: other processes listen through the session. `ended`: none does any more. */
export type SessionState = 'shared' | 'ended'

/** A message whose values are dropped, and what this process still does because of it; it is confirmed after that. */
export interface Dropped {
  readonly message: Notification
  readonly handled: Promise<void> | undefined
}

/** How a process receives notifications. */
export interface Listener {
  /** False while notifications may have been missed. */
  isHearing(): boolean
  /** Waits until notifications are received, or known to be held back: not at all, or for the next heartbeat, which is sent at once. */
  received(): Promise<void>
  /** The time since the last heartbeat arrived, in milliseconds; before the first one, since it started to listen. */
  heardMs(): number
  /** Ends the lease: counts as not receiving until the next heartbeat arrives. */
  doubt(): void
  /** The PID of the session in `pg_stat_activity`; null without one. */
  pid(): number | null
  /** Sends a notification after those that were received so far. Failures are ignored: the wait for the message is limited. */
  say(message: Notification): void
  /** This process has dropped what a message names. Calls `confirm` once all that listen through the session have, if it is up to this one. */
  reportDropped(dropped: Dropped, confirm: () => void): void
  close(): Promise<void>
}

/** What a listener is opened with. */
export interface ListenerParts {
  readonly address: DatabaseAddress
  /** The connections that send the heartbeats: not the listener's own, and none that anything waits for. */
  readonly db: Db
  readonly channel: string
  /** How the ids of this process's own messages begin. */
  readonly mark: string
  /** Called with each message, and the listener that received it: also before it is open. */
  readonly hear: (message: Notification, listener: Listener) => void
  /** Called when notifications may have been missed. */
  readonly forget: () => void
  /** Called when the lease ends and when it begins again. */
  readonly state?: (isReceiving: boolean) => void
}

/** Starts listening, and waits at most ten seconds for the first heartbeat. */
export type OpenListener = (parts: ListenerParts) => Promise<Listener>

/** Heartbeats are sent, and leases looked at, this often. */
export const HEARTBEAT_MS = 1000
/** A start waits so long for the first heartbeat: on a busy machine two connections take seconds to open. */
const FIRST_BEAT_MS = 10_000

/** Waits for a promise, but no longer than for the first heartbeat. */
export async function waitForFirstBeat(beat: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const limit = setTimeout(resolve, FIRST_BEAT_MS)
  await Promise.race([beat, late])
  clearTimeout(limit)
}
