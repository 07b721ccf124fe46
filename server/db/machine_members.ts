/**
 * The processes of a machine that listen through this one: which news each has seen, and until when it may use what it has cached. A member that
 * does not answer, because it is stopped or busy, is waited for until its lease is over, and is granted no other until it answers.
 */
import { readStopwatch } from '#lib/clock.ts'
import type { Notification } from './listening.ts'
import { toMachineStopwatch } from './machine_clock.ts'
import type { GrantedLease, News, ToMemberListener } from './machine_messages.ts'
import { makeMemberWaits } from './member_waits.ts'

/** So many news may be under way to a member. It gets no more until it has seen these, and then drops everything. */
const MAX_UNSEEN = 1000
/** A timer may be early by less than this. */
const TIMER_MS = 1

/** A member. Numbers are those of news. */
export interface Member {
  readonly post: (message: ToMemberListener) => void
  readonly mark: string
  sent: number
  seen: number
  /** The last news at the heartbeat before: a member that has not seen them by the next one does not answer. */
  due: number
  /** The end of the last lease it was granted. */
  until: number
  /** True while news are kept from it. */
  has_missed: boolean
}

type Unnumbered = Omit<News, 'number'>

/** See the top of this file. Moments are those of `readStopwatch`. */
export class MachineMembers {
  private readonly members = new Set<Member>()
  /** For members to have seen news, and to have done what these ask for. */
  private readonly seeing = makeMemberWaits<Member>()
  private readonly handling = makeMemberWaits<Member>()
  /** The lease of this process, and the session it is for: null while it has none. */
  private held: GrantedLease | null = null

  add(post: Member['post'], mark: string): Member {
    const member: Member = { post, mark, sent: 0, seen: 0, due: 0, until: 0, has_missed: false }
    this.members.add(member)
    this.grant(member)
    return member
  }

  /** Its process has ended, or uses no cache any more. */
  remove(member: Member): void {
    this.members.delete(member)
    for (const waits of [this.seeing, this.handling]) waits.reach(member, () => true)
  }

  isEmpty(): boolean {
    return this.members.size === 0
  }

  /** Passes on to a member that its own message is confirmed. @returns whether it is a member's */
  confirm(message: Notification): boolean {
    const member = this.members.values().find(({ mark }) => message[0].startsWith(mark))
    // without the news that are kept from it the member does not know which other sessions it must wait for
    if (member?.has_missed === false) member.post({ type: 'confirmed', message })
    return member !== undefined
  }

  /** Sends news to all members. Calls `done` when each has seen them or its lease is over. */
  spread(news: Unnumbered, done: () => void): void {
    const now = readStopwatch()
    const missing = new Map<Member, number>()
    let until = now
    for (const member of this.members) {
      this.send(member, news)
      if (member.until <= now) continue
      // what follows missed news tells the member to drop everything
      missing.set(member, member.has_missed ? member.sent + 1 : member.sent)
      until = Math.max(until, member.until)
    }
    this.seeing.begin(missing, done, until - now + TIMER_MS)
  }

  /**
   * Sends news that members must do something about, beside dropping values. Calls `done` when each has done it, or has ended; otherwise never, as
   * a member that stands still might go on with what it was to end.
   */
  spreadWork(news: Unnumbered, done: () => void): void {
    const missing = new Map<Member, number>()
    for (const member of this.members) {
      this.send(member, news)
      missing.set(member, member.has_missed ? Number.POSITIVE_INFINITY : member.sent)
    }
    this.handling.begin(missing, done)
  }

  /** A member has done what the news of this number asked for. */
  handle(member: Member, number: number): void {
    this.handling.reach(member, (needed) => needed === number)
  }

  /** A member has seen its news up to this number. */
  see(member: Member, number: number): void {
    member.seen = number
    if (member.has_missed && member.seen === member.sent) {
      member.has_missed = false
      this.send(member, { has_missed: true })
      this.grant(member)
    }
    this.seeing.reach(member, (needed) => needed <= number)
  }

  /** This process has no lease any more: its members drop everything. */
  lose(): void {
    this.held = null
    this.spread({ has_missed: true }, () => {})
  }

  /** This process has a new lease. Sends messages to all members, and grants the lease to those that answer. */
  renew(held: GrantedLease, messages: readonly Notification[]): void {
    this.held = held
    for (const member of this.members) {
      if (member.seen >= member.due) this.grant(member, messages)
      else if (messages.length > 0) this.send(member, { messages })
      member.due = member.sent
    }
  }

  /** Grants the lease to a member that has just sent something. */
  grant(member: Member, messages: readonly Notification[] = []): void {
    const { held } = this
    if (held === null || member.has_missed) return
    member.until = held.until
    this.send(member, { messages, lease: { ...held, until: toMachineStopwatch(held.until) } })
  }

  private send(member: Member, news: Unnumbered): void {
    if (member.sent - member.seen >= MAX_UNSEEN) member.has_missed = true
    if (!member.has_missed) member.post({ type: 'news', news: { ...news, number: (member.sent += 1) } })
  }
}
