/**
 * ONE LISTENER FOR EACH MACHINE: the leader of several processes listens, and passes on what it receives. So a message is delivered to each machine
 * once, and confirmed by it once: when all its processes have dropped what the message names, or may not use it any more. A member may use what
 * it has cached as long as the leader may, by the same heartbeats, which the leader passes on after everything that it has received before.
 * Not here: a member (member_listener.ts), and how messages get there (server/members/).
 * @source docs/decisions/0055_one_listener_for_each_machine.md
 */
import { ensureDefined } from '#lib/defined.ts'
import { openListener } from './listener.ts'
import type { Listener, ListenerParts, Notification, OpenListener, SessionState } from './listening.ts'
import { MachineMembers, type Member } from './machine_members.ts'
import type { FromMemberListener, ToMemberListener } from './machine_messages.ts'

/** What a member has said, and that its process has ended. */
export interface MemberLink {
  receive(message: FromMemberListener): void
  end(): void
}

/** See the top of this file. */
export interface MachineListening {
  readonly openListener: OpenListener
  /** Accepts a process that may begin to listen, once the listener is open. */
  admit(post: (message: ToMemberListener) => void): MemberLink
}

/** Prepares a listener that other processes listen through. */
export function makeMachineListening(): MachineListening {
  const members = new MachineMembers()
  let listener: Listener | undefined
  return {
    async openListener(parts) {
      const listening = await openShared(parts, members)
      listener = listening.inner
      return listening.outer
    },
    admit(post) {
      let member: Member | undefined
      let hasEnded = false
      const leave = () => {
        if (member !== undefined) members.remove(member)
        member = undefined
      }
      return {
        receive(message) {
          // one that was under way when its process ended
          if (hasEnded) return
          if (message.type === 'listen') member = members.add(post, message.mark)
          else if (member === undefined) return
          else if (message.type === 'seen') members.see(member, message.number)
          else if (message.type === 'handled') members.handle(member, message.number)
          else if (message.type === 'say') listener?.say(message.message)
          else if (message.type === 'ask_received') void answerReceived(member)
          else leave()
        },
        end() {
          hasEnded = true
          leave()
        },
      }
    },
  }

  async function answerReceived(member: Member): Promise<void> {
    await listener?.received()
    members.grant(member)
    member.post({ type: 'received' })
  }
}

/** Opens the connection. @returns the listener of it, and the one for the cache of this process */
async function openShared(parts: ListenerParts, members: MachineMembers): Promise<{ inner: Listener; outer: Listener }> {
  /** That other sessions are alive, where members do not know it yet. */
  const spoken = new Map<number, Notification>()
  let inner: Listener | undefined
  let session: number | null = null
  const takeSpoken = () => {
    const messages = [...spoken.values()]
    spoken.clear()
    return messages
  }
  const noteSpoken = (pid: number, state: SessionState | undefined) => {
    if (state !== undefined) spoken.set(pid, ['', null, pid, state])
    else if (!spoken.has(pid)) spoken.set(pid, ['', null, pid])
  }
  // nothing but the session is asked of the outer one before the inner one has received something
  const getInner = () => ensureDefined(inner)
  const endSession = (pid: number) => getInner().say(['', null, pid, 'ended'])
  const outer: Listener = {
    isHearing: () => getInner().isHearing(),
    received: () => getInner().received(),
    heardMs: () => getInner().heardMs(),
    doubt: () => getInner().doubt(),
    pid: () => inner?.pid() ?? null,
    say: (message) => void (members.confirm(message) || getInner().say(message)),
    reportDropped({ message, handled }, confirm) {
      const news = { messages: [...takeSpoken(), message] }
      if (handled === undefined) members.spread(news, confirm)
      else members.spreadWork(news, () => void handled.then(confirm))
    },
    async close() {
      if (session !== null && members.isEmpty()) endSession(session)
      await getInner().close()
    },
  }
  const listener = await openListener({
    ...parts,
    is_shared: true,
    hear(message, own) {
      inner = own
      const [, topic, third, state] = message
      if (topic === null && !members.confirm(message)) noteSpoken(Number(third), state)
      parts.hear(message, outer)
    },
    forget() {
      members.lose()
      parts.forget()
    },
    renewed(until, pid) {
      const lost = session === pid ? null : session
      session = pid
      const alive: Notification = ['', null, pid, 'shared']
      parts.hear(alive, outer)
      members.renew({ until, pid }, [...takeSpoken(), alive])
      // once members have dropped what they received by it
      if (lost !== null) members.spread({}, () => endSession(lost))
    },
  })
  inner = listener
  return { inner: listener, outer }
}
