/**
 * A listener without a connection: it receives what the leader of its machine passes on, in order, and what is cached may be used for as long as the
 * leader has granted. If the leader is stopped, busy or gone, that ends by itself.
 */
import { readStopwatch } from '#lib/clock.ts'
import { LEASE_MS, type Lease, makeLease } from './lease.ts'
import {
  type Dropped,
  HEARTBEAT_MS,
  type Listener,
  type ListenerParts,
  type Notification,
  type OpenListener,
  waitForFirstBeat,
} from './listening.ts'
import { fromMachineStopwatch } from './machine_clock.ts'
import type { FromMemberListener, GrantedLease, News, ToMemberListener } from './machine_messages.ts'

type Post = (message: FromMemberListener) => void

/** The side of a member: how its cache receives notifications, and what gets there from the leader. */
export interface MemberListening {
  readonly openListener: OpenListener
  receive(message: ToMemberListener): void
}

/** Prepares a listener that listens through the leader. `post` sends to it. */
export function makeMemberListening(post: Post): MemberListening {
  let listener: MemberListener | undefined
  return {
    receive: (message) => listener?.receive(message),
    async openListener(parts) {
      listener = new MemberListener(parts, post)
      await listener.start()
      return listener
    },
  }
}

class MemberListener implements Listener {
  private readonly parts: ListenerParts
  private readonly post: Post
  private readonly lease: Lease
  private session: number | null = null
  private heard_at = readStopwatch()
  /** A lease by an earlier heartbeat proves nothing. */
  private doubted_at = 0
  private checked_at = readStopwatch()
  private is_closed = false
  /** The leader was asked to answer once it receives notifications, and has not yet. */
  private is_asking = false
  /** The number of the news that are being received. */
  private taking = 0
  private timer: NodeJS.Timeout | undefined
  /** Resolved when the lease is extended, and when the leader has answered. */
  private next = Promise.withResolvers<void>()

  constructor(parts: ListenerParts, post: Post) {
    this.parts = parts
    this.post = post
    this.lease = makeLease(parts.forget, parts.state)
  }

  async start(): Promise<void> {
    this.post({ type: 'listen', mark: this.parts.mark })
    await waitForFirstBeat(this.next.promise)
    this.lease.report()
    this.timer = setInterval(() => this.check(), HEARTBEAT_MS).unref()
  }

  receive(message: ToMemberListener): void {
    if (this.is_closed) return
    if (message.type === 'news') this.take(message.news)
    else if (message.type === 'confirmed') this.parts.hear(message.message, this)
    else {
      this.is_asking = false
      this.endWait()
    }
  }

  isHearing(): boolean {
    return this.lease.isValid()
  }

  async received(): Promise<void> {
    if (this.isHearing()) return
    if (!this.is_asking) this.post({ type: 'ask_received' })
    this.is_asking = true
    await this.next.promise
  }

  heardMs(): number {
    return readStopwatch() - this.heard_at
  }

  doubt(): void {
    this.doubted_at = readStopwatch()
    this.lease.end()
  }

  pid(): number | null {
    return this.session
  }

  say(message: Notification): void {
    this.post({ type: 'say', message })
  }

  /** The leader confirms it, once all members have said so. */
  reportDropped({ handled }: Dropped): void {
    const { taking } = this
    if (handled !== undefined) void handled.then(() => this.post({ type: 'handled', number: taking }))
  }

  async close(): Promise<void> {
    this.is_closed = true
    clearInterval(this.timer)
    this.lease.end()
    this.post({ type: 'leave' })
  }

  private take({ number, has_missed = false, messages = [], lease }: News): void {
    this.taking = number
    if (has_missed) this.lose()
    for (const message of messages) this.parts.hear(message, this)
    if (lease !== undefined) this.renew(lease)
    this.post({ type: 'seen', number })
  }

  private lose(): void {
    this.session = null
    this.lease.end()
    this.parts.forget()
  }

  private renew({ until, pid }: GrantedLease): void {
    this.session = pid
    this.heard_at = readStopwatch()
    const own_until = fromMachineStopwatch(until)
    if (own_until - LEASE_MS < this.doubted_at) return
    this.lease.extend(own_until)
    this.endWait()
  }

  private endWait(): void {
    this.next.resolve()
    this.next = Promise.withResolvers<void>()
  }

  private check(): void {
    const now = readStopwatch()
    // this process itself was suspended: pending messages are read before it is judged
    const wasSuspended = now - this.checked_at > 2 * HEARTBEAT_MS
    this.checked_at = now
    if (!wasSuspended) this.lease.report()
  }
}
